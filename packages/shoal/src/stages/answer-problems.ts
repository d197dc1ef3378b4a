// Problems as an answer: which of them a question is after, how many there are, and the most telling. What is counted is
// said: the findings of the report are the same number, or the sentence names both.
import { isAbout } from '@shoal/base/model/concern'
import type { Finding } from '@shoal/base/model/finding'
import type { Concern } from '@shoal/base/model/goal'
import { groupBy } from '@shoal/base/model/lists'
import type { Brief, Intent } from '@shoal/base/model/question'
import type { ComparedType, CrossFinding } from '@shoal/base/model/report'
import { item, listOfTypes, type Piece } from '@shoal/base/report/answer-part'
import { citation, placeName, placesOf } from '@shoal/base/report/places'
import { formatCount, plural } from '@shoal/base/text/printable'
import type { FileNames } from './answer-names.ts'
import { byImportance, importance } from './rank.ts'

const MOST_PROBLEMS = 4
/** From here on a finding has to do with the question. */
const TOUCHING = 0.3

/** Questions of these kinds ask for what is wrong: the ranked problems are the answer. */
const ASKS_FOR_PROBLEMS: readonly Intent[] = ['quality', 'security', 'errors']

/** Problems of these kinds are counted apart when they are asked for; whatever is left is the rest. */
const APART = ['security', 'performance', 'architecture'] as const satisfies readonly Concern[]

/** The problems that a question is after. */
export interface Asked {
  /** The kinds it names. */
  readonly concerns: readonly (typeof APART)[number][]
  /** It is after all others too: nothing is named, or quality is. */
  readonly others: boolean
  /** Only those that have to do with its words. */
  readonly touching?: boolean
}

type Problem = Finding | CrossFinding

const OTHER = 'other'

/** Problems of one kind; each is in one part only. */
interface Part {
  readonly concern: Asked['concerns'][number] | null
  readonly problems: readonly Problem[]
}

/** Nothing was found of what was looked for, which is not that nothing is wrong. */
function lookedFor(types: readonly ComparedType[], { concerns, others }: Asked): string {
  if (concerns.length > 0 && !others) return ''
  const told = types.flatMap(({ title, lookedFor: kinds }) => (kinds === undefined ? [] : [{ title, kinds }]))
  if (told.length === 0) return ''
  return ` Looked for: ${told.map(({ title, kinds }) => (told.length === 1 ? kinds : `${title}: ${kinds}`)).join('. ')}.`
}

/** What is wrong, counted, the gravest first; or that nothing was found. */
export function problemsPart(
  types: readonly ComparedType[],
  crossFile: readonly CrossFinding[],
  asked: Asked,
  names: FileNames,
): Piece[] {
  const all = problemsIn(types, crossFile)
  const parts = partsOf(all, asked)
  const meant = meantIn(parts, asked).flatMap(({ problems }) => problems)
  const read = readFiles(types, asked.concerns)
  const [only] = asked.concerns.length === 1 && !asked.others ? asked.concerns : []
  const word = only === undefined ? 'problem' : `${only} problem`
  // Of very many findings only the most important are kept.
  const least = types.some(type => type.findings.length < type.findingCount) ? 'at least ' : ''
  if (all.length === 0)
    return [
      { text: `No ${word} was found in ${read}: ${listOfTypes(types)}.${lookedFor(types, asked)}`, isNeeded: true },
    ]
  const one = all.length === 1
  const count = `${least}${formatCount(all.length)}`
  if (meant.length === 0 && asked.touching)
    return needed(
      one
        ? `The only problem found in ${read} (${gradesOf(all)}) does not touch the question.`
        : `None of the ${count} problems found in ${read} (${gradesOf(all)}) touches the question.`,
    )
  if (meant.length === 0) {
    const none = asked.concerns.map(concern => `${concern} problem`).join(' and no ')
    return needed(
      `No ${none} was found in ${read}: ${listOfTypes(types)}. Of other kinds there ${one ? 'is' : 'are'} ${count} (${gradesOf(all)}).`,
    )
  }
  const links = meant.filter(problem => !isOfFile(problem)).length
  const across = links > 0 && links < meant.length ? `, ${formatCount(links)} of them across files` : ''
  const head =
    parts.length > 1 && only === undefined && !asked.touching
      ? `${least}${plural(all.length, 'problem')} in ${read} (${gradesOf(all)})${across}: ${parts.map(partText).join(', ')}.`
      : `${countOf(asked, meant.length, all.length, { read, word, least })} (${gradesOf(meant)})${across}.`
  return [...needed(head.charAt(0).toUpperCase() + head.slice(1)), ...mostTelling(meantIn(parts, asked), names)]
}

/** There are problems, and none has to do with the words: that says nothing of what was asked for. */
export function isUntouched(types: readonly ComparedType[], crossFile: readonly CrossFinding[], asked: Asked): boolean {
  const all = problemsIn(types, crossFile)
  return asked.touching === true && all.length > 0 && partsOf(all, asked).every(({ problems }) => problems.length === 0)
}

/** `5 files, 3 of them (2 lua, 1 perl) searched for secrets alone, since no security rule can be applied to them`. */
function readFiles(types: readonly ComparedType[], concerns: Asked['concerns']): string {
  const read = plural(
    types.reduce((sum, type) => sum + type.read.files, 0),
    'file',
  )
  const lacking = types.flatMap(({ unjudged = [] }) => unjudged).filter(({ concern }) => concern === 'security')
  if (!concerns.includes('security') || lacking.length === 0) return read
  const count = lacking.reduce((sum, { files }) => sum + files, 0)
  const kinds = lacking.toSorted((a, b) => b.files - a.files).map(({ what, files }) => `${formatCount(files)} ${what}`)
  const shown = kinds.length > 5 ? [...kinds.slice(0, 5), `${kinds.length - 5} more languages`] : kinds
  return `${read}, ${formatCount(count)} of them (${shown.join(', ')}) searched for secrets alone, since no security rule can be applied to ${count === 1 ? 'it' : 'them'}`
}

function needed(text: string): Piece[] {
  return [{ text, isNeeded: true }]
}

/** One for each kind that is named, and the rest; of a question that names none, one. */
function partsOf(all: readonly Problem[], { concerns, others, touching }: Asked): Part[] {
  if (touching) {
    const isClose = ({ relevance }: Problem) => relevance >= TOUCHING
    return [{ concern: null, problems: all.filter(isClose) }]
  }
  const ofConcern = (problem: Problem) => concerns.find(concern => isAbout(problem, concern)) ?? OTHER
  const byConcern = groupBy(all, ofConcern)
  const rest = byConcern.get(OTHER) ?? []
  return [
    ...concerns.map(concern => ({ concern, problems: byConcern.get(concern) ?? [] })),
    ...(rest.length > 0 || (others && concerns.length === 0) ? [{ concern: null, problems: rest }] : []),
  ]
}

/** `2 of security (1 high, 1 low)`. */
function partText({ concern, problems }: Part): string {
  const of = concern === null ? 'of other kinds' : `of ${concern}`
  return problems.length === 0 ? `none ${of}` : `${formatCount(problems.length)} ${of} (${gradesOf(problems)})`
}

function countOf(
  { concerns, touching }: Asked,
  count: number,
  all: number,
  { read, word, least }: { readonly read: string; readonly word: string; readonly least: string },
): string {
  if (count === all) return `${least}${plural(count, word)} in ${read}`
  const of = `${formatCount(count)} of the ${least}${plural(all, 'problem')} in ${read}`
  if (touching) return `${of} ${count === 1 ? 'touches' : 'touch'} the question`
  return `${of} ${count === 1 ? `is a ${concerns[0]} problem` : `are ${concerns[0]} problems`}`
}

/** The problems of single files, the most important first, and those across files: what every count of problems counts. */
export function problemsIn(
  types: readonly Pick<ComparedType, 'findings'>[],
  crossFile: readonly CrossFinding[],
): (Finding | CrossFinding)[] {
  return [...types.flatMap(type => type.findings).sort(byImportance), ...crossFile].filter(isProblem)
}

function isProblem({ nature }: Finding | CrossFinding): boolean {
  return nature === 'problem'
}

export function gradesOf(problems: readonly (Finding | CrossFinding)[]): string {
  const of = (severity: string) => problems.filter(one => one.severity === severity).length
  const grades = ['high', 'medium', 'low'].filter(grade => of(grade) > 0)
  return grades.map(grade => `${formatCount(of(grade))} ${grade}`).join(', ')
}

function mostTelling(parts: readonly Part[], names: FileNames): Piece[] {
  return telling(parts, MOST_PROBLEMS).map(problem => toldOf(problem, names))
}

/** The problems that a question is after, the most telling first: at most `most`. */
export function tellingProblems(
  { findings, crossFile }: { readonly findings: readonly Finding[]; readonly crossFile: readonly CrossFinding[] },
  asked: Asked,
  most: number,
): Problem[] {
  return telling(meantIn(partsOf(problemsIn([{ findings }], crossFile), asked), asked), most)
}

/** The most important of each part, then the most important, at most one of a kind as long as there are others. */
function telling(parts: readonly Part[], most: number): Problem[] {
  const ranked = parts
    .flatMap(({ problems }, part) =>
      problems.map(problem => ({ part, problem, kind: kindOf(problem), rank: importance(problem) })),
    )
    .sort((a, b) => b.rank - a.rank)
  const kinds = new Set<string>()
  const heads = new Set(parts.flatMap((_, part) => ranked.find(one => one.part === part) ?? []))
  for (const { kind } of heads) kinds.add(kind)
  const first = new Set(ranked.filter(one => !heads.has(one) && !kinds.has(one.kind) && kinds.add(one.kind)))
  const rest = ranked.filter(one => !heads.has(one) && !first.has(one))
  return [...heads, ...first, ...rest].slice(0, most).map(({ problem }) => problem)
}

function meantIn(parts: readonly Part[], { others }: Asked): readonly Part[] {
  return parts.filter(({ concern }) => concern !== null || others)
}

function kindOf(problem: Problem): string {
  return isOfFile(problem) ? (problem.rule?.id ?? `${problem.contentType} ${problem.type}`) : problem.kind
}

function toldOf(problem: Problem, names: FileNames): Piece {
  if (!isOfFile(problem)) {
    const { summary, evidence } = problem
    return { text: item(summary, placesOf(evidence, 2)), evidence: evidence.slice(0, 2) }
  }
  const { summary, panel, path } = problem
  return {
    text: item(summary, placeName(problem)),
    evidence: [citation(problem)],
    panels: panel ? [names.titled(panel, path)] : [],
  }
}

function isOfFile(problem: Problem): problem is Finding {
  return !('kind' in problem)
}

/** Null when the question asks for something else than problems. Nothing asked is after all, or after what the goals say. */
export function problemsAsked({ question: { text, intents }, goals }: Brief): Asked | null {
  const asked = ASKS_FOR_PROBLEMS.filter(intent => intents.includes(intent))
  if (text !== null && asked.length === 0) return null
  if (asked.length === 1 && asked[0] === 'errors') return { concerns: [], others: true, touching: true }
  const concerns = APART.filter(
    concern => goals.includes(concern) || (concern === 'security' && intents.includes('security')),
  )
  return { concerns, others: concerns.length === 0 || goals.includes('quality') || goals.includes('data') }
}
