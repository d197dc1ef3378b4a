// Versions of one document, `config-v1.json` and `config-v2.json`, as a series: what each changes against the one before, and
// what goes back to what it was.
import type { SurveyedFile } from '@shoal/base/model/analyst'
import type { FindingDraft } from '@shoal/base/model/finding'
import type { Json } from '@shoal/base/model/json'
import { baseName } from '@shoal/base/text/paths'
import { number } from './subject.ts'

type FileFinding = FindingDraft & { readonly path: string }

interface Stand {
  readonly path: string
  readonly line: number
  /** Its kind, and its value where it has one. */
  readonly kind: string
  readonly value: string | null
}

interface Version {
  readonly file: SurveyedFile
  readonly order: readonly number[]
  readonly stands: ReadonlyMap<string, Stand>
  /** Fields that figures do not list. */
  readonly unlisted: number
}

interface Change {
  readonly stand: Stand
  readonly words: string
  /** It is what it was before the last change. */
  readonly isBack: boolean
}

/** `config-v2.json`, `app-1.4.json`, `backup-2026-03-01.json`; `server-2.json` is another server. */
const VERSIONED =
  /(?<![a-z])(?:v|ver|version|rev|revision|release|r)[-_. ]?\d|\d\.\d|(?:19|20)\d\d[-_]?[01]\d[-_]?[0-3]\d/i
/** More files of one name are records and no versions. */
const MOST_VERSIONS = 200
/** Changes that a sentence names. */
const MOST_NAMED = 6
const LONGEST_VALUE = 60
/** Files of one name whose fields differ by more are no versions of one document. */
const LEAST_SHARED = 0.5
const MOST_EDITED = 0.3
/** From so many times as much on a number is told as a problem. */
const LEAP = 10

export function versionFindings(files: readonly SurveyedFile[]): FileFinding[] {
  return [...seriesOf(files).values()].flatMap(versions =>
    versions.flatMap((version, k) => (k === 0 ? [] : stepFindings(version, versions[k - 1]!, versions[k - 2]))),
  )
}

/** Documents whose paths differ only in a number or a date, in its order. */
function seriesOf(files: readonly SurveyedFile[]): Map<string, Version[]> {
  const series = new Map<string, Version[]>()
  for (const file of files) {
    const { documents, records, root, paths, schema_fields } = file.figures as { readonly [key: string]: Json }
    if (documents !== 1 || records !== 0 || root !== 'object' || !Array.isArray(schema_fields)) continue
    const order = [...file.path.matchAll(/\d+/g)].map(([digits]) => Number(digits))
    if (order.length === 0 || !VERSIONED.test(baseName(file.path))) continue
    const name = file.path.replace(/\d+(?:\.\d+)*/g, '#')
    const own = series.get(name) ?? []
    const unlisted = Number(paths) - schema_fields.length
    if (own.length <= MOST_VERSIONS) own.push({ file, order, stands: standsOf(schema_fields), unlisted })
    series.set(name, own)
  }
  for (const [name, versions] of series) {
    versions.sort((a, b) => compare(a.order, b.order) || (a.file.path < b.file.path ? -1 : 1))
    const isSeries = versions.length >= 2 && versions.length <= MOST_VERSIONS
    if (!isSeries || versions.some((version, k) => k > 0 && !isAkin(version, versions[k - 1]!))) series.delete(name)
  }
  return series
}

function standsOf(fields: readonly Json[]): Map<string, Stand> {
  return new Map(
    fields.map(field => {
      const { path, types, first_line, present, top, items } = field as {
        readonly path: string
        readonly types: Readonly<Record<string, number>>
        readonly first_line: number
        readonly present: number
        readonly top?: readonly { readonly value: string }[]
        readonly items?: { readonly total: number }
      }
      const values = top?.map(({ value }) => value)
      const value = values === undefined ? null : present === 1 ? (values[0] ?? null) : values.toSorted().join(', ')
      const kind = Object.keys(types).sort().join('|')
      return [path, { path, line: first_line, kind, value: items ? `${number(items.total)} items` : value }]
    }),
  )
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (let k = 0; k < Math.min(a.length, b.length); k++) if (a[k] !== b[k]) return a[k]! - b[k]!
  return a.length - b.length
}

function isAkin(a: Version, b: Version): boolean {
  const shared = [...a.stands.keys()].filter(path => b.stands.has(path)).length
  return shared >= 3 && shared >= LEAST_SHARED * Math.max(a.stands.size, b.stands.size)
}

function stepFindings(version: Version, before: Version, earlier: Version | undefined): FileFinding[] {
  const changes = changesOf(version, before, earlier)
  const unlisted = Math.max(version.unlisted, before.unlisted)
  if (changes.length === 0 && unlisted === 0) return []
  // Where most fields differ, these are readings of one kind at several times: what they hold is no change of mind.
  const isEdit = changes.length <= Math.max(2, MOST_EDITED * version.stands.size)
  const backs = changes.filter(({ isBack }) => isBack && isEdit)
  const leaps = changes.filter(({ stand }) => isEdit && isLeap(stand, before.stands.get(stand.path)))
  const told = (
    own: readonly Change[],
    spec: Pick<FindingDraft, 'key' | 'summary' | 'nature' | 'severity' | 'advice'>,
  ) => ({
    type: 'difference',
    confidence: 'high' as const,
    ...spec,
    path: version.file.path,
    // What was removed stands in the version before alone.
    ...placeOf(own.find(({ stand }) => version.stands.has(stand.path))?.stand),
    count: own.length,
    stats: { before: before.file.path, changes: own.map(({ words }) => words) },
    topics: ['version', 'change', 'difference', ...own.slice(0, 20).map(({ stand }) => lastName(stand.path))],
    weight: 0.5,
  })
  const list = (own: readonly Change[]) =>
    own
      .slice(0, MOST_NAMED)
      .map(({ words }) => words)
      .join('; ') + (own.length > MOST_NAMED ? `; and ${number(own.length - MOST_NAMED)} more` : '')
  const name = (other: Version) => other.file.path
  return [
    told(changes, {
      key: `json.version:${name(version)}`,
      summary: `${name(version)} differs from ${name(before)} in ${number(changes.length)} ${changes.length === 1 ? 'field' : 'fields'}${changes.length === 0 ? '' : `: ${list(changes)}`}${unlisted === 0 ? '' : `; ${number(unlisted)} more fields are not compared`}`,
      nature: 'fact',
      severity: 'low',
    }),
    ...(backs.length === 0
      ? []
      : [
          told(backs, {
            key: `json.version-back:${name(version)}`,
            summary: `${name(version)} takes back what ${name(before)} changed: ${list(backs)}`,
            nature: 'problem',
            severity: 'low',
            advice: 'Check whether the change was taken back on purpose',
          }),
        ]),
    ...(leaps.length === 0
      ? []
      : [
          told(leaps, {
            key: `json.version-leap:${name(version)}`,
            summary: `${name(version)} changes ${leaps.length === 1 ? 'a number' : 'numbers'} by ${LEAP} times and more against ${name(before)}: ${list(leaps)}`,
            nature: 'problem',
            severity: 'medium',
            advice: 'Check the number against its unit and its purpose',
          }),
        ]),
  ]
}

function changesOf(version: Version, before: Version, earlier: Version | undefined): Change[] {
  const paths = new Set([...before.stands.keys(), ...version.stands.keys()])
  return [...paths].flatMap((path): Change[] => {
    const [now, was, first] = [version.stands.get(path), before.stands.get(path), earlier?.stands.get(path)]
    // Of a long document what is not listed may be there all the same.
    if ((!now && version.unlisted > 0) || (!was && before.unlisted > 0)) return []
    // What is new or gone with the object around it is told with that.
    if ((!now || !was) && isInside(path, now ? before : version)) return []
    if (now && was && now.kind === was.kind && now.value === was.value) return []
    const isBack = earlier !== undefined && said(now) === said(first) && (now !== undefined || first !== undefined)
    return [{ stand: (now ?? was)!, words: `${path.slice(2)} ${words(now, was)}`, isBack }]
  })
}

/** The object or list around it is not there either. */
function isInside(path: string, { stands }: Version): boolean {
  const around = path.replace(/(?:\.[^.[\]]*|\[[^[\]]*\])$/, '')
  return around !== path && !stands.has(around)
}

function words(now: Stand | undefined, was: Stand | undefined): string {
  if (!was) return now!.value === null ? 'is new' : `is new (${short(now!.value)})`
  if (!now) return was.value === null ? 'is gone' : `is gone (was ${short(was.value)})`
  return `${said(was)} → ${said(now)}`
}

function short(value: string): string {
  return value.length > LONGEST_VALUE ? `${value.slice(0, LONGEST_VALUE)}…` : value
}

function said(stand: Stand | undefined): string {
  if (!stand) return 'nothing'
  const { kind, value } = stand
  return value === null ? kind : kind === 'string' ? `"${short(value)}"` : short(value)
}

function isLeap(now: Stand, was: Stand | undefined): boolean {
  if (!was || !isNumber(now) || !isNumber(was)) return false
  const ratio = Math.abs(Number(now.value) / Number(was.value))
  return Number.isFinite(ratio) && ratio > 0 && (ratio >= LEAP || ratio <= 1 / LEAP)
}

function isNumber({ kind, value }: Stand): boolean {
  return (kind === 'integer' || kind === 'number') && value !== null && Number.isFinite(Number(value))
}

function lastName(path: string): string {
  return path.split(/[.[\]]/).findLast(part => part !== '' && part !== '*') ?? path
}

/** Its name as it stands in the file; a file that only lacks something is quoted where it begins. */
function placeOf(stand: Stand | undefined): Pick<FindingDraft, 'line' | 'evidence' | 'jsonPath'> {
  return stand && /^[\w-]+$/.test(lastName(stand.path))
    ? { line: stand.line, evidence: `"${lastName(stand.path)}"`, jsonPath: stand.path }
    : { line: 1, evidence: '{' }
}
