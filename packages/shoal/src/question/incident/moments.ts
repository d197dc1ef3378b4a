// What the files say happened at which moment: entries of logs as a query that all figures are made from, and beside them the
// events of small tables and dated notes.
import type { Relation } from '@shoal/base/model/relation'
import { identifier, literal } from '../../text/sql-text.ts'
import type { Asked, Cell } from '../asked.ts'

export interface Place {
  readonly path: string
  readonly line: number
}

/** The entries of logs: `moment`, `kind`, `template`, `text`, `is_trouble`, `is_warning`, `host`, `user`, `endpoint`, `path`, `line`. */
export interface LogMoments {
  /** `WITH log AS (…)`. */
  readonly sql: string
  /** In milliseconds. */
  readonly from: number
  readonly to: number
  readonly rows: number
  readonly has: { readonly host: boolean; readonly user: boolean; readonly endpoint: boolean }
  /** Columns of numbers. */
  readonly measures: readonly string[]
  readonly notes: readonly string[]
  /** Years that were added to times without one. */
  readonly addedYears: number
}

const NO_VALUES = 'has no values'
const ENDPOINTS = ['request_path', 'route', 'endpoint', 'url', 'uri', 'url.path']
const USERS = ['user', 'user_id', 'username', 'customer', 'customer_id', 'account', 'tenant']
const HOSTS = ['host', 'hostname', 'node', 'pod', 'instance', 'server']
const STATUSES = ['status', 'status_code', 'http.status', 'http_status', 'response.status']
const FAILED = String.raw`\b(error|fail(ed|ure|s|ing)?|fatal|panic|exception|timed? ?out|refused|denied|unreachable|unavailable|cannot|could not|unable|no space left|out of memory|killed|expired|rejected|aborted|crash(ed)?)\b`
const NO_MEASURE =
  /(?:^|[._-])(?:id|pid|port|line|lines|status|code|version|uid|gid|node|thread|seq|year|month|uptime|time|ts)$|^(?:lines|line_field)$/i

export async function logMoments(asked: Asked): Promise<LogMoments | null> {
  const relation = asked.all.find(({ kind }) => kind === 'entries')
  if (!relation || relation.rows === 0) return null
  const column = (name: string) => relation.columns.find(one => one.name === name && one.note !== NO_VALUES)
  const pick = (names: readonly string[]) => names.find(name => column(name) !== undefined)
  if (column('time')?.kind !== 'time' || !column('message')) return null
  const years = await yearsOf(relation, asked)
  if (!years) return null
  const notes: string[] = [...years.notes]
  const status = pick(STATUSES.filter(name => ['whole', 'number'].includes(column(name)?.kind ?? '')))
  const [host, user, endpoint] = [pick(HOSTS), pick(USERS), pick(ENDPOINTS)]
  const own = (name: string | undefined) => (name === undefined ? 'NULL' : `${identifier(name)}::VARCHAR`)
  const trouble = [
    column('severity') ? "coalesce(severity IN ('error', 'fatal'), false)" : 'false',
    status === undefined ? 'false' : `coalesce(${identifier(status)} BETWEEN 500 AND 599, false)`,
    column('error_class') ? 'error_class IS NOT NULL' : 'false',
    await unlevelled(relation, { asked, status, hasLevel: column('severity') !== undefined }),
  ].join(' OR ')
  const failed = status === undefined ? 'false' : `coalesce(${identifier(status)} BETWEEN 500 AND 599, false)`
  const { path, line } = relation.place
  const sql = `WITH log AS (
SELECT ${years.sql} AS moment, coalesce(template_id, message) || CASE WHEN ${failed} THEN ' 5xx' ELSE '' END AS kind,
  coalesce(template, message) AS template, message AS text, (${trouble}) AS is_trouble,
  ${column('severity') ? "coalesce(severity = 'warning', false)" : 'false'} AS is_warning,
  ${own(host)} AS host, ${own(user)} AS "user", ${own(endpoint)} AS endpoint, *, ${identifier(path)} AS at_path, ${identifier(line)} AS at_line
FROM ${identifier(relation.name)} WHERE time IS NOT NULL)`
  const reach = renamed(sql, relation)
  const [row] = await asked.rows(`${reach} SELECT epoch_ms(min(moment)), epoch_ms(max(moment)), count(*) FROM log`)
  if (!row || row[0] === null) return null
  const measures = relation.columns
    .filter(one => ['whole', 'number'].includes(one.kind) && one.note !== NO_VALUES && !NO_MEASURE.test(one.name))
    .map(({ name }) => name)
  return {
    sql: reach,
    from: Number(row[0]),
    to: Number(row[1]),
    rows: Number(row[2]),
    has: { host: host !== undefined, user: user !== undefined, endpoint: endpoint !== undefined },
    measures: measures.slice(0, 40),
    notes,
    addedYears: years.added,
  }
}

/** The columns of the log itself stay, under their names, where the query does not make one of that name. */
function renamed(sql: string, { columns }: Relation): string {
  const made = [
    'moment',
    'kind',
    'template',
    'text',
    'is_trouble',
    'is_warning',
    'host',
    'user',
    'endpoint',
    'at_path',
    'at_line',
  ]
  const twice = columns.map(({ name }) => name).filter(name => made.includes(name.toLowerCase()))
  return twice.length === 0 ? sql : sql.replace(', *, ', `, * EXCLUDE (${twice.map(identifier).join(', ')}), `)
}

/** The moment in one clock: zones are taken off, and a year that the log does not write is that of the other files. */
async function yearsOf(relation: Relation, asked: Asked) {
  const hasZone = relation.columns.some(({ name, note }) => name === 'zone' && note !== NO_VALUES)
  const [row] = await asked.rows(
    `SELECT count(*) FILTER (year(time) < 10 AND year(time) > 1), count(*) FILTER (year(time) = 1), min(year(time)) FILTER (year(time) >= 10), max(year(time)) FILTER (year(time) >= 10)${hasZone ? ", count(DISTINCT zone) FILTER (zone <> 'Z'), count(DISTINCT zone)" : ', 0, 0'} FROM ${identifier(relation.name)} WHERE time IS NOT NULL`,
  )
  if (!row) return null
  const [yearless = 0, dayless = 0, , , offsets = 0, zones = 0] = row.map(cell => Number(cell ?? 0))
  const other = Number(row[3] ?? 0) || (await yearOfOthers(relation, asked))
  const notes: string[] = []
  const added = yearless > 0 && other > 0 ? other - 4 : 0
  if (yearless > 0)
    notes.push(
      other > 0
        ? `${yearless} entries are written without a year and were put into ${other}, the year of the other files`
        : 'the log writes no year',
    )
  if (dayless > 0 && (yearless > 0 || other > 0)) notes.push(`${dayless} entries have no date and were left out`)
  const onlyClock = dayless > 0 && yearless === 0 && other === 0
  if (onlyClock) notes.push('the log writes no date')
  // One zone is the clock that people read; several are brought to one.
  const shift = Number(offsets) > 0 && Number(zones) > 1
  if (shift) notes.push('times are in UTC')
  const minutes =
    "(CASE WHEN zone[1] = '-' THEN -1 ELSE 1 END * (TRY_CAST(zone[2:3] AS INTEGER) * 60 + TRY_CAST(zone[5:6] AS INTEGER)))"
  const base = shift
    ? `time - coalesce(to_minutes(CASE WHEN zone = 'Z' THEN 0 ELSE ${minutes} END), INTERVAL 0 MINUTE)`
    : 'time'
  const dated = added === 0 ? base : `CASE WHEN year(time) < 10 THEN ${base} + to_years(${added}) ELSE ${base} END`
  return {
    sql: dayless > 0 && !onlyClock ? `CASE WHEN year(time) = 1 THEN NULL ELSE ${dated} END` : dated,
    notes,
    added,
  }
}

async function yearOfOthers(own: Relation, asked: Asked): Promise<number> {
  let found = 0
  for (const relation of asked.all) {
    if (relation === own || !['table'].includes(relation.kind)) continue
    const time = relation.columns.find(({ kind }) => kind === 'time' || kind === 'date')
    if (!time) continue
    const [row] = await asked.rows(`SELECT max(year(${identifier(time.name)})) FROM ${identifier(relation.name)}`)
    found = Math.max(found, Number(row?.[0] ?? 0))
  }
  return found
}

/** Logs without levels say in words what has failed. */
async function unlevelled(
  { name, place }: Relation,
  { asked, status, hasLevel }: { asked: Asked; status: string | undefined; hasLevel: boolean },
): Promise<string> {
  const said = `regexp_matches(lower(message), ${literal(FAILED)})`
  if (!hasLevel && status === undefined) return said
  const path = identifier(place.path)
  const silent = [
    hasLevel ? 'count(severity) = 0' : 'true',
    status === undefined ? 'true' : `count(${identifier(status)}) * 2 < count(*)`,
  ]
  const rows = await asked.rows(
    `SELECT ${path} FROM ${identifier(name)} GROUP BY 1 HAVING ${silent.join(' AND ')} LIMIT 1000`,
  )
  if (rows.length === 0) return 'false'
  return `(${path} IN (${rows.map(([own]) => literal(String(own))).join(', ')}) AND ${said})`
}

export function placeOf(path: Cell | undefined, line: Cell | undefined): Place {
  return { path: String(path), line: Number(line) }
}
