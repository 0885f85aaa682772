//! Signed states, held against the records as they come by.

use super::fault::{VerifyError, Witness, Wrong};
use crate::store::Reading;
use crate::{Checkpoint, Hash, PublicKey, Role};

/// All signed states that are known.
pub(super) struct States {
    /// With a good signature, by id.
    signed: Vec<(Witness, Checkpoint)>,
    /// How many of them have been passed.
    passed: usize,
    agreed: u64,
    /// Up to this record a state agrees.
    holds: u64,
    head: Option<u64>,
    /// The first one with a bad signature.
    forged: Option<VerifyError>,
}

impl States {
    pub(super) fn gather(
        reader: &mut dyn Reading,
        key: &PublicKey,
        witnesses: &[Checkpoint],
    ) -> Result<Self, VerifyError> {
        let store = |error| VerifyError::store(None, error);
        let head = reader.head().map_err(store)?;
        let head_id = head.as_ref().map(|head| head.id);
        let kept = reader.checkpoints().map_err(store)?;
        let all = head.into_iter().map(|state| (Witness::Head, state));
        let all = all.chain(kept.into_iter().map(|state| (Witness::Checkpoint, state)));
        let all = all.chain(witnesses.iter().map(|state| (Witness::Elsewhere, state.clone())));
        let (mut signed, forged): (Vec<_>, Vec<_>) = all.partition(|(witness, state)| match witness {
            Witness::Head => state.is_signed_as(Role::End, key),
            _ => state.is_signed_by(key),
        });
        signed.sort_by_key(|(witness, state)| (state.id, *witness));
        let forged = forged.into_iter().min_by_key(|(_, state)| state.id);
        let forged = forged.map(|(witness, state)| VerifyError::at(state.id, Wrong::Forged { witness }));
        Ok(Self { signed, passed: 0, agreed: 0, holds: 0, head: head_id, forged })
    }

    /// The walk comes by the record with this id and hash.
    pub(super) fn pass(&mut self, id: u64, hash: Hash) -> Result<(), VerifyError> {
        while let Some((witness, state)) = self.signed.get(self.passed)
            && state.id <= id
        {
            // What is older than the first record was agreed with when it was removed.
            if state.id == id {
                if state.hash != hash {
                    let wrong = Wrong::OtherHash { witness: *witness, holds: self.holds };
                    return Err(VerifyError::at(id, wrong));
                }
                self.agreed += 1;
            }
            self.passed += 1;
        }
        if self.passed > 0 && self.signed[self.passed - 1].1.id == id {
            self.holds = id;
        }
        Ok(())
    }

    /// The walk has come to the last record; 0 if there is none.
    pub(super) fn end(&self, last: u64) -> Result<(), VerifyError> {
        if let Some((_, newest)) = self.signed[self.passed..].last() {
            let mut ahead = self.signed.iter().filter(|(_, state)| state.id == newest.id);
            let witness = ahead.next().map_or(Witness::Elsewhere, |(witness, _)| *witness);
            return Err(VerifyError::at(last + 1, Wrong::Cut { witness, id: newest.id }));
        }
        if let Some(forged) = &self.forged {
            return Err(forged.clone());
        }
        match self.head {
            Some(head) if head < last => Err(VerifyError::at(head + 1, Wrong::Unsigned)),
            None if last > 0 => Err(VerifyError::at(last, Wrong::Headless)),
            _ => Ok(()),
        }
    }

    pub(super) fn agreed(&self) -> u64 {
        self.agreed
    }
}
