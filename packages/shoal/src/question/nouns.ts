// What a row of a relation is called, and the file that it stands in.
import type { Relation } from '@shoal/base/model/relation'
import { stem } from '@shoal/base/text/stem'
import { coreOf, partsOf } from './names.ts'

/** What is known of a column by its name. */
interface Named {
  readonly column: { readonly name: string }
  readonly parts: readonly string[]
  readonly isKey: boolean
}

const NOUNS: Partial<Readonly<Record<Relation['kind'], readonly string[]>>> = {
  files: ['file'],
  entries: ['entry', 'line', 'message', 'event', 'log', 'logline'],
  symbols: ['symbol', 'definition'],
  uses: ['use', 'usage', 'call'],
  imports: ['import'],
  settings: ['setting', 'option', 'key', 'parameter', 'config'],
  sections: ['section', 'heading', 'chapter'],
  sentences: ['sentence'],
  findings: ['finding', 'problem'],
  timeline: ['timeline'],
}

/** What a file is called, of which rows of a kind are told. */
const FILE_NOUNS: Partial<Readonly<Record<Relation['kind'], readonly string[]>>> = {
  entries: ['log', 'logfile'],
  symbols: ['module', 'script', 'source'],
  uses: ['module', 'script', 'source'],
  imports: ['module', 'script', 'source'],
  settings: ['config', 'configuration'],
  sections: ['document', 'page', 'text'],
  sentences: ['document', 'page', 'text'],
}

export function nounsOf(relation: Relation, fields: readonly Named[]): string[] {
  const own = NOUNS[relation.kind]
  if (own) {
    const requests = fields.some(({ column }) => ['method', 'request_path', 'status'].includes(column.name))
    return [...own, ...(relation.kind === 'entries' && requests ? REQUESTS : [])].map(stem)
  }
  if (relation.list) {
    const parts = partsOf(relation.list.column)
    return [...new Set([parts.at(-1)!, parts.join(' ')])]
  }
  const files = relation.paths.length > 1 ? fileNouns(relation.paths) : []
  const isFile = relation.called !== undefined && relation.paths.length > 1
  const named = isFile
    ? []
    : partsOf(relation.name).filter(part => !/^\d+$/.test(part) && part !== 'chang' && !files.includes(part))
  // Of inverter_readings a row is a reading; the inverter is a column.
  const isOther = (part: string) => fields.some(field => !field.isKey && coreOf(field.parts).join(' ') === part)
  const parts = named.filter((part, k) => k === named.length - 1 || !isOther(part))
  // `order_id` as the first key: a row is an order.
  const key = fields.find(
    ({ isKey, parts: named }) => isKey && named.length > 1 && ['id', 'no', 'number', 'nr'].includes(named.at(-1)!),
  )
  const called = [
    ...(relation.called ? partsOf(relation.called) : []),
    ...(key ? [key.parts.slice(0, -1).join(' ')] : []),
    ...(relation.paths.length === 1 ? directoryNouns(relation.paths) : []),
  ]
  const requests = isOfRequests(fields) ? REQUESTS.map(stem) : []
  return [...new Set([...parts, parts.join(' '), ...called, ...requests])].filter(noun => noun !== '')
}

export const REQUESTS = ['request', 'hit', 'call', 'response']

/** A status, and where it was asked for: a log of requests as a table. */
function isOfRequests(fields: readonly Named[]): boolean {
  const has = (names: RegExp) => fields.some(({ column }) => names.test(column.name))
  return has(/(?:^|[._])status(?:_?code)?$/i) && has(/(?:^|[._])(?:route|path|request_path|url|uri|endpoint)$/i)
}

/** What the directory is called: `books/catalogue.json` has books, each file of `branches/` is a branch. */
export function directoryNouns([path]: readonly string[]): string[] {
  const directory = path?.split('/').at(-2) ?? ''
  return /^\p{L}[\p{L}_-]{2,30}s$/u.test(directory) ? [partsOf(directory).join(' ')] : []
}

/** What each of several files is called: each of `branches/` is a branch, but hives/hives-may.json holds hives. */
function fileNouns(paths: readonly string[]): string[] {
  const inNames = (noun: string) => paths.every(path => partsOf(path.split('/').at(-1)!).includes(noun))
  return directoryNouns(paths).filter(noun => !inNames(noun))
}

/** What a file is called beside its name. */
export function alsoOf({ kind, paths, name, called }: Relation): string[] {
  if (kind !== 'table') return (FILE_NOUNS[kind] ?? []).map(stem)
  if (paths.length < 2) return []
  // Where records have a name of their own, what files share in their names is what a file is called.
  return [...fileNouns(paths), ...(called === undefined ? [] : partsOf(name).filter(part => part !== 'chang'))]
}

/** "worker" of worker-1, worker-2: what all values are, each with its number. */
export function numberedNoun(values: readonly { readonly text: string }[] | null): string | null {
  const nouns = new Set(
    (values ?? []).map(({ text }) => /^(\p{L}{3,20})[-_ #]?\d{1,9}$/u.exec(text)?.[1]?.toLowerCase()),
  )
  const [noun] = nouns
  return nouns.size === 1 && noun !== undefined && values!.length > 1 ? stem(noun) : null
}
