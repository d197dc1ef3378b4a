// Reads a model's reply as the reports it should hold. Tolerant in form: fences, other names of fields, numbers as
// strings, one object for a list. Strict in substance: what does not say enough is complained about and left out.
import { lookup } from '@shoal/base/model/lookup'
import { isRecord } from '@shoal/base/model/option-values'
import { readJson } from '@shoal/base/text/loose-json'
import { printable } from '@shoal/base/text/printable'
import {
  MOST_EVIDENCE,
  MOST_FINDINGS,
  MOST_MORE,
  MOST_NOTES,
  MOST_REPORT,
  type Report,
  type ReportedFinding,
  reportSchema,
} from './contract.ts'
import type { Sought } from './goals.ts'
import { closingIn, idOf, type SaidClosing } from './said-closing.ts'

export interface ReadReply {
  /** By part, what can be used of it; null when nothing can, and for a part that it says nothing of. */
  readonly reports: readonly (Report | null)[] | null
  /** What is wrong with it, as the model may be told. */
  readonly complaints: readonly string[]
  /** Findings that were left out: malformed, or beyond the limit. */
  readonly dropped: number
  /** It ended in the middle; only what is whole was read. */
  readonly isCut: boolean
  /** What it says of all files together; null for nothing. */
  readonly closing: SaidClosing | null
}

/** `paths` are those of the parts, in order; an addition to an earlier reply need not speak of all. */
export function readReply(
  text: string,
  paths: readonly string[],
  focus: Sought,
  { isAddition = false }: { readonly isAddition?: boolean } = {},
): ReadReply {
  const read = readJson(text)
  if ('complaint' in read)
    return { reports: null, complaints: [read.complaint], dropped: 0, isCut: false, closing: null }
  const isCut = read.isCut ?? false
  const reader = new ReportReader(focus, isCut)
  const said = paths.map((): unknown[] => [])
  for (const [k, raw] of reportsIn(read.value).entries()) {
    const at = partOf(raw, k, paths)
    if (at === null) reader.leaveOut(raw)
    else said[at]!.push(raw)
  }
  const reports = paths.map((path, at) => (said[at]!.length === 0 ? null : reader.read(together(said[at]!), path)))
  const { dropped } = reader
  const complaints = [...new Set(reader.complaints)]
  const unsaid = paths.filter((_, k) => reports[k] === null)
  const isEmpty = unsaid.length === paths.length
  if (isEmpty)
    complaints.push(isCut ? 'the reply was cut off before anything was complete' : 'the reply holds no report')
  else if (unsaid.length > 0 && !isAddition)
    complaints.push(`there is no report for ${unsaid.slice(0, 5).map(printable).join(', ')}`)
  return { reports: isEmpty ? null : reports, complaints, dropped, isCut, closing: closingIn(read.value) }
}

/** A report, a list of them, or an object that holds either; also findings alone. */
function reportsIn(value: unknown): readonly unknown[] {
  const inner = isRecord(value) ? (value.reports ?? value.report ?? value.files ?? value) : value
  const list = Array.isArray(inner) ? inner : [inner]
  return list.length > 0 && list.every(isFindingLike) ? [{ findings: list }] : list
}

function isFindingLike(value: unknown): boolean {
  return isRecord(value) && value.findings === undefined && value.summary !== undefined
}

/** By its path, else by its place in the list. */
function partOf(raw: unknown, k: number, paths: readonly string[]): number | null {
  if (paths.length === 1) return 0
  const path = isRecord(raw) ? text(raw.file_path ?? raw.file ?? raw.path) : null
  const bare = path?.replace(/^\.\//, '')
  const named = paths.findIndex(known => known === bare || printable(known) === bare)
  if (named >= 0) return named
  return path === null && k < paths.length ? k : null
}

/** What was said of one part, in as many reports as there are: a part may be given in several pieces. */
function together(raws: readonly unknown[]): unknown {
  const said = raws.filter(isRecord)
  const told = said.filter(raw => raw.findings !== undefined || raw.relevant !== undefined)
  if (raws.length === 1 || told.length === 0) return raws[0]
  const all = (...names: readonly string[]) => said.flatMap(raw => names.flatMap(name => listOf(raw[name])))
  return {
    findings: told.flatMap(foundIn),
    relevant: told.some(({ relevant }) => flag(relevant) ?? false),
    missing: all('missing'),
    suggested_queries: all('suggested_queries', 'suggested_next_queries'),
    complete_answer: all('complete_answer', 'answer_if_complete')[0] ?? null,
    metadata: { key_topics: said.flatMap(({ metadata }) => (isRecord(metadata) ? listOf(metadata.key_topics) : [])) },
  }
}

function foundIn(raw: Record<string, unknown>): readonly unknown[] {
  return raw.findings === undefined ? listOf(raw.relevant).filter(isRecord).map(asFinding) : listOf(raw.findings)
}

class ReportReader {
  readonly complaints: string[] = []
  dropped = 0

  constructor(
    private readonly focus: Sought,
    private readonly isCut: boolean,
  ) {}

  leaveOut(raw: unknown): void {
    this.dropped += isRecord(raw) ? listOf(raw.findings).length : 0
    const path = isRecord(raw) ? text(raw.file_path ?? raw.file ?? raw.path) : null
    if (!this.isCut)
      this.complaints.push(
        `a report${path === null ? '' : ` on ${printable(path).slice(0, 200)}`} is of no file that was asked for`,
      )
  }

  read(raw: unknown, path: string): Report | null {
    if (!isRecord(raw)) {
      this.complaints.push('a report is not an object')
      return null
    }
    if (raw.findings === undefined && raw.relevant === undefined) {
      if (!this.isCut) this.complaints.push('a report has no `findings`')
      return null
    }
    const findings = distinct(foundIn(raw).flatMap((finding, k) => this.finding(finding, k) ?? []))
    const report: Report = {
      file_path: path,
      relevant: flag(raw.relevant) ?? findings.length > 0,
      findings: findings.slice(0, MOST_FINDINGS),
      missing: notes(raw.missing),
      suggested_queries: notes(raw.suggested_queries ?? raw.suggested_next_queries),
      complete_answer: clipped(raw.complete_answer ?? raw.answer_if_complete, 1000),
      metadata: { key_topics: topicsOf(raw.metadata) },
    }
    this.dropped += findings.length - report.findings.length
    if (this.isCut && findings.length === 0) return null
    return this.withinLimit(reportSchema.parse(report))
  }

  private finding(raw: unknown, k: number): ReportedFinding | null {
    const finding = findingIn(raw)
    if (finding === null) {
      const lacks = isRecord(raw)
        ? summaryIn(raw) === null
          ? 'has no `summary`'
          : 'has no `evidence`'
        : 'is not an object'
      if (!this.isCut) this.complaints.push(`finding ${k + 1} ${lacks}`)
      this.dropped++
      return null
    }
    return this.focus.types.includes(finding.type) ? finding : { ...finding, type: 'pattern' }
  }

  /** Beyond the limit of characters, findings are left out from the end, then notes. */
  private withinLimit(report: Report): Report {
    const size = sizeOf(report)
    if (size <= MOST_REPORT) return report
    if (!this.isCut)
      this.complaints.push(
        `the report on ${printable(report.file_path)} has ${size} characters; ${MOST_REPORT} are allowed`,
      )
    let room = size - MOST_REPORT
    const findings = [...report.findings]
    const [queries, missing] = [[...report.suggested_queries], [...report.missing]]
    for (const list of [findings, queries, missing]) while (room > 0 && list.length > 0) room -= sizeOf(list.pop()) + 1
    this.dropped += report.findings.length - findings.length
    return { ...report, findings, suggested_queries: queries, missing }
  }
}

/** Of what somebody wrote: lists that may be left out count nothing where they are empty. */
function sizeOf(value: unknown): number {
  const isLeftOut = (key: string, one: unknown) => (key === 'more' || key === 'results') && listOf(one).length === 0
  return JSON.stringify(value, (key, one) => (isLeftOut(key, one) ? undefined : one)).length
}

function summaryIn(raw: Record<string, unknown>): string | null {
  return clipped(raw.summary ?? raw.point, 500)
}

/** Null when it says or shows nothing. */
export function findingIn(raw: unknown): ReportedFinding | null {
  if (!isRecord(raw)) return null
  const [first, ...others] = moreIn(raw.quotes)
  const summary = summaryIn(raw)
  const evidence = quoteIn(raw.evidence ?? raw.quote) ?? first?.quote ?? null
  const answers = notes(raw.answers)
  if (summary === null || evidence === null) return null
  return {
    type: (text(raw.type) ?? '').toLowerCase().replace(/[\s-]+/g, '_'),
    // Something is called wrong only by those who say so.
    nature: text(raw.nature)?.toLowerCase() === 'problem' ? 'problem' : 'fact',
    summary,
    evidence,
    line: lineIn(raw.line ?? raw.lines ?? raw.line_number ?? first?.line),
    more: raw.more === undefined ? others : moreIn(raw.more),
    results: idsIn(raw.results),
    severity: degree(raw.severity) ?? 'low',
    confidence: degree(raw.confidence) ?? 'low',
    scope: clipped(raw.scope, 200),
    column: clipped(raw.column, 200),
    path: clipped(raw.path ?? raw.json_path, 300),
    ...(typeof raw.id === 'string' && raw.id !== '' && { id: idOf(raw.id).slice(0, 20) }),
    ...(answers.length > 0 && { answers }),
  }
}

/** The other form of A4: `relevant` is a list of what is. */
function asFinding({ point, ...rest }: Record<string, unknown>): unknown {
  return { type: 'pattern', summary: point, severity: 'low', ...rest }
}

/** The same words may stand at several lines. */
function distinct(findings: readonly ReportedFinding[]): ReportedFinding[] {
  return [
    ...new Map(findings.map(finding => [`${finding.summary}\0${finding.evidence}\0${finding.line}`, finding])).values(),
  ]
}

function text(value: unknown): string | null {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

function clipped(value: unknown, most: number): string | null {
  return text(value)?.replace(/\s+/g, ' ').slice(0, most) ?? null
}

/** Verbatim, so only blank lines around it go. The beginning of a quote is a quote. */
function quoteIn(value: unknown): string | null {
  const [quote] = listOf(value)
  if (typeof quote !== 'string' || quote.trim() === '') return null
  return quote
    .replace(/^\s*\n/, '')
    .trimEnd()
    .slice(0, MOST_EVIDENCE)
}

/** Further quotes; those that say nothing are none. */
function moreIn(value: unknown): ReportedFinding['more'] {
  const all = listOf(value).flatMap(one => {
    const given = isRecord(one) ? one : { quote: one }
    const quote = quoteIn(given.quote ?? given.evidence ?? given.text)
    if (quote === null) return []
    const file = text(given.file ?? given.path ?? given.file_path) ?? ''
    return [{ file: file.slice(0, 1000), line: lineIn(given.line), quote }]
  })
  return all.slice(0, MOST_MORE)
}

/** `R2`, `[r2]`, or a text that names some. */
function idsIn(value: unknown): string[] {
  const named = listOf(value).flatMap(one =>
    typeof one === 'string' ? (one.toUpperCase().match(/R\d{1,4}/g) ?? []) : [],
  )
  return [...new Set(named)].slice(0, MOST_MORE)
}

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  return value === undefined || value === null || typeof value === 'boolean' ? [] : [value]
}

function flag(value: unknown): boolean | null {
  if (Array.isArray(value)) return value.length > 0
  if (typeof value === 'boolean') return value
  return typeof value === 'string' ? /^(?:true|yes)$/i.test(value.trim()) : null
}

function notes(value: unknown): string[] {
  const said = listOf(value).map(entry => clipped(isRecord(entry) ? (entry.query ?? entry.question) : entry, 300))
  return [...new Set(said.filter(entry => entry !== null))].slice(0, MOST_NOTES)
}

function topicsOf(value: unknown): string[] {
  const topics = isRecord(value) ? listOf(value.key_topics).map(topic => clipped(topic, 80)) : []
  return [...new Set(topics.filter(topic => topic !== null))].slice(0, 10)
}

const DEGREES: Readonly<Record<string, 'high' | 'medium' | 'low'>> = {
  critical: 'high',
  blocker: 'high',
  severe: 'high',
  high: 'high',
  moderate: 'medium',
  medium: 'medium',
  low: 'low',
  minor: 'low',
  info: 'low',
  informational: 'low',
}

function degree(value: unknown): 'high' | 'medium' | 'low' | null {
  if (typeof value === 'number' && value <= 1) return value >= 0.8 ? 'high' : value >= 0.5 ? 'medium' : 'low'
  return lookup(DEGREES, text(value)?.toLowerCase() ?? '') ?? null
}

/** The first number of `12`, `"12-15"`, `[12, 15]`, `"line 12"`; 0 when there is none: the quote tells where it stands. */
function lineIn(value: unknown): number {
  const [first] = listOf(value)
  const digits = /\d{1,9}/.exec(text(first) ?? '')?.[0]
  return digits === undefined ? 0 : Number(digits)
}
