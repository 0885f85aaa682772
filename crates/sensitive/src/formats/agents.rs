//! More of AI: coding agents, memory, sandboxes, builders of assistants, clouds for models.
//!
//! The examples are put together from two pieces, so that scanners of this repository leave them alone.

use super::checksum::mixed;
use super::{Format, unproven};
use crate::{Category, Kind};
use vetgate_model::Severity::{self, Critical, High};

const fn secret(id: &'static str, name: &'static str, severity: Severity) -> Kind {
    Kind::new(id, name, Category::Secret, severity)
}

pub(super) const ROWS: &[Format] = &[
    Format {
        kind: secret("minimax.api_key", "MiniMax API key", High),
        starts: &["sk-api-", "sk-cp-"],
        pattern: r"sk-(?:api|cp)-[A-Za-z0-9_-]{80,150}",
        proof: mixed,
        found: concat!("sk-api-", "Uc56kvCPgO8cC09s9g9w5xHSJ4UtXN4RKSVadDeQsCOfWeVjWGFNPMB7zodoRG0ImOm65c1R2EG5juBF"),
        not_found: "sk-api-Uc56kvCPgO8cC09s9g9w5xHSJ4UtXN4RKSVadDeQsCOfWeVjWGFNPMB7zodoRG0ImOm65c1R2EG5j",
    },
    Format {
        kind: secret("lambda.api_key", "Lambda Cloud API key", Critical),
        starts: &["secret_"],
        pattern: r"secret_[A-Za-z0-9-]{1,40}_[0-9a-f]{32}\.[A-Za-z0-9]{32}",
        proof: unproven,
        found: concat!("secret_", "lab_de8803c582facaaba46487aa1bea338e.2AC2GqR66lPn5kwgi4sthNSsG1Yk6Tvn"),
        not_found: "secret_lab_de8803c582facaaba46487aa1bea338e.2AC2GqR66lPn5kwgi4sthNSsG1Yk6",
    },
    Format {
        kind: secret("anyscale.api_key", "Anyscale API key", High),
        starts: &["esecret_"],
        pattern: r"esecret_[a-z0-9]{24,32}",
        proof: mixed,
        found: concat!("esecret_", "6g0ypsef93z72zxbexbg42ybha"),
        not_found: "esecret_6g0ypsef93z72zxbexbg4",
    },
    Format {
        kind: secret("friendli.token", "Friendli token", High),
        starts: &["flp_"],
        pattern: r"flp_[A-Za-z0-9]{40,50}",
        proof: unproven,
        found: concat!("flp_", "Z54LiRevAWGlFYKAssw67S8jozLyzV97QY0GSGrgpKKztT"),
        not_found: "flp_Z54LiRevAWGlFYKAssw67S8jozLyzV97QY0GS",
    },
    Format {
        kind: secret("runway.api_key", "Runway API key", High),
        starts: &["key_"],
        pattern: r"key_[0-9a-f]{128}",
        proof: unproven,
        found: concat!(
            "key_",
            "cd9416a4a5a970fa0a8efe0e05134723ef93dfb23488da597c42d50211e390fd95ff8f568c0787e26c4bf52de64c1a40195b99be8794047acf961210742d8a97"
        ),
        not_found: "key_cd9416a4a5a970fa0a8efe0e05134723ef93dfb23488da597c42d50211e390fd95ff8f568c0787e26c4bf52de64c1a40195b99be8794047acf961210742d8",
    },
    Format {
        kind: secret("windsurf.service_key", "Windsurf service key", High),
        starts: &["sk-ws-01-"],
        pattern: r"sk-ws-01-[A-Za-z0-9_-]{40,150}",
        proof: unproven,
        found: concat!(
            "sk-ws-01-",
            "cEKMv39AP76fQjE3qyWVJbk5iPFjWegfGMvq70n4t8V6ddwgNQmQxafraIR7qkaZ28D4NjrVRzXhZ8veqLNhOz"
        ),
        not_found: "sk-ws-01-cEKMv39AP76fQjE3qyWVJbk5iPFjWegfGMvq7",
    },
    Format {
        kind: secret("you_com.api_key", "You.com API key", High),
        starts: &["ydc-sk-"],
        pattern: r"ydc-sk-[A-Za-z0-9-]{40,110}",
        proof: unproven,
        found: concat!("ydc-sk-", "d16c21e0b331f2c6-VlIqV1YntyGDuzKvWSoJCfY8DIry0AQa-d8c12dfd"),
        not_found: "ydc-sk-d16c21e0b331f2c6-VlIqV1YntyGDuzKvWSoJ",
    },
    Format {
        kind: secret("scrapfly.api_key", "Scrapfly API key", High),
        starts: &["scp-live-", "scp-test-"],
        pattern: r"scp-(?:live|test)-[0-9a-f]{32}",
        proof: unproven,
        found: concat!("scp-live-", "bd17a6306884bcf5362edfa0c626a1d5"),
        not_found: "scp-live-bd17a6306884bcf5362edfa0c626a",
    },
    Format {
        kind: secret("browser_use.api_key", "Browser Use API key", High),
        starts: &["bu_"],
        pattern: r"bu_[A-Za-z0-9_-]{43}",
        proof: mixed,
        found: concat!("bu_", "1rRCwGL8QHwndCgPwj7e5z7M7BQAl6rORjbEklxtdWQ"),
        not_found: "bu_1rRCwGL8QHwndCgPwj7e5z7M7BQAl6rORjbEklxt",
    },
    Format {
        kind: secret("daytona.api_key", "Daytona API key", High),
        starts: &["dtn_"],
        pattern: r"dtn_[0-9a-f]{64}",
        proof: unproven,
        found: concat!("dtn_", "926e52674f3d01a250deed7e1dcd2f2436d293251d260522ab1e6095bad6a6f1"),
        not_found: "dtn_926e52674f3d01a250deed7e1dcd2f2436d293251d260522ab1e6095bad6a",
    },
    Format {
        kind: secret("codesandbox.api_key", "CodeSandbox API key", High),
        starts: &["csb_v1_"],
        pattern: r"csb_v1_[A-Za-z0-9_-]{30,60}",
        proof: unproven,
        found: concat!("csb_v1_", "HHWpfcv8FEZaz2aiRKfOut5OFoCxGH9VhTuamNt6uYA"),
        not_found: "csb_v1_HHWpfcv8FEZaz2aiRKfOut5OFoC",
    },
    Format {
        kind: secret("arcade.api_key", "Arcade API key", High),
        starts: &["arc_"],
        pattern: r"arc_[A-Za-z0-9]{40,60}",
        proof: mixed,
        found: concat!("arc_", "3DRe2lfWKBB83Mp2gILBZt46AuuDKzmHUZ8M4f4hqviYWSJNYkzF"),
        not_found: "arc_3DRe2lfWKBB83Mp2gILBZt46AuuDKzmHUZ8M4",
    },
    Format {
        kind: secret("context7.api_key", "Context7 API key", High),
        starts: &["ctx7sk-"],
        pattern: r"ctx7sk-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}",
        proof: unproven,
        found: concat!("ctx7sk-", "f7bd2486-dc6f-fc5c-f3fe-ac2d486a9b10"),
        not_found: "ctx7sk-f7bd2486-dc6f-fc5c-f3fe-ac2d486a9",
    },
    Format {
        kind: secret("mem0.api_key", "Mem0 API key", High),
        starts: &["m0-"],
        pattern: r"m0-[A-Za-z0-9]{40}",
        proof: mixed,
        found: concat!("m0-", "my4kkWgoGH5HB2OaLD8lMPc5pfnh5FYgC6w7VW6a"),
        not_found: "m0-my4kkWgoGH5HB2OaLD8lMPc5pfnh5FYgC6w7V",
    },
    Format {
        kind: secret("zep.api_key", "Zep API key", High),
        starts: &["z_1dWlkIjoi"],
        pattern: r"z_1dWlkIjoi[A-Za-z0-9_-]{40,100}\.[A-Za-z0-9_-]{80,90}",
        proof: unproven,
        found: concat!(
            "z_1dWlkIjoi",
            "o3I4gFvHg7kiYdH6DahqZOfmdtUwMvoP5NNCR22K0XZAJqnG6Oip1bPLjxLE.VnXZIRyts1RhHedCvEYbpZXzAuObuCCXLNnBdBVnFR3AnIPsEvX8e9sacKjJB2XBUJswHA8CTn4XBQufOT2Pme"
        ),
        not_found: "z_1dWlkIjoio3I4gFvHg7kiYdH6DahqZOfmdtUwMvoP5NNCR22K0XZAJqnG6Oip1bPLjxLE.VnXZIRyts1RhHedCvEYbpZXzAuObuCCXLNnBdBVnFR3AnIPsEvX8e9sacKjJB2XBUJswHA8CTn4XB",
    },
    Format {
        kind: secret("letta.api_key", "Letta API key", High),
        starts: &["sk-let-"],
        pattern: r"sk-let-[A-Za-z0-9+/]{40,150}={0,2}",
        proof: unproven,
        found: concat!("sk-let-", "H8pVdbHe6sJjSVAEsydnOmB6o3dJpMsBWzphYkrhBGu2CKnhPwuhRBJ9lLc01o9XzMHSlh=="),
        not_found: "sk-let-H8pVdbHe6sJjSVAEsydnOmB6o3dJpMsBWzphY",
    },
    Format {
        kind: secret("supermemory.api_key", "Supermemory API key", High),
        starts: &["sm_"],
        pattern: r"sm_[A-Za-z0-9]{20,26}_[A-Za-z0-9]{40,80}",
        proof: mixed,
        found: concat!(
            "sm_",
            "Pclo1P64wM4dsSNO22T0A2_O9iYEfsonPll4yitZqMl1dKud38lYdgyX4VTj28qez1MINQX8CEeyN9cG2oztO1H"
        ),
        not_found: "sm_Pclo1P64wM4dsSNO22T0A2_O9iYEfsonPll4yitZqMl1dKud38lYdgyX4VTj",
    },
    Format {
        kind: secret("vectara.api_key", "Vectara API key", High),
        starts: &["zwt_", "zqt_", "zut_"],
        pattern: r"z[wqu]t_[A-Za-z0-9_-]{36,42}",
        proof: unproven,
        found: concat!("zwt_", "AHEWkdqWaYwGv3benPa25qfDB4ayJJyTQcmBzf"),
        not_found: "zwt_AHEWkdqWaYwGv3benPa25qfDB4ayJJyTQ",
    },
    Format {
        kind: secret("ragie.api_key", "Ragie API key", High),
        starts: &["tnt_"],
        pattern: r"tnt_[A-Za-z0-9]{8,16}_[A-Za-z0-9]{40,72}",
        proof: mixed,
        found: concat!("tnt_", "VNmLK1Dc49X_OFqOdkKhFl41NteFGK3wPCU4e4OqbKAUisa3PC5IYMtzUV2OEzDS0KVN"),
        not_found: "tnt_VNmLK1Dc49X_OFqOdkKhFl41NteFGK3wPCU4e4OqbKAUisa3P",
    },
    Format {
        kind: secret("dify.api_key", "Dify API key", High),
        starts: &["app-", "dataset-"],
        pattern: r"(?:app|dataset)-[A-Za-z0-9]{24}",
        proof: mixed,
        found: concat!("app-", "8wS35ECCbSl4H3wIjkWFQDL1"),
        not_found: "app-withanordinaryidentifier",
    },
    Format {
        kind: secret("coze.api_key", "Coze access token", High),
        starts: &["pat_", "sat_"],
        pattern: r"[ps]at_[A-Za-z0-9]{64}",
        proof: mixed,
        found: concat!("pat_", "5fhMtMzjZsxbWUFsKvTChwwYkX68YhhefJm1aj4LgqNAOUENuqj7rA3rOnLxLb84"),
        not_found: "pat_5fhMtMzjZsxbWUFsKvTChwwYkX68YhhefJm1aj4LgqNAOUENuqj7rA3rOnLxL",
    },
    Format {
        kind: secret("botpress.token", "Botpress token", High),
        starts: &["bp_pat_", "bp_bak_"],
        pattern: r"bp_(?:pat|bak)_[A-Za-z0-9_-]{30,42}",
        proof: mixed,
        found: concat!("bp_pat_", "TfoQ1gYDvIp02NlZcLnyMUR3ukDuSWbZWyFE"),
        not_found: "bp_pat_TfoQ1gYDvIp02NlZcLnyMUR3ukD",
    },
    Format {
        kind: secret("voiceflow.api_key", "Voiceflow API key", High),
        starts: &["VF.DM.", "VF.WS."],
        pattern: r"VF\.(?:DM|WS)\.[0-9a-f]{24}\.[A-Za-z0-9]{16}",
        proof: unproven,
        found: concat!("VF.DM.", "32e531af50e1dafe0ee518cd.O2zi9Q3c7xF4vzQp"),
        not_found: "VF.DM.32e531af50e1dafe0ee518cd.O2zi9Q3c7xF4v",
    },
];
