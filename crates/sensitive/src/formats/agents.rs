//! More of AI: coding agents, memory, sandboxes, builders of assistants, clouds for models.
//!
//! The examples are put together from two pieces, so that scanners of this repository leave them alone.

use super::looks::letters_and_digits;
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
        proof: letters_and_digits,
        found: concat!("sk-api-", "KAtIFP8s4xRYxkrBw14pft23T6I0VaRIjyBUjeceUvGVlxAbpgDwGdizfP1EHmFjT5DOW8bMUA5QSDc9"),
        not_found: "sk-api-KAtIFP8s4xRYxkrBw14pft23T6I0VaRIjyBUjeceUvGVlxAbpgDwGdizfP1EHmFjT5DOW8bMUA5QS",
    },
    Format {
        kind: secret("lambda.api_key", "Lambda Cloud API key", Critical),
        starts: &["secret_"],
        pattern: r"secret_[A-Za-z0-9-]{1,40}_[0-9a-f]{32}\.[A-Za-z0-9]{32}",
        proof: unproven,
        found: concat!("secret_", "lab_c1a40195b99be8794047acf961210742.ZQxHWKmIEcEKMv39AP76fQjE3qyWVJbk"),
        not_found: "secret_lab_c1a40195b99be8794047acf961210742.ZQxHWKmIEcEKMv39AP76fQjE3qyWV",
    },
    Format {
        kind: secret("anyscale.api_key", "Anyscale API key", High),
        starts: &["esecret_"],
        pattern: r"esecret_[a-z0-9]{24,32}",
        proof: letters_and_digits,
        found: concat!("esecret_", "fzp6qwhaei5gx00s1h9cinex51"),
        not_found: "esecret_fzp6qwhaei5gx00s1h9ci",
    },
    Format {
        kind: secret("friendli.token", "Friendli token", High),
        starts: &["flp_"],
        pattern: r"flp_[A-Za-z0-9]{40,50}",
        proof: unproven,
        found: concat!("flp_", "zXhZ8veqLNhOzRv2CO53T1M6Ynu62umVoptko4PcDVlIqV"),
        not_found: "flp_zXhZ8veqLNhOzRv2CO53T1M6Ynu62umVoptko",
    },
    Format {
        kind: secret("runway.api_key", "Runway API key", High),
        starts: &["key_"],
        pattern: r"key_[0-9a-f]{128}",
        proof: unproven,
        found: concat!(
            "key_",
            "086ae9646905dd8c12dfdbd17a6306884bcf5362edfa0c626a1d50d68a4d86c323b35d53cd7d926e52674f3d01a250deed7e1dcd2f2436d293251d260522ab1e"
        ),
        not_found: "key_086ae9646905dd8c12dfdbd17a6306884bcf5362edfa0c626a1d50d68a4d86c323b35d53cd7d926e52674f3d01a250deed7e1dcd2f2436d293251d260522a",
    },
    Format {
        kind: secret("windsurf.service_key", "Windsurf service key", High),
        starts: &["sk-ws-01-"],
        pattern: r"sk-ws-01-[A-Za-z0-9_-]{40,150}",
        proof: unproven,
        found: concat!(
            "sk-ws-01-",
            "asC0IBhWMraLQDKDU2HHWpfcv8FEZaz2aiRKfOut5OFoCxGH9VhTuamNt6uYA3DRe2lfWKBB83Mp2gILBZt46A"
        ),
        not_found: "sk-ws-01-asC0IBhWMraLQDKDU2HHWpfcv8FEZaz2aiRKf",
    },
    Format {
        kind: secret("you_com.api_key", "You.com API key", High),
        starts: &["ydc-sk-"],
        pattern: r"ydc-sk-[A-Za-z0-9-]{40,110}",
        proof: unproven,
        found: concat!("ydc-sk-", "6a8f4b22e9b7f7bd-49ZHnCXnQdPcDYVVOxdBnPfsU7UWSLiP-2d486a9b"),
        not_found: "ydc-sk-6a8f4b22e9b7f7bd-49ZHnCXnQdPcDYVVOxdB",
    },
    Format {
        kind: secret("scrapfly.api_key", "Scrapfly API key", High),
        starts: &["scp-live-", "scp-test-"],
        pattern: r"scp-(?:live|test)-[0-9a-f]{32}",
        proof: unproven,
        found: concat!("scp-live-", "102882851ca64bc227633f3192783836"),
        not_found: "scp-live-102882851ca64bc227633f3192783",
    },
    Format {
        kind: secret("browser_use.api_key", "Browser Use API key", High),
        starts: &["bu_"],
        pattern: r"bu_[A-Za-z0-9_-]{43}",
        proof: letters_and_digits,
        found: concat!("bu_", "ahqZOfmdtUwMvoP5NNCR22K0XZAJqnG6Oip1bPLjxLE"),
        not_found: "bu_ahqZOfmdtUwMvoP5NNCR22K0XZAJqnG6Oip1bPLj",
    },
    Format {
        kind: secret("daytona.api_key", "Daytona API key", High),
        starts: &["dtn_"],
        pattern: r"dtn_[0-9a-f]{64}",
        proof: unproven,
        found: concat!("dtn_", "f9d0d8675c66ab55f7d159c744a9515f98546e25dce1c84f839ef57c5319b558"),
        not_found: "dtn_f9d0d8675c66ab55f7d159c744a9515f98546e25dce1c84f839ef57c5319b",
    },
    Format {
        kind: secret("codesandbox.api_key", "CodeSandbox API key", High),
        starts: &["csb_v1_"],
        pattern: r"csb_v1_[A-Za-z0-9_-]{30,60}",
        proof: unproven,
        found: concat!("csb_v1_", "u2CKnhPwuhRBJ9lLc01o9XzMHSlhPclo1P64wM4dsSN"),
        not_found: "csb_v1_u2CKnhPwuhRBJ9lLc01o9XzMHSl",
    },
    Format {
        kind: secret("arcade.api_key", "Arcade API key", High),
        starts: &["arc_"],
        pattern: r"arc_[A-Za-z0-9]{40,60}",
        proof: letters_and_digits,
        found: concat!("arc_", "O22T0A2O9iYEfsonPll4yitZqMl1dKud38lYdgyX4VTj28qez1MI"),
        not_found: "arc_O22T0A2O9iYEfsonPll4yitZqMl1dKud38lYd",
    },
    Format {
        kind: secret("context7.api_key", "Context7 API key", High),
        starts: &["ctx7sk-"],
        pattern: r"ctx7sk-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}",
        proof: unproven,
        found: concat!("ctx7sk-", "bd467b48-1c08-5878-1c12-65299ed5fbaa"),
        not_found: "ctx7sk-bd467b48-1c08-5878-1c12-65299ed5f",
    },
    Format {
        kind: secret("mem0.api_key", "Mem0 API key", High),
        starts: &["m0-"],
        pattern: r"m0-[A-Za-z0-9]{40}",
        proof: letters_and_digits,
        found: concat!("m0-", "1Dc49XOFqOdkKhFl41NteFGK3wPCU4e4OqbKAUis"),
        not_found: "m0-1Dc49XOFqOdkKhFl41NteFGK3wPCU4e4OqbKA",
    },
    Format {
        kind: secret("zep.api_key", "Zep API key", High),
        starts: &["z_1dWlkIjoi"],
        pattern: r"z_1dWlkIjoi[A-Za-z0-9_-]{40,100}\.[A-Za-z0-9_-]{80,90}",
        proof: unproven,
        found: concat!(
            "z_1dWlkIjoi",
            "a3PC5IYMtzUV2OEzDS0KVN8wS35ECCbSl4H3wIjkWFQDL15fhMtMzjZsxbWU.FsKvTChwwYkX68YhhefJm1aj4LgqNAOUENuqj7rA3rOnLxLb84TfoQ1gYDvIp02NlZcLnyMUR3ukDuSWbZWyFE"
        ),
        not_found: "z_1dWlkIjoia3PC5IYMtzUV2OEzDS0KVN8wS35ECCbSl4H3wIjkWFQDL15fhMtMzjZsxbWU.FsKvTChwwYkX68YhhefJm1aj4LgqNAOUENuqj7rA3rOnLxLb84TfoQ1gYDvIp02NlZcLnyMUR3ukD",
    },
    Format {
        kind: secret("letta.api_key", "Letta API key", High),
        starts: &["sk-let-"],
        pattern: r"sk-let-[A-Za-z0-9+/]{40,150}={0,2}",
        proof: unproven,
        found: concat!("sk-let-", "s64SAs72LUB0yTybwasvhj2deQKjVTr0lTnWSB3HPQO2zi9Q3c7xF4vzQp2pYQDx3HV5Ie=="),
        not_found: "sk-let-s64SAs72LUB0yTybwasvhj2deQKjVTr0lTnWS",
    },
    Format {
        kind: secret("supermemory.api_key", "Supermemory API key", High),
        starts: &["sm_"],
        pattern: r"sm_[A-Za-z0-9]{20,26}_[A-Za-z0-9]{40,80}",
        proof: letters_and_digits,
        found: concat!(
            "sm_",
            "LuEfFH8oFhJKssLvGQsD05_ddnZDNuClUE4TMrA8zyZNlnQ6DYoGQFXLqothpetlbXxFgjcOmmC6lVRhhrx9Wl6"
        ),
        not_found: "sm_LuEfFH8oFhJKssLvGQsD05_ddnZDNuClUE4TMrA8zyZNlnQ6DYoGQFXLqoth",
    },
    Format {
        kind: secret("vectara.api_key", "Vectara API key", High),
        starts: &["zwt_", "zqt_", "zut_"],
        pattern: r"z[wqu]t_[A-Za-z0-9_-]{36,42}",
        proof: unproven,
        found: concat!("zwt_", "xP0WIABu4WALy383HqAE4fuffXZjkU3mqCV0Ch"),
        not_found: "zwt_xP0WIABu4WALy383HqAE4fuffXZjkU3mq",
    },
    Format {
        kind: secret("ragie.api_key", "Ragie API key", High),
        starts: &["tnt_"],
        pattern: r"tnt_[A-Za-z0-9]{8,16}_[A-Za-z0-9]{40,72}",
        proof: letters_and_digits,
        found: concat!("tnt_", "kH2L6G9MXqi_VcPvOpyXGyDsxXl8WhPxu1FiPuxsrw45sszxPOcahSTYqVtFrwNyx85V"),
        not_found: "tnt_kH2L6G9MXqi_VcPvOpyXGyDsxXl8WhPxu1FiPuxsrw45sszxP",
    },
    Format {
        kind: secret("dify.api_key", "Dify API key", High),
        starts: &["app-", "dataset-"],
        pattern: r"(?:app|dataset)-[A-Za-z0-9]{24}",
        proof: letters_and_digits,
        found: concat!("app-", "2ZDZB738fMTnfP9sfqKY7nTR"),
        not_found: "app-withanordinaryidentifier",
    },
    Format {
        kind: secret("coze.api_key", "Coze access token", High),
        starts: &["pat_", "sat_"],
        pattern: r"[ps]at_[A-Za-z0-9]{64}",
        proof: letters_and_digits,
        found: concat!("pat_", "d0qa5ERn0TKhW7q09N5BOx8CXVauqFiTz9GI04bOAc7QK4licwx43bIuaiWN2sTr"),
        not_found: "pat_d0qa5ERn0TKhW7q09N5BOx8CXVauqFiTz9GI04bOAc7QK4licwx43bIuaiWN2",
    },
    Format {
        kind: secret("botpress.token", "Botpress token", High),
        starts: &["bp_pat_", "bp_bak_"],
        pattern: r"bp_(?:pat|bak)_[A-Za-z0-9_-]{30,42}",
        proof: letters_and_digits,
        found: concat!("bp_pat_", "DGbeceL9x2UDuipHZrYSk9baf394Wk8LYYpq"),
        not_found: "bp_pat_DGbeceL9x2UDuipHZrYSk9baf39",
    },
    Format {
        kind: secret("retell.api_key", "Retell AI API key", High),
        starts: &["key_"],
        pattern: r"key_[0-9a-f]{28}",
        proof: letters_and_digits,
        found: concat!("key_", "662e6b1601a84a7195f8ec6a39eb"),
        not_found: "key_662e6b1601a84a7195f8ec6a3",
    },
    Format {
        kind: secret("chutes.api_key", "Chutes API key", High),
        starts: &["cpk_"],
        pattern: r"cpk_[0-9a-f]{32}\.[0-9a-f]{32}\.[A-Za-z0-9]{32}",
        proof: unproven,
        found: concat!(
            "cpk_",
            "ac0e03ca0ff1071301b597bcf9fd7922.d07133fa1282f40205af15175b2b7d95.QzS4XabqVtEky7bkTT4201ARpK2gUpgq"
        ),
        not_found: "cpk_ac0e03ca0ff1071301b597bcf9fd7922.d07133fa1282f40205af15175b2b7d95.QzS4XabqVtEky7bkTT4201ARpK2gU",
    },
    Format {
        kind: secret("upstage.api_key", "Upstage API key", High),
        starts: &["up_"],
        pattern: r"up_[A-Za-z0-9]{29}",
        proof: letters_and_digits,
        found: concat!("up_", "nKDfFNPaekDekSoNMkG9C6MpgxE8U"),
        not_found: "up_nKDfFNPaekDekSoNMkG9C6Mpgx",
    },
    Format {
        kind: secret("sarvam.api_key", "Sarvam AI API key", High),
        starts: &["sk_"],
        pattern: r"sk_[a-z0-9]{8}_[A-Za-z0-9]{24}",
        proof: letters_and_digits,
        found: concat!("sk_", "emdu2gmn_QBwhlwa6TNLs17HQ8VUtEXYe"),
        not_found: "sk_emdu2gmn_QBwhlwa6TNLs17HQ8VUtE",
    },
    Format {
        kind: secret("requesty.api_key", "Requesty API key", High),
        starts: &["rqsty-sk-"],
        pattern: r"rqsty-sk-[A-Za-z0-9+/=_-]{40,140}",
        proof: unproven,
        found: concat!("rqsty-sk-", "IJpyVbNmoQDD6VIonWUcIgFV43vN5MOpIWX9cj7q2ZD3UOquhhyufkCjndshytHEHQSm2l"),
        not_found: "rqsty-sk-IJpyVbNmoQDD6VIonWUcIgFV43vN5MOpIWX9c",
    },
    Format {
        kind: secret("promptlayer.api_key", "PromptLayer API key", High),
        starts: &["pl_"],
        pattern: r"pl_[0-9a-f]{32}",
        proof: unproven,
        found: concat!("pl_", "fd63135f9640d05354d1a10308a7fb50"),
        not_found: "pl_fd63135f9640d05354d1a10308a7f",
    },
    Format {
        kind: secret("humanloop.api_key", "Humanloop API key", High),
        starts: &["hl_sk_"],
        pattern: r"hl_sk_[0-9a-f]{40,64}",
        proof: unproven,
        found: concat!("hl_sk_", "7f37d92cf861ea274feb0087e6252d6df287c6d734419285"),
        not_found: "hl_sk_7f37d92cf861ea274feb0087e6252d6df287c",
    },
    Format {
        kind: secret("luma.api_key", "Luma AI API key", High),
        starts: &["luma-"],
        pattern: r"luma-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}",
        proof: unproven,
        found: concat!("luma-", "600e5b81-6cd4-011c-f6a4-efd267ec26ba-99ee617c-327f-99f5-153f-ba8f6dd3a26a"),
        not_found: "luma-600e5b81-6cd4-011c-f6a4-efd267ec26ba-99ee617c-327f-99f5-153f-ba8f6dd3a",
    },
    Format {
        kind: secret("scrapegraph.api_key", "ScrapeGraphAI API key", High),
        starts: &["sgai-"],
        pattern: r"sgai-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}",
        proof: unproven,
        found: concat!("sgai-", "78a9d3d8-53ca-017c-8569-bad1de89ab7c"),
        not_found: "sgai-78a9d3d8-53ca-017c-8569-bad1de89a",
    },
    Format {
        kind: secret("voiceflow.api_key", "Voiceflow API key", High),
        starts: &["VF.DM.", "VF.WS."],
        pattern: r"VF\.(?:DM|WS)\.[0-9a-f]{24}\.[A-Za-z0-9]{16}",
        proof: unproven,
        found: concat!("VF.DM.", "a5849f8c30cfb7c41391b973.FizYLZfSGBD9NzTm"),
        not_found: "VF.DM.a5849f8c30cfb7c41391b973.FizYLZfSGBD9N",
    },
];
