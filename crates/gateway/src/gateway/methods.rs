//! The methods and notifications that the protocol has.

pub(super) use crate::method_names::TASKS;
pub(super) use crate::words::protocol::{CLIENT_NOTIFICATIONS as NOTIFICATIONS, METHODS};

/// The beginning of the methods of notifications.
pub(super) const NOTIFICATION: &str = "notifications/";

/// Whether the protocol has such a method or notification.
pub(super) fn is_of_protocol(method: &str) -> bool {
    METHODS.contains(&method) || NOTIFICATIONS.contains(&method)
}
