//! Monitoring, logging and security services.

use super::Proof;
use super::checksum::split_crc_hex;
use super::looks::{digits, mixed, restless, varied};
use super::{Format, unproven};
use crate::{Category, Kind};
use data_encoding::BASE64_NOPAD;
use vetgate_model::Severity;

/// `pub` and a hexadecimal digit: `pub` alone is a word of Rust.
const CLIENT_TOKENS: &[&str] = &[
    "pub0", "pub1", "pub2", "pub3", "pub4", "pub5", "pub6", "pub7", "pub8", "pub9", "puba", "pubb", "pubc", "pubd",
    "pube", "pubf",
];

/// Two zeros and a letter. Two zeros and a digit start too many numbers.
const OKTA: &[&str] = &[
    "00A", "00B", "00C", "00D", "00E", "00F", "00G", "00H", "00I", "00J", "00K", "00L", "00M", "00N", "00O", "00P",
    "00Q", "00R", "00S", "00T", "00U", "00V", "00W", "00X", "00Y", "00Z", "00a", "00b", "00c", "00d", "00e", "00f",
    "00g", "00h", "00i", "00j", "00k", "00l", "00m", "00n", "00o", "00p", "00q", "00r", "00s", "00t", "00u", "00v",
    "00w", "00x", "00y", "00z",
];

/// A key of Grafana before version 9 is JSON in Base64: the secret, its name, its organisation.
fn grafana_json(token: &[u8]) -> Proof {
    let padding = token.iter().rev().take_while(|byte| **byte == b'=').count();
    match BASE64_NOPAD.decode(&token[..token.len() - padding]) {
        Ok(json) if json.starts_with(br#"{"k":""#) && json.windows(5).any(|part| part == br#""id":"#) => Proof::None,
        _ => Proof::Unlikely,
    }
}

/// The formats of this family.
pub(super) const ROWS: &[Format] = &[
    Format {
        kind: Kind::new("newrelic.user_key", "New Relic user key", Category::Secret, Severity::Critical),
        starts: &["NRAK-", "NRAA-"],
        pattern: r"NRA[AK]-[A-Z0-9]{27}",
        proof: varied,
        found: concat!("NRAK-", "DXRQTAVMF7TSZ7BR8SEOZU2KPQI"),
        not_found: concat!("NRAK-", "DXRQTAVMF7TSZ7BR8SEOZU2KPQ"),
    },
    Format {
        kind: Kind::new("newrelic.insights", "New Relic insert or query key", Category::Secret, Severity::High),
        starts: &["NRII-", "NRIQ-"],
        pattern: r"NRI[IQ]-[A-Za-z0-9_-]{32}",
        proof: varied,
        found: concat!("NRII-", "IxdNb9UixrXkOKKjOwTTozqvCnAKjsmv"),
        not_found: concat!("NRII-", "IxdNb9UixrXkOKKjOwTTozqvCnAKjsm"),
    },
    Format {
        kind: Kind::new("newrelic.rest", "New Relic REST key", Category::Secret, Severity::Critical),
        starts: &["NRRA-"],
        pattern: r"NRRA-[0-9a-fA-F]{42}",
        proof: varied,
        found: concat!("NRRA-", "359de37f11e9577d7d5abfdcb64f3f0468e068a293"),
        not_found: concat!("NRRA-", "359de37f11e9577d7d5abfdcb64f3f0468e068a29"),
    },
    Format {
        kind: Kind::new("newrelic.browser", "New Relic browser key", Category::Secret, Severity::Medium),
        starts: &["NRJS-", "NRBR-"],
        pattern: r"NR(?:JS|BR)-[0-9a-fA-F]{19}",
        proof: varied,
        found: concat!("NRJS-", "01ffdb801678332777c"),
        not_found: concat!("NRJS-", "01ffdb801678332777"),
    },
    Format {
        kind: Kind::new(
            "datadog.application",
            "Datadog application key or access token",
            Category::Secret,
            Severity::Critical,
        ),
        starts: &["ddapp_", "ddpat_"],
        pattern: r"dd(?:app|pat)_[A-Za-z0-9_]{30,90}",
        proof: mixed,
        found: concat!("ddapp_", "bMKeoNvGuAXAYxVEDGek47ZrV67xnHWph8"),
        not_found: concat!("ddapp_", "bMKeoNvGuAXAYxVEDGek47ZrV67xn"),
    },
    Format {
        kind: Kind::new("datadog.client", "Datadog client token", Category::Secret, Severity::Medium),
        starts: CLIENT_TOKENS,
        pattern: r"pub[0-9a-f]{32}",
        proof: varied,
        found: concat!("pub6", "c838acdc4bbe92537f2f26ff29c1026"),
        not_found: concat!("pub6", "c838acdc4bbe92537f2f26ff29c102"),
    },
    Format {
        kind: Kind::new("sentry.org", "Sentry organization token", Category::Secret, Severity::Critical),
        starts: &["sntrys_"],
        pattern: r"sntrys_eyJ[A-Za-z0-9+/=_-]{60,600}",
        proof: mixed,
        found: concat!(
            "sntrys_",
            "eyJpYXQiOjE3xDlk3vGy8sMWnj1VcHUgIRdxNSJlJfSkaFamowpj9QOOMyPUJ8nPqTxT6PAdCD1fM2WoldRqCiI3w94BP5nC",
            "c2PD6Pjnk2uprePtDxzhelOIxBssMid76gJc_qNo6GHm3aZ9jSNPSVHUCVq5DVFcwVM9cMeGuPr0bwFq"
        ),
        not_found: concat!("sntrys_", "eyJpYXQiOjE3xDlk3vGy8sMWnj1VcHUgIRdxNSJlJfSkaFamowpj9"),
    },
    Format {
        kind: Kind::new("sentry.user", "Sentry user token", Category::Secret, Severity::Critical),
        starts: &["sntryu_", "sntryi_", "sntrya_", "sntryr_"],
        pattern: r"sntry[uiar]_[0-9a-fA-F]{64}",
        proof: varied,
        found: concat!("sntryu_", "843075b7d1fb63c0ad3995bd6c96fde1797abd723e1f94f401f062407bd8ecef"),
        not_found: concat!("sntryu_", "843075b7d1fb63c0ad3995bd6c96fde1797abd723e1f94f401f06"),
    },
    Format {
        kind: Kind::new("grafana.cloud", "Grafana Cloud access policy token", Category::Secret, Severity::Critical),
        starts: &["glc_eyJ"],
        pattern: r"glc_eyJ[A-Za-z0-9+/_-]{50,400}={0,3}",
        proof: mixed,
        found: concat!(
            "glc_eyJ",
            "vIjoiMTIzNCIs8ZiC2N6mpSa7AfmLfWxXdCYfWhz69WYziOoz39Ih2CDT31hLGrV3WuDdTWUi2DrjsmKEMfFvWzS1AG3QKYN",
            "kXuSw4hwO3TimFsBX=="
        ),
        not_found: concat!("glc_eyJ", "vIjoiMTIzNCIs8ZiC2N6mpSa7AfmLfWxXdCYfWhz69WYziOoz"),
    },
    Format {
        kind: Kind::new(
            "grafana.service_account",
            "Grafana service account token",
            Category::Secret,
            Severity::Critical,
        ),
        starts: &["glsa_"],
        pattern: r"glsa_[A-Za-z0-9]{32}_[0-9a-f]{8}",
        proof: split_crc_hex,
        found: concat!("glsa_", "d6UDRjRileicO97Z5kAREInIMGbFUfW1_4fe93c53"),
        not_found: concat!("glsa_", "d6UDRjRileicO97Z5kAREInIMGbFUfWx_4fe93c53"),
    },
    Format {
        kind: Kind::new("grafana.legacy", "Grafana API key", Category::Secret, Severity::Critical),
        starts: &["eyJrIjoi"],
        pattern: r"eyJrIjoi[A-Za-z0-9+/]{60,400}={0,2}",
        proof: grafana_json,
        found: concat!("eyJrIjoi", "WnE4MUxtVjBhVGRYYzJreVJuQmhUVGxLYjNoQmQwUnJUblUyIiwibiI6ImRlcGxveXMiLCJpZCI6MX0="),
        not_found: concat!(
            "eyJrIjoi",
            "anVzdCBzb21lIG90aGVyIHZhbHVlIHRoYXQgc3RhcnRzIHdpdGggYSBrIGFuZCBubyBtb3JlIHRoYW4gdGhhdCwgb2s="
        ),
    },
    Format {
        kind: Kind::new("dynatrace.token", "Dynatrace token", Category::Secret, Severity::Critical),
        starts: &["dt0"],
        pattern: r"dt0[a-z][0-9]{2}\.[A-Z0-9]{8,24}\.[A-Z0-9]{64}",
        proof: varied,
        found: concat!(
            "dt0c",
            "01.0UTDIY9ABD1VXLLEZ5HYIXE5.119GVC20RZ5AZZ59L32GH2XN040NOPA0IG3BVE5VSDOQO255XE8DECYKBMW9VYQI"
        ),
        not_found: concat!("dt0c", "01.0UTDIY9ABD1VXLLEZ5HYIXE5.119GVC20RZ5AZZ59L32GH2XN040N"),
    },
    Format {
        kind: Kind::new("honeycomb.key", "Honeycomb API key", Category::Secret, Severity::High),
        starts: &["hcaik_", "hcbik_", "hcxik_", "hcaic_", "hcbic_", "hcxic_", "hcamk_", "hcbmk_", "hcxmk_"],
        pattern: r"hc[abx](?:ik|ic|mk)_[A-Za-z0-9]{26,64}",
        proof: varied,
        found: concat!("hcaik_", "e5l4uefs1j56meva8etbzt1cpi3hohw09xpm6xfzut9dpxjzl6970697ed"),
        not_found: concat!("hcaik_", "e5l4uefs1j56meva8etbzt1cp"),
    },
    Format {
        kind: Kind::new("posthog.personal", "PostHog personal key", Category::Secret, Severity::Critical),
        starts: &["phx_", "phs_"],
        pattern: r"ph[xs]_[A-Za-z0-9]{38,56}",
        proof: mixed,
        found: concat!("phx_", "O6RpcGJH2TqzACMNeetmUoRHUCUVp9tQFf7kOfb5dsX"),
        not_found: concat!("phx_", "O6RpcGJH2TqzACMNeetmUoRHUCUVp9tQFf7kO"),
    },
    Format {
        kind: Kind::new("posthog.project", "PostHog project key", Category::Secret, Severity::Medium),
        starts: &["phc_"],
        pattern: r"phc_[A-Za-z0-9]{38,56}",
        proof: mixed,
        found: concat!("phc_", "DpHrNAYIaXZUCe38eP4VsfB5pmh38g90T0R7HiA90hb"),
        not_found: concat!("phc_", "DpHrNAYIaXZUCe38eP4VsfB5pmh38g90T0R7H"),
    },
    Format {
        kind: Kind::new("segment.token", "Segment public API token", Category::Secret, Severity::Critical),
        starts: &["sgp_"],
        pattern: r"sgp_[A-Za-z0-9]{64}",
        proof: mixed,
        found: concat!("sgp_", "V6nFWLWkCFc49GcoJGPtqSATW7i44bOtDxpSltVmHeEB3hKRPSb6du0QrILiyzqj"),
        not_found: concat!("sgp_", "V6nFWLWkCFc49GcoJGPtqSATW7i44bOtDxpSltVmHeEB3hKRPSb6du0Q"),
    },
    Format {
        kind: Kind::new("axiom.token", "Axiom token", Category::Secret, Severity::Critical),
        starts: &["xaat-", "xapt-"],
        pattern: r"xa(?:at|pt)-[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}",
        proof: unproven,
        found: concat!("xaat-", "eab845e9-c9d8-4358-a9a8-070fec594d17"),
        not_found: concat!("xaat-", "eab845e9-c9d8-4358-a9a8-070fec594d1"),
    },
    Format {
        kind: Kind::new("checkly.key", "Checkly user key", Category::Secret, Severity::Critical),
        starts: &["cu_"],
        pattern: r"cu_[0-9a-f]{32}",
        proof: digits,
        found: concat!("cu_a", "783a06aac2f80f9701b53eba5c59acd"),
        not_found: concat!("cu_a", "783a06aac2f80f9701b53eba5c59ac"),
    },
    Format {
        kind: Kind::new("rootly.key", "Rootly API key", Category::Secret, Severity::Critical),
        starts: &["rootly_"],
        pattern: r"rootly_[0-9a-fA-F]{64}",
        proof: varied,
        found: concat!("rootly_", "e641553b7511475d0b7b5320c0069f8dc525e4c82d972a25c246144734cb16d7"),
        not_found: concat!("rootly_", "e641553b7511475d0b7b5320c0069f8dc525e4c82d972a25c2461"),
    },
    Format {
        kind: Kind::new("logfire.token", "Pydantic Logfire token", Category::Secret, Severity::High),
        starts: &["pylf_v"],
        pattern: r"pylf_v[0-9]{1,2}_[a-z]{2,8}_[A-Za-z0-9]{40,50}",
        proof: varied,
        found: concat!("pylf_v", "1_us_WwSolAl3uPAjuzYJdeLutFmjiBpd4dLsN8QjPMKHP38"),
        not_found: concat!("pylf_v", "1_us_WwSolAl3uPAjuzYJdeLutFmjiBpd4dLsN8QjPMK"),
    },
    Format {
        kind: Kind::new("coralogix.key", "Coralogix API key", Category::Secret, Severity::Critical),
        starts: &["cxtp_", "cxth_", "cxup_"],
        pattern: r"cx(?:tp|th|up)_[A-Za-z0-9]{28,36}",
        proof: varied,
        found: concat!("cxtp_", "Vg69LpVOsXjWCOGY9qfit5QKxdE5P7"),
        not_found: concat!("cxtp_", "Vg69LpVOsXjWCOGY9qfit5QKxdE"),
    },
    Format {
        kind: Kind::new("healthchecks.key", "Healthchecks API key", Category::Secret, Severity::High),
        starts: &["hcr_", "hcw_"],
        pattern: r"hc[rw]_[A-Za-z0-9]{28}",
        proof: mixed,
        found: concat!("hcw_", "Z2qs1cYYvj8lB38Kfd4qxHUNOUvQ"),
        not_found: concat!("hcw_", "Z2qs1cYYvj8lB38Kfd4qxHUNOUv"),
    },
    Format {
        kind: Kind::new("fullstory.key", "FullStory API key", Category::Secret, Severity::Critical),
        starts: &["na1.", "eu1."],
        pattern: r"(?:na|eu)1\.[A-Za-z0-9+/]{80,140}={0,2}",
        proof: mixed,
        found: concat!(
            "na1.",
            "FLyxwuu6jsYYJdhGet63reUoHn4Q0WtcbbvfSivnGM8KlcjzwO5xpRtfq2YOYuzi0MBXUqwXR366l4blF6VIFhH4vOHL3lWI",
            "ze9i"
        ),
        not_found: concat!("na1.", "FLyxwuu6jsYYJdhGet63reUoHn4Q0WtcbbvfSivnGM8KlcjzwO5xpRtf"),
    },
    Format {
        kind: Kind::new("tailscale.key", "Tailscale key", Category::Secret, Severity::Critical),
        starts: &["tskey-"],
        pattern: r"tskey-(?:[a-z]{2,8}-)?[A-Za-z0-9]{8,20}-[A-Za-z0-9]{16,48}",
        proof: varied,
        found: concat!("tskey-", "auth-kXcFpY7QCcCNTRL-t7A1TtrDmkfjm2RhwtuWEP28nBMQ9wOm"),
        not_found: concat!("tskey-", "auth-kXcFpY7QCcCNTRL-t7A1TtrDmkfjm2R"),
    },
    Format {
        kind: Kind::new("netbird.token", "NetBird access token", Category::Secret, Severity::Critical),
        starts: &["nbp_"],
        pattern: r"nbp_[A-Za-z0-9]{36}",
        proof: mixed,
        found: concat!("nbp_", "nWFONed7cFH6CQAf7czOkZDc7tDdLuIEybEG"),
        not_found: concat!("nbp_", "nWFONed7cFH6CQAf7czOkZDc7tDdLuIEybE"),
    },
    Format {
        kind: Kind::new("okta.token", "Okta API token", Category::Secret, Severity::Critical),
        starts: OKTA,
        pattern: r"00[A-Za-z0-9_-]{40}",
        proof: restless,
        found: concat!("00Qd", "07bnON17I5SKAbsbno5qErMIMU8BC2rmjRYfGj"),
        not_found: concat!("00Qd", "07bnON17I5SKAbsbno5qErMIMU8BC2rmjRYfG"),
    },
    Format {
        kind: Kind::new("clerk.key", "Clerk secret key", Category::Secret, Severity::Critical),
        starts: &["sk_live_", "sk_test_"],
        pattern: r"sk_(?:live|test)_[A-Za-z0-9]{37,58}",
        proof: mixed,
        found: concat!("sk_live_", "sUt4HFoGUHcXp3XRMy4nL4WL2hVSRM0D2Bkw3iXp2X"),
        not_found: concat!("sk_live_", "sUt4HFoGUHcXp3XRMy4nL4WL2hVSRM0D2Bkw"),
    },
    Format {
        kind: Kind::new("workos.key", "WorkOS API key", Category::Secret, Severity::Critical),
        starts: &["sk_live_a2V5X", "sk_test_a2V5X"],
        pattern: r"sk_(?:live|test)_a2V5X[A-Za-z0-9+/]{55,140}={0,2}",
        proof: mixed,
        found: concat!("sk_live_a2V5X", "z1EBKdcWZhDg7W7pYECCQMspnTTlgUCbAdlVjGfot6GYTBC4COdAkStvrAj2ahM4e8yxXs4"),
        not_found: concat!("sk_live_a2V5X", "z1EBKdcWZhDg7W7pYECCQMspnTTlgUCbAdlVjGfot6GYTBC"),
    },
    Format {
        kind: Kind::new("stytch.secret", "Stytch secret", Category::Secret, Severity::Critical),
        starts: &["secret-live-", "secret-test-"],
        pattern: r"secret-(?:live|test)-[A-Za-z0-9_-]{32,48}={0,2}",
        proof: mixed,
        found: concat!("secret-live-", "2vavMDBfCMfUoupSgLg91bUQ5u6ADVTN3lFu="),
        not_found: concat!("secret-live-", "2vavMDBfCMfUoupSgLg91bUQ5u6ADVT"),
    },
    Format {
        kind: Kind::new("ory.token", "Ory token", Category::Secret, Severity::Critical),
        starts: &["ory_"],
        pattern: r"ory_(?:pat|apikey|at|rt|ac|st)_[A-Za-z0-9_-]{30,60}(?:\.[A-Za-z0-9_-]{40,50})?",
        proof: mixed,
        found: concat!("ory_", "pat_KkowLpFPPwmSVMmEExYuemQxHLdXxr6X"),
        not_found: concat!("ory_", "pat_KkowLpFPPwmSVMmEExYuemQxHLdXx"),
    },
    Format {
        kind: Kind::new("paseto.token", "PASETO", Category::Secret, Severity::High),
        starts: &[
            "v1.local.", "v2.local.", "v3.local.", "v4.local.", "v1.public.", "v2.public.", "v3.public.", "v4.public.",
        ],
        pattern: r"v[1-4]\.(?:local|public)\.[A-Za-z0-9_-]{80,1000}(?:\.[A-Za-z0-9_-]{1,400})?",
        proof: mixed,
        found: concat!(
            "v2.public.",
            "eyJ4wH7QoY_lM4egoBy4oz6_njrxSQN5ONc8-4DpdZDr3MMT9362mwmfaC2sNl8ZZh4Ul41Evtj5n9CgkIWnvvvfiC5qvbDU",
            "xdpZYVlYbB5IXxquus9jYXqY-PY"
        ),
        not_found: concat!("v2.public.", "eyJ4wH7QoY_lM4egoBy4oz6_njrxSQN5ONc8-4DpdZDr3MMT93"),
    },
    Format {
        kind: Kind::new("stackhawk.key", "StackHawk API key", Category::Secret, Severity::High),
        starts: &["hawk."],
        pattern: r"hawk\.[A-Za-z0-9_-]{20}\.[A-Za-z0-9_-]{20}",
        proof: mixed,
        found: concat!("hawk.", "Ofw3gFlOf24gb9OIH1Vu.z7T5GwIvBqK5v0RErWee"),
        not_found: concat!("hawk.", "Ofw3gFlOf24gb9OIH1Vu.z7T5GwIvBqK5v0RErWe"),
    },
    Format {
        kind: Kind::new("socket.key", "Socket API token", Category::Secret, Severity::High),
        starts: &["sktsec_"],
        pattern: r"sktsec_[A-Za-z0-9_-]{32,100}_api",
        proof: varied,
        found: concat!("sktsec_", "FffhiUE9TtBxufRyYFE1DkEkcebg4YPEKT905bFzu0on_api"),
        not_found: concat!("sktsec_", "FffhiUE9TtBxufRyYFE1DkEkcebg4YPEKT905bFzu0on_ap"),
    },
    Format {
        kind: Kind::new("unkey.key", "Unkey root key", Category::Secret, Severity::Critical),
        starts: &["unkey_"],
        pattern: r"unkey_[A-Za-z0-9]{20,48}",
        proof: restless,
        found: concat!("unkey_", "Yp1S5Oo14ZDLTNin884zdDsK"),
        not_found: concat!("unkey_", "Yp1S5Oo14ZDLTNin884"),
    },
    Format {
        kind: Kind::new("arcjet.key", "Arcjet key", Category::Secret, Severity::High),
        starts: &["ajkey_"],
        pattern: r"ajkey_[a-z0-9]{26}",
        proof: digits,
        found: concat!("ajkey_", "01oocvy8t5dkggaeglalt82bu3"),
        not_found: concat!("ajkey_", "01oocvy8t5dkggaeglalt82bu"),
    },
];
