// The answer at the top of the report: what the data says to the question, or plainly that it does not say. Nothing is
// made up here: every sentence is an analyst's answer, a finding's summary, or a count of them.
import type { Answer } from '../model/analyst.ts'
import type { Finding, Panel } from '../model/finding.ts'
import type { Brief, Intent, Question } from '../model/question.ts'
import type { Claim, CrossFinding, ModelSynthesis, TypeReport } from '../model/report.ts'
import { plural } from '../text/printable.ts'
import { baseName } from './cross/names.ts'
import { placesOf } from './places.ts'
import { byImportance, importance } from './rank.ts'

export interface ComposedAnswer {
  readonly answer: string | null
  /** What it rests on. */
  readonly answerEvidence: Answer['evidence']
  readonly answerPanels: readonly Panel[]
}

/** From here on an answer may open the report; from `SURE` on it needs no company. */
const FAIR = 0.5
const SURE = 0.75
/** Answers further behind the best than this are about something else. */
const NEAR = 0.2
const MOST_ANSWERS = 3
const MOST_PROBLEMS = 4
const MOST_LINKS = 2
/** Links between files are brought up unasked only when they are about the very thing. */
const CLOSE = 0.6
/** A question of so many telling words is after something of its own. */
const SPECIFIC = 3
const MOST_LENGTH = 900
/** With sentences of a model, which say more and cite their places. */
const MOST_READ_LENGTH = 2400
const MOST_CLAIMS = 8
const PLACES_OF_A_CLAIM = 2
const MOST_EVIDENCE = 12
const MOST_PANELS = 3

const NOTHING_READ = 'Nothing could be read to its end, so nothing can be said: the coverage below has the reasons.'

/** Questions of these kinds ask for what is wrong: the ranked problems are the answer. */
const ASKS_FOR_PROBLEMS: readonly Intent[] = ['quality', 'security', 'errors']

export function composeAnswer(
  types: readonly TypeReport[],
  crossFile: readonly CrossFinding[],
  { question }: Brief,
  reading: ModelSynthesis | null = null,
): ComposedAnswer {
  if (types.length === 0) return { answer: null, answerEvidence: [], answerPanels: [] }
  if (types.every(({ read }) => read.files === 0)) return joined([{ ...NOTHING, sentences: [NOTHING_READ] }])
  const claims = reading && (question.text === null ? reading.summary : reading.answer)
  if (reading && claims && claims.length > 0) return readAnswer(types, crossFile, question, { ...reading, claims })
  if (question.text === null) return joined([problemsPart(types, crossFile, () => true, '')])
  const answers = bestAnswers(types)
  const isAbout = problemFilter(question)
  const sure = answers.filter(({ relevance }) => relevance >= SURE)
  if (isAbout) {
    const problems = problemsPart(types, crossFile, isAbout, problemWord(question))
    // "Who helps with database problems?" asks for more than problems.
    const isGeneral = question.intents.includes('quality') && (sure.length === 0 || question.words.length < SPECIFIC)
    return isGeneral
      ? joined([problems, answersPart(sure)])
      : joined([answersPart(sure.length > 0 ? sure : answers), problems])
  }
  const links = crossFile.filter(({ relevance, nature }) => nature === 'problem' && relevance >= CLOSE)
  return answers.length > 0 ? joined([answersPart(answers), linksPart(links)]) : cannotAnswer(types, crossFile, reading)
}

/** Exact answers that are sure, or the count of the problems when these were asked for; then what the model says. */
function readAnswer(
  types: readonly TypeReport[],
  crossFile: readonly CrossFinding[],
  question: Question,
  { by, claims }: { readonly by: string; readonly claims: readonly Claim[] },
): ComposedAnswer {
  const sure = answersPart(bestAnswers(types).filter(({ relevance }) => relevance >= SURE))
  const isAbout = question.text === null ? () => true : problemFilter(question)
  const count = isAbout ? problemsPart(types, crossFile, isAbout, problemWord(question)).sentences.slice(0, 1) : []
  const exact = question.text === null ? [{ ...NOTHING, sentences: count }] : [sure, { ...NOTHING, sentences: count }]
  const shown = claims.slice(0, MOST_CLAIMS)
  const lead = exact.some(({ sentences }) => sentences.length > 0) ? [`${by} says:`] : []
  const said: Part = {
    sentences: [...lead, ...shown.map(({ text, evidence }) => item(text, placesOf(evidence, PLACES_OF_A_CLAIM)))],
    evidence: shown.flatMap(({ evidence }) => evidence.slice(0, PLACES_OF_A_CLAIM)),
    panels: [],
  }
  return joined([...exact, said], MOST_READ_LENGTH)
}

/** A stretch of the answer. */
interface Part {
  readonly sentences: readonly string[]
  readonly evidence: Answer['evidence']
  readonly panels: readonly Panel[]
}

const NOTHING: Part = { sentences: [], evidence: [], panels: [] }

/** The best answers, none twice, none far behind. */
function bestAnswers(types: readonly TypeReport[]): Answer[] {
  const all = types
    .flatMap(({ answers }) => answers)
    .filter(({ relevance }) => relevance >= FAIR)
    .sort((a, b) => b.relevance - a.relevance)
  const texts = new Set<string>()
  return all.filter(({ text, relevance }) => {
    const isNew = !texts.has(text)
    texts.add(text)
    return isNew && relevance >= all[0]!.relevance - NEAR
  })
}

function answersPart(answers: readonly Answer[]): Part {
  if (answers.length === 0) return NOTHING
  const shown = answers.slice(0, MOST_ANSWERS)
  const files = new Set(shown.flatMap(({ evidence }) => evidence.map(({ path }) => path)))
  return {
    // Where several files answer, each says which one it is.
    sentences: shown.map(({ text, evidence }) => {
      const path = evidence[0]?.path
      const isNamed = path === undefined || files.size < 2 || text.includes(baseName(path))
      const said = sentence(isNamed ? text : `${baseName(path)}: ${text}`)
      return shown.length > 1 ? `${ITEM}${said}` : said
    }),
    evidence: shown.flatMap(({ evidence }) => evidence),
    panels: shown.flatMap(({ panel }) => (panel ? [panel] : [])),
  }
}

/** What other files say against it. */
function linksPart(links: readonly CrossFinding[]): Part {
  const shown = links.slice(0, MOST_LINKS)
  return {
    sentences: shown.map(({ summary }) => item(summary)),
    evidence: shown.flatMap(({ evidence }) => evidence),
    panels: [],
  }
}

/** What is wrong, counted, the gravest first; or that nothing was found. */
function problemsPart(
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
        at: `${one.path}:${one.line}`,
        evidence: [{ path: one.path, line: one.line, quote: one.evidence }],
        panel: one.panel,
      },
    })),
    ...links.map(one => ({
      kind: one.kind,
      rank: importance(one),
      told: {
        summary: one.summary,
        at: one.evidence
          .slice(0, 2)
          .map(({ path, line }) => `${path}:${line}`)
          .join(', '),
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
function problemFilter({ intents }: Question): ((problem: Finding | CrossFinding) => boolean) | null {
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

function problemWord({ intents }: Question): string {
  return intents.includes('security') ? 'security' : ''
}

/** Says so, and what there is instead. */
function cannotAnswer(
  types: readonly TypeReport[],
  crossFile: readonly CrossFinding[],
  reading: ModelSynthesis | null,
): ComposedAnswer {
  const related = types
    .flatMap(type => type.findings)
    .filter(({ relevance }) => relevance >= 0.25)
    .sort((a, b) => b.relevance - a.relevance || byImportance(a, b))
    .slice(0, 3)
  const links = crossFile.filter(({ relevance }) => relevance >= 0.25).slice(0, 2)
  const offers =
    related.length + links.length > 0
      ? [
          'What they found that comes nearest:',
          ...related.map(({ summary, path, line }) => item(summary, `${path}:${line}`)),
          ...links.map(({ summary }) => item(summary)),
        ]
      : [`They offer figures, structures and problems of ${listOfTypes(types)}; nothing among them has to do with it.`]
  const [head, ...tail] = reading ? unanswered(reading) : UNREAD
  return joined([
    {
      sentences: [head!, ...offers, ...tail],
      evidence: [
        ...related.map(({ path, line, evidence }) => ({ path, line, quote: evidence })),
        ...links.flatMap(({ evidence }) => evidence),
      ],
      panels: related.flatMap(({ panel }) => (panel ? [panel] : [])),
    },
  ])
}

const UNREAD = [
  'The built-in analysts cannot answer this question: they count, compare and look up, they do not interpret.',
  'A language model could read the files for it; `shoal plan --model PROVIDER:NAME` says what that would cost.',
]

function unanswered({ by, missing }: ModelSynthesis): string[] {
  const lacks = missing.slice(0, MOST_LINKS).map(text => item(text))
  return [
    `Nothing that was read answers this question, neither for the built-in analysts nor for ${by}.`,
    ...(lacks.length > 0 ? ['What is missing:', ...lacks] : []),
  ]
}

function joined(parts: readonly Part[], most = MOST_LENGTH): ComposedAnswer {
  const sentences: string[] = []
  let length = 0
  for (const text of parts.flatMap(part => part.sentences)) {
    if (sentences.length > 0 && length + text.length > most) continue
    sentences.push(text)
    length += text.length + 1
  }
  return {
    answer: sentences.length === 0 ? null : flowing(sentences),
    answerEvidence: parts.flatMap(({ evidence }) => evidence).slice(0, MOST_EVIDENCE),
    answerPanels: parts.flatMap(({ panels }) => panels).slice(0, MOST_PANELS),
  }
}

/** `2 log files, 1 JSON file`. */
function listOfTypes(types: readonly TypeReport[]): string {
  return types.map(({ title, read }) => `${title} (${read.files.toLocaleString('en-US')})`).join(', ')
}

/** Items of a list stand on lines of their own. */
const ITEM = '- '

function flowing(sentences: readonly string[]): string {
  return sentences.reduce((text, next) => {
    const breaks = next.startsWith(ITEM) || /(?:^|\n)- [^\n]*$/.test(text)
    return `${text}${breaks ? '\n' : ' '}${next}`
  })
}

function item(summary: string, at?: string): string {
  return `${ITEM}${summary.trim().replace(/[.\s]+$/, '')}${at === undefined ? '' : ` (${at})`}`
}

function sentence(text: string): string {
  const trimmed = text.trim()
  return /[.!?…:]["”)]?$/.test(trimmed) ? trimmed : `${trimmed}.`
}
