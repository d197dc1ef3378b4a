// Problems as an answer: which of them a question is after, how many there are, and the most telling. What is counted is
// said: the findings of the report are the same number, or the sentence names both.
import type { Finding } from '../model/finding.ts'
import type { Intent, Question } from '../model/question.ts'
import type { ComparedType, CrossFinding } from '../model/report.ts'
import { formatCount, plural } from '../text/printable.ts'
import type { FileNames } from './answer-names.ts'
import { item, listOfTypes, type Piece } from './answer-part.ts'
import { citation, placeName, placesOf } from './places.ts'
import { byImportance, importance } from './rank.ts'

const MOST_PROBLEMS = 4

/** Questions of these kinds ask for what is wrong: the ranked problems are the answer. */
const ASKS_FOR_PROBLEMS: readonly Intent[] = ['quality', 'security', 'errors']

/** The problems that a question is after. */
export interface Asked {
  /** What they are called when not all problems are meant. */
  readonly kind: 'security' | 'touching' | 'all'
  isMeant(problem: Finding | CrossFinding): boolean
}

export const ALL_PROBLEMS: Asked = { kind: 'all', isMeant: () => true }

/** What is wrong, counted, the gravest first; or that nothing was found. */
export function problemsPart(
  types: readonly ComparedType[],
  crossFile: readonly CrossFinding[],
  { kind, isMeant }: Asked,
  names: FileNames,
): Piece[] {
  const found = types.flatMap(type => type.findings).filter(isProblem)
  const linked = crossFile.filter(isProblem)
  const findings = found.filter(isMeant)
  const links = linked.filter(isMeant)
  const read = plural(
    types.reduce((sum, type) => sum + type.read.files, 0),
    'file',
  )
  const all = [...found, ...linked]
  const meant = [...findings, ...links]
  const word = kind === 'security' ? 'security problem' : 'problem'
  // Of very many findings only the most important are kept.
  const least = types.some(type => type.findings.length < type.findingCount) ? 'at least ' : ''
  if (all.length === 0) return [{ text: `No ${word} was found in ${read}: ${listOfTypes(types)}.`, isNeeded: true }]
  if (meant.length === 0)
    return [{ text: noneMeant(kind, `${least}${formatCount(all.length)}`, all, read, types), isNeeded: true }]
  const across = links.length > 0 && findings.length > 0 ? `, ${formatCount(links.length)} of them across files` : ''
  const head = `${countOf(kind, meant.length, all.length, { read, word, least })} (${gradesOf(meant)})${across}.`
  return [
    { text: head.charAt(0).toUpperCase() + head.slice(1), isNeeded: true },
    ...mostTelling(findings, links, names),
  ]
}

function countOf(
  kind: Asked['kind'],
  count: number,
  all: number,
  { read, word, least }: { readonly read: string; readonly word: string; readonly least: string },
): string {
  if (count === all) return `${least}${plural(count, word)} in ${read}`
  const of = `${formatCount(count)} of the ${least}${plural(all, 'problem')} in ${read}`
  if (kind === 'security') return `${of} ${count === 1 ? 'is a security problem' : 'are security problems'}`
  return `${of} ${count === 1 ? 'touches' : 'touch'} the question`
}

function noneMeant(
  kind: Asked['kind'],
  count: string,
  all: readonly (Finding | CrossFinding)[],
  read: string,
  types: readonly ComparedType[],
): string {
  const one = all.length === 1
  if (kind === 'security')
    return `No security problem was found in ${read}: ${listOfTypes(types)}. Of other kinds there ${one ? 'is' : 'are'} ${count} (${gradesOf(all)}).`
  return one
    ? `The only problem found in ${read} (${gradesOf(all)}) does not touch the question.`
    : `None of the ${count} problems found in ${read} (${gradesOf(all)}) touches the question.`
}

/** The problems of single files and those across files: what every count of problems counts. */
export function problemsIn(
  types: readonly Pick<ComparedType, 'findings'>[],
  crossFile: readonly CrossFinding[],
): (Finding | CrossFinding)[] {
  return [...types.flatMap(type => type.findings), ...crossFile].filter(isProblem)
}

function isProblem({ nature }: Finding | CrossFinding): boolean {
  return nature === 'problem'
}

export function gradesOf(problems: readonly (Finding | CrossFinding)[]): string {
  const of = (severity: string) => problems.filter(one => one.severity === severity).length
  const grades = ['high', 'medium', 'low'].filter(grade => of(grade) > 0)
  return grades.map(grade => `${formatCount(of(grade))} ${grade}`).join(', ')
}

/** The most important ones, at most one of a kind as long as there are others. */
function mostTelling(findings: readonly Finding[], links: readonly CrossFinding[], names: FileNames): Piece[] {
  const ranked = [
    ...[...findings].sort(byImportance).map(one => ({
      kind: one.rule?.id ?? `${one.contentType} ${one.type}`,
      rank: importance(one),
      piece: {
        text: item(one.summary, placeName(one)),
        evidence: [citation(one)],
        panels: one.panel ? [names.titled(one.panel, one.path)] : [],
      },
    })),
    ...links.map(one => ({
      kind: one.kind,
      rank: importance(one),
      piece: { text: item(one.summary, placesOf(one.evidence, 2)), evidence: one.evidence.slice(0, 2) },
    })),
  ].sort((a, b) => b.rank - a.rank)
  const kinds = new Set<string>()
  const first = ranked.filter(({ kind }) => !kinds.has(kind) && kinds.add(kind))
  const rest = ranked.filter(one => !first.includes(one)).slice(0, MOST_PROBLEMS)
  return [...first, ...rest].slice(0, MOST_PROBLEMS).map(({ piece }) => piece)
}

/** Null when the question asks for something else than problems. */
export function problemsAsked({ intents }: Question): Asked | null {
  const asked = ASKS_FOR_PROBLEMS.filter(intent => intents.includes(intent))
  if (asked.length === 0) return null
  if (asked.includes('security')) return { kind: 'security', isMeant: isOfSecurity }
  if (asked.includes('quality')) return ALL_PROBLEMS
  return { kind: 'touching', isMeant: ({ relevance }) => relevance >= 0.3 }
}

function isOfSecurity(problem: Finding | CrossFinding): boolean {
  if ('kind' in problem) return SECURITY.test(problem.kind)
  return problem.rule?.cwe !== undefined || SECURITY.test(problem.type)
}

const SECURITY = /vulnerab|secret|insecure|security|brute|denial|login/
