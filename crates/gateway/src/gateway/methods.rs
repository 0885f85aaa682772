//! The methods and notifications that the protocol has.

/// The methods that the gateway has rules for.
pub(super) const METHODS: [&str; 20] = [
    "initialize",
    "ping",
    "server/discover",
    "tools/list",
    "tools/call",
    "prompts/list",
    "prompts/get",
    "resources/list",
    "resources/templates/list",
    "resources/read",
    "resources/subscribe",
    "resources/unsubscribe",
    "completion/complete",
    "logging/setLevel",
    "subscriptions/listen",
    "tasks/list",
    "tasks/get",
    "tasks/result",
    "tasks/cancel",
    "tasks/update",
];
pub(super) use crate::method_names::TASKS;

/// The beginning of the methods of notifications.
pub(super) const NOTIFICATION: &str = "notifications/";

/// The notifications that clients have in the protocol.
pub(super) const NOTIFICATIONS: [&str; 5] = [
    "notifications/initialized",
    "notifications/cancelled",
    "notifications/progress",
    "notifications/roots/list_changed",
    "notifications/tasks/status",
];

/// Whether the protocol has such a method or notification.
pub(super) fn is_of_protocol(method: &str) -> bool {
    METHODS.contains(&method) || NOTIFICATIONS.contains(&method)
}
