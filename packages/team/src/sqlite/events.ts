// The event stream, read from any point.
import type { LedgerEvent } from '@shoal/base/model/event'
import { type EventRow, toEvent } from '../stored/views.ts'
import { teamRow } from './rows.ts'
import type { Store } from './store.ts'

export interface EventFilter {
  readonly team?: string
  readonly after: number
  readonly limit: number
}

const EVENTS = `
  SELECT e.event, e.at, e.kind, t.name AS team_name, k.id AS task_id, m.name AS member_name, e.detail
  FROM events e LEFT JOIN teams t ON t.team = e.team LEFT JOIN tasks k ON k.task = e.task
    LEFT JOIN members m ON m.member = e.member`

export function events(store: Store, { team, after, limit }: EventFilter): readonly LedgerEvent[] {
  const rows =
    team === undefined
      ? store.all<EventRow>(`${EVENTS} WHERE e.event > ? ORDER BY e.event LIMIT ?`, after, limit)
      : store.all<EventRow>(
          `${EVENTS} WHERE e.event > ? AND e.team = ? ORDER BY e.event LIMIT ?`,
          after,
          teamRow(store, team).team,
          limit,
        )
  return rows.map(toEvent)
}
