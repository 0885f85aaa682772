//! Source hosting: GitHub, GitLab, Bitbucket and the like.
//!
//! The examples are put together from two pieces, so that scanners of this repository leave them alone.

use super::checksum::{crc_base36, crc_base62};
use super::looks::letters_and_digits;
use super::{Format, unproven};
use crate::{Category, Kind};
use vetgate_model::Severity::{self, Critical, High};

const fn secret(id: &'static str, name: &'static str, severity: Severity) -> Kind {
    Kind::new(id, name, Category::Secret, severity)
}

pub(super) const ROWS: &[Format] = &[
    Format {
        kind: secret("github.pat", "GitHub personal access token", Critical),
        starts: &["ghp_"],
        pattern: r"ghp_[A-Za-z0-9]{36}",
        proof: crc_base62,
        found: concat!("ghp_", "8tViZ1sMxLgpn3J1RJiuLyktiYJBiA0TESSq"),
        not_found: "ghp_ur8tw43sXICWVevmAgDYSCbQGYxb5nPvTxWu",
    },
    Format {
        kind: secret("github.oauth", "GitHub OAuth access token", Critical),
        starts: &["gho_"],
        pattern: r"gho_[A-Za-z0-9]{36}",
        proof: crc_base62,
        found: concat!("gho_", "2YvrWNBRd6EHqsy1n886g0z0F79U7H43h8ul"),
        not_found: "gho_2YvrWNBRd6EHqsy1n886g0z0F79U7H43h",
    },
    Format {
        kind: secret("github.user_to_server", "GitHub App user token", Critical),
        starts: &["ghu_"],
        pattern: r"ghu_[A-Za-z0-9]{36}",
        proof: crc_base62,
        found: concat!("ghu_", "zUrRZ8zY7qF6k8EEK6MaYKDGsNCXhd4QeR6i"),
        not_found: "ghu_zUrRZ8zY7qF6k8EEK6MaYKDGsNCXhd4Qe",
    },
    Format {
        kind: secret("github.installation", "GitHub App installation token", Critical),
        starts: &["ghs_"],
        pattern: r"ghs_(?:[0-9]{1,12}_eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}|[A-Za-z0-9]{36})",
        proof: crc_base62,
        found: concat!("ghs_", "qmMZDKWjncJbLQ4dhOdzzwFZTtqHdW1nJ7A3"),
        not_found: "ghs_qmMZDKWjncJbLQ4dhOdzzwFZTtqHdW1nJ",
    },
    Format {
        kind: secret("github.refresh", "GitHub refresh token", Critical),
        starts: &["ghr_"],
        pattern: r"ghr_[A-Za-z0-9]{36,76}",
        proof: unproven,
        found: concat!("ghr_", "XrQt6JkC7ZiKnRhLimegQNhd6ebZ9zaSYu5ft84OJcSjeLIYAh8MJXi7GBrsjClObS7NfjOr88gO"),
        not_found: "ghr_XrQt6JkC7ZiKnRhLimegQNhd6ebZ9zaSY",
    },
    Format {
        kind: secret("github.fine_grained_pat", "GitHub fine-grained personal access token", Critical),
        starts: &["github_pat_"],
        pattern: r"github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}",
        proof: unproven,
        found: concat!(
            "github_pat_",
            "8LeINJiSsIz61UK3kpXx1l_aFgRCnyFHg8CUVRZiitfPgK46Ei6qZU9EdWBcrHDrfwf66dQMLzRsqAwYLt"
        ),
        not_found: "github_pat_8LeINJiSsIz61UK3kpXx1l_aFgRCnyFHg8CUVRZiitfPgK46Ei6qZU9EdWBcrHDrfwf66dQMLzRsqAw",
    },
    Format {
        kind: secret("gitlab.pat", "GitLab access token", Critical),
        starts: &["glpat-"],
        pattern: r"glpat-(?:[A-Za-z0-9_-]{27,300}\.[0-9a-z]{2}\.[0-9a-z]{9}|[A-Za-z0-9_-]{20,64})",
        proof: crc_base36,
        found: concat!("glpat-", "J88GhhmBFTNs-lGkH4wWim86MQp1OjVrCA.01.0y0ntomlq"),
        not_found: "glpat-J88GhhmBFTNs-lGkH",
    },
    Format {
        kind: secret("gitlab.pipeline_trigger", "GitLab pipeline trigger token", Critical),
        starts: &["glptt-"],
        pattern: r"glptt-(?:[A-Za-z0-9_-]{27,300}\.[0-9a-z]{2}\.[0-9a-z]{9}|[A-Za-z0-9_-]{20,64})",
        proof: crc_base36,
        found: concat!("glptt-", "2c158a7b81a0db3b6a2ae5126c6692d97ba1e608"),
        not_found: "glptt-2c158a7b81a0db3b6",
    },
    Format {
        kind: secret("gitlab.deploy_token", "GitLab deploy token", High),
        starts: &["gldt-"],
        pattern: r"gldt-(?:[A-Za-z0-9_-]{27,300}\.[0-9a-z]{2}\.[0-9a-z]{9}|[A-Za-z0-9_-]{20,64})",
        proof: crc_base36,
        found: concat!("gldt-", "eeA9D9nPfO9raaXzRSKT"),
        not_found: "gldt-eeA9D9nPfO9raaXzR",
    },
    Format {
        kind: secret("gitlab.runner", "GitLab runner authentication token", Critical),
        starts: &["glrt-"],
        pattern: r"glrt-(?:t[1-3]_)?(?:[A-Za-z0-9_-]{27,300}\.[0-9a-z]{2}\.[0-9a-z]{9}|[A-Za-z0-9_-]{20,64})",
        proof: crc_base36,
        found: concat!("glrt-", "t1_WDNmd9nvdmZhyN419oaW"),
        not_found: "glrt-t1_WDNmd9nvdmZhyN",
    },
    Format {
        kind: secret("gitlab.runner_registration", "GitLab runner registration token", Critical),
        starts: &["GR1348941", "glrtr-"],
        pattern: r"(?:GR1348941|glrtr-)[A-Za-z0-9_-]{20}",
        proof: unproven,
        found: concat!("GR1348941", "91EglO7sC4xDgDU1OsaZ"),
        not_found: "GR134894191EglO7sC4xDgDU1O",
    },
    Format {
        kind: secret("gitlab.job_token", "GitLab CI job token", High),
        starts: &["glcbt-"],
        pattern: r"glcbt-(?:eyJ[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{20,}|[0-9A-Za-z]{1,5}_[A-Za-z0-9_-]{20,64})",
        proof: unproven,
        found: concat!("glcbt-", "64_lMxpRfBmmZhGPDBMsILf"),
        not_found: "glcbt-64_lMxpRfBmmZhGPDBMs",
    },
    Format {
        kind: secret("gitlab.agent", "GitLab agent for Kubernetes token", Critical),
        starts: &["glagent-"],
        pattern: r"glagent-[A-Za-z0-9_-]{50,100}",
        proof: unproven,
        found: concat!("glagent-", "JncTobDF73Tyi3nuWLzBTZwpvSo0u8hLOUwe8hYX9o7SwaxaGs"),
        not_found: "glagent-JncTobDF73Tyi3nuWLzBTZwpvSo0u8hLOUwe8hYX9o7Swax",
    },
    Format {
        kind: secret("gitlab.oauth_secret", "GitLab OAuth application secret", Critical),
        starts: &["gloas-"],
        pattern: r"gloas-[A-Za-z0-9_-]{64}",
        proof: unproven,
        found: concat!("gloas-", "82cc15a403402cc6a9f6b7ee33a7c46c53894198b59bf13e1921fd59e8e753c9"),
        not_found: "gloas-82cc15a403402cc6a9f6b7ee33a7c46c53894198b59bf13e1921fd59e8e75",
    },
    Format {
        kind: secret("gitlab.feed", "GitLab feed token", High),
        starts: &["glft-"],
        pattern: r"glft-[A-Za-z0-9_-]{20,80}",
        proof: unproven,
        found: concat!("glft-", "MO2coI7TO7k31Fg5ZfFM"),
        not_found: "glft-MO2coI7TO7k31Fg5Z",
    },
    Format {
        kind: secret("gitlab.incoming_mail", "GitLab incoming mail token", High),
        starts: &["glimt-"],
        pattern: r"glimt-[A-Za-z0-9_-]{20,40}",
        proof: unproven,
        found: concat!("glimt-", "1aze4d869zwymc3yry86ezxwj"),
        not_found: "glimt-1aze4d869zwymc3yr",
    },
    Format {
        kind: secret("gitlab.scim", "GitLab SCIM token", Critical),
        starts: &["glsoat-"],
        pattern: r"glsoat-[A-Za-z0-9_-]{20,40}",
        proof: unproven,
        found: concat!("glsoat-", "ZDkUDAokcOcoVLxva766"),
        not_found: "glsoat-ZDkUDAokcOcoVLxva",
    },
    Format {
        kind: secret("gitlab.feature_flags", "GitLab feature flags client token", High),
        starts: &["glffct-"],
        pattern: r"glffct-[A-Za-z0-9_-]{20,40}",
        proof: unproven,
        found: concat!("glffct-", "SQsQoDt18ILoROyHa9GS"),
        not_found: "glffct-SQsQoDt18ILoROyHa",
    },
    Format {
        kind: secret("gitlab.workspace", "GitLab workspace token", Critical),
        starts: &["glwt-"],
        pattern: r"glwt-[A-Za-z0-9_-]{20,40}",
        proof: unproven,
        found: concat!("glwt-", "rHUgfhVAJYyCwCLm7omL"),
        not_found: "glwt-rHUgfhVAJYyCwCLm7",
    },
    Format {
        kind: secret("bitbucket.app_password", "Bitbucket app password", Critical),
        starts: &["ATBB"],
        pattern: r"ATBB[A-Za-z0-9_=]{24}[0-9A-F]{8}|ATBB[A-Za-z0-9]{32}",
        proof: unproven,
        found: concat!("ATBB", "eW0Zbq3L8HwEaG5WMmjoKUZW3F0A91C7"),
        not_found: "ATBBeW0Zbq3L8HwEaG5WMmjoKUZW3F0A9",
    },
    Format {
        kind: secret("bitbucket.access_token", "Bitbucket access token", Critical),
        starts: &["ATCTT3"],
        pattern: r"ATCTT3[A-Za-z0-9_=-]{150,250}",
        proof: unproven,
        found: concat!(
            "ATCTT3",
            "xFfGN0LtAjJoMeAfqf6IM6Ihd04f7UDN9uwKae939rfK31Vrx4cow9Yen8rzlNJ0NtflHK3aRss79c8e1EQ2ehUNP5q8q5cdkvypdZeCgUi83mGVr2c8CwNzGJzQdfy54BCaHvJkyvCjeCi=5B21E09D"
        ),
        not_found: "ATCTT3xFfGN0LtAjJoMeAfqf6IM6Ihd04f7UDN9uwKae939rfK31Vrx4cow9Yen8rzlNJ0NtflHK3aRss79c8e1EQ2ehUNP5q8q5cdkvypdZeCgUi83mGVr2c8CwNzGJzQdfy54BCaHvJkyvCjeCi=5B2",
    },
    Format {
        kind: secret("gitea.oauth_secret", "Gitea or Forgejo OAuth client secret", Critical),
        starts: &["gto_"],
        pattern: r"gto_[a-z2-7]{52}",
        proof: unproven,
        found: concat!("gto_", "izj4mcapve7a4xtqmjysw5huab7n6cdy7gkyxuspt5muu2xltzg3"),
        not_found: "gto_izj4mcapve7a4xtqmjysw5huab7n6cdy7gkyxuspt5muu2xlt",
    },
    Format {
        kind: secret("sourcegraph.access_token", "Sourcegraph access token", High),
        starts: &["sgp_"],
        pattern: r"sgp_(?:(?:[0-9a-f]{16}|local)_)?[0-9a-f]{40}",
        proof: unproven,
        found: concat!("sgp_", "6d45988daf241ed2_35b4822610476bb27603a3daf7cf1d6332a5f2bd"),
        not_found: "sgp_6d45988daf241ed2_35b4822610476bb27603a3daf7cf1d6332a5f",
    },
    Format {
        kind: secret("sourcegraph.license_key", "Sourcegraph license or gateway key", High),
        starts: &["slk_", "sgd_"],
        pattern: r"(?:slk|sgd)_[0-9a-f]{64}",
        proof: unproven,
        found: concat!("slk_", "29db2f565f532efa59495896235944ad63301702ea0eddb8d66de55aad9b0b81"),
        not_found: "slk_29db2f565f532efa59495896235944ad63301702ea0eddb8d66de55aad9b0",
    },
    Format {
        kind: secret("sourcegraph.amp_key", "Sourcegraph Amp API key", High),
        starts: &["sgamp_user_"],
        pattern: r"sgamp_user_[0-9A-HJKMNP-TV-Z]{26}_[0-9a-f]{64}",
        proof: unproven,
        found: concat!(
            "sgamp_user_",
            "01NESJG487E565334XPTTW3ZTG_cea3632932de172205e7f045f89b38f0a883099b1b0d38bb4211eb53d225175c"
        ),
        not_found: "sgamp_user_01NESJG487E565334XPTTW3ZTG_cea3632932de172205e7f045f89b38f0a883099b1b0d38bb4211eb53d2251",
    },
    Format {
        kind: secret("phabricator.conduit", "Phabricator Conduit token", High),
        starts: &["api-", "cli-"],
        pattern: r"(?:api|cli)-[a-z2-7]{28}",
        proof: letters_and_digits,
        found: concat!("api-", "xmrofxvjv5325477c6fdcugu7imc"),
        not_found: "api-reference-of-the-conduit-calls",
    },
    Format {
        kind: secret("gitpod.pat", "Gitpod personal access token", High),
        starts: &["gitpod_pat_"],
        pattern: r"gitpod_pat_[A-Za-z0-9_-]{20,60}\.[A-Za-z0-9_-]{30,60}",
        proof: unproven,
        found: concat!(
            "gitpod_pat_",
            "5CfJvzS94NaeGz4JJFY4USKENtEvUhEoLM17GUPOo3e.L4M3ZUwgr6JC6immjSq2sr3U0l5wmnrFUFrECpE1"
        ),
        not_found: "gitpod_pat_5CfJvzS94NaeGz4JJFY4USKENtEvUhEoLM17GUPOo3e.L4M3ZUwgr6JC6immjSq2sr3U0l5",
    },
    Format {
        kind: secret("jetbrains.permanent_token", "JetBrains Hub permanent token", High),
        starts: &["perm:", "perm-"],
        pattern: r"perm[:-][A-Za-z0-9+/_-]{4,80}={0,2}\.[A-Za-z0-9+/_-]{2,80}={0,2}\.[A-Za-z0-9]{28,40}",
        proof: letters_and_digits,
        found: concat!("perm-", "iyR5BmY4OaQJ==.gF9GL3.VJHjvqwzX7gG8sRZZBj4RJXiSGXlhcYy"),
        not_found: "perm-iyR5BmY4OaQJ==.gF9GL3.VJHjvqwzX7gG8sRZZBj4RJXiS",
    },
];
