// One transaction on the ledger: what moves and looks ask the server with.

import type { EventKind } from '@shoal/base/model/event'
import type { QueryResult } from 'pg'
import { oneLine } from '../rules.ts'
import { eventNumber } from '../stored/numbers.ts'
import type { Packed } from '../stored/values.ts'

export type Value = string | number | boolean | null | Buffer | readonly (string | number | null)[]
export type Row = Readonly<Record<string, unknown>>

export interface EventAbout {
  readonly task?: number
  readonly member?: number
  readonly detail?: string | null
}

/** Where large values lie. Another place can take theirs: a team's values are only ever named by their hash. */
export interface Blobs {
  /** Within a move: writes the value unless the team has it. */
  keep(turn: Turn, team: number, packed: Packed): Promise<void>
  /** Throws `blob-lost` when it is gone or is not what was written. */
  get(turn: Turn, team: number, hash: string): Promise<Buffer>
  /** So that the same value is written again. */
  forget(turn: Turn, team: number, hash: string): Promise<void>
  /** Of a team that is deleted. */
  forgetAll(turn: Turn, team: number): Promise<void>
}

/** Statements have no names: behind a pooler the next one may meet another connection. */
export class Turn {
  /** Whether something was written, or may have been: that is news to those who wait. */
  isNews = false
  /** Done once the move is made; nothing that has to succeed. */
  readonly after: (() => Promise<void>)[] = []

  constructor(
    private readonly client: { query(sql: string, values: unknown[]): Promise<QueryResult> },
    readonly blobs: Blobs,
  ) {}

  async all<R = Row>(sql: string, ...values: Value[]): Promise<readonly R[]> {
    return (await this.ask(sql, values)).rows as R[]
  }

  async one<R = Row>(sql: string, ...values: Value[]): Promise<R | undefined> {
    return (await this.ask(sql, values)).rows[0] as R | undefined
  }

  /** Gives back how many rows were changed. */
  async run(sql: string, ...values: Value[]): Promise<number> {
    return (await this.ask(sql, values)).rowCount ?? 0
  }

  /** A function of the schema that may write. */
  async call<R>(name: string, ...values: Value[]): Promise<R | null> {
    this.isNews = true
    return (await this.one<{ answer: R | null }>(calling(name, values), ...values))!.answer
  }

  /** Gives back what tells it from every other; its number among the events comes later (`events.ts`). */
  async event(kind: EventKind, team: number, { task, member, detail }: EventAbout = {}): Promise<number> {
    const made = await this.one<{ event: number }>(
      'INSERT INTO events (team, at, kind, task, member, detail) VALUES ($1, now_ms(), $2, $3, $4, $5) RETURNING event',
      team,
      eventNumber.get(kind)!,
      task ?? null,
      member ?? null,
      detail ? oneLine(detail) : null,
    )
    return made!.event
  }

  async ask(sql: string, values: readonly Value[]): Promise<QueryResult> {
    this.isNews ||= !sql.startsWith('SELECT')
    return await this.client.query(sql, values.map(storable))
  }
}

/** What it gives back is the `answer`. */
export function calling(name: string, values: readonly Value[]): string {
  return `SELECT ${name}(${values.map((_, at) => `$${at + 1}`).join(', ')}) AS answer`
}

/** Texts of PostgreSQL have no character of number 0: its picture takes its place. */
function storable(value: Value): unknown {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '\u2400') : value
  if (Array.isArray(value)) return value.map(storable)
  return value
}
