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

export interface News {
  readonly last: number
  readonly unnumbered: boolean
  /** Something is done that those who wait for it have not been told. */
  readonly unresolved: boolean
}

export async function numberEvents(turn: Turn): Promise<void> {
  await turn.call('last_event')
}

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
