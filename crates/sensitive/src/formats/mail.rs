//! Mail and messages.

use super::Format;
use super::chat::looks::{digits, mixed, restless, varied};
use crate::{Category, Kind};
use vetgate_model::Severity;

/// The formats of this family.
pub(super) const ROWS: &[Format] = &[
    Format {
        kind: Kind::new("sendgrid.key", "SendGrid API key", Category::Secret, Severity::Critical),
        starts: &["SG."],
        pattern: r"SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{32,64}",
        proof: mixed,
        found: concat!("SG.y", "r_n-dryG4cBIRlNmbh_-3.UHdgBDJppkFFEZciCQP00U87juJUBEoAXHmGRZ2XsTS"),
        not_found: concat!("SG.y", "r_n-dryG4cBIRlNmbh_-3.UHdgBDJppkFFEZciCQP00U87juJUBEo"),
    },
    Format {
        kind: Kind::new("mailgun.key", "Mailgun API key", Category::Secret, Severity::Critical),
        starts: &["key-"],
        pattern: r"key-[0-9a-z]{32}",
        proof: digits,
        found: concat!("key-", "e92537f2f26ff29c1026be55ac964131"),
        not_found: concat!("key-", "e92537f2f26ff29c1026be55ac96413"),
    },
    Format {
        kind: Kind::new("mailgun.public", "Mailgun public key", Category::Secret, Severity::Medium),
        starts: &["pubkey-"],
        pattern: r"pubkey-[0-9a-z]{32}",
        proof: digits,
        found: concat!("pubkey-", "b5250f067b74c68bd1ee27518e4bd6e1"),
        not_found: concat!("pubkey-", "b5250f067b74c68bd1ee27518e4bd6e"),
    },
    Format {
        kind: Kind::new("resend.key", "Resend API key", Category::Secret, Severity::Critical),
        starts: &["re_"],
        pattern: r"re_[A-Za-z0-9]{6,12}_[A-Za-z0-9]{20,32}",
        proof: restless,
        found: concat!("re_2", "PD6Pjnk_2uprePtDxzhelOIxBssMid76"),
        not_found: concat!("re_2", "PD6Pjnk_2uprePtDxzhelOIxBss"),
    },
    Format {
        kind: Kind::new("brevo.key", "Brevo API key", Category::Secret, Severity::Critical),
        starts: &["xkeysib-"],
        pattern: r"xkeysib-[0-9a-f]{64}-[A-Za-z0-9]{16}",
        proof: varied,
        found: concat!("xkeysib-", "3187604e8ef1b12a80bf8843075b7d1fb63c0ad3995bd6c96fde1797abd723e1-F2s8j1EjadEaKn73"),
        not_found: concat!("xkeysib-", "3187604e8ef1b12a80bf8843075b7d1fb63c0ad3995bd6c96fde"),
    },
    Format {
        kind: Kind::new("brevo.smtp", "Brevo SMTP key", Category::Secret, Severity::Critical),
        starts: &["xsmtpsib-"],
        pattern: r"xsmtpsib-[0-9a-f]{64}-[A-Za-z0-9]{16}",
        proof: varied,
        found: concat!(
            "xsmtpsib-",
            "2407bd8ecef4e670d262b1e23cc47c3ee38ae14e8496f2facd5ab3b46f9dda91-iyJabdWBvxlleT9Y"
        ),
        not_found: concat!("xsmtpsib-", "2407bd8ecef4e670d262b1e23cc47c3ee38ae14e8496f2facd5"),
    },
    Format {
        kind: Kind::new("klaviyo.key", "Klaviyo private key", Category::Secret, Severity::Critical),
        starts: &["pk_"],
        pattern: r"pk_(?:[A-Za-z0-9]{6}_)?[0-9a-f]{34}",
        proof: digits,
        found: concat!("pk_c", "f3c4b2fdd3a1ed8cf0ccf5ee33eb6dfd6"),
        not_found: concat!("pk_c", "f3c4b2fdd3a1ed8cf0ccf5ee33eb6dfd"),
    },
    Format {
        kind: Kind::new("mailersend.token", "MailerSend API token", Category::Secret, Severity::Critical),
        starts: &["mlsn."],
        pattern: r"mlsn\.[0-9a-f]{64}",
        proof: varied,
        found: concat!("mlsn.", "770d43e0a2fa91787effb2121c506bac842f5fa229d4f62a0290c9d174e373bd"),
        not_found: concat!("mlsn.", "770d43e0a2fa91787effb2121c506bac842f5fa229d4f62a0290c9d"),
    },
    Format {
        kind: Kind::new("mandrill.key", "Mandrill API key", Category::Secret, Severity::Critical),
        starts: &["md-"],
        pattern: r"md-[A-Za-z0-9_-]{22}",
        proof: restless,
        found: concat!("md-Z", "YJxV7pm7O4N0GxOVfzu4t"),
        not_found: concat!("md-Z", "YJxV7pm7O4N0GxOVfzu4"),
    },
    Format {
        kind: Kind::new("kit.key", "Kit API key", Category::Secret, Severity::High),
        starts: &["kit_"],
        pattern: r"kit_[0-9a-f]{32}",
        proof: digits,
        found: concat!("kit_", "17b4c5d21718cde22967e79f252019e7"),
        not_found: concat!("kit_", "17b4c5d21718cde22967e79f252019e"),
    },
    Format {
        kind: Kind::new("onesignal.key", "OneSignal API key", Category::Secret, Severity::Critical),
        starts: &["os_v2_app_", "os_v2_org_"],
        pattern: r"os_v2_(?:app|org)_[a-z2-7]{60,120}",
        proof: varied,
        found: concat!(
            "os_v2_app_",
            "r2a4eesf3pmhgi2hbn7k47ccotq2ibt5xpltme63hbduriyzqj5uwqil5syt2rglrtvqapa65yltj2covorgvbmvvyf6qb7s",
            "pacxlg4w"
        ),
        not_found: concat!("os_v2_app_", "r2a4eesf3pmhgi2hbn7k47ccotq2ibt5xpltme63hbduriyzqj"),
    },
    Format {
        kind: Kind::new("courier.key", "Courier API key", Category::Secret, Severity::High),
        starts: &["pk_prod_", "pk_test_"],
        pattern: r"pk_(?:prod|test)_[A-Z0-9]{28}",
        proof: digits,
        found: concat!("pk_prod_", "V6KZLSVZ712NICLKH8WPLDCIPL0A"),
        not_found: concat!("pk_prod_", "V6KZLSVZ712NICLKH8WPLDCIPL0"),
    },
    Format {
        kind: Kind::new("svix.key", "Svix API key", Category::Secret, Severity::Critical),
        starts: &["sk_", "testsk_"],
        pattern: r"(?:test)?sk_[A-Za-z0-9_-]{24,48}\.(?:us|eu|ca|au|in)",
        proof: mixed,
        found: concat!("testsk_", "VCTvmiaXcaAK9G0Wuiw6rWIj0LEiRlwY.eu"),
        not_found: concat!("testsk_", "VCTvmiaXcaAK9G0Wuiw6rWIj0LEiRlwY.e"),
    },
    Format {
        kind: Kind::new("nylas.key", "Nylas API key", Category::Secret, Severity::Critical),
        starts: &["nyk_v0_"],
        pattern: r"nyk_v0_[A-Za-z0-9]{50,80}",
        proof: varied,
        found: concat!("nyk_v0_", "eimHXNMciK8Ijpgj82ywdmSP1BpWwSolAl3uPAjuzYJdeLutFmjiBpd4dLsN8QjP"),
        not_found: concat!("nyk_v0_", "eimHXNMciK8Ijpgj82ywdmSP1BpWwSolAl3uPAjuzYJdeLutF"),
    },
    Format {
        kind: Kind::new("ahasend.key", "AhaSend API key", Category::Secret, Severity::Critical),
        starts: &["aha-sk-"],
        pattern: r"aha-sk-[A-Za-z0-9_-]{40,90}",
        proof: mixed,
        found: concat!("aha-sk-", "nELt5HlrMVh9GKeQtw3lgHUR_WUTPOsKhoiMJiDBMfccQlrQBxftYSUENkHOZr2H"),
        not_found: concat!("aha-sk-", "nELt5HlrMVh9GKeQtw3lgHUR_WUTPOsKhoiMJiD"),
    },
    Format {
        kind: Kind::new("smtp2go.key", "SMTP2GO API key", Category::Secret, Severity::Critical),
        starts: &["api-"],
        pattern: r"api-[0-9A-F]{32}",
        proof: digits,
        found: concat!("api-", "B505FF3A5C241F7E19D98E652463B9AF"),
        not_found: concat!("api-", "B505FF3A5C241F7E19D98E652463B9A"),
    },
    Format {
        kind: Kind::new("telnyx.key", "Telnyx API key", Category::Secret, Severity::Critical),
        starts: &["KEY0"],
        pattern: r"KEY0[0-9A-F]{31}_[A-Za-z0-9]{22}",
        proof: mixed,
        found: concat!("KEY0", "6DB66F211FED21C5E19E1AFC0F106D0_sbno5qErMIMU8BC2rmjRYf"),
        not_found: concat!("KEY0", "6DB66F211FED21C5E19E1AFC0F106D0_sbno5qErMIMU8BC2rmjRY"),
    },
    Format {
        kind: Kind::new("emailoctopus.key", "EmailOctopus API key", Category::Secret, Severity::High),
        starts: &["eo_"],
        pattern: r"eo_[0-9a-f]{64}",
        proof: digits,
        found: concat!("eo_4", "99f717c63ed5b47fd113e37fee97653e0d154279dee1d59a8d4032cb9d50597"),
        not_found: concat!("eo_4", "99f717c63ed5b47fd113e37fee97653e0d154279dee1d59a8d4032cb"),
    },
    Format {
        kind: Kind::new("zeptomail.token", "ZeptoMail send token", Category::Secret, Severity::Critical),
        starts: &["Zoho-enczapikey"],
        pattern: r"Zoho-enczapikey [A-Za-z0-9+/]{60,240}={0,2}",
        proof: mixed,
        found: concat!(
            "Zoho-enczapikey",
            " wSsVR60Xnco1tc6x3OhkT8hw30dL6Js61dEVASaxQvPRCkMDn6oxURwGV191t8BOXfH4Xpks48f7hls0QKhpuMulZgJwxP1",
            "VtgpYWplzkcgvlqsP18bSyT19lHi2DX2=="
        ),
        not_found: concat!("Zoho-enczapikey", " wSsVR60Xnco1tc6x3OhkT8hw30dL6Js61dEVASaxQvPR"),
    },
    Format {
        kind: Kind::new("neverbounce.key", "NeverBounce API key", Category::Secret, Severity::High),
        starts: &["private_", "secret_"],
        pattern: r"(?:private|secret)_[0-9a-f]{32}",
        proof: digits,
        found: concat!("private_", "ce58ea3cf29e11366e36ef3245ba9ea9"),
        not_found: concat!("private_", "ce58ea3cf29e11366e36ef3245ba9ea"),
    },
    Format {
        kind: Kind::new("novu.key", "Novu secret key", Category::Secret, Severity::High),
        starts: &["nv_"],
        pattern: r"nv_[0-9a-f]{32}",
        proof: digits,
        found: concat!("nv_0", "ffe730c74d99bfded353107d492fcc1"),
        not_found: concat!("nv_0", "ffe730c74d99bfded353107d492fcc"),
    },
];
