//! Random secrets and responses, the same for the same seed.

use serde_json::json;

/// SplitMix64.
pub(crate) struct Generator(u64);

impl Generator {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x5DEE_CE66)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }

    fn pick(&mut self, from: &[u8]) -> char {
        char::from(from[self.below(from.len())])
    }

    /// 12 to 40 letters and digits, half of them with marks between; 12 is as common as all the rest.
    pub(crate) fn secret(&mut self) -> String {
        let length = if self.below(2) == 0 { 12 } else { 12 + self.below(29) };
        let marks = self.below(2) == 0;
        let alphabet: &[u8] = match self.below(4) {
            0 => b"0123456789",
            1 => b"abcdefghijklmnopqrstuvwxyz",
            _ => b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
        };
        let mut secret = String::new();
        for at in 0..length {
            secret.push(self.pick(alphabet));
            if marks && at + 1 < length && self.below(5) == 0 {
                secret.push(self.pick(b" -_.@/:,"));
            }
        }
        secret
    }

    pub(crate) fn words(&mut self, count: usize) -> String {
        let mut words = Vec::new();
        for _ in 0..count {
            let length = 2 + self.below(8);
            words.push((0..length).map(|_| self.pick(b"etaoinshrdlucmfwypvbgkqjxz")).collect::<String>());
        }
        words.join(" ")
    }

    /// A response with `secret` in it: text, JSON, JSON inside text, records, or a number.
    pub(crate) fn document(&mut self, secret: &str) -> String {
        let (before, after) = (self.words(30), self.words(30));
        match self.below(5) {
            0 => format!("{before} {secret} {after}"),
            1 => json!({"content": [{"type": "text", "text": format!("{before}\n\"{secret}\"\n{after}")}]}).to_string(),
            2 => {
                let inner = json!({"id": self.below(1000), "note": before, "value": secret, "more": after}).to_string();
                json!({"content": [{"type": "text", "text": inner}]}).to_string()
            }
            3 => json!({"structuredContent": {"rows": [{"a": before}, {"a": secret, "b": 17}, {"a": after}]}})
                .to_string(),
            _ => json!([before, [[secret]], {"x": after}]).to_string(),
        }
    }
}
