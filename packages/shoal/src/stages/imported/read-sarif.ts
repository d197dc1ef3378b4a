// Reads what other scanners found from a SARIF 2.1.0 log: one finding for each place of each result. Content is data: what is
// missing or of another shape is left out and counted, and only a file that is no such log is refused.

import { ShoalError } from '@shoal/base/model/errors'
import type { FindingDraft, Rule, Severity, ToolRule } from '@shoal/base/model/finding'
import { lookup } from '@shoal/base/model/lookup'
import { isRecord } from '@shoal/base/model/option-values'
import { toolRuleId } from '@shoal/base/model/tool-rule'
import { clip } from '@shoal/base/text/printable'

/** A finding where the log says it stands. Its quote is empty where the log has none: the lines of the file are taken. */
export interface ScannedFinding extends FindingDraft {
  /** As the log has it: absolute, or against one of its bases. */
  readonly uri: string
}

export interface SarifLog {
  readonly findings: readonly ScannedFinding[]
  /** Results that are no findings, by reason. */
  readonly leftOut: ReadonlyMap<string, number>
}

type Json = Readonly<Record<string, unknown>>

/** `name` is what the user calls the file. Throws `import-invalid`. */
export function readSarif(text: string, name: string): SarifLog {
  const log = parsed(text, name)
  const leftOut = new Map<string, number>()
  const findings = recordsOf(log.runs).flatMap(run => {
    const rules = new RuleBook(run)
    return recordsOf(run.results).flatMap(result => {
      const reason = whyNot(result)
      const found = reason === null ? findingsOf(result, run, rules) : []
      const why = reason ?? (found.length === 0 ? 'name no file' : null)
      if (why !== null) leftOut.set(why, (leftOut.get(why) ?? 0) + 1)
      return found
    })
  })
  return { findings, leftOut }
}

function parsed(text: string, name: string): Json {
  const invalid = (what: string) => new ShoalError('import-invalid', `${name} ${what}`, { detail: name })
  let log: unknown
  try {
    log = JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    throw invalid('is not JSON')
  }
  if (!isRecord(log) || !Array.isArray(log.runs)) throw invalid('is not a SARIF log: it has no list "runs"')
  const { version } = log
  if (typeof version !== 'string' || !/^2\.1\.\d/.test(version))
    throw invalid(
      `is SARIF ${typeof version === 'string' ? clip(version, 20) : 'of no version'}, and only 2.1.0 is read`,
    )
  return log
}

/** What is no finding of now. */
function whyNot({ kind, baselineState, suppressions }: Json): string | null {
  if (typeof kind === 'string' && !OPEN_KINDS.has(kind)) return `are of the kind ${clip(kind, 20)}`
  if (baselineState === 'absent') return 'are of an earlier state'
  const accepted = recordsOf(suppressions).some(({ status }) => status !== 'rejected' && status !== 'underReview')
  return accepted ? 'were suppressed there' : null
}

const OPEN_KINDS: ReadonlySet<string> = new Set(['fail', 'review', 'open'])

function findingsOf(result: Json, run: Json, rules: RuleBook): ScannedFinding[] {
  const { tool, rule, level, precision } = rules.of(result)
  const summary = messageOf(result, rule) || textOf(rule.shortDescription) || tool.rule
  const known = lawOf(tool, rule, result)
  const isSecurity = known.concern === 'security'
  const severity = severityOf(result, rule, { level, isSecurity })
  return recordsOf(result.locations).flatMap(({ physicalLocation }) => {
    const { artifactLocation, region, contextRegion } = recordOf(physicalLocation)
    const uri = uriOf(recordOf(artifactLocation), run)
    if (uri === null) return []
    const { startLine, endLine, snippet } = recordOf(region)
    const line = lineOf(startLine) ?? lineOf(recordOf(contextRegion).startLine) ?? 1
    return [
      {
        uri,
        type: isSecurity ? 'vulnerability' : 'antipattern',
        key: `${known.id}:${summary}`,
        summary: clip(summary, 300),
        severity,
        confidence:
          result.kind === 'review' || result.kind === 'open' ? 'low' : (lookup(CONFIDENCES, precision) ?? 'medium'),
        nature: 'problem' as const,
        line,
        endLine: Math.max(line, Math.min(lineOf(endLine) ?? line, line + MOST_LINES)),
        evidence: textOf(snippet).slice(0, MOST_QUOTED).trim(),
        rule: known,
        tools: [tool],
        topics: [tool.tool, tool.rule],
      },
    ]
  })
}

/** Lines that a finding covers at most. */
const MOST_LINES = 200
const MOST_QUOTED = 400
const CONFIDENCES: Readonly<Record<string, 'high' | 'medium' | 'low'>> = {
  'very-high': 'high',
  high: 'high',
  low: 'low',
}
const SEVERITIES: Readonly<Record<string, Severity>> = { error: 'high', warning: 'medium', note: 'low', none: 'low' }

/** A score says more than a level; and linters give `error` to style, which is nothing to act on at once. */
function severityOf(
  { properties }: Json,
  rule: Json,
  { level, isSecurity }: { level: string; isSecurity: boolean },
): Severity {
  const score = Number(recordOf(properties)['security-severity'] ?? recordOf(rule.properties)['security-severity'])
  if (Number.isFinite(score) && score > 0) return score >= 7 ? 'high' : score >= 4 ? 'medium' : 'low'
  return isSecurity ? (lookup(SEVERITIES, level) ?? 'medium') : level === 'error' ? 'medium' : 'low'
}

function lawOf(tool: ToolRule, rule: Json, { properties, taxa }: Json): Rule {
  const own = recordOf(rule.properties)
  const tags = [...listOf(own.tags), ...listOf(recordOf(properties).tags)].map(String)
  const targets = recordsOf(rule.relationships).map(({ target }) => recordOf(target))
  const taxonomy = [...targets, ...recordsOf(taxa)].filter(({ toolComponent }) =>
    /cwe/i.test(textIn(recordOf(toolComponent).name)),
  )
  const numbers = [...tags, ...listOf(own.cwe), ...taxonomy.map(({ id }) => `cwe-${String(id).replace(/^cwe-/i, '')}`)]
  const cwe = numbers
    .map(word => /\bcwe[-_ ]?0*(\d{1,5})\b/i.exec(String(word).slice(0, 200))?.[1])
    .find(number => number !== undefined)
  const title = textOf(rule.shortDescription) || textIn(rule.name) || tool.rule
  const about = textOf(rule.fullDescription) || title
  const help = textIn(rule.helpUri)
  const isSecurity =
    cwe !== undefined ||
    own['security-severity'] !== undefined ||
    [...tags, textIn(own.category)].some(tag => /\bsecurity\b/i.test(tag))
  return {
    id: toolRuleId(tool),
    title: clip(title, 120),
    explanation: `${ended(clip(about, 400))} See ${help === '' ? `what ${tool.tool} says of ${tool.rule}` : clip(help, 200)}.`,
    concern: isSecurity ? 'security' : tags.some(tag => /^performance$/i.test(tag)) ? 'performance' : 'quality',
    ...(cwe !== undefined && { cwe: `CWE-${cwe}` }),
  }
}

function ended(sentence: string): string {
  return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`
}

/** The rules of a run by place and by name; a tool may bring them in extensions. */
class RuleBook {
  private readonly driver: Json
  private readonly extensions: readonly Json[]
  private readonly byId = new Map<string, Json>()

  constructor({ tool }: Json) {
    this.driver = recordOf(recordOf(tool).driver)
    this.extensions = recordsOf(recordOf(tool).extensions)
    for (const { rules } of [this.driver, ...this.extensions])
      for (const rule of recordsOf(rules)) if (!this.byId.has(textIn(rule.id))) this.byId.set(textIn(rule.id), rule)
  }

  of(result: Json) {
    const reference = recordOf(result.rule)
    const { index } = recordOf(reference.toolComponent)
    const component = typeof index === 'number' ? recordOf(this.extensions[index]) : this.driver
    const placed = listOf(component.rules)[Number(reference.index ?? result.ruleIndex ?? -1)]
    const named = textIn(result.ruleId) || textIn(reference.id)
    // `CA2100/1` is a case of CA2100.
    const known = this.byId.get(named) ?? (isRecord(placed) ? placed : this.byId.get(named.split('/')[0]!))
    const rule = recordOf(known)
    const id = clip(named || textIn(rule.id) || 'result', 100)
    const level = textIn(result.level) || textIn(recordOf(rule.defaultConfiguration).level)
    const precision = textIn(recordOf(rule.properties).precision)
    return { tool: { tool: clip(textIn(this.driver.name) || 'unnamed', 60), rule: id }, rule, level, precision }
  }
}

/** Its words, or those that the rule has for it, with the arguments put in. */
function messageOf({ message }: Json, rule: Json): string {
  const said = recordOf(message)
  const text = textIn(said.text) || textOf(lookup(recordOf(rule.messageStrings), textIn(said.id)))
  const words = listOf(said.arguments).map(String)
  return text
    .replace(/\{(\d{1,3})\}/g, (mark, k: string) => words[Number(k)] ?? mark)
    .split(/\s+/)
    .join(' ')
    .trim()
}

/** With its base in front where that is known; null when the place is in no file. */
function uriOf({ uri, uriBaseId, index }: Json, run: Json): string | null {
  const listed = typeof index === 'number' ? recordOf(recordOf(listOf(run.artifacts)[index]).location) : {}
  const path = textIn(uri) || textIn(recordOf(listed).uri)
  if (path === '') return null
  if (/^[a-z][\w+.-]{1,20}:/i.test(path)) return path
  const baseId = textIn(uriBaseId) || textIn(recordOf(listed).uriBaseId)
  const base = recordOf(lookup(recordOf(run.originalUriBaseIds), baseId))
  return `${textIn(base.uri)}${path}`
}

function lineOf(value: unknown): number | null {
  return Number.isSafeInteger(value) && (value as number) > 0 ? (value as number) : null
}

/** Of a message: `{ text }`. */
function textOf(message: unknown): string {
  return textIn(recordOf(message).text)
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function recordOf(value: unknown): Json {
  return isRecord(value) ? value : {}
}

function recordsOf(value: unknown): readonly Json[] {
  return listOf(value).filter(isRecord)
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
