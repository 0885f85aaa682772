-- Since format 2: calls that wait for a person.
CREATE TABLE hold (
    id TEXT PRIMARY KEY,
    hold TEXT NOT NULL
) STRICT;
