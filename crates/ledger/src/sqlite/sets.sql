-- Since format 3: the ledger's seal of all rows of standing and listed, renewed with every end of the chain.
ALTER TABLE head ADD COLUMN standings TEXT NOT NULL DEFAULT '';
