//! Whether somebody is there to be spoken to.

use super::AgentError;
use reqwest::Url;
use std::time::Duration;
use tokio::net::TcpStream;

/// How long an endpoint may take to be there: it may be started after the servers behind it.
const PATIENCE: Duration = Duration::from_secs(60);

/// Between two looks.
const PAUSE: Duration = Duration::from_millis(250);

/// Whether somebody listens at an address.
pub async fn is_there(url: &str) -> Result<bool, AgentError> {
    let (host, port) = place(url)?;
    Ok(TcpStream::connect((host.as_str(), port)).await.is_ok())
}

/// Waits until somebody listens at an address, for a minute at most.
pub async fn awaited(url: &str) -> Result<(), AgentError> {
    let waiting = async {
        while !is_there(url).await? {
            tokio::time::sleep(PAUSE).await;
        }
        Ok(())
    };
    let reason = || format!("nothing listens on this address after {} s", PATIENCE.as_secs());
    let waited = tokio::time::timeout(PATIENCE, waiting).await;
    waited.unwrap_or_else(|_| Err(AgentError::Connect { place: url.to_owned(), reason: reason() }))
}

/// The host and the port of an address.
fn place(url: &str) -> Result<(String, u16), AgentError> {
    let refused = |reason: String| AgentError::Connect { place: url.to_owned(), reason };
    let address = Url::parse(url).map_err(|error| refused(format!("it is not a URL: {error}")))?;
    let host = address.host_str().filter(|_| matches!(address.scheme(), "http" | "https"));
    let host = host.ok_or_else(|| refused("it is not an http or https URL".to_owned()))?;
    Ok((host.trim_matches(['[', ']']).to_owned(), address.port_or_known_default().unwrap_or(80)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_taken_apart_and_what_is_none_is_refused() {
        assert_eq!(place("http://[::1]:8080/mcp").unwrap(), ("::1".to_owned(), 8080));
        assert_eq!(place("https://gateway.example/mcp").unwrap(), ("gateway.example".to_owned(), 443));
        for wrong in ["gateway", "ftp://gateway.example/", "http://"] {
            let error = place(wrong).unwrap_err().to_string();
            assert!(error.starts_with(wrong), "{error}");
        }
    }
}
