// The event stream, read from any point. Whoever reads gives numbers to the events that have none.
import type { LedgerEvent } from '@shoal/base/model/event'
import { type EventRow, toEvent } from '../stored/views.ts'
import { teamRow } from './rows.ts'
import type { Turn } from './turn.ts'

/*
 * An event gets its number once its move is made, not while it is being made. Numbers that moves took themselves would
 * become visible out of order, and a follower that has seen 7 would never look for a 6 that comes after it.
 *
 * `horizon` is a transaction of which all before it were over when numbers were last given: their events have one. Of the
 * others, those without a number get the next, in the order of `event`. A move that has seen what another one did made its
 * events later, so that no effect comes before its cause.
 */
const UNNUMBERED = `FROM events e WHERE made_by >= (SELECT horizon FROM ledger)
  AND NOT EXISTS (SELECT FROM event_numbers n WHERE n.event = e.event)`

export interface News {
  readonly last: number
  readonly unnumbered: boolean
}

export const HAS_NEWS = `SELECT last_event AS last, EXISTS (SELECT ${UNNUMBERED}) AS unnumbered FROM ledger`

export async function numberEvents(turn: Turn): Promise<void> {
  // One at a time. What the next statement sees includes all that whoever was before did.
  await turn.one('SELECT FROM ledger FOR UPDATE')
  await turn.run(NUMBER)
}

const NUMBER = `
  WITH fresh AS (SELECT event, row_number() OVER (ORDER BY event) AS at ${UNNUMBERED}),
  numbered AS (
    INSERT INTO event_numbers (number, event) SELECT last_event + at, event FROM fresh, ledger RETURNING 1)
  UPDATE ledger SET last_event = last_event + (SELECT count(*) FROM numbered),
    horizon = pg_snapshot_xmin(pg_current_snapshot())`

export interface EventFilter {
  readonly team?: string
  readonly after: number
  readonly limit: number
}

const EVENTS = `
  SELECT n.number AS event, e.at, e.kind, t.name AS team_name, k.id AS task_id, m.name AS member_name, e.detail
  FROM event_numbers n JOIN events e USING (event) LEFT JOIN teams t ON t.team = e.team
    LEFT JOIN tasks k ON k.task = e.task LEFT JOIN members m ON m.member = e.member`

export async function events(turn: Turn, { team, after, limit }: EventFilter): Promise<readonly LedgerEvent[]> {
  const rows =
    team === undefined
      ? await turn.all<EventRow>(`${EVENTS} WHERE n.number > $1 ORDER BY n.number LIMIT $2`, after, limit)
      : await turn.all<EventRow>(
          `${EVENTS} WHERE n.number > $1 AND e.team = $2 ORDER BY n.number LIMIT $3`,
          after,
          (await teamRow(turn, team)).team,
          limit,
        )
  return rows.map(toEvent)
}
