-- Numbers that Rust counts without a sign are kept with their bits as they are; all comparisons happen in Rust.
CREATE TABLE activity (
    id INTEGER PRIMARY KEY,
    time INTEGER NOT NULL,
    kind TEXT NOT NULL,
    session TEXT NOT NULL,
    principal TEXT NOT NULL,
    server TEXT NOT NULL,
    method TEXT NOT NULL,
    name TEXT NOT NULL,
    verdict TEXT,
    risk INTEGER NOT NULL,
    duration INTEGER,
    error TEXT,
    request TEXT NOT NULL,
    trace TEXT NOT NULL,
    note TEXT NOT NULL,
    arguments_bytes INTEGER,
    arguments_cut INTEGER,
    arguments_hash BLOB,
    response_bytes INTEGER,
    response_cut INTEGER,
    response_hash BLOB,
    previous BLOB NOT NULL,
    hash BLOB NOT NULL
) STRICT;

-- Apart from the records, because it is large, read seldom and forgotten first.
CREATE TABLE body (
    record INTEGER PRIMARY KEY,
    arguments_salt BLOB,
    arguments TEXT,
    response_salt BLOB,
    response TEXT
) STRICT;

-- What takes the place of indexes: see blocks.rs.
CREATE TABLE facet (
    place INTEGER PRIMARY KEY,
    low INTEGER NOT NULL,
    high INTEGER NOT NULL,
    offsets BLOB NOT NULL
) STRICT;

CREATE TABLE head (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    id INTEGER NOT NULL,
    hash BLOB NOT NULL,
    time INTEGER NOT NULL,
    signature BLOB NOT NULL
) STRICT;

CREATE TABLE checkpoint (
    id INTEGER PRIMARY KEY,
    hash BLOB NOT NULL,
    time INTEGER NOT NULL,
    signature BLOB NOT NULL
) STRICT;

CREATE TABLE standing (
    server TEXT NOT NULL,
    identity TEXT NOT NULL,
    item TEXT NOT NULL,
    name TEXT NOT NULL,
    standing TEXT NOT NULL,
    PRIMARY KEY (server, identity, item, name)
) STRICT;

CREATE TABLE listed (
    server TEXT NOT NULL,
    identity TEXT NOT NULL,
    item TEXT NOT NULL,
    PRIMARY KEY (server, identity, item)
) STRICT, WITHOUT ROWID;

CREATE TABLE revision (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    revision INTEGER NOT NULL
) STRICT;
INSERT INTO revision VALUES (1, 0);

-- With row ids: a row of a table may fill its page before it needs another, a row of an index only a quarter of it.
CREATE TABLE begun (
    run TEXT NOT NULL,
    ticket INTEGER NOT NULL,
    entry TEXT NOT NULL,
    PRIMARY KEY (run, ticket)
) STRICT;

CREATE TABLE queue (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    body TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    next INTEGER NOT NULL
) STRICT;
