// Problems as an answer: which of them a question is after, how many there are, and the most telling.
import type { Answer } from '../model/analyst.ts'
import type { Finding, Panel } from '../model/finding.ts'
import type { Intent, Question } from '../model/question.ts'
import type { CrossFinding, TypeReport } from '../model/report.ts'
import { plural } from '../text/printable.ts'
import { item, listOfTypes, NOTHING, type Part } from './answer-part.ts'
import { placeName, placesOf } from './places.ts'
import { byImportance, importance } from './rank.ts'

const MOST_PROBLEMS = 4

/** Questions of these kinds ask for what is wrong: the ranked problems are the answer. */
const ASKS_FOR_PROBLEMS: readonly Intent[] = ['quality', 'security', 'errors']

/** What is wrong, counted, the gravest first; or that nothing was found. */
export function problemsPart(
  types: readonly TypeReport[],
  crossFile: readonly CrossFinding[],
  isAbout: (problem: Finding | CrossFinding) => boolean,
  word: string,
): Part {
  const findings = types.flatMap(type => type.findings).filter(one => one.nature === 'problem' && isAbout(one))
  const links = crossFile.filter(one => one.nature === 'problem' && isAbout(one))
  const read = types.reduce((sum, type) => sum + type.read.files, 0)
  const named = `${word === '' ? '' : `${word} `}problem`
  const all = [...findings, ...links]
  if (all.length === 0)
    return { ...NOTHING, sentences: [`No ${named} was found in ${plural(read, 'file')}: ${listOfTypes(types)}.`] }
  const shown = mostTelling(findings, links)
  const of = (severity: string) => all.filter(one => one.severity === severity).length
  const grades = ['high', 'medium', 'low'].filter(grade => of(grade) > 0).map(grade => `${of(grade)} ${grade}`)
  const head = `${plural(all.length, named)} in ${plural(read, 'file')} (${grades.join(', ')}).`
  return {
    sentences: [head, ...shown.map(({ summary, at }) => item(summary, at))],
    evidence: shown.flatMap(({ evidence }) => evidence),
    panels: shown.flatMap(({ panel }) => (panel ? [panel] : [])),
  }
}

interface Told {
  readonly summary: string
  readonly at: string
  readonly evidence: Answer['evidence']
  readonly panel: Panel | undefined
}

/** The most important ones, at most one of a kind as long as there are others. */
function mostTelling(findings: readonly Finding[], links: readonly CrossFinding[]): Told[] {
  const ranked = [
    ...[...findings].sort(byImportance).map(one => ({
      kind: one.rule?.id ?? `${one.contentType} ${one.type}`,
      rank: importance(one),
      told: {
        summary: one.summary,
        at: placeName(one.path, one.line),
        evidence: [{ path: one.path, line: one.line, quote: one.evidence }],
        panel: one.panel,
      },
    })),
    ...links.map(one => ({
      kind: one.kind,
      rank: importance(one),
      told: {
        summary: one.summary,
        at: placesOf(one.evidence, 2),
        evidence: one.evidence.slice(0, 2),
        panel: undefined,
      },
    })),
  ].sort((a, b) => b.rank - a.rank)
  const kinds = new Set<string>()
  const first = ranked.filter(({ kind }) => !kinds.has(kind) && kinds.add(kind))
  const rest = ranked.filter(item => !first.includes(item)).slice(0, MOST_PROBLEMS)
  return [...first, ...rest].slice(0, MOST_PROBLEMS).map(({ told }) => told)
}

/** Null when the question asks for something else than problems. */
export function problemFilter({ intents }: Question): ((problem: Finding | CrossFinding) => boolean) | null {
  const asked = ASKS_FOR_PROBLEMS.filter(intent => intents.includes(intent))
  if (asked.length === 0) return null
  if (asked.includes('security')) return isOfSecurity
  if (asked.includes('quality')) return () => true
  return ({ relevance }) => relevance >= 0.3
}

function isOfSecurity(problem: Finding | CrossFinding): boolean {
  if ('kind' in problem) return SECURITY.test(problem.kind)
  return problem.rule?.cwe !== undefined || SECURITY.test(problem.type)
}

const SECURITY = /vulnerab|secret|insecure|security|brute|denial|login/

export function problemWord({ intents }: Question): string {
  return intents.includes('security') ? 'security' : ''
}
