// What a rule says about a place, and how many places of one rule become findings: few each on its own, many as one.
import type { Confidence } from '@shoal/base/model/confidence'
import type { FindingDraft, PlaceDraft, Rule, Severity } from '@shoal/base/model/finding'
import type { Goal } from '@shoal/base/model/goal'
import { groupBy, pushAll } from '@shoal/base/model/lists'
import { draftPlaces } from '../../../text/draft-places.ts'
import { type CodeReading, clip } from './reading.ts'
import { weigh } from './weigh.ts'

export interface Smell {
  /** `antipattern`, `dead_code`, `complexity`, `pattern`. */
  readonly type: string
  readonly rule: Rule
  readonly node: number
  /** The line to quote, when it is not the one its node starts on. */
  readonly line?: number
  /** A sentence about this place. */
  readonly summary: string
  readonly severity: Severity
  readonly confidence: Confidence
  readonly nature?: FindingDraft['nature']
  readonly topics?: readonly string[]
  readonly endLine?: number
  readonly stats?: FindingDraft['stats']
  readonly count?: number
  /** Where else it stands, when it speaks of several places. */
  readonly others?: readonly Pick<Smell, 'node' | 'line' | 'endLine'>[]
  /** Goals under which it matters most. */
  readonly goals?: readonly Goal[]
  /** What tells it from others of its rule in the same file; its scope when left out. */
  readonly subject?: string
  readonly scope?: string
}

/** More places of one rule in a file than this are told as one. */
const APART = 6
const LINES_TOLD = 40

export function findingsOf(smells: readonly Smell[], reading: CodeReading, goals: readonly Goal[]): FindingDraft[] {
  const byRule = groupBy(smells, smell => smell.rule.id)
  const findings: FindingDraft[] = []
  for (const group of byRule.values()) {
    if (group.length <= APART)
      pushAll(
        findings,
        group.map(smell => findingOf(smell, reading, goals)),
      )
    else findings.push(together(group, reading, goals))
  }
  return findings
}

function findingOf(smell: Smell, reading: CodeReading, goals: readonly Goal[]): FindingDraft {
  const { path } = reading
  const scope = smell.scope ?? reading.scopeOf(smell.node)
  return {
    type: smell.type,
    key: `${smell.rule.id}:${path}:${smell.subject ?? scope}`,
    summary: smell.summary,
    severity: smell.severity,
    confidence: smell.confidence,
    nature: smell.nature ?? 'problem',
    ...draftPlaces([smell, ...(smell.others ?? [])].map(one => placeOf(one, reading))),
    scope,
    rule: smell.rule,
    count: smell.count ?? 1,
    topics: [...new Set([...(smell.topics ?? []), ...wordsOf(scope)])],
    weight: weightOf(smell, goals),
    ...(smell.stats === undefined ? {} : { stats: smell.stats }),
  }
}

function placeOf(
  { node, line: told, endLine }: Pick<Smell, 'node' | 'line' | 'endLine'>,
  reading: CodeReading,
): PlaceDraft {
  const { tree } = reading
  const line = told ?? tree.line(node)
  return {
    line,
    endLine: Math.max(line, endLine ?? line),
    evidence: line === tree.line(node) ? reading.quote(node) : clip(tree.lineText(line - 1, 400), 200),
  }
}

/** The worst of them stands for all. */
function together(group: readonly Smell[], reading: CodeReading, goals: readonly Goal[]): FindingDraft {
  const rank = { high: 2, medium: 1, low: 0 } as const
  const worst = group.reduce((a, b) => (rank[b.severity] > rank[a.severity] ? b : a))
  const lines = group.map(({ node }) => reading.tree.line(node))
  const others = group.flatMap(one => (one === worst ? (one.others ?? []) : [one, ...(one.others ?? [])]))
  const first = findingOf({ ...worst, others }, reading, goals)
  return {
    ...first,
    key: `${worst.rule.id}:${reading.path}`,
    summary: `${group.length} places: ${worst.rule.title} (lines ${lines.slice(0, 5).join(', ')} …). ${worst.summary}`,
    count: group.length,
    stats: { lines: lines.slice(0, LINES_TOLD), places: group.length },
    topics: [...new Set(group.flatMap(({ topics }) => topics ?? []))].slice(0, 20),
  }
}

function weightOf({ goals = [], type, rule }: Smell, asked: readonly Goal[]): number {
  const structural = type === 'complexity' || type === 'dead_code' ? { architecture: 0.65 } : {}
  const served = Object.fromEntries([rule.concern, ...goals].map(goal => [goal, 0.85]))
  return weigh(asked, { general: 0.5, data: 0.5, ...structural, ...served, otherwise: 0.3 })
}

function wordsOf(scope: string): string[] {
  const name = scope.slice(scope.indexOf(':') + 1)
  return name === 'module' ? [] : [name, name.split('.').at(-1)!]
}
