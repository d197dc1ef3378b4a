// The report as SARIF 2.1.0, for code scanning and editors: problems as results, facts as notes for information.

import { createHash } from 'node:crypto'
import type { Answer } from '@shoal/base/model/analyst'
import { isAbout } from '@shoal/base/model/concern'
import type { Finding, Place, Severity } from '@shoal/base/model/finding'
import type { CrossFinding, RunReport } from '@shoal/base/model/report'
import { consumerWarnings, MOST_LOCATIONS, type SarifSize } from './sarif-limits.ts'

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json'
const LEVELS: Readonly<Record<Severity, 'error' | 'warning' | 'note'>> = {
  high: 'error',
  medium: 'warning',
  low: 'note',
}
/** What code scanning sorts security findings by: CVSS-like. */
const SCORES: Readonly<Record<Severity, string>> = { high: '8.0', medium: '5.5', low: '2.0' }

interface SarifRule {
  readonly id: string
  readonly [key: string]: unknown
}

export function reportSarif(report: RunReport, version: string): Record<string, unknown> {
  const rules = new Rules()
  const results = [
    ...report.findings.filter(isProblem).flatMap(finding => findingResults(finding, rules)),
    ...report.crossFile.filter(isProblem).flatMap(cross => crossResults(cross, rules)),
  ]
  const warnings = [...report.warnings, ...sarifWarnings(report)]
  return {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'shoal',
            semanticVersion: version,
            informationUri: 'https://www.npmjs.com/package/shoal',
            rules: rules.list,
          },
        },
        automationDetails: { id: `shoal/${report.run}` },
        invocations: [
          {
            executionSuccessful:
              report.coverage.tasksFailed === 0 && report.failed.length === 0 && report.partial === null,
            toolExecutionNotifications: [
              ...(report.partial === null ? [] : [notification(report.partial)]),
              ...report.failed.map(({ what, reason }) => notification(`${what}: ${reason}`)),
              ...warnings.map(warning => notification(warning, 'warning')),
            ],
          },
        ],
        artifacts: report.files.map(({ path, sizeBytes }) => ({ location: { uri: uriOf(path) }, length: sizeBytes })),
        columnKind: 'utf16CodeUnits',
        results,
        properties: {
          query: report.query,
          answer: report.answer,
          coverage: report.coverage,
          verification: report.verification,
          engine: report.engine,
          usage: report.usage,
          reading: report.reading,
          // As results they would be alerts in code scanning, which does not know of suppressions.
          suppressed: report.suppressed,
        },
      },
    ],
  }
}

/** What readers of SARIF are known to leave out of a report of this size, one sentence each. */
export function sarifWarnings(report: Pick<RunReport, 'findings' | 'crossFile'>): string[] {
  return consumerWarnings(sizeOf(report))
}

function sizeOf({ findings, crossFile }: Pick<RunReport, 'findings' | 'crossFile'>): SarifSize {
  const counts = [
    ...findings.filter(isProblem).map(({ places }) => places.length),
    ...crossFile.filter(isProblem).map(({ evidence }) => evidence.length),
  ]
  return {
    results: counts.reduce((sum, places) => sum + Math.max(1, Math.ceil(places / MOST_LOCATIONS)), 0),
    mostLocations: counts.reduce((most, places) => Math.max(most, Math.min(places, MOST_LOCATIONS)), 0),
  }
}

function isProblem({ nature }: Finding | CrossFinding): boolean {
  return nature === 'problem'
}

function notification(text: string, level: 'error' | 'warning' = 'error'): Record<string, unknown> {
  return { level, message: { text } }
}

class Rules {
  readonly list: SarifRule[] = []
  private readonly places = new Map<string, number>()

  /** The place of the rule in the list; it is added when it is new. */
  place(id: string, make: () => Omit<SarifRule, 'id'>): number {
    const known = this.places.get(id)
    if (known !== undefined) return known
    this.places.set(id, this.list.length)
    this.list.push({ id, ...make() })
    return this.list.length - 1
  }
}

/** One for each finding; what stands at more places than a reader takes becomes several, so that no place is lost. */
function findingResults(finding: Finding, rules: Rules): Record<string, unknown>[] {
  const { rule, type, contentType, severity, summary, places, count, confidence } = finding
  const id = rule?.id ?? `${contentType}.${type}`
  const isSecurity = isAbout(finding, 'security')
  const tags = [
    contentType,
    type,
    ...(isSecurity ? ['security'] : []),
    ...(rule?.cwe ? [`external/cwe/${rule.cwe.toLowerCase()}`] : []),
  ]
  const ruleIndex = rules.place(id, () => ({
    name: pascalCase(id),
    shortDescription: { text: rule?.title ?? spoken(type) },
    fullDescription: { text: rule?.explanation ?? `${spoken(type)} in ${spoken(contentType)}.` },
    help: { text: rule?.explanation ?? `${spoken(type)} in ${spoken(contentType)}.` },
    defaultConfiguration: { level: LEVELS[severity] },
    properties: {
      tags,
      precision: confidence === 'low' ? 'medium' : 'high',
      ...(isSecurity ? { 'security-severity': SCORES[severity] } : {}),
    },
  }))
  return inParts(places).map((part, k) => ({
    ruleId: id,
    ruleIndex,
    level: LEVELS[severity],
    message: { text: summary },
    ...locations(part.map(location)),
    occurrenceCount: k === 0 ? Math.max(1, count) : part.length,
    partialFingerprints: { 'shoal/v1': partOf(finding.id, k) },
    ...baselineState(finding),
    properties: {
      severity,
      confidence,
      verified: finding.verified,
      relevance: finding.relevance,
      by: finding.by,
      tools: finding.tools,
      objection: finding.objection,
      places_total: finding.placeCount,
    },
  }))
}

/** All results of a run have one, or none has. */
function baselineState({ standing }: Finding | CrossFinding) {
  return standing?.state === undefined ? {} : { baselineState: standing.state }
}

function inParts<T>(places: readonly T[]): T[][] {
  const parts: T[][] = []
  for (let from = 0; from === 0 || from < places.length; from += MOST_LOCATIONS)
    parts.push(places.slice(from, from + MOST_LOCATIONS))
  return parts
}

/** The first is where it is, the others are where it is too. */
function locations([first, ...others]: readonly Record<string, unknown>[]): Record<string, unknown> {
  return {
    locations: first ? [first] : [],
    ...(others.length > 0 ? { relatedLocations: others.map((other, k) => ({ id: k + 1, ...other })) } : {}),
  }
}

function partOf(print: string, part: number): string {
  return part === 0 ? print : `${print}:${part + 1}`
}

function crossResults(cross: CrossFinding, rules: Rules): Record<string, unknown>[] {
  const { kind, summary, severity, evidence, evidenceCount = evidence.length, files, by, objection } = cross
  const id = `cross-file.${kind}`
  const ruleIndex = rules.place(id, () => ({
    name: pascalCase(id),
    shortDescription: { text: `${spoken(kind)} between files` },
    fullDescription: { text: `Two or more files do not agree: ${spoken(kind)}.` },
    help: { text: `Two or more files do not agree: ${spoken(kind)}.` },
    defaultConfiguration: { level: LEVELS[severity] },
    properties: { tags: ['cross-file', kind] },
  }))
  const end = ({ quote, ...at }: Answer['evidence'][number]) => location({ ...at, endLine: at.line, evidence: quote })
  const print = createHash('sha256')
    .update(JSON.stringify([kind, files, evidence.map(({ quote }) => quote)]))
    .digest('hex')
    .slice(0, 32)
  return inParts(evidence).map((part, k) => ({
    ruleId: id,
    ruleIndex,
    level: LEVELS[severity],
    message: { text: summary },
    ...locations(part.map(end)),
    partialFingerprints: { 'shoal/v1': partOf(print, k) },
    ...baselineState(cross),
    properties: { severity, by, objection, places_total: evidenceCount },
  }))
}

function location({ path, line, character, endLine, evidence }: Omit<Place, 'chunkId'>): Record<string, unknown> {
  const region = {
    startLine: line,
    ...(character === undefined
      ? {}
      : columns(character, line === endLine && !evidence.includes('[masked]') ? evidence : null)),
    endLine: Math.max(line, endLine),
    snippet: { text: evidence },
  }
  return { physicalLocation: { artifactLocation: { uri: uriOf(path) }, region } }
}

/** Where on a long line; its end too, unless the quote goes on to other lines or hides a secret. */
function columns(startColumn: number, quote: string | null) {
  return { startColumn, ...(quote === null ? {} : { endColumn: startColumn + quote.length }) }
}

/** A relative reference, each step escaped; an absolute path as a file URI. */
function uriOf(path: string): string {
  const steps = path.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/')
  return path.startsWith('/') ? `file://${steps}` : steps
}

function spoken(name: string): string {
  const words = name.replaceAll(/[_.-]+/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function pascalCase(name: string): string {
  return name
    .split(/[^A-Za-z0-9]+/)
    .map(word => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}
