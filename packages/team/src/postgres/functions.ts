// The moves that are made most often, as functions of the server: one way there and back where statements of a transaction would take four to
// eight, and plans that a connection keeps without statements that have names, which a pooler would lose.
import { Approving, eventNumber, messageNumber, Presence, Shutdown, State } from '../stored/numbers.ts'

/**
 * Everything in them is found by an index: a plan that was kept while a table was small must not read the table, and need not be made anew for
 * each call. Forbidding a scan makes the one of `shoal_version` look dear enough to be compiled, which takes 30 ms.
 */
const HEAD = `LANGUAGE plpgsql SET search_path FROM CURRENT SET lock_timeout TO '60s' SET plan_cache_mode TO force_generic_plan
  SET enable_seqscan TO off SET enable_bitmapscan TO off SET max_parallel_workers_per_gather TO 0 SET jit TO off`

const told = (kind: Parameters<typeof eventNumber.get>[0]) => eventNumber.get(kind)!

/** Events from the horizon on that have no number (`events.ts`). A range with two ends is taken for a small part, and so found by its index. */
const UNNUMBERED = `FROM events e WHERE made_by BETWEEN (SELECT horizon FROM ledger) AND '${2n ** 63n}'
      AND NOT EXISTS (SELECT FROM event_numbers n WHERE n.event = e.event)`

/** By index from row to row: guesses at how many are new would have all numbers read. */
const NEWS_HEAD = `${HEAD} SET enable_hashjoin TO off SET enable_mergejoin TO off`

/**
 * - `take_task`: the best ready task goes to the member. What others take at this moment is passed over, not waited for; a role of which
 *   that is so leaves the others. What tells the event of a claim from every other is its fence. Null when there is none, or its hands are full.
 * - `complete_task`: those that wait for the task are told by `resolve_endings`. Null when the claim is lost, or in another phase.
 * - `finish_task`, `claim_task`: whole moves. What they leave undone is done, or refused, by `claims.ts`.
 * - `join_members`, `leave_members`: in a move alone, many at once. Null stands for one whose name is taken, or that has a task in hand:
 *   `members.ts` sees to those.
 * - `last_event`: gives numbers to the events that have none. `has_news` only looks.
 */
export const functions = `
  CREATE FUNCTION take_task(of_team bigint, by_member bigint, of_roles text[]) RETURNS json ${HEAD} AS $$
  DECLARE
    best text;
    picked bigint;
    claimed record;
  BEGIN
    IF EXISTS (SELECT FROM tasks WHERE team = of_team AND owner = by_member AND state = ${State.inProgress}) THEN
      RETURN NULL;
    END IF;
    LOOP
      SELECT r.role INTO best FROM unnest(of_roles) AS r (role) CROSS JOIN LATERAL (
        SELECT priority, task FROM tasks WHERE team = of_team AND role = r.role AND state = ${State.ready}
        ORDER BY priority DESC, task LIMIT 1) first
      ORDER BY first.priority DESC, first.task LIMIT 1;
      IF NOT FOUND THEN RETURN NULL; END IF;
      SELECT task INTO picked FROM tasks WHERE team = of_team AND role = best AND state = ${State.ready}
        ORDER BY priority DESC, task LIMIT 1 FOR UPDATE SKIP LOCKED;
      EXIT WHEN FOUND;
      of_roles := array_remove(of_roles, best);
    END LOOP;
    INSERT INTO events (team, at, kind, task, member) VALUES (of_team, now_ms(), ${told('task-claimed')}, picked, by_member)
      RETURNING event, at INTO claimed;
    UPDATE tasks SET state = ${State.inProgress}, owner = by_member, fence = claimed.event, attempts = attempts + 1, claimed_at = claimed.at
      WHERE task = picked;
    UPDATE members SET idle_told = 0 WHERE member = by_member AND idle_told <> 0;
    RETURN (SELECT row_to_json(whole) FROM (
      SELECT t.task, t.team, t.id, t.state, t.role, t.priority, t.attempts, t.retries, t.blockers, t.open_blockers, t.approval,
        t.created_at, t.claimed_at, t.ended_at, t.result_bytes, t.summary, t.fence, x.subject, x.description, x.active_form, x.input,
        n.reason, (n.log IS NOT NULL)::int AS has_log,
        CASE WHEN t.blockers > 0 THEN (SELECT json_agg(b.id ORDER BY d.blocker)::text
          FROM dependencies d JOIN tasks b ON b.task = d.blocker WHERE d.blocked = t.task) END AS blocked_by
      FROM tasks t JOIN task_texts x USING (task) LEFT JOIN task_notes n USING (task) WHERE t.task = picked) whole);
  END $$;

  CREATE FUNCTION complete_task(of_team text, of_task text, of_fence bigint, its_result text, its_bytes bigint, its_summary text)
    RETURNS json ${HEAD} AS $$
  DECLARE held record;
  BEGIN
    UPDATE tasks t SET state = ${State.completed}, ended_at = now_ms(), result = its_result, result_bytes = its_bytes, summary = its_summary
      FROM teams g, members m WHERE g.name = of_team AND t.team = g.team AND t.id = of_task AND t.fence = of_fence
        AND t.state = ${State.inProgress} AND m.member = t.owner AND t.approval IN (${Approving.none}, ${Approving.approved})
      RETURNING t.task, t.team, t.id, t.failures, t.retries, t.approval, t.dependents, t.noted,
        m.member, m.name, m.role, m.session, m.shutdown, m.idle_told INTO held;
    IF NOT FOUND THEN RETURN NULL; END IF;
    INSERT INTO events (team, at, kind, task, member, detail)
      VALUES (held.team, now_ms(), ${told('task-completed')}, held.task, held.member, its_summary);
    IF held.dependents > 0 THEN INSERT INTO endings (team, task) VALUES (held.team, held.task); END IF;
    IF held.noted <> 0 THEN UPDATE task_notes SET reason = NULL, log = NULL WHERE task = held.task; END IF;
    RETURN row_to_json(held);
  END $$;

  CREATE FUNCTION resolve_endings(of_team bigint) RETURNS void ${HEAD} AS $$
  BEGIN
    WITH done AS (DELETE FROM endings WHERE team = of_team RETURNING task),
    fewer AS (SELECT d.blocked, count(*) AS n FROM done JOIN dependencies d ON d.blocker = done.task GROUP BY d.blocked),
    opened AS (
      UPDATE tasks t SET open_blockers = open_blockers - n,
        state = CASE WHEN state <> ${State.blocked} OR open_blockers > n THEN state
          WHEN approval = ${Approving.requested} THEN ${State.awaiting} ELSE ${State.ready} END
      FROM fewer WHERE t.task = fewer.blocked RETURNING t.task, t.state)
    INSERT INTO events (team, at, kind, task)
      SELECT of_team, now_ms(), ${told('task-ready')}, task FROM opened WHERE state = ${State.ready} ORDER BY task;
  END $$;

  CREATE FUNCTION finish_task(of_version int, team_lock int, resolver_lock int, lock_number int, of_team text, of_task text, of_fence bigint,
      its_result text, its_bytes bigint, its_summary text, its_report text, wants_next boolean) RETURNS json ${HEAD} AS $$
  DECLARE held json;
  BEGIN
    IF (SELECT version FROM shoal_version) <> of_version THEN RETURN '{"isOther": true}'; END IF;
    PERFORM pg_advisory_xact_lock_shared(team_lock, lock_number);
    held := complete_task(of_team, of_task, of_fence, its_result, its_bytes, its_summary);
    IF held IS NULL THEN RETURN '{}'; END IF;
    IF its_summary IS NOT NULL THEN
      INSERT INTO events (team, at, kind, task, member, detail)
        VALUES ((held->>'team')::bigint, now_ms(), ${told('message-sent')}, (held->>'task')::bigint, (held->>'member')::bigint, its_report);
      INSERT INTO messages (team, at, kind, sender, receiver, line, task)
        VALUES ((held->>'team')::bigint, now_ms(), ${messageNumber.get('task-report')!}, held->>'name', 'lead', its_summary, of_task);
    END IF;
    IF (held->>'dependents')::bigint > 0 AND pg_try_advisory_xact_lock(resolver_lock, lock_number) THEN
      PERFORM resolve_endings((held->>'team')::bigint);
    END IF;
    RETURN json_build_object('ended', true, 'taken',
      CASE WHEN wants_next AND (held->>'shutdown')::int <> ${Shutdown.requested} THEN
        take_task((held->>'team')::bigint, (held->>'member')::bigint, roles_of(held->>'name', held->>'role')) END);
  END $$;

  CREATE FUNCTION roles_of(of_name text, of_role text) RETURNS text[] LANGUAGE sql IMMUTABLE
    AS $$ SELECT ARRAY[CASE WHEN of_name = 'lead' THEN 'lead' ELSE '' END, of_name, coalesce(of_role, of_name)] $$;

  CREATE FUNCTION claim_task(of_version int, team_lock int, lock_number int, of_team text, of_name text, of_session bigint)
    RETURNS json ${HEAD} AS $$
  DECLARE
    own record;
    own_roles text[];
    mayTake boolean;
  BEGIN
    IF (SELECT version FROM shoal_version) <> of_version THEN RETURN '{"isOther": true}'; END IF;
    PERFORM pg_advisory_xact_lock_shared(team_lock, lock_number);
    SELECT m.* INTO own FROM members m JOIN teams t USING (team)
      WHERE t.name = of_team AND m.name = of_name AND m.session = of_session AND m.presence = ${Presence.alive};
    IF NOT FOUND THEN RETURN '{}'; END IF;
    own_roles := roles_of(of_name, own.role);
    mayTake := own.shutdown <> ${Shutdown.requested};
    -- A plain look first: when there is nothing to claim and nothing to tell, nothing is written.
    IF mayTake AND EXISTS (SELECT FROM tasks WHERE team = own.team AND role = ANY(own_roles) AND state = ${State.ready}) THEN
      -- One member may claim from two places at the same time: the second waits here, and takes nothing.
      PERFORM FROM members WHERE member = own.member AND session = of_session AND presence = ${Presence.alive} FOR UPDATE;
      IF NOT FOUND THEN RETURN '{}'; END IF;
      RETURN json_build_object('taken', take_task(own.team, own.member, own_roles));
    END IF;
    RETURN json_build_object('isIdle', (own.idle_told <> 0 OR of_name = 'lead' OR NOT mayTake)
      AND NOT EXISTS (SELECT FROM endings WHERE team = own.team)
      AND NOT EXISTS (SELECT FROM tasks WHERE team = own.team AND owner = own.member AND state = ${State.inProgress}));
  END $$;

  CREATE INDEX done_tasks ON tasks (team, owner) WHERE state = ${State.completed};
  CREATE INDEX open_teams ON teams (team) WHERE ended IS NULL AND definition IS NOT NULL;
  CREATE INDEX living_members ON members (team) WHERE presence = ${Presence.alive};

  CREATE FUNCTION join_members(of_team bigint, base bigint, names text[], roles text[], kinds text[], processes text[], leases bigint[])
    RETURNS json ${HEAD} AS $$
  DECLARE
    known record;
    own bigint;
    sessions bigint[] := array_fill(NULL::bigint, ARRAY[cardinality(names)]);
  BEGIN
    FOR k IN 1..cardinality(names) LOOP
      SELECT member, session, presence INTO known FROM members WHERE team = of_team AND name = names[k] FOR UPDATE;
      CONTINUE WHEN known.presence = ${Presence.alive};
      sessions[k] := coalesce(known.session, base) + 1;
      IF known.member IS NULL THEN
        -- What was said before it was there is not for it.
        INSERT INTO members (role, kind, session, lease_until, process, joined_at, presence, team, name, read_to)
          SELECT roles[k], kinds[k], sessions[k], now_ms() + leases[k], processes[k], now_ms(), ${Presence.alive}, team, names[k], next_message - 1
          FROM teams WHERE team = of_team RETURNING member INTO own;
      ELSE
        UPDATE members SET role = roles[k], kind = kinds[k], session = sessions[k], lease_until = now_ms() + leases[k],
          process = processes[k], joined_at = now_ms(), presence = ${Presence.alive}, idle_told = 0
          WHERE member = known.member RETURNING member INTO own;
      END IF;
      INSERT INTO events (team, at, kind, member, detail) VALUES (of_team, now_ms(), ${told('member-joined')}, own, roles[k]);
    END LOOP;
    RETURN array_to_json(sessions);
  END $$;

  CREATE FUNCTION leave_members(of_team text, names text[], sessions bigint[]) RETURNS json ${HEAD} AS $$
  DECLARE
    own record;
    gone boolean[] := array_fill(NULL::boolean, ARRAY[cardinality(names)]);
  BEGIN
    FOR k IN 1..cardinality(names) LOOP
      SELECT m.team, m.member INTO own FROM members m JOIN teams t USING (team)
        WHERE t.name = of_team AND m.name = names[k] AND m.session = sessions[k] AND m.presence = ${Presence.alive} FOR UPDATE OF m;
      gone[k] := own.member IS NULL;
      CONTINUE WHEN gone[k];
      CONTINUE WHEN EXISTS (SELECT FROM tasks WHERE team = own.team AND owner = own.member AND state = ${State.inProgress});
      DELETE FROM reservations WHERE team = own.team AND member = own.member;
      UPDATE members SET presence = ${Presence.left}, lease_until = NULL, shutdown = 0, shutdown_by = NULL, shutdown_reason = NULL
        WHERE member = own.member;
      INSERT INTO events (team, at, kind, member) VALUES (own.team, now_ms(), ${told('member-left')}, own.member);
      gone[k] := true;
    END LOOP;
    RETURN array_to_json(gone);
  END $$;

  CREATE FUNCTION has_news() RETURNS json ${NEWS_HEAD} AS $$
  BEGIN
    RETURN (SELECT json_build_object('last', last_event, 'unnumbered', EXISTS (SELECT ${UNNUMBERED}),
      'unresolved', EXISTS (SELECT FROM endings)) FROM ledger);
  END $$;

  CREATE FUNCTION last_event() RETURNS json ${NEWS_HEAD} AS $$
  BEGIN
    IF EXISTS (SELECT ${UNNUMBERED}) THEN
      -- One at a time. What the next statement sees includes all that whoever was before did.
      PERFORM FROM ledger FOR UPDATE;
      WITH fresh AS (SELECT event, row_number() OVER (ORDER BY event) AS at ${UNNUMBERED}),
      numbered AS (
        INSERT INTO event_numbers (number, event) SELECT last_event + at, event FROM fresh, ledger RETURNING 1)
      UPDATE ledger SET last_event = last_event + (SELECT count(*) FROM numbered),
        horizon = pg_snapshot_xmin(pg_current_snapshot());
    END IF;
    RETURN has_news();
  END $$;
  `
