//! Package and image registries, and platforms that host what is built.
//!
//! The examples are put together from two pieces, so that scanners of this repository leave them alone.

use super::checksum::{crc_base62, macaroon, mixed};
use super::{Format, unproven};
use crate::{Category, Kind};
use vetgate_model::Severity::{self, Critical, High, Medium};

const fn secret(id: &'static str, name: &'static str, severity: Severity) -> Kind {
    Kind::new(id, name, Category::Secret, severity)
}

pub(super) const ROWS: &[Format] = &[
    Format {
        kind: secret("npm.access_token", "npm access token", Critical),
        starts: &["npm_"],
        pattern: r"npm_[A-Za-z0-9]{36}",
        proof: crc_base62,
        found: concat!("npm_", "3uf7ihLHbhaTwLy3eQ84TXcA9nnusy0zAmYn"),
        not_found: "npm_config_registry_of_the_workspace",
    },
    Format {
        kind: secret("pypi.api_token", "PyPI API token", Critical),
        starts: &["pypi-AgEIcHlwaS5vcmc"],
        pattern: r"pypi-AgEIcHlwaS5vcmc[A-Za-z0-9_-]{50,}",
        proof: macaroon,
        found: concat!(
            "pypi-AgEIcHlwaS5vcmc",
            "CEBvPOayfARAkzAv0TGImyLUAAgNbMF0AAAYgU1k-WOtrQMfaLZacPeTeRDz-4MLyXV6bu1EwkO_ilDo"
        ),
        not_found: "pypi-AgEIcHlwaS5vcmcCEBvPOayfARAkzAv0TGImyLUAAgNbMF0AAAYgU1k-WOtrQM",
    },
    Format {
        kind: secret("pypi.test_api_token", "TestPyPI API token", High),
        starts: &["pypi-AgENdGVzdC5weXBpLm9yZw"],
        pattern: r"pypi-AgENdGVzdC5weXBpLm9yZw[A-Za-z0-9_-]{50,}",
        proof: macaroon,
        found: concat!(
            "pypi-AgENdGVzdC5weXBpLm9yZw",
            "IQWPqTsyi5VJ9hwIa7KiwYSgACA1swXQAABiAG3Etg3pfhCj5V3HSqg5t0t6fJUMTYPMDugktZDnMGow"
        ),
        not_found: "pypi-AgENdGVzdC5weXBpLm9yZwIQWPqTsyi5VJ9hwIa7KiwYSgACA1swXQAABiAG3Etg3pfhC",
    },
    Format {
        kind: secret("crates_io.api_token", "crates.io API token", Critical),
        starts: &["cio"],
        pattern: r"cio[A-Za-z0-9]{32}",
        proof: mixed,
        found: concat!("cio", "LJS1neS5pyZzOavbMVmkq1eJJJGAMliv"),
        not_found: "cioLJS1neS5pyZzOavbMVmkq1eJJJGAM",
    },
    Format {
        kind: secret("rubygems.api_key", "RubyGems API key", Critical),
        starts: &["rubygems_"],
        pattern: r"rubygems_[0-9a-f]{48}",
        proof: unproven,
        found: concat!("rubygems_", "b2beec22bed20cbebbce3c639bf62038350622420c05c494"),
        not_found: "rubygems_b2beec22bed20cbebbce3c639bf62038350622420c05c",
    },
    Format {
        kind: secret("nuget.api_key", "NuGet API key", Critical),
        starts: &["oy2"],
        pattern: r"oy2[a-z0-9]{43}",
        proof: mixed,
        found: concat!("oy2", "ig3cxvd5kdmqyhnqissd4vhaw2qsibykckpxpsg4ec6"),
        not_found: "oy2ig3cxvd5kdmqyhnqissd4vhaw2qsibykckpxpsg4",
    },
    Format {
        kind: secret("dockerhub.pat", "Docker Hub personal access token", Critical),
        starts: &["dckr_pat_"],
        pattern: r"dckr_pat_[A-Za-z0-9_-]{27}",
        proof: unproven,
        found: concat!("dckr_pat_", "A9cNOpHyFDuvGluXGnUw0vTrr3K"),
        not_found: "dckr_pat_A9cNOpHyFDuvGluXGnUw0vTr",
    },
    Format {
        kind: secret("dockerhub.oat", "Docker Hub organization access token", Critical),
        starts: &["dckr_oat_"],
        pattern: r"dckr_oat_[A-Za-z0-9_-]{32}",
        proof: unproven,
        found: concat!("dckr_oat_", "qSbsdxSzH22TMcEnAvSuIc4QMroGefRO"),
        not_found: "dckr_oat_qSbsdxSzH22TMcEnAvSuIc4QMroGe",
    },
    Format {
        kind: secret("clojars.deploy_token", "Clojars deploy token", Critical),
        starts: &["CLOJARS_"],
        pattern: r"CLOJARS_[0-9a-z]{60}",
        proof: unproven,
        found: concat!("CLOJARS_", "2bf699e73574358c4922ead4255af006ca51556c469e8e08a9c93c47fe7d"),
        not_found: "CLOJARS_2bf699e73574358c4922ead4255af006ca51556c469e8e08a9c93c47f",
    },
    Format {
        kind: secret("packagist.token", "Private Packagist token", Critical),
        starts: &["packagist_"],
        pattern: r"packagist_[a-z]{3}_[0-9a-f]{60,80}",
        proof: unproven,
        found: concat!("packagist_", "uut_3a518d630fb7362e64386cc7070ccfb203efaa2112fb53a742096ea906a65b6286ff"),
        not_found: "packagist_uut_3a518d630fb7362e64386cc7070ccfb203efaa2112fb53a742096ea90",
    },
    Format {
        kind: secret("nexus.token", "Nexus Repository token", Critical),
        starts: &["NpmToken.", "DockerToken.", "NuGetApiKey.", "CargoToken."],
        pattern: r"(?:NpmToken|DockerToken|NuGetApiKey|CargoToken)\.[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}",
        proof: unproven,
        found: concat!("NpmToken.", "3a0ead70-9045-8353-aabf-2852bcb8584d"),
        not_found: "NpmToken.3a0ead70-9045-8353-aabf-2852bcb85",
    },
    Format {
        kind: secret("open_vsx.token", "Open VSX access token", Critical),
        starts: &["ovsxat_"],
        pattern: r"ovsxat_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}",
        proof: unproven,
        found: concat!("ovsxat_", "194ba3f4-3b7f-d6e2-620e-0832ef54ee15"),
        not_found: "ovsxat_194ba3f4-3b7f-d6e2-620e-0832ef54e",
    },
    Format {
        kind: secret("prefix_dev.api_key", "prefix.dev API key", High),
        starts: &["pfx_"],
        pattern: r"pfx_[A-Za-z0-9]{30,44}",
        proof: mixed,
        found: concat!("pfx_", "MUZtZSlq18DV36GdEeBcyzdcNymkjPhC6nh2"),
        not_found: "pfx_MUZtZSlq18DV36GdEeBcyzdcNym",
    },
    Format {
        kind: secret("vercel.token", "Vercel token", Critical),
        starts: &["vcp_", "vci_", "vca_", "vcr_", "vck_"],
        pattern: r"vc[piark]_[A-Za-z0-9]{24,80}",
        proof: mixed,
        found: concat!("vcp_", "S1NfuUIVn9AMeMwP9vSxcLxqJXwiW3CawFtxiwF299fmot1mDzkQYCS7"),
        not_found: "vcp_S1NfuUIVn9AMeMwP9vSxc",
    },
    Format {
        kind: secret("vercel.blob_token", "Vercel Blob read and write token", Critical),
        starts: &["vercel_blob_rw_"],
        pattern: r"vercel_blob_rw_[A-Za-z0-9]{16}_[A-Za-z0-9]{30}",
        proof: unproven,
        found: concat!("vercel_blob_rw_", "RTjoJunx3qIDqOqk_3BaVHKh2JdzZr2IKFpFx3BgJVubAWr"),
        not_found: "vercel_blob_rw_RTjoJunx3qIDqOqk_3BaVHKh2JdzZr2IKFpFx3BgJVub",
    },
    Format {
        kind: secret("netlify.token", "Netlify token", Critical),
        starts: &["nfp_", "nfc_", "nfo_", "nfu_", "nfb_"],
        pattern: r"nf[pcoub]_[A-Za-z0-9_]{36}",
        proof: unproven,
        found: concat!("nfp_", "BAiuxVMieHntynwd41wWXusTdrSqQ8Egdjfb"),
        not_found: "nfp_BAiuxVMieHntynwd41wWXusTdrSqQ8Egd",
    },
    Format {
        kind: secret("render.api_key", "Render API key", Critical),
        starts: &["rnd_"],
        pattern: r"rnd_[A-Za-z0-9]{28,36}",
        proof: mixed,
        found: concat!("rnd_", "NUxpf4vwOFRPIDctRBv5yBzYMpRq"),
        not_found: "rnd_NUxpf4vwOFRPIDctRBv5yBzYM",
    },
    Format {
        kind: secret("deno.deploy_token", "Deno Deploy token", Critical),
        starts: &["ddp_", "ddw_", "ddo_"],
        pattern: r"dd[pwo]_[A-Za-z0-9]{36,42}",
        proof: mixed,
        found: concat!("ddp_", "3Q1I8BmAv8VQPlAQ77zWcRXbp2XpgBOouske"),
        not_found: "ddp_3Q1I8BmAv8VQPlAQ77zWcRXbp2XpgBOou",
    },
    Format {
        kind: secret("supabase.access_token", "Supabase access token", Critical),
        starts: &["sbp_"],
        pattern: r"sbp_(?:v0_)?[0-9a-f]{40}",
        proof: unproven,
        found: concat!("sbp_", "63322a8126dd246d8325977a2ef49a0dfb20638d"),
        not_found: "sbp_63322a8126dd246d8325977a2ef49a0dfb206",
    },
    Format {
        kind: secret("supabase.secret_key", "Supabase secret key", Critical),
        starts: &["sb_secret_"],
        pattern: r"sb_secret_[A-Za-z0-9_-]{22}_[A-Za-z0-9_-]{8}",
        proof: unproven,
        found: concat!("sb_secret_", "NwvbmjWWNgXozwkvk2TgX7_0GD6d56n"),
        not_found: "sb_secret_NwvbmjWWNgXozwkvk2TgX7_0GD6d",
    },
    Format {
        kind: secret("supabase.publishable_key", "Supabase publishable key", Medium),
        starts: &["sb_publishable_"],
        pattern: r"sb_publishable_[A-Za-z0-9_-]{22}_[A-Za-z0-9_-]{8}",
        proof: unproven,
        found: concat!("sb_publishable_", "gmGB9d5BXLYUq75QpJkyYX_4Qe5x8Ww"),
        not_found: "sb_publishable_gmGB9d5BXLYUq75QpJkyYX_4Qe5x",
    },
    Format {
        kind: secret("planetscale.token", "PlanetScale service token", Critical),
        starts: &["pscale_tkn_", "pscale_oauth_"],
        pattern: r"pscale_(?:tkn|oauth)_[A-Za-z0-9_.=-]{32,64}",
        proof: unproven,
        found: concat!("pscale_tkn_", "ye9QFIhnrmabZyN9IwzviLQt0jh7WOBSWd3iyzFBwlp"),
        not_found: "pscale_tkn_ye9QFIhnrmabZyN9IwzviLQt0jh7W",
    },
    Format {
        kind: secret("planetscale.password", "PlanetScale database password", Critical),
        starts: &["pscale_pw_"],
        pattern: r"pscale_pw_[A-Za-z0-9_.=-]{32,64}",
        proof: unproven,
        found: concat!("pscale_pw_", "8kRj1KDzA76XGmt05EbaK2HUBQoFHCEj7sgpNno6elF"),
        not_found: "pscale_pw_8kRj1KDzA76XGmt05EbaK2HUBQoFH",
    },
    Format {
        kind: secret("upcloud.token", "UpCloud API token", Critical),
        starts: &["ucat_"],
        pattern: r"ucat_[0-9A-HJKMNP-TV-Z]{26}",
        proof: unproven,
        found: concat!("ucat_", "01KJTEZZ81NCTFVZXTV6TRGVTW"),
        not_found: "ucat_01KJTEZZ81NCTFVZXTV6TRG",
    },
    Format {
        kind: secret("backblaze.application_key", "Backblaze application key", Critical),
        starts: &["K00"],
        pattern: r"K00[0-9][A-Za-z0-9+/]{27}",
        proof: mixed,
        found: concat!("K00", "4WgkNEZhiRgV1W2Qmxt56BnuJoTb"),
        not_found: "K004WgkNEZhiRgV1W2Qmxt56BnuJ",
    },
    Format {
        kind: secret("tigris.secret_key", "Tigris secret key", Critical),
        starts: &["tsec_"],
        pattern: r"tsec_[A-Za-z0-9+/_-]{40,90}",
        proof: unproven,
        found: concat!("tsec_", "Qe8lfcamlgEERczf8RcJhWpsViUNFT00hRYNDHyAG58OlgQPp1XkMBxhMarUfwuH"),
        not_found: "tsec_Qe8lfcamlgEERczf8RcJhWpsViUNFT00hRYND",
    },
];
