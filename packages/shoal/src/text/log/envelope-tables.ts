// Logs that are tables with a line that names their columns: W3C access logs (IIS), events of Windows saved as CSV, events of
// Kubernetes as `kubectl get events` prints them.
import type { LineReader, Opened } from './format.ts'
import { levelOf } from './levels.ts'

/** Names of columns by what they say, in lower case. */
const COLUMNS = {
  level: ['level', 'leveldisplayname', 'entrytype', 'type'],
  time: ['date and time', 'timecreated', 'timegenerated', 'time created', 'date'],
  source: ['source', 'providername', 'provider', 'object'],
  host: ['computer', 'machinename', 's-computername'],
  message: ['message', 'description', 'general'],
  id: ['event id', 'id', 'eventid', 'instanceid'],
  reason: ['reason'],
  user: ['user', 'userid', 'cs-username'],
} as const

type Role = keyof typeof COLUMNS

export function tableReader(kind: 'w3c' | 'windows' | 'kubernetes', lines: readonly string[]): LineReader | null {
  if (kind === 'w3c') {
    const fields = lines.find(line => line.startsWith('#Fields: '))
    const names = fields?.slice('#Fields: '.length).trim().split(/\s+/)
    return names?.includes('cs-method') && names.includes('sc-status') ? w3cReader(names) : null
  }
  const head = lines[0] ?? ''
  if (kind === 'kubernetes')
    return /^(?:NAMESPACE +)?LAST SEEN +TYPE +REASON +OBJECT/.test(head) ? kubernetesReader(head) : null
  const names = cellsOf(head.replace(/^\uFEFF/, '')).map(name => name.trim().toLowerCase())
  const at = placesOf(names)
  if (at.level < 0 || at.time < 0 || (at.id < 0 && at.source < 0) || names.length < 4) return null
  return lines.length > 1 && (at.id >= 0 || at.message >= 0) ? windowsReader(names.length, at) : null
}

function placesOf(names: readonly string[]): Record<Role, number> {
  const found = Object.entries(COLUMNS).map(([role, words]) => [
    role,
    names.findIndex(name => words.includes(name as never)),
  ])
  return Object.fromEntries(found) as Record<Role, number>
}

function w3cReader(names: readonly string[]): LineReader {
  const at = new Map(names.map((name, k) => [name, k]))
  return line => {
    if (line.startsWith('#')) return null
    const cells = line.split(line.includes('\t') ? '\t' : ' ')
    const cell = (name: string) => {
      const value = cells[at.get(name) ?? -1]
      return value === undefined || value === '-' ? undefined : value
    }
    const [date, time, method, status] = ['date', 'time', 'cs-method', 'sc-status'].map(cell)
    if (cells.length < names.length || method === undefined || status === undefined) return null
    const [took, query] = [cell('time-taken'), cell('cs-uri-query')]
    // IIS counts milliseconds, others seconds with a fraction.
    const ms = took === undefined ? '' : ` ${took.includes('.') ? Math.round(Number(took) * 1000) : took}ms`
    const path = (cell('cs-uri-stem') ?? cell('cs-uri') ?? '/') + (query === undefined ? '' : `?${query}`)
    return {
      ...(date !== undefined && time !== undefined && { timestamp: `${date} ${time}` }),
      ...named('client', cell('c-ip')),
      ...named('user', cell('cs-username')),
      ...named('host', cell('s-computername') ?? cell('cs-host')),
      content: `${method} ${path} ${status}${ms}`,
    }
  }
}

function kubernetesReader(head: string): LineReader {
  const names = head.trim().split(/ {2,}/)
  const place = (name: string) => names.indexOf(name)
  const [type, reason, object, message] = ['TYPE', 'REASON', 'OBJECT', 'MESSAGE'].map(place)
  return line => {
    const cells = line.trim().split(/ {2,}/)
    const level = cells[type!] === 'Warning' ? 'warn' : cells[type!] === 'Normal' ? 'info' : null
    if (level === null || cells.length < names.length) return null
    return {
      level,
      levelText: cells[type!]!,
      component: cells[object!]!,
      content: `${cells[reason!]}: ${cells.slice(message!).join('  ')}`,
    }
  }
}

function windowsReader(columns: number, at: Record<Role, number>): LineReader {
  return line => {
    const cells = cellsOf(line)
    const timestamp = cells[at.time]
    const levelText = cells[at.level]
    if (timestamp === undefined || !/\d{1,2}:\d{2}/.test(timestamp) || !levelText) return null
    // What has no name in the first line is the text of the event.
    const message = at.message >= 0 ? cells[at.message] : cells.slice(columns).join(' ')
    const level = levelOf(levelText) ?? (levelText === 'Verbose' ? 'trace' : null)
    return {
      timestamp,
      ...(level !== null && { level }),
      levelText,
      ...named('component', cells[at.source]),
      ...named('host', cells[at.host]),
      ...named('user', cells[at.user]),
      content: message || `event ${cells[at.id] ?? '?'}`,
    } satisfies Opened
  }
}

function named<Name extends keyof Opened>(name: Name, value: string | undefined): Partial<Record<Name, string>> {
  return value === undefined || value === '' ? {} : ({ [name]: value } as Record<Name, string>)
}

const CELL = /"((?:[^"]|"")*)(?:"|$)|([^,"]*)/y

/** The cells of a line of CSV; the last may go on in the next line. */
function cellsOf(line: string): string[] {
  const cells: string[] = []
  for (CELL.lastIndex = 0; CELL.lastIndex <= line.length; CELL.lastIndex++) {
    const found = CELL.exec(line)
    if (!found) break
    const end = CELL.lastIndex
    cells.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '')
    if (line[end] !== ',') break
    CELL.lastIndex = end
  }
  return cells
}
