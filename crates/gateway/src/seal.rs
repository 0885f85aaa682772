//! `requestState` that only this gateway can have written, and only for this call.
//!
//! A server of revision 2026-07-28 that needs input hands its state to the client and gets it back with the next
//! attempt. What passes through a client can be changed, kept, or shown to another server, so the gateway hands out
//! its own text: sealed with ChaCha20-Poly1305, good for a short time, and bound to who asked, which server and what
//! for. The binding is not in the text; a text that is presented with another one does not open.
//!
//! A sealed text can be presented more than once while it lasts: whoever must not act twice has to remember that.

use data_encoding::BASE64URL_NOPAD;
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::rand::{SecureRandom, SystemRandom};

/// The form of a sealed text; another form gets another number.
const VERSION: u8 = 1;

/// The most bytes of a server's state: it travels in every attempt.
const LARGEST: usize = 64 * 1024;

/// Bytes before the state: when it expires, and its kind.
const HEAD: usize = 9;

/// What a sealed text carries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum State {
    /// The `requestState` of the server behind, or that it gave none.
    Upstream(Option<String>),
    /// The number of a call that the gateway holds open.
    Held(u64),
}

/// What a sealed text is good for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Binding<'b> {
    /// The name of the principal that asked.
    pub(crate) principal: &'b str,
    /// The server that the request is for.
    pub(crate) server: &'b str,
    /// The method.
    pub(crate) method: &'b str,
    /// The tool, the prompt or the URI.
    pub(crate) name: &'b str,
}

/// Why a state was not sealed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Unsealable {
    /// Too large.
    #[error("the server's requestState has {0} bytes; Vetgate passes on at most {LARGEST}")]
    TooLarge(usize),
    /// The system gives no random bytes.
    #[error("the operating system returned no random bytes to seal requestState")]
    NoRandomness,
}

/// Why a text was not opened. Those outside read the same words for both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Unsealed {
    /// It was good for this call once.
    #[error("requestState is not valid for this request; send the request again without it")]
    Expired,
    /// Changed, sealed by somebody else, or for another call.
    #[error("requestState is not valid for this request; send the request again without it")]
    Foreign,
}

/// Seals and opens.
#[derive(Debug)]
pub(crate) struct Sealer {
    key: LessSafeKey,
    random: SystemRandom,
}

impl Sealer {
    /// Seals with `key`, which must be random and not be used for anything else.
    pub(crate) fn new(key: &[u8; 32]) -> Self {
        let key = UnboundKey::new(&CHACHA20_POLY1305, key).expect("the key has the length that the cipher wants");
        Self { key: LessSafeKey::new(key), random: SystemRandom::new() }
    }

    /// Seals with a key that lives as long as this process.
    pub(crate) fn random() -> Self {
        let mut key = [0; 32];
        SystemRandom::new().fill(&mut key).expect("the system gives random bytes, or nothing is safe");
        Self::new(&key)
    }

    /// Seals `state` for `binding`, good until `expires` in seconds.
    pub(crate) fn seal(&self, state: &State, binding: &Binding, expires: u64) -> Result<String, Unsealable> {
        let mut content = expires.to_be_bytes().to_vec();
        match state {
            State::Upstream(None) => content.push(0),
            State::Upstream(Some(text)) if text.len() > LARGEST => return Err(Unsealable::TooLarge(text.len())),
            State::Upstream(Some(text)) => {
                content.push(1);
                content.extend_from_slice(text.as_bytes());
            }
            State::Held(number) => {
                content.push(2);
                content.extend_from_slice(&number.to_be_bytes());
            }
        }
        let mut nonce = [0; NONCE_LEN];
        self.random.fill(&mut nonce).map_err(|_| Unsealable::NoRandomness)?;
        let sealing = Nonce::assume_unique_for_key(nonce);
        self.key
            .seal_in_place_append_tag(sealing, Aad::from(binding.bytes()), &mut content)
            .expect("far shorter than the cipher's limit");
        let mut sealed = vec![VERSION];
        sealed.extend_from_slice(&nonce);
        sealed.extend_from_slice(&content);
        Ok(BASE64URL_NOPAD.encode(&sealed))
    }

    /// Opens what was sealed for `binding`, if it has not expired at `now`, in seconds.
    pub(crate) fn open(&self, sealed: &str, binding: &Binding, now: u64) -> Result<State, Unsealed> {
        let longest = BASE64URL_NOPAD.encode_len(1 + NONCE_LEN + HEAD + LARGEST + CHACHA20_POLY1305.tag_len());
        if sealed.len() > longest {
            return Err(Unsealed::Foreign);
        }
        let mut bytes = BASE64URL_NOPAD.decode(sealed.as_bytes()).map_err(|_| Unsealed::Foreign)?;
        let Some((&mut VERSION, rest)) = bytes.split_first_mut() else { return Err(Unsealed::Foreign) };
        let Some((nonce, content)) = rest.split_first_chunk_mut::<NONCE_LEN>() else { return Err(Unsealed::Foreign) };
        let nonce = Nonce::assume_unique_for_key(*nonce);
        let content = self.key.open_in_place(nonce, Aad::from(binding.bytes()), content);
        let content = content.map_err(|_| Unsealed::Foreign)?;
        let (expires, rest) = content.split_first_chunk::<8>().ok_or(Unsealed::Foreign)?;
        if now >= u64::from_be_bytes(*expires) {
            return Err(Unsealed::Expired);
        }
        read(rest).ok_or(Unsealed::Foreign)
    }
}

/// The state behind the expiry.
fn read(content: &[u8]) -> Option<State> {
    match content.split_first()? {
        (0, []) => Some(State::Upstream(None)),
        (1, text) => Some(State::Upstream(Some(String::from_utf8(text.to_vec()).ok()?))),
        (2, number) => Some(State::Held(u64::from_be_bytes(number.try_into().ok()?))),
        _ => None,
    }
}

impl Binding<'_> {
    /// Each part with its length before it, so that no two bindings read the same.
    fn bytes(&self) -> Vec<u8> {
        let mut bytes = b"vetgate requestState".to_vec();
        bytes.push(VERSION);
        for part in [self.principal, self.server, self.method, self.name] {
            bytes.extend_from_slice(&(part.len() as u64).to_be_bytes());
            bytes.extend_from_slice(part.as_bytes());
        }
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const CALL: Binding = Binding { principal: "ada", server: "files", method: "tools/call", name: "read" };

    fn sealer() -> Sealer {
        Sealer::new(&[7; 32])
    }

    fn sealed(state: &State) -> String {
        sealer().seal(state, &CALL, 1000).unwrap()
    }

    #[test]
    fn each_kind_comes_back_as_it_went_in() {
        let states = [
            State::Upstream(None),
            State::Upstream(Some(String::new())),
            State::Upstream(Some("eyJh\u{1F600}\n".to_owned())),
            State::Upstream(Some("x".repeat(LARGEST))),
            State::Held(0),
            State::Held(u64::MAX),
        ];
        for state in states {
            assert_eq!(sealer().open(&sealed(&state), &CALL, 999), Ok(state));
        }
    }

    #[test]
    fn a_changed_bit_anywhere_closes_it() {
        let text = sealed(&State::Upstream(Some("state".to_owned())));
        let bytes = BASE64URL_NOPAD.decode(text.as_bytes()).unwrap();
        for bit in 0..bytes.len() * 8 {
            let mut changed = bytes.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            let changed = BASE64URL_NOPAD.encode(&changed);
            assert_eq!(sealer().open(&changed, &CALL, 0), Err(Unsealed::Foreign), "bit {bit}");
        }
        for cut in 0..text.len() {
            assert_eq!(sealer().open(&text[..cut], &CALL, 0), Err(Unsealed::Foreign), "{cut} characters");
        }
        for other in [format!("{text}="), format!("{text}A"), format!(" {text}"), format!("{text}\n")] {
            assert_eq!(sealer().open(&other, &CALL, 0), Err(Unsealed::Foreign));
        }
    }

    #[test]
    fn it_opens_for_the_same_call_only() {
        let text = sealed(&State::Held(3));
        let others = [
            Binding { principal: "bob", ..CALL },
            Binding { server: "mail", ..CALL },
            Binding { method: "prompts/get", ..CALL },
            Binding { name: "write", ..CALL },
            Binding { principal: "adaf", server: "iles", ..CALL },
            Binding { principal: "", server: "adafiles", ..CALL },
        ];
        for other in others {
            assert_eq!(sealer().open(&text, &other, 0), Err(Unsealed::Foreign), "{other:?}");
        }
        assert_eq!(Sealer::new(&[8; 32]).open(&text, &CALL, 0), Err(Unsealed::Foreign));
    }

    #[test]
    fn it_expires_and_outsiders_cannot_tell() {
        let text = sealed(&State::Held(3));
        assert_eq!(sealer().open(&text, &CALL, 999), Ok(State::Held(3)));
        for now in [1000, 1001, u64::MAX] {
            assert_eq!(sealer().open(&text, &CALL, now), Err(Unsealed::Expired));
        }
        assert_eq!(sealer().open(&text, &Binding { name: "write", ..CALL }, 1000), Err(Unsealed::Foreign));
        assert_eq!(Unsealed::Expired.to_string(), Unsealed::Foreign.to_string());
    }

    #[test]
    fn the_text_tells_nothing_and_is_never_the_same_twice() {
        let state = State::Upstream(Some("the server's secret".to_owned()));
        let text = sealed(&state);
        assert_ne!(text, sealed(&state));
        assert!(text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_'));
        let bytes = BASE64URL_NOPAD.decode(text.as_bytes()).unwrap();
        for word in ["secret", "files", "read"] {
            assert!(!bytes.windows(word.len()).any(|window| window == word.as_bytes()), "{word}");
        }
        assert!(!format!("{:?}", sealer()).contains('7'));
    }

    #[test]
    fn a_state_that_is_too_large_is_refused_on_both_ways() {
        let large = State::Upstream(Some("x".repeat(LARGEST + 1)));
        assert_eq!(sealer().seal(&large, &CALL, 1), Err(Unsealable::TooLarge(LARGEST + 1)));
        assert_eq!(sealer().open(&"A".repeat(10_000_000), &CALL, 0), Err(Unsealed::Foreign));
    }

    proptest! {
        #[test]
        fn only_the_same_binding_opens_it(
            parts in prop::array::uniform4("[ab]{0,2}"),
            others in prop::array::uniform4("[ab]{0,2}"),
        ) {
            let binding = |[principal, server, method, name]: &'_ [String; 4]| {
                Binding { principal, server, method, name }.bytes()
            };
            prop_assert_eq!(binding(&parts) == binding(&others), parts == others);
        }

        #[test]
        fn no_text_makes_it_panic(text in "[A-Za-z0-9_-]{0,80}|.{0,20}") {
            prop_assert_eq!(sealer().open(&text, &CALL, 0), Err(Unsealed::Foreign));
        }
    }
}
