//! Chat, social services and games.

use super::checksum::{bech32, split_crc_base62};
use super::looks::{digits, mixed, no_runs, restless, varied};
use super::{Format, unproven};
use crate::{Category, Kind};
use discord::{SNOWFLAKES, snowflake};
use vetgate_model::Severity;

mod discord;

/// `AC` and a hexadecimal digit.
const ACCOUNTS: &[&str] =
    &["AC0", "AC1", "AC2", "AC3", "AC4", "AC5", "AC6", "AC7", "AC8", "AC9", "ACa", "ACb", "ACc", "ACd", "ACe", "ACf"];

/// `SK` and a hexadecimal digit.
const KEYS: &[&str] =
    &["SK0", "SK1", "SK2", "SK3", "SK4", "SK5", "SK6", "SK7", "SK8", "SK9", "SKa", "SKb", "SKc", "SKd", "SKe", "SKf"];

/// The formats of this family.
pub(super) const ROWS: &[Format] = &[
    Format {
        kind: Kind::new("slack.bot", "Slack bot token", Category::Secret, Severity::Critical),
        starts: &["xoxb-"],
        pattern: r"xoxb-[0-9]{8,14}-(?:[0-9]{8,14}-)?[A-Za-z0-9]{18,64}",
        proof: varied,
        found: concat!("xoxb-", "143279622490-8075165614053-knuj64AX6VM2ewMuBY6rfNcA"),
        not_found: concat!("xoxb-", "143279622490-8075165614053-knuj64AX6VM2ewMuB"),
    },
    Format {
        kind: Kind::new("slack.user", "Slack user token", Category::Secret, Severity::Critical),
        starts: &["xoxp-"],
        pattern: r"xoxp-[0-9]{8,14}-(?:[0-9]{8,14}-){0,2}[A-Za-z0-9]{6,64}",
        proof: varied,
        found: concat!("xoxp-", "978443682144-832665367030-1592595387680-13e50181d960e9558c1530a493afbb8b"),
        not_found: concat!("xoxp-", "978443682144-83266"),
    },
    Format {
        kind: Kind::new("slack.legacy", "Slack workspace or legacy token", Category::Secret, Severity::Critical),
        starts: &["xoxa-", "xoxr-", "xoxs-", "xoxo-"],
        pattern: r"xox[arso]-(?:[0-9]-)?[0-9]{8,14}-(?:[0-9]{8,14}-){0,2}[A-Za-z0-9]{6,64}",
        proof: varied,
        found: concat!("xoxa-", "2-326952940756-136644427877-955894091102-0d09c5892503e12b47fa42f93ceaf2ff"),
        not_found: concat!("xoxa-", "2-326952940756-13664"),
    },
    Format {
        kind: Kind::new("slack.config", "Slack configuration or refresh token", Category::Secret, Severity::Critical),
        starts: &["xoxe.xox", "xoxe-"],
        pattern: r"xoxe(?:\.xox[bp])?-[0-9]-[A-Za-z0-9]{100,200}",
        proof: mixed,
        found: concat!(
            "xoxe.xox",
            "p-1-xFJgKLDL36awmUDt8QvwTH6Iuj2OkDCJ23VmCwykTp4EilsS2aQnjUHc6LZQ9SMDcEVV8bOhUVXoqmaQzE4ftUvXQICh",
            "PnlnhG2BqxLHmAuMe57l9JuO4iIhOvqiZnCxh1Gd1CJoWD6W7vjmqz6mYjWc7izH9DsTNAv"
        ),
        not_found: concat!("xoxe.xox", "p-1-xFJgKLDL36awmUDt8QvwTH6Iuj2OkDCJ23VmCwykTp4EilsS"),
    },
    Format {
        kind: Kind::new("slack.app", "Slack app-level token", Category::Secret, Severity::Critical),
        starts: &["xapp-"],
        pattern: r"xapp-[0-9]-[A-Z0-9]{9,13}-[0-9]{10,14}-[a-z0-9]{32,72}",
        proof: varied,
        found: concat!(
            "xapp-",
            "1-AEAD2BY89B6-6050660070730-a714a16e81c1aad236d31def0b9d2993134b65ab3adf32b1cc8fa650bdf6593d"
        ),
        not_found: concat!("xapp-", "1-AEAD2BY89B6-6050660070730-a714a16e81c1aad236d31def0b9"),
    },
    Format {
        kind: Kind::new("slack.workflow", "Slack workflow token", Category::Secret, Severity::Critical),
        starts: &["xwfp-"],
        pattern: r"xwfp-(?:[0-9]{1,14}-){0,3}[A-Za-z0-9]{24,160}",
        proof: mixed,
        found: concat!("xwfp-", "880530525030-5178891594744-LtCCuFVpoDCIb20W0tvi1jsm"),
        not_found: concat!("xwfp-", "880530525030-5178891594744-LtCCuFVpoDCIb20W0tvi1js"),
    },
    Format {
        kind: Kind::new("slack.session", "Slack session token", Category::Secret, Severity::Critical),
        starts: &["xoxc-"],
        pattern: r"xoxc-[0-9]{8,14}-[0-9]{8,14}-[0-9]{8,14}-[0-9a-f]{64}",
        proof: varied,
        found: concat!(
            "xoxc-",
            "707635767554-396618712324-2845422608973-c3a0579f09222a2bed27a584d21b54fa8973381f412a0a4f9fa42335",
            "0b233931"
        ),
        not_found: concat!("xoxc-", "707635767554-396618712324-2845422608973-c3a0579f09222a2"),
    },
    Format {
        kind: Kind::new("slack.cookie", "Slack session cookie", Category::Secret, Severity::Critical),
        starts: &["xoxd-"],
        pattern: r"xoxd-[A-Za-z0-9%+/=-]{60,400}",
        proof: mixed,
        found: concat!(
            "xoxd-",
            "NWOAvlhFka84v7bMwNDlfBKP4b2loPDbwAMbj8KV%2FuxgaaJl7LRiiQbLJmWZTsUryrgsVJN8OLJtqCdpa0WI2%2BKk8xxo",
            "3GI0uoV6vGTFN4g3AfCK9e%3D"
        ),
        not_found: concat!("xoxd-", "NWOAvlhFka84v7bMwNDlfBKP4b2loPDbwAMbj8KV%2FuxgaaJl7LRii"),
    },
    Format {
        kind: Kind::new("slack.webhook", "Slack webhook", Category::Secret, Severity::High),
        starts: &["hooks.slack.com/", "hooks.slack-gov.com/"],
        pattern: r"hooks\.slack(?:-gov)?\.com/(?:services/T[A-Z0-9]{7,13}/B[A-Z0-9]{7,13}/|workflows/T[A-Z0-9]{7,13}/A[A-Z0-9]{7,13}/[0-9]{15,21}/|triggers/[TE][A-Z0-9]{7,13}/[0-9]{9,21}/)[A-Za-z0-9]{18,40}",
        proof: varied,
        found: concat!("hooks.slack.com/", "services/T6IFLXUTNRE/BCP9BSAK5I2/zOkvgsOM5LsE1zKLiSpYMZEl"),
        not_found: concat!("hooks.slack.com/", "services/T6IFLXUTNRE/BCP9BSAK5I2/zOkvgsOM5Ls"),
    },
    Format {
        kind: Kind::new("discord.bot", "Discord bot token", Category::Secret, Severity::Critical),
        starts: SNOWFLAKES,
        pattern: r"[MNO][A-Za-z0-9_-]{22,27}\.[A-Za-z0-9_-]{6,7}\.[A-Za-z0-9_-]{27,40}",
        proof: snowflake,
        found: concat!("OTE0", "MDczNTYyODgxMjQwMTc3.GhLTCP.0SR2Qugs4lIFVRdxtDyKUOtfZUTqr8aFvnKbn"),
        not_found: concat!("MTAt", "IG5vIG51bWJlciBoZXJl.Gh5kQw.x7Kq2Lm9Rt4Wv8Zb3Nc6Jd5Hf1Gs0pYy8Uu2Ii"),
    },
    Format {
        kind: Kind::new("discord.mfa", "Discord user token", Category::Secret, Severity::Critical),
        starts: &["mfa."],
        pattern: r"mfa\.[A-Za-z0-9_-]{80,100}",
        proof: mixed,
        found: concat!("mfa.", "loHI3Yhc1OxT-8QY4-3BMDogiSTRIiP9LJm7R04ZhbGSdGWoZ6axl7KBGgMVGOYn7B3_5SApYXfE-1ds3vbg"),
        not_found: concat!("mfa.", "loHI3Yhc1OxT-8QY4-3BMDogiSTRIiP9LJm7R04ZhbGSdGWoZ6axl7KB"),
    },
    Format {
        kind: Kind::new("discord.webhook", "Discord webhook", Category::Secret, Severity::High),
        starts: &["discord.com/api/", "discordapp.com/api/"],
        pattern: r"discord(?:app)?\.com/api/(?:v[0-9]{1,2}/)?webhooks/[0-9]{17,20}/[A-Za-z0-9_-]{60,90}",
        proof: varied,
        found: concat!(
            "discord.com/api/",
            "webhooks/824942323739063549/eY2Pseh093Fj9fOptqCWCsuZrJZaVLaPeAU5moHH5F-grANC-aBcnwDDOOAZvw6d3eK3"
        ),
        not_found: concat!("discord.com/api/", "webhooks/824942323739063549/eY2Pseh093Fj9fOp"),
    },
    Format {
        kind: Kind::new("teams.webhook", "Microsoft Teams webhook", Category::Secret, Severity::High),
        starts: &["webhook.office.com/webhookb2/", "outlook.office.com/webhook/", "outlook.office365.com/webhook/"],
        pattern: r"(?:webhook\.office\.com/webhookb2|outlook\.office(?:365)?\.com/webhook)/[0-9A-Za-z-]{36}@[0-9A-Za-z-]{36}/[A-Za-z]{5,30}/[0-9A-Za-z]{32}/[0-9A-Za-z-]{36}(?:/V2[A-Za-z0-9_-]{20,60})?",
        proof: varied,
        found: concat!(
            "webhook.office.com/webhookb2/",
            "17114736-13ef-46c2-ae0e-f82b15fc467f@e93e81dd-58a0-4c1f-a9a5-1bb5d9fb33fd/IncomingWebhook/ebd0bd",
            "6ba93e3c411a056d753e37876d/6dd9f9b9-f5f9-4707-ad5b-bd933e4a241d"
        ),
        not_found: concat!("webhook.office.com/webhookb2/", "17114736-13ef-46c2-ae0e-f82b15f"),
    },
    Format {
        kind: Kind::new("microsoft.flow_webhook", "Microsoft workflow webhook", Category::Secret, Severity::High),
        starts: &["logic.azure.com"],
        pattern: r"logic\.azure\.com(?::443)?/workflows/[0-9a-f]{32}/triggers/[A-Za-z0-9_]{1,40}/[A-Za-z0-9_/?&%=.:-]{0,200}sig=[A-Za-z0-9_-]{43}",
        proof: varied,
        found: concat!(
            "logic.azure.com",
            ":443/workflows/65099eec01407ec6a1b044da05ca4ed8/triggers/manual/paths/invoke?api-version=2016-06",
            "-01&sig=edbtWe27WH77hBlyqz-9PNldsWhXK64VtGHZA2PQLUD"
        ),
        not_found: concat!("logic.azure.com", ":443/workflows/65099eec01407ec6a1b044da05ca4e"),
    },
    Format {
        kind: Kind::new("google.chat_webhook", "Google Chat webhook", Category::Secret, Severity::High),
        starts: &["chat.googleapis.com/v1/spaces/"],
        pattern: r"chat\.googleapis\.com/v1/spaces/[A-Za-z0-9_-]{8,16}/messages\?key=[A-Za-z0-9_-]{30,50}&token=[A-Za-z0-9_-]{40,50}(?:%3D)?",
        proof: varied,
        found: concat!(
            "chat.googleapis.com/v1/spaces/",
            "AAAAOFyIA8g/messages?key=W4kGeJ-ky88BV8-luteLKWMFmkkBTDijysfSa5J&token=hl7LiECB7lavfWXTKTiVQ47qs",
            "xG72VnY6wGD4tylc-Y"
        ),
        not_found: concat!("chat.googleapis.com/v1/spaces/", "AAAAOFyIA8g/messages?key=W4kGe"),
    },
    Format {
        kind: Kind::new("webex.webhook", "Webex incoming webhook", Category::Secret, Severity::High),
        starts: &["webexapis.com/v1/webhooks/incoming/"],
        pattern: r"webexapis\.com/v1/webhooks/incoming/[A-Za-z0-9_-]{60,120}",
        proof: varied,
        found: concat!(
            "webexapis.com/v1/webhooks/incoming/",
            "BhSPsYuiUVAq0WT3YQf2juCU1QKVMwNFs15ykU41CzSJmNe4SdcTBhHAdAISasc5klDcyA7LOTsBb65"
        ),
        not_found: concat!("webexapis.com/v1/webhooks/incoming/", "BhSPsYuiUVAq0WT3YQf2juCU1"),
    },
    Format {
        kind: Kind::new("wecom.webhook", "WeCom group robot", Category::Secret, Severity::High),
        starts: &["qyapi.weixin.qq.com/cgi-bin/webhook/"],
        pattern: r"qyapi\.weixin\.qq\.com/cgi-bin/webhook/send\?key=[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}",
        proof: unproven,
        found: concat!("qyapi.weixin.qq.com/cgi-bin/webhook/", "send?key=0e5d0784-4d95-4b18-ac3a-30b760203afe"),
        not_found: concat!("qyapi.weixin.qq.com/cgi-bin/webhook/", "send?key=0e5d0784-4d95-4"),
    },
    Format {
        kind: Kind::new("dingtalk.webhook", "DingTalk group robot", Category::Secret, Severity::High),
        starts: &["oapi.dingtalk.com/robot/"],
        pattern: r"oapi\.dingtalk\.com/robot/send\?access_token=[0-9a-f]{64}",
        proof: varied,
        found: concat!(
            "oapi.dingtalk.com/robot/",
            "send?access_token=59d496ed631e4452415df60f290d94d7efecc22a4e5d4697ea93ff69b5257313"
        ),
        not_found: concat!("oapi.dingtalk.com/robot/", "send?access_token=59d496ed631e445241"),
    },
    Format {
        kind: Kind::new("lark.webhook", "Lark or Feishu group robot", Category::Secret, Severity::High),
        starts: &["open.feishu.cn/open-apis/bot/", "open.larksuite.com/open-apis/bot/"],
        pattern: r"open\.(?:feishu\.cn|larksuite\.com)/open-apis/bot/(?:v2/)?hook/(?:[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}|[0-9a-f]{32})",
        proof: unproven,
        found: concat!("open.feishu.cn/open-apis/bot/", "v2/hook/aee99add-6cd7-41b8-a890-a6299c08927c"),
        not_found: concat!("open.feishu.cn/open-apis/bot/", "v2/hook/aee99add-6cd7-41b8-a890"),
    },
    Format {
        kind: Kind::new("twilio.account", "Twilio account SID", Category::Secret, Severity::Medium),
        starts: ACCOUNTS,
        pattern: r"AC[0-9a-f]{32}",
        proof: varied,
        found: concat!("ACae", "578485090fb254c2a992a5bb364573"),
        not_found: concat!("ACae", "578485090fb254c2a992a5bb36457"),
    },
    Format {
        kind: Kind::new("twilio.key", "Twilio API key", Category::Secret, Severity::High),
        starts: KEYS,
        pattern: r"SK[0-9a-f]{32}",
        proof: varied,
        found: concat!("SK69", "2435359de37f11e9577d7d5abfdcb6"),
        not_found: concat!("SK69", "2435359de37f11e9577d7d5abfdcb"),
    },
    Format {
        kind: Kind::new("facebook.token", "Facebook access token", Category::Secret, Severity::Critical),
        starts: &["EAA"],
        pattern: r"EAA[A-Za-z0-9]{80,400}",
        proof: no_runs,
        found: concat!(
            "EAAG",
            "iFgFbimHqCbSXKPnHHrHvfItOgWJOadFLFBxqb2dnoM6RU2XrhhTfppQp0zbMKeoNvGuAXZAAYxVEDGek47ZrV67xnHWph84",
            "nyQKq84ZS0XMgNqvZD"
        ),
        not_found: concat!("EAAG", "iFgFbimHqCbSXKPnHHrHvfItOgWJOadFLFBxqb2dnoM6RU2XrhhTfppQ"),
    },
    Format {
        kind: Kind::new("instagram.token", "Instagram access token", Category::Secret, Severity::Critical),
        starts: &["IGQV", "IGQW", "IGAA"],
        pattern: r"IG(?:Q[VW]|AA)[A-Za-z0-9_-]{80,300}",
        proof: no_runs,
        found: concat!(
            "IGQW",
            "zNBy265Vjw0wP47YCte19kLhMpE7fNXEemSEYEeQsKyK0ca9emxDlk3vGy8sMWnj1VcHUgIRdxNSJlJfSkaFamowpj9QOOMy",
            "PUJ8nPqTxT6PAdCD1fM2WoldZD"
        ),
        not_found: concat!("IGQW", "zNBy265Vjw0wP47YCte19kLhMpE7fNXEemSEYEeQsKyK0ca9emxDlk3v"),
    },
    Format {
        kind: Kind::new("threads.token", "Threads access token", Category::Secret, Severity::Critical),
        starts: &["THAA", "THQW"],
        pattern: r"TH(?:AA|QW)[A-Za-z0-9_-]{80,300}",
        proof: no_runs,
        found: concat!(
            "THAA",
            "RqCiI3w94BP5nCc2PD6Pjnk2uprePtDxzhelOIxBssMid76gJcqNo6GHm3aZ9jSNPSVHUCVq5DVFcwVM9cMeGuPr0bwFqPqY",
            "iJh8bpKkxp3IAcFx1RmhyLbLZD"
        ),
        not_found: concat!("THAA", "RqCiI3w94BP5nCc2PD6Pjnk2uprePtDxzhelOIxBssMid76gJcqNo6GH"),
    },
    Format {
        kind: Kind::new("twitter.bearer", "X (Twitter) bearer token", Category::Secret, Severity::Critical),
        starts: &["AAAAAAAAAAAAAAAAAA"],
        pattern: r"A{18,24}[A-Za-z0-9%]{30,64}(?:%3D|=)[A-Za-z0-9]{40,60}",
        proof: mixed,
        found: concat!(
            "AAAAAAAAAAAAAAAAAA",
            "AAANRILgAAAAAAuMMAgsNt7lRwSBmys5%3DYn1OETBCdpKXspIuxAp4fXgRKCdF2s8j1EjadEaKn736ejao72"
        ),
        not_found: concat!("AAAAAAAAAAAAAAAAAA", "AAANRILgAAAAAAuMMAgsNt7lRwSBmys5%3DYn1OETB"),
    },
    Format {
        kind: Kind::new("linkedin.secret", "LinkedIn client secret", Category::Secret, Severity::Critical),
        starts: &["WPL_AP0.", "WPL_AP1."],
        pattern: r"WPL_AP[01]\.[A-Za-z0-9]{12,24}\.[A-Za-z0-9+/]{5,12}={0,2}",
        proof: varied,
        found: concat!("WPL_AP1.", "x2B5QrDz2CE8ZiC2.N6mpSa=="),
        not_found: concat!("WPL_AP1.", "x2B5QrDz2CE8ZiC2.N6mp"),
    },
    Format {
        kind: Kind::new("vk.token", "VK access token", Category::Secret, Severity::Critical),
        starts: &["vk1.a."],
        pattern: r"vk1\.a\.[A-Za-z0-9_-]{80,300}",
        proof: mixed,
        found: concat!(
            "vk1.a.",
            "1lykVg5kpYYrDYo57oJP6hq6ItLy8k-QY0vPToTry-L31PNgqWbch2QUxxjY_oXqUj_22nRe40JZ-bYZ_w65no5VB180ACFa",
            "0qn6dQj-QKhCHD4--UjgjfXudzTQXGqi_x8PikL2t-yiRbiMdYN2fFq6oCoS1UFyVlYONgEUsYx1ihEeGY14ii"
        ),
        not_found: concat!("vk1.a.", "1lykVg5kpYYrDYo57oJP6hq6ItLy8k-QY0vPToTry-L31PNgqWbch2"),
    },
    Format {
        kind: Kind::new("pinterest.token", "Pinterest access token", Category::Secret, Severity::High),
        starts: &["pina_", "pinr_"],
        pattern: r"pin[ar]_[A-Za-z0-9]{40,160}",
        proof: varied,
        found: concat!("pina_", "TMO72PT5FKFBDS3P7R08A2EESF1PMHG7I0HBN5K25C6CO96TQ0IBT3XPLTM7E41HBDUR8IYZQJ37UWQI"),
        not_found: concat!("pina_", "TMO72PT5FKFBDS3P7R08A2EESF1PMHG7I0HBN5K"),
    },
    Format {
        kind: Kind::new("twitch.chat", "Twitch chat token", Category::Secret, Severity::High),
        starts: &["oauth:"],
        pattern: r"oauth:[a-z0-9]{30}",
        proof: digits,
        found: concat!("oauth:", "l3syt0rglrt9vqapa43yltj609covo"),
        not_found: concat!("oauth:", "l3syt0rglrt9vqapa43yltj609cov"),
    },
    Format {
        kind: Kind::new("matrix.synapse", "Matrix access token", Category::Secret, Severity::Critical),
        starts: &["syt_"],
        pattern: r"syt_[A-Za-z0-9+/=_-]{1,120}_[A-Za-z]{20}_[A-Za-z0-9]{6}",
        proof: split_crc_base62,
        found: concat!("syt_", "cm9ib3Q_MXvqZjxTWxvboSRtMhdA_2wVNPm"),
        not_found: concat!("syt_", "cm9ib3Q_MXvqZjxTWxvboSRtMhqA_2wVNPm"),
    },
    Format {
        kind: Kind::new("matrix.mas", "Matrix Authentication Service token", Category::Secret, Severity::Critical),
        starts: &["mat_", "mar_", "mct_", "mcr_"],
        pattern: r"m(?:at|ar|ct|cr)_[A-Za-z0-9]{30}_[A-Za-z0-9]{6}",
        proof: split_crc_base62,
        found: concat!("mat_", "wVtRMflhbmuaptt0Azn0DNRUQxA71p_2Y87ew"),
        not_found: concat!("mat_", "wVtRMflhbmuaptt0Azn0DNRUQxA7qp_2Y87ew"),
    },
    Format {
        kind: Kind::new("nostr.key", "Nostr private key", Category::Secret, Severity::Critical),
        starts: &["nsec1"],
        pattern: r"nsec1[02-9ac-hj-np-z]{58}",
        proof: bech32,
        found: concat!("nsec1", "rsh3cwdfmrcp4ehx6u4r8trj5dq4p00hhmzfyssqasg905kuacrqvyymjh"),
        not_found: concat!("nsec1", "rsh3cwdfmrcp4ehx6u4r8trj5dq4p00hhmzfyssqasg905kuaqrqvyymjh"),
    },
    Format {
        kind: Kind::new("pubnub.secret", "PubNub secret key", Category::Secret, Severity::Critical),
        starts: &["sec-c-"],
        pattern: r"sec-c-(?:[A-Za-z0-9+/]{46,47}={1,2}|[A-Za-z0-9+/]{48})",
        proof: mixed,
        found: concat!("sec-c-", "r7gSvUR4HbTO0V2mMNVvvyWfEqXbTF9spacxlg3VMCSQwvGU"),
        not_found: concat!("sec-c-", "r7gSvUR4HbTO0V2mMNVvvyWfEqXbTF9spacxlg3VMCSQwvG"),
    },
    Format {
        kind: Kind::new("pubnub.keyset", "PubNub publish or subscribe key", Category::Secret, Severity::Medium),
        starts: &["pub-c-", "sub-c-"],
        pattern: r"(?:pub|sub)-c-[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}",
        proof: unproven,
        found: concat!("pub-c-", "5c59acde-6415-453b-a751-1475d0b7b532"),
        not_found: concat!("pub-c-", "5c59acde-6415-453b-a751-1475d0b7b53"),
    },
    Format {
        kind: Kind::new("ntfy.token", "ntfy access token", Category::Secret, Severity::High),
        starts: &["tk_"],
        pattern: r"tk_[A-Za-z0-9]{29}",
        proof: restless,
        found: concat!("tk_3", "aZ0yGbansEqAHykelKD703iUyOr1"),
        not_found: concat!("tk_3", "aZ0yGbansEqAHykelKD703iUyOr"),
    },
    Format {
        kind: Kind::new("roblox.cookie", "Roblox session cookie", Category::Secret, Severity::Critical),
        starts: &["WARNING:-DO-NOT-SHARE-THIS"],
        pattern: r"WARNING:-DO-NOT-SHARE-THIS[A-Za-z0-9 .,-]{0,200}\|_[A-Za-z0-9_.-]{100,1200}",
        proof: varied,
        found: concat!(
            "WARNING:-DO-NOT-SHARE-THIS",
            ".--Sharing-this-will-allow-someone-to-log-in-as-you.|_2D972A25C246144734CB16D7B75D5AD4AC12A9F644",
            "D711943794E8249B1F891A45D218BAFCBBAA49132982769100A24A6514CBB7928AC4D8B505FF3A5C241F7E19D98E6524",
            "63"
        ),
        not_found: concat!("WARNING:-DO-NOT-SHARE-THIS", ".--Sharing-this-will-allow-someone"),
    },
    Format {
        kind: Kind::new("riot.key", "Riot Games API key", Category::Secret, Severity::High),
        starts: &["RGAPI-"],
        pattern: r"RGAPI-[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}",
        proof: unproven,
        found: concat!("RGAPI-", "b9af6db6-6f21-41fe-ad21-c5e19e1afc0f"),
        not_found: concat!("RGAPI-", "b9af6db6-6f21-41fe-ad21-c5e19e1afc0"),
    },
];
