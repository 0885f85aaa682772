//! Where the front may be opened, and what it keeps.

use crate::double::{Double, Folder, House};
use crate::wire::Wire;
use std::sync::Arc;
use vetgate_gateway::front::{self, FrontError, Settings};

async fn error(settings: &Settings) -> FrontError {
    front::serve(Arc::new(Double::default()), settings, std::future::pending()).await.unwrap_err()
}

#[tokio::test]
async fn other_machines_are_not_spoken_to_in_the_clear_unless_that_is_allowed() {
    let folder = Folder::new();
    let mut settings = Settings::local(folder.0.clone());
    settings.listen = "0.0.0.0:0".parse().unwrap();
    let refused = error(&settings).await;
    assert!(matches!(refused, FrontError::Plaintext(_)) && refused.to_string().contains("TLS"), "{refused}");
    settings.allow_plaintext = true;
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let running = front::serve(Arc::new(Double::default()), &settings, async { stopped.await.unwrap_or_default() });
    let running = running.await.unwrap();
    drop(stop);
    running.closed().await;
}

#[tokio::test]
async fn a_port_in_use_is_named() {
    let house = House::open().await;
    let folder = Folder::new();
    let mut settings = Settings::local(folder.0.clone());
    settings.listen = house.running.address();
    let refused = error(&settings).await;
    assert!(matches!(refused, FrontError::PortInUse(_)), "{refused}");
    assert!(refused.to_string().contains(&format!("port {}", settings.listen.port())), "{refused}");
}

#[tokio::test]
async fn settings_that_contradict_themselves_are_told() {
    let folder = Folder::new();
    let mut settings = Settings::local(folder.0.clone());
    settings.allowed_origins = vec!["app.example.com".to_owned()];
    assert!(matches!(error(&settings).await, FrontError::Settings(_)));
}

#[tokio::test]
async fn the_admin_token_is_made_once() {
    let folder = Folder::new();
    let settings = Settings::local(folder.0.join("inner"));
    let read = || std::fs::read_to_string(folder.0.join("inner").join("admin-token")).unwrap();
    let mut tokens = Vec::new();
    for _ in 0..2 {
        let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
        let stopped = async { stopped.await.unwrap_or_default() };
        let running = front::serve(Arc::new(Double::default()), &settings, stopped).await.unwrap();
        tokens.push(read());
        drop(stop);
        running.closed().await;
    }
    assert!(tokens[0].trim().len() == 64 && tokens[0] == tokens[1]);
}

#[cfg(unix)]
#[tokio::test]
async fn the_admin_token_is_for_its_owner_alone() {
    use std::fs::{Permissions, metadata, set_permissions, write};
    use std::os::unix::fs::PermissionsExt as _;
    let house = House::open().await;
    let file = house.folder.0.join("admin-token");
    let mode = |path: &std::path::Path| metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(&file), mode(&house.folder.0)), (0o600, 0o700));

    let settings = Settings::local(house.folder.0.clone());
    set_permissions(&file, Permissions::from_mode(0o640)).unwrap();
    let refused = error(&settings).await.to_string();
    assert!(refused.contains("other users can read it") && refused.contains("admin-token"), "{refused}");

    set_permissions(&file, Permissions::from_mode(0o600)).unwrap();
    write(&file, "short\n").unwrap();
    assert!(error(&settings).await.to_string().contains("contains no token"));

    set_permissions(&house.folder.0, Permissions::from_mode(0o777)).unwrap();
    assert!(error(&settings).await.to_string().contains("chmod 700"));
}

#[tokio::test]
async fn a_client_that_is_early_waits_until_it_can_be_heard() {
    let folder = Folder::new();
    let opened = front::open(&Settings::local(folder.0.clone())).await.unwrap();
    let double = Arc::new(Double::default());
    let mut wire = Wire::to(opened.address()).await;
    let asked = tokio::spawn(async move {
        let hello = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}"#;
        wire.post("/mcp", &[], hello).await
    });
    tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    assert!(!asked.is_finished() && double.heard().is_empty());
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let running = opened.serve(double, async { stopped.await.unwrap_or_default() });
    assert_eq!(asked.await.unwrap().status, 200);
    drop(stop);
    running.closed().await;
}
