// Reads a model's reply as the reports it should hold. Tolerant in form: fences, other names of fields, numbers as
// strings, one object for a list. Strict in substance: what does not say enough is complained about and left out.

import { isRecord } from '../../config/values.ts'
import { lookup } from '../../model/lookup.ts'
import { printable } from '../../text/printable.ts'
import {
  MOST_EVIDENCE,
  MOST_FINDINGS,
  MOST_NOTES,
  MOST_REPORT,
  type Report,
  type ReportedFinding,
  reportSchema,
} from './contract.ts'
import type { Focus } from './goals.ts'
import { readJson } from './read-json.ts'

export interface ReadReply {
  /** By part, what can be used of it; null when nothing can, and for a part that it says nothing of. */
  readonly reports: readonly (Report | null)[] | null
  /** What is wrong with it, as the model may be told. */
  readonly complaints: readonly string[]
  /** Findings that were left out: malformed, or beyond the limit. */
  readonly dropped: number
  /** It ended in the middle; only what is whole was read. */
  readonly isCut: boolean
}

/** `paths` are those of the parts, in order; an addition to an earlier reply need not speak of all. */
export function readReply(
  text: string,
  paths: readonly string[],
  focus: Focus,
  { isAddition = false }: { readonly isAddition?: boolean } = {},
): ReadReply {
  const read = readJson(text)
  if ('complaint' in read) return { reports: null, complaints: [read.complaint], dropped: 0, isCut: false }
  const isCut = read.isCut ?? false
  const reader = new ReportReader(focus, isCut)
  const reports = paths.map((): Report | null => null)
  for (const [k, raw] of reportsIn(read.value).entries()) {
    const at = partOf(raw, k, paths)
    if (at !== null && reports[at] === null) reports[at] = reader.read(raw, paths[at]!)
    else reader.leaveOut(raw, at === null ? 'is of no file that was asked for' : 'is the second of its file')
  }
  const { complaints, dropped } = reader
  const unsaid = paths.filter((_, k) => reports[k] === null)
  const isEmpty = unsaid.length === paths.length
  if (isEmpty)
    complaints.push(isCut ? 'the reply was cut off before anything was complete' : 'the reply holds no report')
  else if (unsaid.length > 0 && !isAddition)
    complaints.push(`there is no report for ${unsaid.slice(0, 5).map(printable).join(', ')}`)
  return { reports: isEmpty ? null : reports, complaints, dropped, isCut }
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

class ReportReader {
  readonly complaints: string[] = []
  dropped = 0

  constructor(
    private readonly focus: Focus,
    private readonly isCut: boolean,
  ) {}

  leaveOut(raw: unknown, why: string): void {
    this.dropped += isRecord(raw) ? listOf(raw.findings).length : 0
    const path = isRecord(raw) ? text(raw.file_path ?? raw.file ?? raw.path) : null
    if (!this.isCut)
      this.complaints.push(`a report${path === null ? '' : ` on ${printable(path).slice(0, 200)}`} ${why}`)
  }

  read(raw: unknown, path: string): Report | null {
    if (!isRecord(raw)) {
      this.complaints.push('a report is not an object')
      return null
    }
    const points = listOf(raw.relevant).filter(isRecord)
    const found = raw.findings === undefined ? points.map(asFinding) : listOf(raw.findings)
    if (raw.findings === undefined && raw.relevant === undefined) {
      if (!this.isCut) this.complaints.push('a report has no `findings`')
      return null
    }
    const findings = distinct(found.flatMap((finding, k) => this.finding(finding, k) ?? []))
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
    const summary = isRecord(raw) ? clipped(raw.summary ?? raw.point, 500) : null
    const evidence = isRecord(raw) ? quoteIn(raw.evidence ?? raw.quote) : null
    if (!isRecord(raw) || summary === null || evidence === null) {
      const lacks = isRecord(raw) ? (summary === null ? 'has no `summary`' : 'has no `evidence`') : 'is not an object'
      if (!this.isCut) this.complaints.push(`finding ${k + 1} ${lacks}`)
      this.dropped++
      return null
    }
    const type = (text(raw.type) ?? '').toLowerCase().replace(/[\s-]+/g, '_')
    return {
      type: this.focus.types.includes(type) ? type : 'pattern',
      // Something is called wrong only by those who say so.
      nature: text(raw.nature)?.toLowerCase() === 'problem' ? 'problem' : 'fact',
      summary,
      evidence,
      line: lineIn(raw.line ?? raw.lines ?? raw.line_number),
      severity: degree(raw.severity) ?? 'low',
      confidence: degree(raw.confidence) ?? 'low',
      scope: clipped(raw.scope, 200),
      column: clipped(raw.column, 200),
      path: clipped(raw.path ?? raw.json_path, 300),
    }
  }

  /** Beyond the limit of characters, findings are left out from the end, then notes. */
  private withinLimit(report: Report): Report {
    const size = JSON.stringify(report).length
    if (size <= MOST_REPORT) return report
    if (!this.isCut)
      this.complaints.push(
        `the report on ${printable(report.file_path)} has ${size} characters; ${MOST_REPORT} are allowed`,
      )
    let room = size - MOST_REPORT
    const findings = [...report.findings]
    const [queries, missing] = [[...report.suggested_queries], [...report.missing]]
    for (const list of [findings, queries, missing])
      while (room > 0 && list.length > 0) room -= JSON.stringify(list.pop()).length + 1
    this.dropped += report.findings.length - findings.length
    return { ...report, findings, suggested_queries: queries, missing }
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
