use super::*;

fn found(text: &str) -> Option<(&str, Grade)> {
    let bytes = text.as_bytes();
    let is_sign = |at: &usize| {
        let rest = &bytes[*at..];
        matches!(rest[0], b'=' | b':' | b'>') || rest.starts_with(b"->") || rest.starts_with(WIDE_COLON)
    };
    let at = (0..bytes.len()).filter(is_sign);
    at.filter_map(|at| {
        let read = if bytes[at] == b'>' && (at == 0 || bytes[at - 1] != b'-') { element } else { assigned };
        let (meaning, span, written) = read(bytes, at)?;
        judge(meaning, &bytes[span.clone()], written).map(|(_, grade)| (&text[span], grade))
    })
    .max_by_key(|found| found.1)
}

#[test]
fn values_are_found_by_their_names() {
    for (text, value) in [
        ("password=hunter2!", "hunter2!"),
        ("password=tr0ub4dor&3", "tr0ub4dor&3"),
        ("?password=tr0ub4dor&page=3", "tr0ub4dor"),
        ("DB_PASSWORD: 'tr0ub4dor&3'", "tr0ub4dor&3"),
        ("\"api_key\": \"Zk3vT9qLm2XwR8bNcY5d\"", "Zk3vT9qLm2XwR8bNcY5d"),
        ("const secret = \"s2s1gfcuatgbi61n8h5s\";", "s2s1gfcuatgbi61n8h5s"),
        ("apilayer_token=abcdef1234567890abcdef1234567890", "abcdef1234567890abcdef1234567890"),
        ("password: \"correct horse battery staple\"", "correct horse battery staple"),
        ("<password>tr0ub4dor</password>", "tr0ub4dor"),
        ("contraseña: tr0ub4dor", "tr0ub4dor"),
        ("let password: string = 'tr0ub4dor&3'", "tr0ub4dor&3"),
        ("client_secret := `9f86d081884c7d659a2feaa0`", "9f86d081884c7d659a2feaa0"),
        ("ERROR: password=tr0ub4dor3", "tr0ub4dor3"),
        ("ERROR:password=tr0ub4dor3", "tr0ub4dor3"),
        ("config: password=tr0ub4dor3", "tr0ub4dor3"),
        ("INFO: token=Zk3vT9qLm2XwR8bNcY5d", "Zk3vT9qLm2XwR8bNcY5d"),
        ("2026-05-17T10:11:12Z ERROR auth: password=tr0ub4dor3 user=bob", "tr0ub4dor3"),
        ("2026-05-17 10:11:12,123 [INFO] com.acme.Auth - password=tr0ub4dor3", "tr0ub4dor3"),
        ("[2026-05-17 10:11:12] prod.ERROR: password: tr0ub4dor3", "tr0ub4dor3"),
        ("Nov 18 10:11:12 host sshd[123]: password=tr0ub4dor3", "tr0ub4dor3"),
        ("DEBUG:root:api_key=Zk3vT9qLm2XwR8bNcY5d", "Zk3vT9qLm2XwR8bNcY5d"),
        ("curl: header: X-Api-Key=Zk3vT9qLm2XwR8bNcY5d", "Zk3vT9qLm2XwR8bNcY5d"),
        ("msg=\"login failed: password=tr0ub4dor3\"", "tr0ub4dor3"),
        ("db: { user: bob, password: tr0ub4dor3 }", "tr0ub4dor3"),
        ("login --password=tr0ub4dor3 --fast", "tr0ub4dor3"),
        ("login --api-key=Zk3vT9qLm2XwR8bNcY5d", "Zk3vT9qLm2XwR8bNcY5d"),
        ("note: the password is: tr0ub4dor3", "tr0ub4dor3"),
        ("Password (admin): tr0ub4dor3", "tr0ub4dor3"),
        ("password for admin: tr0ub4dor3", "tr0ub4dor3"),
        ("password -> tr0ub4dor3", "tr0ub4dor3"),
        ("password：tr0ub4dor3", "tr0ub4dor3"),
        ("\x1b[32mpassword:\x1b[0m Summer2024!x", "Summer2024!x"),
        ("\x1b[1mpassword\x1b[0m=Summer2024!x", "Summer2024!x"),
        ("\x1b[1;38;5;12mpassword\x1b[0m : \x1b[33mSummer2024!x\x1b[0m", "Summer2024!x"),
        ("\x1b[2mapi_key\x1b[0m\x1b[2m=\x1b[0m\"Zk3vT9qLm2XwR8bNcY5d\"", "Zk3vT9qLm2XwR8bNcY5d"),
        ("API key: hV9kQ2zr7LwXp4Tn", "hV9kQ2zr7LwXp4Tn"),
        ("Api Key = hV9kQ2zr7LwXp4Tn", "hV9kQ2zr7LwXp4Tn"),
        ("access key: hV9kQ2zr7LwXp4Tn", "hV9kQ2zr7LwXp4Tn"),
        ("Stripe API key: hV9kQ2zr7LwXp4Tn", "hV9kQ2zr7LwXp4Tn"),
        ("password                      = tr0ub4dor3", "tr0ub4dor3"),
        ("password =                           \"tr0ub4dor3\"", "tr0ub4dor3"),
        ("password:\t\t\t\t              tr0ub4dor3", "tr0ub4dor3"),
        ("password=p4ss.word1", "p4ss.word1"),
    ] {
        let (span, grade) = found(text).unwrap_or_else(|| panic!("nothing in {text}"));
        assert_eq!(span, value);
        assert!(grade >= Grade::Medium, "{text}");
    }
}

#[test]
fn code_placeholders_and_prose_are_no_values() {
    for text in [
        "password = os.environ[\"DB_PASSWORD\"]",
        "password: str",
        "password = config.password",
        "password=${DB_PASSWORD}",
        "token = get_token()",
        "api_key: <your-key>",
        "\"password\": \"The password of the user\"",
        "secret = \"changeme\"",
        "token: string | undefined",
        "if(a.token===bq12&&c)return d",
        "next_token: eyJvZmZzZXQiOjEyMDB9aB3",
        "partition key: 9f86d081884c7d659a2feaa0c55ad015",
        "key = value",
        "password_hash = 5f4dcc3b5aa765d61d8327deb882cf99",
        "nextPageToken: CAUQAA9f86d081884c7d",
        "const token = await client.login(user)",
        "ERROR: password=<redacted>",
        "WARN: token=${TOKEN}",
        "note: the password is: required",
        "config.token->length9",
        "get_password(user): return1",
        "error: next_token=CAUQAA9f86d081884c7d",
        "password = var.db_password1",
        "password = random_password.db1.result",
        "token: state.auth.user?.token2,",
        "password: z.string().min(8).max(64),",
        "password: \x1b[0m",
        "public key: hV9kQ2zr7LwXp4Tn",
        "the API key: required",
    ] {
        assert!(found(text).is_none_or(|found| found.1 < Grade::Medium), "{text}: {:?}", found(text));
    }
}

#[test]
fn names_before_a_value_are_read_through_spaces() {
    let meaning = |text: &str| before(text.as_bytes(), text.len());
    assert_eq!(meaning("bannerbear TOKEN "), Meaning::Secret);
    assert_eq!(meaning("coinlayerSECRET="), Meaning::Secret);
    assert_eq!(meaning("--password "), Meaning::Password);
    assert_eq!(meaning("glassnode KEY "), Meaning::Weak);
    assert_eq!(meaning("commit "), Meaning::Nothing);
    assert_eq!(meaning(""), Meaning::Nothing);
}
