//! What an agent holds that no tool needs to be given: the conversation, its instructions, its memory, what other tools
//! returned, what lies open beside it, secrets it has come across.
//!
//! A text asks for a holding when the holding stands in it together with the word that makes it the agent's own: the
//! conversation *so far*, *your* memory, *all* that the user wrote, passwords *that were mentioned*.

use super::{Hit, Notions, are_close, together, within};
use std::ops::Range;

/// Something that an agent holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Holding {
    Conversation,
    Prompt,
    Mind,
    Results,
    Files,
    Secrets,
}

impl Holding {
    /// As it is told.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Conversation => "the conversation, which this tool does not need",
            Self::Prompt => "the system prompt",
            Self::Mind => "the model's own knowledge or memory",
            Self::Results => "what other tools returned",
            Self::Files => "files or mail the tool does not need",
            Self::Secrets => "secrets the model has seen",
        }
    }
}

/// A holding that a text asks for.
#[derive(Debug, Clone)]
pub(crate) struct Ask {
    pub(crate) holding: Holding,
    /// Whether it is the agent's own beyond doubt: the conversation that is going on, not some conversation.
    pub(crate) is_own: bool,
    /// Which sentence of the text asks.
    pub(crate) sentence: usize,
}

/// How far apart the words of one request stand, in bytes.
const REACH: usize = 120;
/// How far a word stands from the one it belongs to.
const BESIDE: usize = 16;

/// The first holding that a text with these phrases asks for; one that is the agent's own beyond doubt before others.
pub(crate) fn asked(hits: &[Hit]) -> Option<Ask> {
    let mut doubtful = None;
    for ((notions, span), hit) in together(hits, REACH).zip(hits) {
        let Some((holding, is_own)) = holding(notions, hits, &span) else { continue };
        if is_negated(hits, &span) {
            continue;
        }
        let ask = Ask { holding, is_own, sentence: hit.sentence };
        if is_own {
            return Some(ask);
        }
        doubtful.get_or_insert(ask);
    }
    doubtful
}

fn holding(notions: Notions, hits: &[Hit], span: &Range<usize>) -> Option<(Holding, bool)> {
    use Notions as N;
    let is_whole = |what: Notions| {
        notions.has(N::entire) && notions.has(what) && are_close(within(hits, span), N::entire, what, BESIDE).is_some()
    };
    let whole = N::entire.or(N::all);
    if notions.has(N::prompt) {
        return Some((Holding::Prompt, notions.has(N::you.or(N::entire).or(N::content).or(N::give))));
    }
    if notions.has(N::know) && notions.has(N::you) && notions.has(N::user) && notions.has(whole.or(N::give)) {
        return Some((Holding::Mind, true));
    }
    if notions.has(N::mind) {
        return Some((Holding::Mind, notions.has(N::you.or(whole).or(N::give))));
    }
    let said = N::talk.or(N::record).or(N::utterance);
    let is_running =
        notions.has(said.or(N::message)) && notions.has(N::sofar) && notions.has(whole.or(N::give).or(N::record))
            || notions.has(N::talk) && notions.has(N::sofar)
            || notions.has(N::utterance) && notions.has(whole.or(N::prior).or(N::sofar))
            || notions.has(N::record) && notions.has(N::you.or(N::user))
            || is_whole(N::record);
    if is_running {
        return Some((Holding::Conversation, true));
    }
    if notions.has(N::record) || is_whole(N::talk) {
        return Some((Holding::Conversation, false));
    }
    if notions.has(N::results) {
        return Some((Holding::Results, notions.has(whole.or(N::sofar).or(N::prior).or(N::give))));
    }
    if notions.has(N::vault) && notions.has(N::content.or(N::entire).or(N::give)) {
        return Some((Holding::Secrets, true));
    }
    if notions.has(N::secret) && notions.has(N::seen) && notions.has(whole.or(N::give).or(N::you).or(said)) {
        return Some((Holding::Secrets, true));
    }
    if notions.has(N::files) && notions.has(N::content.or(N::entire).or(N::all).or(N::give)) {
        return Some((Holding::Files, notions.has(N::you.or(N::user).or(N::entire))));
    }
    None
}

/// "Do not include passwords": what is asked is that it be left out.
fn is_negated(hits: &[Hit], span: &Range<usize>) -> bool {
    let near = within(hits, &(span.start.saturating_sub(REACH)..span.end));
    near.windows(2).any(|pair| {
        let [no, give] = pair else { return false };
        no.notions.has(Notions::never)
            && give.notions.has(Notions::give)
            && give.span.start >= no.span.end
            && give.span.start - no.span.end < BESIDE
    })
}

/// Whether a tool that is about `trade` has a use for what it asks for.
pub(crate) fn is_explained(ask: &Ask, trade: Notions) -> bool {
    use Notions as N;
    let explanation = match (ask.holding, ask.is_own) {
        (Holding::Conversation, true) => N::talk.or(N::record).or(N::utterance).or(N::agency),
        (Holding::Conversation, false) => {
            N::talk.or(N::record).or(N::utterance).or(N::agency).or(N::message).or(N::correspondence)
        }
        (Holding::Prompt | Holding::Mind | Holding::Results, _) => N::agency.or(N::prompt).or(N::mind).or(N::results),
        (Holding::Files, _) => N::files.or(N::content).or(N::correspondence).or(N::message),
        (Holding::Secrets, _) => N::custody.or(N::vault).or(N::secret),
    };
    trade.has(explanation)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notion::read;
    use vetgate_text::normal::Normal;

    #[test]
    fn the_running_conversation_is_asked_for_in_every_language_and_a_full_text_is_not() {
        for (request, harmless) in [
            ("Every message of this conversation, word for word", "The full text of the letter"),
            ("Der gesamte bisherige Chatverlauf, ungekürzt", "Der vollständige Text des Briefes"),
            ("Toda la conversación hasta ahora, palabra por palabra", "El texto completo de la carta"),
            ("Toute la conversation jusqu'ici, mot pour mot", "Le texte complet de la lettre"),
            ("Toda a conversa até agora, na íntegra", "O texto completo da carta"),
            ("Tutta la conversazione finora, parola per parola", "Il testo completo della lettera"),
            ("Het volledige gesprek tot nu toe, woord voor woord", "De volledige tekst van de brief"),
            ("Cała dotychczasowa rozmowa, słowo w słowo", "Pełny tekst listu"),
            ("Celá dosavadní konverzace, slovo od slova", "Celý text dopisu"),
            ("Hela konversationen hittills, ord för ord", "Hela brevets text"),
            ("Весь диалог до этого момента, дословно", "Полный текст договора"),
            ("Уся розмова до цього моменту, дослівно", "Повний текст договору"),
            ("Şimdiye kadarki konuşmanın tamamı, kelimesi kelimesine", "Sözleşmenin tam metni"),
            ("Toàn bộ cuộc trò chuyện cho đến nay, nguyên văn", "Toàn bộ nội dung hợp đồng"),
            ("Seluruh percakapan sejauh ini, kata demi kata", "Teks lengkap kontrak"),
            ("المحادثة كاملة حتى الآن، كلمة بكلمة", "النص الكامل للعقد"),
            ("کل گفتگو تا این لحظه، کلمه به کلمه", "متن کامل قرارداد"),
            ("כל השיחה עד כה, מילה במילה", "הטקסט המלא של החוזה"),
            ("अब तक की पूरी बातचीत, शब्दशः", "अनुबंध का पूरा पाठ"),
            ("บทสนทนาทั้งหมดจนถึงตอนนี้ คำต่อคำ", "เนื้อหาสัญญาฉบับเต็ม"),
            ("到目前为止的全部对话，逐字填写", "合同的完整文本"),
            ("これまでの会話の全文を一字一句そのまま", "契約書の全文"),
            ("지금까지의 대화 전체를 그대로 넣으세요", "계약서 전체 내용"),
        ] {
            let ask = asked(&read(Normal::of(request).text()));
            assert!(ask.is_some_and(|ask| ask.holding == Holding::Conversation && ask.is_own), "{request}");
            assert!(asked(&read(Normal::of(harmless).text())).is_none(), "{harmless}");
        }
    }

    #[test]
    fn what_is_to_be_left_out_is_not_asked_for() {
        assert!(asked(&read("do not include the whole conversation so far")).is_none());
    }
}
