// Reads one stretch of a log into a tally: every line once, entry by entry.
import type { ReadTask, Stretch } from '@shoal/base/model/analyst'
import type { SourceText } from '@shoal/base/model/source'
import type { LineParts } from '../../../text/log/format.ts'
import { type KeyCount, TemplateTally } from '../../../text/log/tally.ts'
import { CellGrid } from '../../../text/timeline/cell-grid.ts'
import { OrderReader } from '../../../text/timeline/order.ts'
import { addressIn, isDenial, userIn } from './denials.ts'
import { eachLine } from './each-line.ts'
import { emptyTally, KEY_CELLS, LEVEL_CELLS, ladderFields, newLadders } from './empty-tally.ts'
import { isGrave } from './entry-groups.ts'
import { mayBeHttp, plainPath, readHttp, SLOW_MS } from './http-line.ts'
import { keyRow, kindOfLevel } from './key-rows.ts'
import { mergeKeys, newKeyStat } from './key-stats.ts'
import { type LogFormat, learnFormat } from './learn-format.ts'
import { closeEntry, match, takeDetails, want } from './open-entry.ts'
import { isWithin, type Wants, wantsOf } from './question-filters.ts'
import {
  CLIENT_ERRORS,
  type KeyStat,
  LEVELS,
  type LogTally,
  type OpenEntry,
  SERVER_ERRORS,
  type Spot,
} from './tally.ts'
import { MOST_DETAILS } from './traces.ts'

const LEVEL_INDEX: ReadonlyMap<string, number> = new Map(LEVELS.map((level, k) => [level, k]))
const NO_LEVEL = LEVELS.length - 1

export async function readStretch(
  source: SourceText,
  stretch: Stretch,
  task: ReadTask,
  format = learnFormat(source),
): Promise<LogTally> {
  const reader = new StretchReader(format, wantsOf(task.brief.question))
  const { count, cut } = await eachLine(source, stretch, task, (text, line, offset) => reader.add(text, line, offset))
  return reader.done(count, cut)
}

/** What is looked up once per key and then known for all its entries. */
interface KeyFacts {
  readonly stat: KeyStat
  readonly number: number
  readonly http: boolean
  readonly denial: boolean
}

export class StretchReader {
  private readonly templates = new TemplateTally()
  private readonly keys = new Map<string, KeyFacts>()
  /** The same by what the templates know of a key: found far sooner than by its text. */
  private readonly byCount = new Map<Readonly<KeyCount>, KeyFacts>()
  private keyGrid = new CellGrid(KEY_CELLS)
  private readonly levelGrid = new CellGrid(LEVEL_CELLS)
  private readonly graveGrid = new CellGrid(LEVEL_CELLS)
  private readonly order = new OrderReader()
  private readonly ladders = newLadders()
  private readonly isRecord: boolean
  private readonly tally: LogTally
  private open: OpenEntry | null = null
  private openStat: KeyStat | null = null
  private step = 0

  constructor(
    private readonly format: LogFormat,
    private readonly wants: Wants,
  ) {
    // What is known of a request stands in its fields, unless they were put into words.
    this.isRecord = format.lines.name === 'logfmt' || format.lines.name === 'json'
    this.tally = emptyTally(wants)
  }

  add(text: string, line: number, offset: number, parts = this.format.lines.split(text)): void {
    if (parts.header) this.begin(text, parts, line, offset)
    else if (isBlank(text)) this.tally.blank++
    else this.goOn(parts.carried ?? text)
  }

  done(lines: number, cutLines: number): LogTally {
    const { tally, ladders } = this
    return {
      ...tally,
      ...ladderFields(ladders, tally.http),
      lines,
      cutLines,
      templates: this.templates.toJSON(),
      keys: new Map([...this.keys].map(([key, { stat }]) => [key, stat])),
      keyGrid: this.keyGrid.pack(),
      levelGrid: this.levelGrid.pack(),
      graveGrid: this.graveGrid.pack(),
      order: this.order.done(),
      open: this.open,
    }
  }

  private begin(text: string, parts: LineParts, line: number, offset: number): void {
    const { tally } = this
    // Closed before its key may become coarser.
    if (this.open) closeEntry(tally, this.openStat!, this.open)
    const time = this.format.moment(parts.epochMs)
    const level = parts.level ? LEVEL_INDEX.get(parts.level)! : NO_LEVEL
    const key = this.templates.add(parts.content, line)
    if (this.templates.step !== this.step) this.coarsen()
    const facts = this.factsOf(key)
    const spot = { line, offset, time, stamp: parts.timestamp ?? '' }
    tally.entries++
    tally.levels[level]!++
    if (!Number.isNaN(time)) {
      tally.timed++
      this.order.add(time, line, offset)
      if (this.step === 0) this.keyGrid.add(keyRow(facts.number, kindOfLevel(level)), time, line, offset)
      this.levelGrid.add(level, time, line, offset)
      if (isGrave(level)) this.graveGrid.add(level, time, line, offset)
    }
    if (parts.component !== undefined) this.ladders.components.add(parts.component, line, offset, time)
    if (parts.host !== undefined) this.ladders.hosts.add(parts.host, line, offset, time)
    if (facts.http || this.isRecord) this.request(this.isRecord ? text : parts.content, parts, facts.number, spot)
    if (facts.denial) this.denial(text, spot)
    this.openStat = facts.stat
    this.open = { key, level, spot, content: parts.content, details: [], detailCount: 0, matched: 0 }
    this.answer(text, parts, this.open)
  }

  private goOn(text: string): void {
    this.tally.detailLines++
    const matched = this.wanted(text)
    if (this.open) {
      takeDetails(this.tally, this.open, { lines: [text], count: 1, matched })
      return
    }
    const lead = (this.tally.lead ??= { lines: [], count: 0, matched: 0 })
    if (lead.lines.length < MOST_DETAILS) lead.lines.push(text)
    lead.count++
    lead.matched |= matched
  }

  /** The wanted words that a text holds, one bit each. */
  private wanted(text: string): number {
    let matched = 0
    for (const [k, { pattern }] of this.wants.words.entries()) if (pattern.test(text)) matched |= 1 << k
    return matched
  }

  private factsOf(key: string): KeyFacts {
    const { last } = this.templates
    const known = last && this.byCount.get(last)
    if (known) return known
    const facts = this.keys.get(key) ?? this.newKey(key)
    if (last) this.byCount.set(last, facts)
    return facts
  }

  private newKey(key: string): KeyFacts {
    const facts = { stat: newKeyStat(), number: this.keys.size, http: mayBeHttp(key), denial: isDenial(key) }
    this.keys.set(key, facts)
    return facts
  }

  /** There are too many keys: the tally has made them coarser, and so are those here. */
  private coarsen(): void {
    this.step = this.templates.step
    const stats = new Map([...this.keys].map(([key, { stat }]) => [key, stat] as const))
    const coarse = new Map<string, KeyStat>()
    mergeKeys(coarse, stats, this.step)
    this.keys.clear()
    this.byCount.clear()
    this.keyGrid = new CellGrid(KEY_CELLS)
    for (const [key, stat] of coarse) this.keys.set(key, { ...this.newKey(key), stat })
  }

  private request(text: string, parts: LineParts, key: number, { line, offset, time }: Spot): void {
    const request = readHttp(text)
    if (!request) return
    const { http } = this.tally
    const { status, duration, path } = request
    http.requests++
    http.statuses.set(status, (http.statuses.get(status) ?? 0) + 1)
    if (!Number.isNaN(duration)) this.ladders.durations.add(String(duration), line, offset, time)
    if (duration >= SLOW_MS) this.ladders.slow.add(`${request.method} ${plainPath(path)}`, line, offset, time)
    if (status >= 500) this.ladders.failing.add(`${request.method} ${plainPath(path)}`, line, offset, time)
    if (status < 400) return
    const isServer = status >= 500
    if (!isServer) {
      this.ladders.rejected.add(`${request.method} ${plainPath(path)}`, line, offset, time)
      const client = parts.client ?? addressIn(text)
      if (client) this.ladders.rejectedClients.add(client, line, offset, time)
    }
    if (Number.isNaN(time)) return
    const row = isServer ? SERVER_ERRORS : CLIENT_ERRORS
    this.levelGrid.add(row, time, line, offset)
    this.graveGrid.add(row, time, line, offset)
    if (this.step === 0) this.keyGrid.add(keyRow(key, isServer ? 'server errors' : 'client errors'), time, line, offset)
  }

  private denial(text: string, { line, offset, time }: Spot): void {
    const address = addressIn(text)
    if (address) this.ladders.denied.add(address, line, offset, time)
    const user = userIn(text)
    if (user) this.ladders.deniedUsers.add(user, line, offset, time)
  }

  /** Counts what the question asks for. */
  private answer(text: string, { component, host }: LineParts, open: OpenEntry): void {
    const { wants, tally, ladders } = this
    const { key, level, spot } = open
    const { line, offset, time } = spot
    const isAtLevel = wants.levels.includes(level)
    if (isAtLevel && component !== undefined) ladders.levelComponents.add(component, line, offset, time)
    if (isAtLevel && host !== undefined) ladders.levelHosts.add(host, line, offset, time)
    if (wants.words.length > 0) match(tally, open, this.wanted(text))
    if (wants.addresses) {
      const address = addressIn(text)
      if (address) ladders.addresses.add(address, line, offset, time)
      if (address && isAtLevel) ladders.levelAddresses.add(address, line, offset, time)
    }
    if (wants.users) {
      const user = userIn(text)
      if (user) ladders.users.add(user, line, offset, time)
      if (user && isAtLevel) ladders.levelUsers.add(user, line, offset, time)
    }
    if (wants.span && isWithin(wants.span, spot.time)) {
      const { span } = tally
      want(span, level, spot)
      span.keys.set(key, (span.keys.get(key) ?? 0) + 1)
    }
  }
}

function isBlank(text: string): boolean {
  return text.length === 0 || text.trim() === ''
}
