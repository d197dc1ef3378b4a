// What may have changed before the trouble: rare entries of logs that speak of a change, rows of event tables and dated notes.
// Values that differ from the time before are told.
import { basename } from 'node:path'
import type { Relation } from '@shoal/base/model/relation'
import { identifier, literal } from '../../text/sql-text.ts'
import type { Asked } from '../asked.ts'
import type { Kind } from './kinds.ts'
import { type LogMoments, type Place, placeOf } from './moments.ts'

export interface Change {
  readonly at: number
  /** Only the day is known. */
  readonly isDay: boolean
  readonly text: string
  readonly place: Place
  readonly origin: 'log' | 'event' | 'note'
  /** `v5.7.3 → v5.8.0`. */
  readonly differs: readonly string[]
  /** How often the same was there before, with the same values. */
  readonly before: number
  readonly hosts: readonly string[]
  /** Names of one kind, to tell a series of them. */
  readonly kind: string
}

/** Words of entries that something was changed, begun, ended or used up. */
const CHANGE = String.raw`\b(re-?start(ed|ing|s)?|start(ed|ing)|boot(ed|ing)?|deploy\w*|release[ds]?|rollout|rolled (out|back)|roll ?back|upgrad\w*|downgrad\w*|install\w*|version|v\d+\.\d+\S*|config\w*|setting\w*|reload\w*|migrat\w*|enabled|disabled|feature|flag|toggle\w*|scal(ed|ing)|resiz\w*|fail ?over|switch\w*|promot\w*|renew\w*|rotat\w*|expir\w*|certificate|cron\w*|job|backup|vacuum|reindex\w*|batch|import|export|shut\w* ?down|shutting|stopp(ed|ing)|terminat\w*|maintenance|applied|patch\w*|changed|set to|now using|no space|disk|memory|oom|killed|evict\w*|drain\w*|unreachable|connection lost|lost connection|went away|down|dns|firewall|blocked|quota|limit|rule|route|leader|election|replica\w*|partition|paused?|resum\w*|schema|index|drop(ped)?|added|removed|delet\w*|creat\w*|updat\w*|replac\w*)\b`
const SPEAKS = new RegExp(CHANGE, 'i')
const LONGEST = 2000
const MOST_ROWS = 2000
/** Tables up to here are lists of events; of longer ones, rows that speak of a change. */
const FEW_ROWS = 300
const MOST_TABLE_ROWS = 200_000

/** Entries of kinds that are rare in the log. */
export async function logChanges(log: LogMoments, kinds: readonly Kind[], asked: Asked): Promise<Change[]> {
  const rare = Math.max(24, log.rows * 0.005)
  const meant = kinds.filter(({ count, text }) => count <= rare && SPEAKS.test(text.slice(0, LONGEST)))
  if (meant.length === 0) return []
  const rows = await asked.rows(
    `${log.sql} SELECT epoch_ms(moment), text, kind, host, at_path, at_line FROM log WHERE kind IN (${meant
      .slice(0, 500)
      .map(({ id }) => literal(id))
      .join(', ')}) ORDER BY moment, at_path, at_line LIMIT ${MOST_ROWS}`,
  )
  const last = new Map<string, string>()
  const seen = new Map<string, number>()
  return rows.map(([at, text, kind, host, path, line]): Change => {
    const own = String(text)
    const series = `${String(kind)} ${String(host)}`
    const plain = withoutNames(own, host === null ? '' : String(host))
    const known = last.get(series)
    last.set(series, plain)
    const before = seen.get(plain) ?? 0
    seen.set(plain, before + 1)
    return {
      at: Number(at),
      isDay: false,
      text: own,
      place: placeOf(path, line),
      origin: 'log',
      differs: known === undefined ? [] : differences(known, plain),
      before: known === plain ? before : 0,
      hosts: host === null ? [] : [String(host)],
      kind: String(kind),
    }
  })
}

function withoutNames(text: string, host: string): string {
  return host === '' ? text : text.replaceAll(host, '')
}

const PAIR = /^([\w.@-]{1,60})[=:](.{1,200})$/

/** Words that differ between two messages of one kind; ids and addresses are none. */
export function differences(before: string, now: string): string[] {
  const [a, b] = [before.split(/\s+/), now.split(/\s+/)]
  if (a.length !== b.length) return []
  return b.flatMap((word, k) => {
    const old = a[k]!
    if (old === word || isParticular(old) || isParticular(word)) return []
    const [was, is] = [PAIR.exec(old), PAIR.exec(word)]
    if (was && is && was[1] === is[1]) return [`${is[1]} ${was[2]} → ${is[2]}`.replace(/[,;]$/, '')]
    return [`${old} → ${word}`]
  })
}

/** Of one entry alone: a time, an id, a process number. */
function isParticular(word: string): boolean {
  return (
    /^(?:\w{1,40}[=:])?(?:0x[\da-f]{1,40}|[\da-f]{8,64}(?:-[\da-f]{1,40}){0,6}|\d{5,30}|\d{1,6}:\d{1,6}|\d{1,3}(?:\.\d{1,3}){3}|\d{4}-\d\d-\d\d)(?!\w)/i.test(
      word,
    ) || /\bpid\b/i.test(word)
  )
}

/** Rows of tables that have a time: events, deploys, alerts. */
export async function eventChanges(asked: Asked, year: number): Promise<Change[]> {
  const told = new Set(asked.all.flatMap(({ kind, paths }) => (kind === 'entries' ? paths : [])))
  const changes: Change[] = []
  for (const relation of asked.all) {
    const { columns, kind, rows: count, paths, name, place } = relation
    const time = columns.find(one => one.kind === 'time') ?? columns.find(one => one.kind === 'date')
    if (kind !== 'table' || !time || count > MOST_TABLE_ROWS || told.has(paths[0] ?? '')) continue
    const parts = columns.filter(one => one !== time && one.kind !== 'other').slice(0, 8)
    if (parts.length === 0) continue
    const text = `concat_ws(' ', ${parts.map(one => identifier(one.name)).join(', ')})`
    const where = count <= FEW_ROWS ? 'true' : `regexp_matches(lower(${text}), ${literal(CHANGE)})`
    const rows = await asked.rows(
      `SELECT epoch_ms(CAST(${identifier(time.name)} AS TIMESTAMP)), ${text}, ${identifier(place.path)}, ${identifier(place.line)} FROM ${identifier(name)} WHERE ${identifier(time.name)} IS NOT NULL AND ${where} ORDER BY 1 LIMIT ${MOST_ROWS}`,
    )
    for (const [at, own, path, line] of rows)
      changes.push({
        at: Number(at),
        isDay: time.kind === 'date',
        text: String(own),
        place: placeOf(path, line),
        origin: 'event',
        differs: [],
        before: 0,
        hosts: [],
        kind: `${name} ${String(own).split(' ', 2).join(' ')}`,
      })
  }
  return [...changes, ...(await noteChanges(asked, year))]
}

const DATE = /(\d{4})[-/](\d{2})[-/](\d{2})/
const CLOCK = /(?<![\d:.])([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?(?![\d:])/

/** Sentences with a time of day under a heading with a date, or with both; a date alone is a day. */
async function noteChanges(asked: Asked, year: number): Promise<Change[]> {
  const relation = asked.all.find(({ kind }) => kind === 'sentences')
  if (!relation) return []
  const { path, line } = relation.place
  const rows = await asked.rows(
    `SELECT text, coalesce(heading_path, ''), ${identifier(path)}, ${identifier(line)} FROM ${identifier(relation.name)} WHERE regexp_matches(text || ' ' || coalesce(heading_path, ''), ${literal(String.raw`\d{4}[-/]\d\d[-/]\d\d`)}) ORDER BY 3, 4 LIMIT ${MOST_ROWS}`,
  )
  return rows.flatMap(([text, heading, ...place]): Change[] => {
    const date = DATE.exec(String(text)) ?? DATE.exec(String(heading))
    if (!date || Math.abs(Number(date[1]) - year) > 1) return []
    const clock = CLOCK.exec(String(text).replace(DATE, ' '))
    const day = Date.UTC(Number(date[1]), Number(date[2]) - 1, Number(date[3]))
    const at = clock ? day + ((Number(clock[1]) * 60 + Number(clock[2])) * 60 + Number(clock[3] ?? 0)) * 1000 : day
    if (Number.isNaN(at)) return []
    const title = String(heading).split(' > ').at(-1)!
    const told = title === '' || String(text).includes(title) ? String(text) : `${title}: ${String(text)}`
    return [
      {
        at,
        isDay: clock === null,
        text: told,
        place: placeOf(place[0], place[1]),
        origin: 'note',
        differs: [],
        before: 0,
        hosts: [],
        kind: 'note',
      },
    ]
  })
}

export interface SettingDifference {
  readonly key: string
  readonly was: string
  readonly is: string
  readonly place: Place
  /** What tells the later file from the earlier: `v5.8.0`. */
  readonly version: string
  readonly file: string
}

const VERSION =
  /v?\d{1,9}(?:[._]\d{1,9}){1,6}|v\d{1,9}|(?<=[-_.])\d{4}-?\d{2}-?\d{2}|old|new|prev(?:ious)?|before|after|backup|bak/i
const MOST_SETTINGS = 20_000

/** Settings that differ between versions of one file: its name is the same but for a version. */
export async function settingDifferences(asked: Asked): Promise<SettingDifference[]> {
  const relation: Relation | undefined = asked.all.find(({ kind }) => kind === 'settings')
  if (!relation) return []
  const { path, line } = relation.place
  const rows = await asked.rows(
    `SELECT key, value, ${identifier(path)}, ${identifier(line)} FROM ${identifier(relation.name)} WHERE kind IN ('config', 'env') ORDER BY 3, 4 LIMIT ${MOST_SETTINGS}`,
  )
  const files = new Map<string, Map<string, { value: string; place: Place }>>()
  for (const [key, value, own, at] of rows) {
    const name = String(own)
    const settings = files.get(name) ?? new Map()
    files.set(name, settings)
    settings.set(String(key), { value: String(value), place: placeOf(own, at) })
  }
  const versions = [...files.keys()].flatMap(name => {
    const version = VERSION.exec(basename(name))?.[0]
    return version === undefined ? [] : [{ name, version, family: basename(name).replace(VERSION, '*') }]
  })
  versions.sort(
    (a, b) => a.family.localeCompare(b.family) || a.version.localeCompare(b.version, 'en', { numeric: true }),
  )
  const found: SettingDifference[] = []
  for (const [k, { name, version, family }] of versions.entries()) {
    const earlier = versions[k - 1]
    if (!earlier || earlier.family !== family) continue
    const before = files.get(earlier.name)!
    for (const [key, { value, place }] of files.get(name)!) {
      const was = before.get(key)?.value
      if (was !== undefined && was !== value) found.push({ key, was, is: value, place, version, file: basename(name) })
    }
  }
  return found
}
