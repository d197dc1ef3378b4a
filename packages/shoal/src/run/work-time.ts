// How long a run was at work, as every face says it.
import type { Ledger } from '@shoal/base/model/ledger'
import { LEAD, type TeamOverview } from '@shoal/base/model/team'
import { WorkClock, type WorkTime } from './work-clock.ts'

/** Events that are read at once. */
const PAGE = 20_000

type Standing = Pick<TeamOverview, 'endedAt' | 'leadAlive'>

/** One run that is asked for again and again: events are read once. */
export class WorkTimer {
  private clock = new WorkClock()
  private cursor = 0

  constructor(
    private readonly ledger: Ledger,
    private readonly run: string,
  ) {}

  /** Null when nobody has ever led it. Throws `unknown-team`. */
  async time(standing: Standing): Promise<WorkTime | null> {
    const { endedAt, leadAlive } = standing
    const { session, joinedAt } = (await this.ledger.members(this.run)).find(({ name }) => name === LEAD)!
    if (joinedAt === null) return null
    // Led once, to its end or still: its events, of which there may be many, would say the same.
    if (session === 1 && endedAt !== null) return { ms: Math.max(0, endedAt - joinedAt), since: null, isLeast: false }
    if (session === 1 && leadAlive) return { ms: 0, since: joinedAt, isLeast: false }
    await this.catchUp()
    return this.clock.time(standing)
  }

  private async catchUp(): Promise<void> {
    for (;;) {
      const events = await this.ledger.events({ team: this.run, after: this.cursor, limit: PAGE })
      for (const event of events) {
        // Two may ask at once.
        if (event.number <= this.cursor) continue
        if (event.kind === 'team-created') this.clock = new WorkClock()
        this.clock.take(event)
        this.cursor = event.number
      }
      if (events.length < PAGE) return
    }
  }
}

/** Null when nobody has ever led it. Throws `unknown-team`. */
export async function workTime(ledger: Ledger, overview: Standing & Pick<TeamOverview, 'name'>) {
  return await new WorkTimer(ledger, overview.name).time(overview)
}

/** What it comes to now. */
export function upTo({ ms, since }: Pick<WorkTime, 'ms' | 'since'>, now: number): number {
  return since === null ? ms : ms + Math.max(0, now - since)
}
