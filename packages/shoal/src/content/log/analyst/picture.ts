// The whole of a log as findings, figures and answers need it: templates with all that is known of each, and rows of
// counts over time on one grid.
import { coarsenKey } from '../../../text/log/coarsen.ts'
import { mineTemplates, type Template } from '../../../text/log/templates.ts'
import { isDenial } from './denials.ts'
import { type Extent, extentOf, isGrave, uniteGroups } from './entry-groups.ts'
import { type KeyRowKind, keyRow, keyRowOf } from './key-rows.ts'
import { beatsOf } from './key-stats.ts'
import type { LogFormat } from './learn-format.ts'
import type { WholeTally } from './merge.ts'
import { type Signature, signatureOf } from './signatures.ts'
import {
  type Beats,
  type EntryGroup,
  type KeyStat,
  LEVELS,
  type LevelName,
  type Spot,
  type TraceStat,
} from './tally.ts'
import { type Axis, type TimeRows, timeRows } from './time-rows.ts'

export interface TemplateStat {
  readonly template: string
  readonly count: number
  readonly levels: readonly number[]
  readonly first: Spot
  readonly last: Spot
  /** Its entries by level and trace, those that occur. */
  readonly groups: readonly EntryGroup[]
  /** The content of its first entry as it stands in the file. */
  readonly example: string
  readonly beats: Beats | null
  /** How serious it is by its level, or by its wording where levels do not tell. */
  readonly rank: Rank
  readonly signature: Signature | null
  /** It speaks of a failed log-in. */
  readonly denial: boolean
  /** Its number in rows of counts. */
  readonly number: number
}

export const RANKS = ['calm', 'warn', 'error', 'fatal'] as const
export type Rank = (typeof RANKS)[number]

export interface Picture {
  readonly whole: WholeTally
  readonly format: LogFormat
  /** The most frequent first. */
  readonly templates: readonly TemplateStat[]
  readonly templateOfKey: (key: string) => TemplateStat | undefined
  readonly traces: readonly TraceStat[]
  /** Null when fewer than two entries have a time, or all the same. */
  readonly axis: Axis | null
  /** All entries over time. */
  readonly all: Float64Array
  /** Entries at error level or worse, by level or wording, over time. */
  readonly errors: Float64Array
  row(row: number): Float64Array
  /** A template over time: all of its entries, or those of a kind. */
  templateRow(template: TemplateStat, kind?: KeyRowKind): Float64Array
  readonly firstIn: TimeRows['firstIn']
  readonly cellsIn: TimeRows['cellsIn']
}

const ERROR = LEVELS.indexOf('error')
const FATAL = LEVELS.indexOf('fatal')
const NONE = LEVELS.indexOf('none')

export function pictureOf(whole: WholeTally, format: LogFormat): Picture {
  const book = mineTemplates(whole.tally)
  const traces = [...whole.traces.stats.values()]
  const coarse = (key: string) => coarsenKey(key, whole.tally.step)
  const groups = new Map<string, { template: Template; keys: string[] }>()
  for (const key of whole.keys.keys()) {
    const template = book.templateOfKey(key)
    const group = groups.get(template.template)
    if (group) group.keys.push(key)
    else groups.set(template.template, { template, keys: [key] })
  }
  const templates = [...groups.values()]
    .map(({ template, keys }) => ({ template, keys, stat: united(keys.map(key => whole.keys.get(key)!)) }))
    .map(({ stat, ...rest }) => ({ ...rest, stat, extent: extentOf(stat.groups)! }))
    .sort((a, b) => b.stat.count - a.stat.count || a.extent.first.line - b.extent.first.line)
    .map(({ template, keys, stat, extent }, number) => ({
      keys,
      stat: templateStat(template, stat, extent, {
        number,
        denial: keys.some(isDenial),
      }),
    }))
  const byKey = new Map(templates.flatMap(({ keys, stat }) => keys.map(key => [key, stat] as const)))
  const numbers = Int32Array.from(whole.keys.keys(), key => byKey.get(key)!.number)
  const { axis, dense, firstIn, cellsIn } = timeRows(whole, row => {
    const { key, kind } = keyRowOf(row)
    return keyRow(numbers[key]!, kind)
  })
  const stats = templates.map(({ stat }) => stat)
  return {
    whole,
    format,
    templates: stats,
    templateOfKey: key => byKey.get(key) ?? byKey.get(coarse(key)),
    traces,
    axis,
    all: LEVELS.map((_, k) => dense('level', k)).reduce(added),
    errors: errorRow(stats, dense),
    row: row => dense('level', row),
    templateRow: ({ number }, kind) => dense(kind ?? 'template', number),
    firstIn,
    cellsIn,
  }
}

interface UnitedStat extends KeyStat {
  beats: Beats | null
}

function united(stats: readonly KeyStat[]): UnitedStat {
  if (stats.length === 1) return { ...stats[0]!, beats: beatsOf(stats[0]!) }
  const count = stats.reduce((sum, stat) => sum + stat.count, 0)
  const groups: EntryGroup[] = []
  for (const stat of stats) uniteGroups(groups, stat.groups)
  return { count, groups, beats: unitedBeats(stats, count) }
}

const MOST_UNITED = 4096

function unitedBeats(stats: readonly KeyStat[], count: number): Beats | null {
  if (count > MOST_UNITED || stats.some(stat => stat.beats === null)) return null
  const all = stats.flatMap(stat => {
    const { times, lines, offsets, levels } = beatsOf(stat)!
    return times.map((time, k) => ({ time, line: lines[k]!, offset: offsets[k]!, level: levels[k]! }))
  })
  all.sort((a, b) => a.line - b.line)
  return {
    times: all.map(b => b.time),
    lines: all.map(b => b.line),
    offsets: all.map(b => b.offset),
    levels: all.map(b => b.level),
  }
}

interface TemplateFacts {
  readonly number: number
  readonly denial: boolean
}

function templateStat(
  template: Template,
  { groups, beats }: UnitedStat,
  { count, levels, first, last }: Extent,
  { number, denial }: TemplateFacts,
): TemplateStat {
  const example = template.examples[0] ?? template.template
  const signature = signatureOf(example)
  return {
    template: template.template,
    count,
    levels,
    first,
    last,
    groups,
    example,
    beats,
    rank: rankOf(groups, levels, signature),
    signature,
    denial,
    number,
  }
}

/** The gravest level it has; where it has none, or a calm one that its words belie, by its words. */
function rankOf(groups: readonly EntryGroup[], levels: readonly number[], signature: Signature | null): Rank {
  if (levels[FATAL]! > 0) return 'fatal'
  if (levels[ERROR]! > 0) return 'error'
  const isUnlevelled = groups.every(({ level }) => level === NONE)
  if (signature?.weight === 'high') return 'error'
  if (levels[LEVELS.indexOf('warn')]! > 0) return 'warn'
  if (!isUnlevelled) return 'calm'
  if (signature?.weight === 'medium' || groups.some(({ traced }) => traced)) return 'error'
  return signature ? 'warn' : 'calm'
}

/** The errors among a template's entries: all where its words say so, else those at such a level, and those without a
 * level that carry a stack trace. */
export function errorsOf(template: TemplateStat): readonly EntryGroup[] {
  if (isErrorByWording(template)) return template.groups
  return template.groups.filter(({ level, traced }) => isGrave(level) || (traced && level === NONE))
}

/** Its words alone make it an error: none of its entries is at such a level. */
export function isErrorByWording({ rank, levels }: TemplateStat): boolean {
  return rank === 'error' && levels[ERROR]! + levels[FATAL]! === 0
}

/** Errors by level come from the levels' own rows; those by wording from their templates'. */
function errorRow(templates: readonly TemplateStat[], dense: TimeRows['dense']): Float64Array {
  const byWording = templates.filter(template => isErrorByWording(template) && !template.denial)
  return [
    dense('level', ERROR),
    dense('level', FATAL),
    ...byWording.map(({ number }) => dense('template', number)),
  ].reduce(added)
}

function added(a: Float64Array, b: Float64Array): Float64Array {
  return a.map((count, k) => count + b[k]!)
}

/** Counts by the names of levels, those that occur. */
export function levelCounts(levels: readonly number[]): Partial<Record<LevelName, number>> {
  return Object.fromEntries(LEVELS.map((level, k) => [level, levels[k]!] as const).filter(([, count]) => count > 0))
}
