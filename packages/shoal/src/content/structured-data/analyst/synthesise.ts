// What several tables say together: which columns they share, whether these are of the same type, and the totals.
import type { SurveyedFile, TypeSynthesis } from '@shoal/base/model/analyst'
import type { FindingDraft } from '@shoal/base/model/finding'
import type { Json } from '@shoal/base/model/json'
import { LeftOut } from '../../../text/left-out.ts'
import { count, counted, listed } from './words.ts'

const MOST_LISTED = 200
const MOST_FINDINGS = 1000
const MOST_ANSWERS = 8

interface SeenColumn {
  readonly path: string
  readonly type: string
  readonly rows: number
  readonly missing: number
}

export function synthesiseTables(files: readonly SurveyedFile[]): TypeSynthesis {
  const columns = new Map<string, SeenColumn[]>()
  let rows = 0
  for (const file of files) {
    const { rows: own, columns: list } = file.figures as { rows?: number; columns?: readonly Record<string, Json>[] }
    rows += own ?? 0
    for (const { name, type, missing } of list ?? []) {
      const seen = columns.get(String(name)) ?? []
      seen.push({ path: file.path, type: String(type), rows: own ?? 0, missing: Number(missing) })
      columns.set(String(name), seen)
    }
  }
  const leftOut = new LeftOut()
  const conflicts = files.length < 2 ? [] : typeConflicts(columns, files)
  const answers = files.flatMap(({ answers: own }) => own).sort((a, b) => b.relevance - a.relevance)
  return {
    summary: `${counted(files.length, 'table')} with ${counted(rows, 'row')} and ${counted(columns.size, 'column name')}`,
    metadata: {
      files: files.length,
      row_count: rows,
      columns: [...columns].slice(0, MOST_LISTED).map(([name, seen]) => ({
        name,
        types: [...new Set(seen.map(({ type }) => type))],
        files: seen.length,
        rows: seen.reduce((sum, column) => sum + column.rows, 0),
        missing: seen.reduce((sum, column) => sum + column.missing, 0),
      })),
      key_topics: [...columns.keys()].slice(0, 10),
    },
    panels: files.length < 2 ? [] : [tablePanel(files)],
    findings: leftOut.first(conflicts, MOST_FINDINGS, 'columns of other types in another table are listed'),
    notes: leftOut.notes,
    answers: answers.slice(0, MOST_ANSWERS),
  }
}

function tablePanel(files: readonly SurveyedFile[]): TypeSynthesis['panels'][number] {
  return {
    kind: 'table',
    title: 'Tables',
    columns: [
      { label: 'file' },
      { label: 'rows', align: 'right' },
      { label: 'columns', align: 'right' },
      { label: 'problems', align: 'right' },
    ],
    rows: files.slice(0, MOST_LISTED).map(({ path, figures, findings }) => {
      const { rows, column_count: columns } = figures as { rows?: number; column_count?: number }
      return [path, rows ?? 0, columns ?? 0, findings.filter(({ nature }) => nature === 'problem').length]
    }),
    of: files.length,
  }
}

const NUMBERS = new Set(['integer', 'number', 'id'])
const WORDS = new Set(['category', 'text', 'boolean', 'id', 'email', 'url', 'ip', 'json'])
const TIMES = new Set(['date', 'datetime', 'time'])

/** The same column name for numbers here and for words there. */
function typeConflicts(
  columns: ReadonlyMap<string, readonly SeenColumn[]>,
  files: readonly SurveyedFile[],
): (FindingDraft & { path: string })[] {
  return [...columns].flatMap(([name, seen]) => {
    const known = seen.filter(({ type }) => type !== 'empty' && type !== 'mixed')
    const agree = [NUMBERS, WORDS, TIMES].some(family => known.every(({ type }) => family.has(type)))
    if (known.length < 2 || agree) return []
    const usual = mostFrequent(known.map(({ type }) => type))
    const odd = known.filter(({ type }) => type !== usual)
    const first = odd[0]!
    const place = headerIn(files.find(({ path }) => path === first.path)!, name)
    if (!place) return []
    return [
      {
        path: first.path,
        type: 'pattern',
        key: `type-conflict:${name}`,
        summary: `\`${name}\` is ${usual} in ${counted(known.length - odd.length, 'table')} and ${listed([...new Set(odd.map(({ type }) => type))])} in ${listed(odd.map(({ path }) => path))}`,
        severity: 'medium',
        confidence: 'medium',
        nature: 'problem',
        advice: 'Settle on one type for the column in all tables',
        line: place.line,
        evidence: place.quote,
        column: name,
        count: odd.length,
        topics: [name, 'type', count(known.length)],
      },
    ]
  })
}

function mostFrequent(types: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const type of types) counts.set(type, (counts.get(type) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])[0]![0]
}

/** Some verified words of that file about the column. */
function headerIn({ findings }: SurveyedFile, name: string): { line: number; quote: string } | null {
  const finding = findings.find(({ column }) => column === name) ?? findings[0]
  return finding ? { line: finding.line, quote: finding.evidence } : null
}
