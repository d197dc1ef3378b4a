// The tables of the ledger on PostgreSQL.
import { functions } from './functions.ts'

/**
 * Step by step from an empty schema to the newest; the number of steps taken is its version. A step that was published never
 * changes. `definition`, `input`, `result`, `log`, `plan` and `more` are JSON, or `@` and the hash of a blob. They are text:
 * `json` would refuse what JSON allows, such as the character of number 0.
 *
 * - The time is the server's: machines need not agree on theirs.
 * - Events get their number when somebody looks, in the order in which they became visible (`events.ts`); so do messages.
 * - `endings` holds tasks that are done and whose dependents have not been told (`resolver.ts`).
 */
export const migrations: readonly string[] = [
  `
  CREATE FUNCTION now_ms() RETURNS bigint LANGUAGE sql VOLATILE
    AS $$ SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint $$;

  CREATE TABLE ledger (
    horizon xid8 NOT NULL,
    last_event bigint NOT NULL
  );
  INSERT INTO ledger VALUES ('0', 0);

  CREATE TABLE teams (
    team bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL UNIQUE,
    purpose text,
    definition text,
    ended text,
    ended_reason text,
    stop text,
    next_task bigint NOT NULL DEFAULT 1,
    next_message bigint NOT NULL DEFAULT 1,
    session_base bigint NOT NULL,
    created_at bigint NOT NULL,
    ended_at bigint
  );

  CREATE TABLE deleted_teams (
    name text PRIMARY KEY,
    event bigint NOT NULL
  );

  CREATE TABLE members (
    member bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    team bigint NOT NULL,
    name text NOT NULL,
    role text,
    kind text,
    presence int NOT NULL,
    session bigint NOT NULL,
    lease_until bigint,
    process text,
    idle_told int NOT NULL DEFAULT 0,
    shutdown int NOT NULL DEFAULT 0,
    shutdown_by text,
    shutdown_reason text,
    read_to bigint NOT NULL DEFAULT 0,
    joined_at bigint,
    UNIQUE (team, name)
  ) WITH (fillfactor = 50);

  CREATE SEQUENCE task_rows;
  CREATE TABLE tasks (
    task bigint PRIMARY KEY,
    team bigint NOT NULL,
    id text NOT NULL,
    state int NOT NULL,
    role text NOT NULL,
    priority bigint NOT NULL,
    blockers bigint NOT NULL,
    dependents bigint NOT NULL,
    open_blockers bigint NOT NULL,
    owner bigint,
    fence bigint,
    attempts bigint NOT NULL DEFAULT 0,
    failures bigint NOT NULL DEFAULT 0,
    losses bigint NOT NULL DEFAULT 0,
    retries bigint NOT NULL,
    approval int NOT NULL,
    noted int NOT NULL DEFAULT 0,
    created_at bigint NOT NULL,
    claimed_at bigint,
    ended_at bigint,
    result text,
    result_bytes bigint,
    summary text,
    UNIQUE (team, id)
  );
  CREATE INDEX team_tasks ON tasks (team, task);
  CREATE INDEX ready_tasks ON tasks (team, role, priority DESC, task) WHERE state = 1;
  CREATE INDEX held_tasks ON tasks (team, owner) WHERE state = 2;
  CREATE INDEX waiting_tasks ON tasks (team, state) WHERE state IN (0, 6);

  CREATE TABLE task_texts (
    task bigint PRIMARY KEY,
    subject text NOT NULL,
    description text,
    active_form text,
    input text
  );

  CREATE TABLE task_notes (
    task bigint PRIMARY KEY,
    reason text,
    log text
  );

  CREATE TABLE dependencies (
    blocker bigint NOT NULL,
    blocked bigint NOT NULL,
    PRIMARY KEY (blocker, blocked)
  );
  CREATE INDEX waits_for ON dependencies (blocked, blocker);

  CREATE TABLE endings (
    team bigint NOT NULL,
    task bigint NOT NULL
  );
  CREATE INDEX team_endings ON endings (team);

  CREATE TABLE plans (
    task bigint NOT NULL,
    round bigint NOT NULL,
    member bigint NOT NULL,
    plan text NOT NULL,
    feedback text,
    PRIMARY KEY (task, round)
  );

  CREATE TABLE messages (
    message bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    team bigint NOT NULL,
    number bigint,
    at bigint NOT NULL,
    kind int NOT NULL,
    sender text NOT NULL,
    receiver text,
    line text NOT NULL,
    task text,
    more text,
    UNIQUE (team, number)
  );
  CREATE INDEX new_messages ON messages (team, message) WHERE number IS NULL;

  CREATE TABLE budgets (
    team bigint NOT NULL,
    unit text NOT NULL,
    ceiling bigint NOT NULL,
    used bigint NOT NULL,
    PRIMARY KEY (team, unit)
  );

  CREATE SEQUENCE reservation_numbers;
  CREATE TABLE reservations (
    team bigint NOT NULL,
    number bigint NOT NULL,
    unit text NOT NULL,
    member bigint NOT NULL,
    amount bigint NOT NULL,
    PRIMARY KEY (team, number, unit)
  );

  CREATE TABLE events (
    event bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    made_by xid8 NOT NULL DEFAULT pg_current_xact_id(),
    team bigint NOT NULL,
    at bigint NOT NULL,
    kind int NOT NULL,
    task bigint,
    member bigint,
    detail text
  );
  CREATE INDEX event_makers ON events (made_by);
  CREATE INDEX team_events ON events (team, event);

  CREATE TABLE event_numbers (
    number bigint PRIMARY KEY,
    event bigint NOT NULL UNIQUE
  );

  CREATE TABLE blobs (
    team bigint NOT NULL,
    hash text NOT NULL,
    piece int NOT NULL,
    content bytea NOT NULL,
    PRIMARY KEY (team, hash, piece)
  );
  `,
  // By the name of the run: one that is started over keeps its record of calls.
  `
  CREATE SEQUENCE run_file_versions;
  CREATE TABLE run_files (
    run text NOT NULL,
    name text NOT NULL,
    piece int NOT NULL,
    version bigint NOT NULL DEFAULT nextval('run_file_versions'),
    content bytea NOT NULL,
    PRIMARY KEY (run, name, piece)
  );

  CREATE TABLE run_lines (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    run text NOT NULL,
    name text NOT NULL,
    writer text NOT NULL,
    place bigint NOT NULL,
    line text NOT NULL,
    UNIQUE (run, name, writer, place)
  );
  CREATE INDEX lines_of_run ON run_lines (run, number);

  CREATE TABLE run_numbers (
    run text PRIMARY KEY,
    last bigint NOT NULL
  );

  CREATE TABLE run_turns (
    run text NOT NULL,
    what text NOT NULL,
    free_at float8 NOT NULL,
    PRIMARY KEY (run, what)
  );
  `,
  // Objects of several ledgers may lie in one place.
  `
  CREATE TABLE ledger_id AS SELECT gen_random_uuid()::text AS id;
  `,
  functions,
]
