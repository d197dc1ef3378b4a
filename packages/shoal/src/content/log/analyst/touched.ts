// Whom a kind of entry touches: hosts, programs, users, endpoints, versions, with counts, and the values in its words that do not
// vary. Its entries are read once more, all of them where they are few, else some spread over the whole time.
import type { Json } from '@shoal/base/model/json'
import type { LineParts } from '../../../text/log/format.ts'
import { field } from '../../../text/log/record-envelopes.ts'
import { filled, slotsOf } from '../../../text/log/slots.ts'
import { userIn } from './denials.ts'
import { plainPath, readHttp } from './http-line.ts'
import type { Picture, TemplateStat } from './picture.ts'
import { fullLineAt } from './quotes.ts'
import type { Story } from './story.ts'
import { counted, number, short } from './wording.ts'

export interface Touched {
  /** The entries that were read again; all of them where `isAll`. */
  readonly looked: number
  readonly isAll: boolean
  /** The template with what does not vary put in. */
  readonly text: string
  readonly shares: readonly {
    readonly name: string
    readonly plural: string
    readonly values: readonly (readonly [string, number])[]
  }[]
}

/** Entries of one kind that are read again. */
const MOST_READ = 1000
/** A value that so many of the entries have is part of what they say. */
const CONSTANT = 0.9
const MOST_TOLD = 3
/** Of many names the first are told if they stand for so much. */
const FAIR_SHARE = 0.1
const MOST_VALUES = 200
const MOST_SUBJECTS = 6
const LONGEST_VALUE = 120

const KINDS = [
  ['host', 'hosts'],
  ['source', 'sources'],
  ['user', 'users'],
  ['endpoint', 'endpoints'],
  ['client', 'clients'],
  ['version', 'versions'],
  ['cause', 'causes'],
] as const
type Kind = (typeof KINDS)[number][0]

export interface Which {
  /** The levels that count, by place in LEVELS. */
  readonly isOwn?: (level: number) => boolean
  /** A span of time in milliseconds; its end exclusive. */
  readonly within?: readonly [from: number, to: number]
  /** Requests alone that were answered in such a way. */
  readonly answered?: 'server errors' | 'client errors'
}

export function touchedBy(
  { picture, source }: Pick<Story, 'picture' | 'source'>,
  template: TemplateStat,
  which: Which = {},
): Touched {
  const { offsets: all, isAll } = offsetsOf(picture, template, which)
  const read = all.map(offset => picture.format.lines.split(fullLineAt(source, offset)))
  const entries = which.answered === undefined ? read : read.filter(parts => isAnswered(parts, which.answered!))
  const tallies = new Map<Kind, Map<string, number>>(KINDS.map(([kind]) => [kind, new Map()]))
  const slots: (Map<string, number> | null)[] = []
  let fitting = 0
  for (const parts of entries) {
    for (const [kind, value] of namesIn(parts)) count(tallies.get(kind)!, value)
    const values = slotsOf(template.template, parts.content)
    if (!values) continue
    fitting++
    for (const [k, value] of values.entries()) count((slots[k] ??= new Map()), value)
  }
  const constants = Array.from(slots, tally => {
    const [value, times] = ranked(tally ?? new Map())[0] ?? ['', 0]
    return times >= Math.max(2, CONSTANT * fitting) || (entries.length === 1 && times === 1) ? value : null
  })
  const { hosts, components } = picture.whole
  const isTelling = (kind: Kind) =>
    kind === 'host' ? hosts.values.size !== 1 : kind === 'source' ? components.values.size > 1 : true
  return {
    looked: entries.length,
    isAll,
    text: filled(template.template, constants),
    shares: [
      ...(constants[0] === null && template.template.startsWith('<*>') ? subjectOf(slots[0], fitting) : []),
      ...KINDS.filter(([kind]) => isTelling(kind))
        .map(([name, plural]) => ({ name, plural, values: ranked(tallies.get(name)!) }))
        .filter(({ values }) => values.length > 0)
        .filter(
          ({ name, values }) =>
            name !== 'source' || values.length <= MOST_TOLD || isOdd(values, entries.length, picture),
        ),
    ],
  }
}

/** What an entry begins with is what it speaks of: a few words that come again and again are told, numbers and ids are not. */
function subjectOf(slot: ReadonlyMap<string, number> | null | undefined, fitting: number): Touched['shares'] {
  const values = ranked(slot ?? new Map())
  const isTelling =
    values.length * 2 <= fitting && values.length <= MOST_SUBJECTS && !values.some(([value]) => /\d/.test(value))
  return values.length > 0 && isTelling ? [{ name: '<*>', plural: '<*>', values }] : []
}

/** A source that writes far more of these entries than of all others; else every program says so. */
function isOdd([most]: Touched['shares'][number]['values'], looked: number, { whole }: Picture): boolean {
  const usual = (whole.components.values.get(most![0])?.count ?? 0) / Math.max(1, whole.entries)
  return most![1] / looked >= Math.min(0.95, 1.6 * usual)
}

/** `; hosts db-2 (140), web-1 (7); user mallory`: those that a few names tell. */
export function touchedText({ shares, looked, isAll }: Touched): string {
  const told = shares
    .filter(({ values }) => values.length <= MOST_TOLD || values[0]![1] >= looked * FAIR_SHARE)
    .map(({ name, plural, values }) => {
      const more = values.length - MOST_TOLD
      const told = (times: number) => (looked > 1 ? ` (${number(times)})` : '')
      const list = values.slice(0, MOST_TOLD).map(([value, times]) => `${short(value, 60)}${told(times)}`)
      return `${values.length === 1 ? name : plural} ${list.join(', ')}${more > 0 ? ` and ${number(more)} more` : ''}`
    })
  if (told.length === 0) return ''
  return `; ${isAll ? '' : `of ${counted(looked, 'entry', 'entries')} looked at: `}${told.join('; ')}`
}

export function touchedJson({ shares, looked, isAll, text }: Touched): Json {
  return {
    text,
    entries_looked_at: looked,
    all_entries: isAll,
    touches: Object.fromEntries(
      shares.map(({ plural, values }) => [
        plural,
        values.slice(0, 20).map(([value, times]) => ({ value: short(value, LONGEST_VALUE), count: times })),
      ]),
    ),
  }
}

function isAnswered({ content }: LineParts, answered: NonNullable<Which['answered']>): boolean {
  const status = readHttp(content)?.status ?? 0
  return answered === 'server errors' ? status >= 500 : status >= 400 && status < 500
}

function offsetsOf(
  picture: Picture,
  { beats, number: row, count: entries, first, last }: TemplateStat,
  { isOwn = () => true, within = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY], answered }: Which,
): { readonly offsets: readonly number[]; readonly isAll: boolean } {
  if (beats && beats.times.length > 0) {
    const own = beats.offsets.filter(
      (_, k) => isOwn(beats.levels[k]!) && beats.times[k]! >= within[0] && beats.times[k]! < within[1],
    )
    // Where some entries have no time, they are not among the beats.
    return { offsets: spread(own), isAll: own.length <= MOST_READ && beats.times.length === entries }
  }
  const cells = picture.cellsIn(answered ?? 'template', row, within[0], within[1])
  const found = cells.length > 0 ? cells.map(({ offset }) => offset) : [...new Set([first.offset, last.offset])]
  return { offsets: spread(found), isAll: cells.length > 0 && cells.every(cell => cell.count === 1) }
}

/** At most so many, at even distances. */
function spread(offsets: readonly number[]): readonly number[] {
  if (offsets.length <= MOST_READ) return offsets
  return Array.from({ length: MOST_READ }, (_, k) => offsets[Math.floor((k * offsets.length) / MOST_READ)]!)
}

const PAIRED: readonly (readonly [Kind, RegExp])[] = [
  ['host', /(?<![\w.-])(?:host|hostname|node|instance|server|pod)[=:] ?"?([\w.-]{1,80}\w)/i],
  ['version', /(?<![\w.-])(?:version|release|build|tag)[=: ]{1,2}"?(v?\d[\w.+-]{0,40})/i],
]
const RECORD_FIELDS: readonly (readonly [Kind, string])[] = [
  ['host', 'pod|kubernetes.pod_name|pod_name|instance|node'],
  ['user', 'user|username|user_id|userId|user.name|account'],
  ['endpoint', 'path|url|uri|endpoint|route|http.path|http.route'],
  ['version', 'version|app_version|release|service.version|build'],
  ['cause', 'err|error|error.message|exception|cause|reason|error_code|err.message|exception.message'],
]

function* namesIn(parts: LineParts): Generator<readonly [Kind, string]> {
  const { content, values } = parts
  const http = readHttp(content)
  const known: Partial<Record<Kind, string | undefined>> = {
    host: parts.host,
    source: parts.component,
    user: parts.user ?? userIn(content) ?? undefined,
    client: parts.client,
    endpoint: http ? `${http.method} ${plainPath(http.path)}` : undefined,
  }
  for (const [kind, pattern] of PAIRED) known[kind] ??= pattern.exec(content)?.[1]
  if (values)
    for (const [kind, names] of RECORD_FIELDS) {
      const value = known[kind] === undefined ? field(values, names) : undefined
      if (value !== undefined && typeof value !== 'object') known[kind] = String(value)
    }
  for (const [kind, value] of Object.entries(known))
    if (value !== undefined && value !== '' && value !== '-') yield [kind as Kind, value]
}

function count(tally: Map<string, number>, value: string): void {
  const times = tally.get(value)
  if (times !== undefined) tally.set(value, times + 1)
  else if (tally.size < MOST_VALUES) tally.set(value, 1)
}

function ranked(tally: ReadonlyMap<string, number>): (readonly [string, number])[] {
  return [...tally].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
}
