// The tables of the embedded ledger.

/** `shol` in ASCII, in the header of the file: tells a ledger from every other SQLite file. */
export const APPLICATION_ID = 0x73_68_6f_6c

/**
 * Step by step from an empty file to the newest schema; the number of steps taken is the file's version. A step that
 * was published never changes. A task's row is small until it is completed: what is said of it, and why attempts failed,
 * have tables of their own. `definition`, `input`, `result`, `log`, `plan` and `more` are JSON, or `@` and the hash of a blob.
 */
export const migrations: readonly string[] = [
  `
  CREATE TABLE teams (
    team INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE,
    purpose TEXT,
    definition TEXT,
    ended TEXT,
    ended_reason TEXT,
    stop TEXT,
    next_task INTEGER NOT NULL DEFAULT 1,
    next_message INTEGER NOT NULL DEFAULT 1,
    session_base INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    ended_at INTEGER
  ) STRICT;

  CREATE TABLE deleted_teams (
    name TEXT PRIMARY KEY,
    event INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE members (
    member INTEGER PRIMARY KEY AUTOINCREMENT,
    team INTEGER NOT NULL,
    name TEXT NOT NULL,
    role TEXT,
    kind TEXT,
    presence INTEGER NOT NULL,
    session INTEGER NOT NULL,
    lease_until INTEGER,
    process TEXT,
    idle_told INTEGER NOT NULL DEFAULT 0,
    shutdown INTEGER NOT NULL DEFAULT 0,
    shutdown_by TEXT,
    shutdown_reason TEXT,
    read_to INTEGER NOT NULL DEFAULT 0,
    joined_at INTEGER,
    UNIQUE (team, name)
  ) STRICT;

  CREATE TABLE tasks (
    task INTEGER PRIMARY KEY,
    team INTEGER NOT NULL,
    id TEXT NOT NULL,
    state INTEGER NOT NULL,
    role TEXT NOT NULL,
    priority INTEGER NOT NULL,
    blockers INTEGER NOT NULL,
    dependents INTEGER NOT NULL,
    open_blockers INTEGER NOT NULL,
    owner INTEGER,
    fence INTEGER,
    attempts INTEGER NOT NULL DEFAULT 0,
    failures INTEGER NOT NULL DEFAULT 0,
    losses INTEGER NOT NULL DEFAULT 0,
    retries INTEGER NOT NULL,
    approval INTEGER NOT NULL,
    noted INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    claimed_at INTEGER,
    ended_at INTEGER,
    result TEXT,
    result_bytes INTEGER,
    summary TEXT
  ) STRICT;
  CREATE UNIQUE INDEX task_ids ON tasks (team, id);
  CREATE INDEX team_tasks ON tasks (team, task);
  CREATE INDEX ready_tasks ON tasks (team, role, priority DESC, task) WHERE state = 1;
  CREATE INDEX held_tasks ON tasks (team, owner) WHERE state = 2;
  CREATE INDEX waiting_tasks ON tasks (team, state) WHERE state IN (0, 6);

  CREATE TABLE task_texts (
    task INTEGER PRIMARY KEY,
    subject TEXT NOT NULL,
    description TEXT,
    active_form TEXT,
    input TEXT
  ) STRICT;

  CREATE TABLE task_notes (
    task INTEGER PRIMARY KEY,
    reason TEXT,
    log TEXT
  ) STRICT;

  CREATE TABLE dependencies (
    blocker INTEGER NOT NULL,
    blocked INTEGER NOT NULL,
    PRIMARY KEY (blocker, blocked)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX waits_for ON dependencies (blocked, blocker);

  CREATE TABLE plans (
    task INTEGER NOT NULL,
    round INTEGER NOT NULL,
    member INTEGER NOT NULL,
    plan TEXT NOT NULL,
    feedback TEXT,
    PRIMARY KEY (task, round)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE messages (
    team INTEGER NOT NULL,
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    sender TEXT NOT NULL,
    receiver TEXT,
    line TEXT NOT NULL,
    task TEXT,
    more TEXT,
    PRIMARY KEY (team, number)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE budgets (
    team INTEGER NOT NULL,
    unit TEXT NOT NULL,
    ceiling INTEGER NOT NULL,
    used INTEGER NOT NULL,
    PRIMARY KEY (team, unit)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE last_reservation (number INTEGER NOT NULL) STRICT;
  INSERT INTO last_reservation VALUES (0);

  CREATE TABLE reservations (
    team INTEGER NOT NULL,
    number INTEGER NOT NULL,
    unit TEXT NOT NULL,
    member INTEGER NOT NULL,
    amount INTEGER NOT NULL,
    PRIMARY KEY (team, number, unit)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE events (
    event INTEGER PRIMARY KEY,
    team INTEGER NOT NULL,
    at INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    task INTEGER,
    member INTEGER,
    detail TEXT
  ) STRICT;

  CREATE TABLE blobs (
    hash TEXT NOT NULL,
    team INTEGER NOT NULL,
    PRIMARY KEY (hash, team)
  ) STRICT, WITHOUT ROWID;
  `,
]
