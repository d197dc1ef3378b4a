// The answer at the top of the report: what the data says to the question, or plainly that it does not say. Nothing is
// made up here: every sentence is an analyst's answer, a finding's summary, a count of them, or one of a model that cites
// what was checked.
import type { Answer } from '@shoal/base/model/analyst'
import { type AskedAnswer, UNASKED } from '@shoal/base/model/asked'
import type { Brief, Question } from '@shoal/base/model/question'
import type { Claim, ComparedType, CrossFinding, ModelSynthesis } from '@shoal/base/model/report'
import { askedPart, isTold, toldAs, whyNot } from '@shoal/base/report/answer-asked'
import {
  type ComposedAnswer,
  ITEM,
  item,
  joined,
  listOfTypes,
  type Piece,
  sentence,
} from '@shoal/base/report/answer-part'
import { objectionText } from '@shoal/base/report/model-words'
import { citation, placeName, placesOf } from '@shoal/base/report/places'
import { plural } from '@shoal/base/text/printable'
import { readQuestion } from '../text/question.ts'
import { partsOf } from '../text/question-parts.ts'
import { acrossPart, asksAcross } from './answer-across.ts'
import { filesPart } from './answer-files.ts'
import { FileNames } from './answer-names.ts'
import { gradesOf, isUntouched, problemsAsked, problemsIn, problemsPart } from './answer-problems.ts'
import { severalParts } from './answer-several.ts'
import { byImportance, importance } from './rank.ts'

/** From here on an answer may open the report; from `SURE` on it needs no company. */
const FAIR = 0.5
const SURE = 0.75
/** Answers further behind the best than this are about something else. */
const NEAR = 0.2
const MOST_ANSWERS = 3
const MOST_LINKS = 2
/** Links between files are brought up unasked only when they are about the very thing. */
const CLOSE = 0.6
/** Findings from here on have something to do with the question. */
const RELATED = 0.25
/** A question of so many telling words is after something of its own. */
const SPECIFIC = 3
/** With sentences of a model, which say more and cite their places. */
const MOST_READ_LENGTH = 2400
const MOST_CLAIMS = 8
const PLACES_OF_A_CLAIM = 2

const NOTHING_READ = 'Nothing could be read to its end, so nothing can be said: the coverage below has the reasons.'

/** `lacksReading`: a model was asked, and some of what it was to read or to sum up could not be had. */
export function composeAnswer(
  types: readonly ComparedType[],
  crossFile: readonly CrossFinding[],
  brief: Brief,
  reading: ModelSynthesis | null = null,
  { asked = null, lacksReading = types.some(({ unusable = [] }) => unusable.length > 0) }: AnswerContext = {},
): AnsweredQuestion {
  if (types.length === 0) return { answer: null, answerEvidence: [], answerPanels: [], question: asked }
  const isJudged = types.some(({ answers }) => answers.some(({ labelled }) => labelled !== undefined))
  const told = asked && isJudged ? UNASKED : asked
  const composed = compose(types, crossFile, brief, reading, { asked: told, lacksReading })
  return { ...composed, question: told && toldAs(told, composed) }
}

interface AnswerContext {
  /** What the relations of the files say. */
  readonly asked?: AskedAnswer | null
  readonly lacksReading?: boolean
}

export interface AnsweredQuestion extends Omit<ComposedAnswer, 'isAnswer' | 'isNear'> {
  readonly question: AskedAnswer | null
}

/** Whether what analysts say to the question can stand in the answer: what relations answer, or refuse to, stands for itself. */
export function asksAnalysts(asked: AskedAnswer | null, brief: Brief): boolean {
  if (!asked || asked.leftToAnalysts) return true
  if (asked.isNone) return false
  const isAnswered = asked.status === 'answered' && isTold(asked, true)
  return !isAnswered && !(asked.asksFigure && problemsAsked(brief) === null)
}

function compose(
  types: readonly ComparedType[],
  crossFile: readonly CrossFinding[],
  brief: Brief,
  reading: ModelSynthesis | null,
  { asked: told, lacksReading }: Required<AnswerContext>,
): ComposedAnswer {
  if (types.every(({ read }) => read.files === 0)) return { ...joined([{ text: NOTHING_READ }]), isAnswer: false }
  const { question } = brief
  const names = new FileNames(types)
  const said = reading ?? readingOf(types)
  const claims = (question.text === null ? said?.summary : answerClaims(said)) ?? []
  if (said && claims.length > 0) return readAnswer(types, crossFile, brief, { by: said.by, claims, names, told })
  const asked = problemsAsked(brief)
  const wrongPart = (text: string) => {
    const part = problemsAsked({ ...brief, question: readQuestion(text) })
    return problemsPart(types, crossFile, part ?? { concerns: [], others: true }, names)
  }
  if (question.text === null && asked) return joined(problemsPart(types, crossFile, asked, names))
  if (asksAcross(question)) return joined(acrossPart(types, crossFile))
  const found = bestAnswers(types)
  // What is only half understood does not stand before what an analyst is sure of.
  const isBetter =
    told?.status === 'partial' &&
    !told.asksFigure &&
    found.some(({ isWhole, relevance }) => isWhole || relevance >= SURE)
  const wrong = told?.leftToAnalysts ? wrongPart(told.leftToAnalysts) : null
  if (told && wrong) {
    const figure = isTold(told, false) ? askedPart(told) : [{ text: whyNot(told), isNeeded: true }]
    return joined([...figure, ...wrong])
  }
  // Where a model was to read, that its reading is missing says more than that a word is.
  const isRefusal = told?.status === 'unanswered' && lacksReading
  if (told && !isBetter && !isRefusal && isTold(told, asked !== null)) return joined(askedPart(told))
  // Whatever else is known of the files is no answer to a question for a figure.
  if (told?.asksFigure && !asked) return notAsked(types, crossFile, told, verdictOf(said, lacksReading), names)
  const answers = found
  const whole = answers.filter(({ isWhole }) => isWhole)
  if (whole.length > 0) return joined(answersPart(whole, types, names))
  const several = severalParts(partsOf(question), types, {
    part: own => answersPart(own, types, names),
    problems: part => {
      const wanted = problemsAsked({ ...brief, question: part })
      return wanted && problemsPart(types, crossFile, wanted, names)
    },
  })
  if (several) return joined(several)
  if (asked) {
    const problems = problemsPart(types, crossFile, asked, names)
    const composed = joined(withProblems(question, answers, problems, told => answersPart(told, types, names)))
    return { ...composed, isAnswer: answers.length > 0 || !isUntouched(types, crossFile, asked) }
  }
  const links = crossFile.filter(({ relevance, nature }) => nature === 'problem' && relevance >= CLOSE)
  return answers.length > 0
    ? { ...joined([...answersPart(answers, types, names), ...linksPart(links)]), isNear: true }
    : cannotAnswer(types, crossFile, verdictOf(said, lacksReading), names)
}

/** Where nobody has summed up, what single readers say settles the question. */
function answerClaims(said: ModelSynthesis | null): readonly Claim[] | undefined {
  return said?.answer.length === 0 ? said.complete : said?.answer
}

/** What is wrong comes first where nothing else is asked for: "who helps with database problems?" asks for more. */
function withProblems(
  { intents, words }: Question,
  answers: readonly Answer[],
  problems: readonly Piece[],
  part: (answers: readonly Answer[]) => Piece[],
): Piece[] {
  const sure = answers.filter(({ relevance }) => relevance >= SURE)
  const isGeneral = intents.includes('quality') && (sure.length === 0 || words.length < SPECIFIC)
  if (isGeneral) return [...problems, ...part(sure)]
  return [...part(sure.length > 0 ? sure : answers), ...problems]
}

/** What models made of single types, where none has made anything of all. */
function readingOf(types: readonly ComparedType[]): ModelSynthesis | null {
  const readings = types.flatMap(({ reading }) => (reading ? [reading] : []))
  const [first] = readings
  if (!first) return null
  return {
    ...first,
    answer: readings.flatMap(({ answer }) => answer),
    summary: readings.flatMap(({ summary }) => summary),
    missing: readings.flatMap(({ missing }) => missing),
  }
}

/** Exact answers that are sure, or the count of the problems when these were asked for; then what the model says. */
function readAnswer(
  types: readonly ComparedType[],
  crossFile: readonly CrossFinding[],
  brief: Brief,
  {
    by,
    claims,
    names,
    told,
  }: {
    readonly by: string
    readonly claims: readonly Claim[]
    readonly names: FileNames
    readonly told: AskedAnswer | null
  },
): ComposedAnswer {
  const sure = brief.question.text !== null ? bestAnswers(types).filter(({ relevance }) => relevance >= SURE) : []
  const asked = problemsAsked(brief)
  const count = asked ? problemsPart(types, crossFile, asked, names).slice(0, 1) : []
  const exact = told && isTold(told, asked !== null) ? askedPart(told) : [...answersPart(sure, types, names), ...count]
  const shown = claims.slice(0, MOST_CLAIMS)
  const lead = exact.length > 0 ? [{ text: `${by} says:`, isNeeded: true }] : []
  const said = shown.map(({ text, evidence, objection }) => ({
    text: item(
      objection === undefined ? text : `${text} (${objectionText(objection)})`,
      evidence.length > 0 ? placesOf(evidence, PLACES_OF_A_CLAIM) : undefined,
    ),
    evidence: evidence.slice(0, PLACES_OF_A_CLAIM),
  }))
  return joined([...exact, ...lead, ...said], MOST_READ_LENGTH)
}

/** The best answers, none twice, none far behind. */
function bestAnswers(types: readonly ComparedType[]): Answer[] {
  const all = types
    .flatMap(({ answers }) => answers)
    .filter(({ relevance }) => relevance >= FAIR)
    .sort((a, b) => b.relevance - a.relevance)
  const seen = new Set<string>()
  return all.filter(({ text, path = '', relevance }) => {
    const isNew = !seen.has(`${path}\0${text}`)
    seen.add(`${path}\0${text}`)
    return isNew && relevance >= all[0]!.relevance - NEAR
  })
}

/** Beside files that have some of what was asked for, those that have none of it. */
function withNone(answers: readonly Answer[], types: readonly ComparedType[]): Answer[] {
  const units = new Set(answers.flatMap(({ amount }) => amount?.many ?? []))
  const told = new Set(answers.map(({ path }) => path))
  const none = types
    .flatMap(type => type.answers)
    .filter(({ path, amount }) => !told.has(path) && amount?.count === 0 && units.has(amount.many))
  return [...answers, ...none]
}

/** What all files say together, and what each says for itself. */
function answersPart(answers: readonly Answer[], types: readonly ComparedType[], names: FileNames): Piece[] {
  const own = withNone(answers, types).flatMap(answer =>
    answer.path === undefined ? [] : [{ ...answer, path: answer.path }],
  )
  if (new Set(own.map(({ path }) => path)).size < 2) return singlePart(answers, names)
  const joint = singlePart(
    answers.filter(({ path }) => path === undefined),
    names,
  )
  const weights = weightsOf(types)
  return [...joint, ...filesPart(own, { names, weightOf: path => weights.get(path) ?? 0 })]
}

/** How much was found in each file that touches the question. */
function weightsOf(types: readonly ComparedType[]): Map<string, number> {
  const weights = new Map<string, number>()
  for (const finding of types.flatMap(type => type.findings))
    if (finding.relevance >= RELATED)
      for (const path of new Set([finding.path, ...finding.places.map(place => place.path)]))
        weights.set(path, (weights.get(path) ?? 0) + importance(finding))
  return weights
}

function singlePart(answers: readonly Answer[], names: FileNames): Piece[] {
  const shown = answers.slice(0, MOST_ANSWERS)
  const files = new Set(shown.flatMap(({ evidence }) => evidence.map(({ path }) => path)))
  // Where several files answer, each says which one it is.
  return shown.map(({ text, path, evidence, panel }) => {
    const file = path ?? evidence[0]?.path
    const isNamed = file === undefined || files.size < 2 || text.includes(names.of(file))
    const said = sentence(isNamed ? text : `${names.of(file)}: ${text}`)
    return {
      text: shown.length > 1 ? `${ITEM}${said}` : said,
      evidence,
      panels: panel ? [names.titled(panel, path)] : [],
    }
  })
}

/** What stands in the way of an answer, and what comes nearest. */
function notAsked(
  types: readonly ComparedType[],
  crossFile: readonly CrossFinding[],
  told: AskedAnswer,
  { tail }: Verdict,
  names: FileNames,
): ComposedAnswer {
  return cannotAnswer(types, crossFile, { head: whyNot(told), tail }, names)
}

/** What other files say against it. */
function linksPart(links: readonly CrossFinding[]): Piece[] {
  return links.slice(0, MOST_LINKS).map(({ summary, evidence }) => ({ text: item(summary), evidence }))
}

/** Says so, and what there is instead. */
function cannotAnswer(
  types: readonly ComparedType[],
  crossFile: readonly CrossFinding[],
  { head, tail }: Verdict,
  names: FileNames,
): ComposedAnswer {
  const related = types
    .flatMap(type => type.findings)
    .filter(({ relevance }) => relevance >= RELATED)
    .sort((a, b) => b.relevance - a.relevance || byImportance(a, b))
    .slice(0, 3)
  const links = crossFile.filter(({ relevance }) => relevance >= RELATED).slice(0, MOST_LINKS)
  const offers: Piece[] =
    related.length + links.length > 0
      ? [
          { text: 'What was found that comes nearest:' },
          ...related.map(one => ({
            text: item(one.summary, placeName(one)),
            evidence: [citation(one)],
            panels: one.panel ? [names.titled(one.panel, one.path)] : [],
          })),
          ...links.map(({ summary, evidence }) => ({ text: item(summary), evidence })),
        ]
      : [
          {
            text: `There are figures, structures and problems of ${listOfTypes(types)}; ${unrelated(types, crossFile)}.`,
          },
        ]
  return { ...joined([{ text: head }, ...offers, ...tail.map(text => ({ text }))]), isAnswer: false }
}

/** What there is is not denied: only that it names what was asked for. */
function unrelated(types: readonly ComparedType[], crossFile: readonly CrossFinding[]): string {
  const problems = problemsIn(types, crossFile)
  if (problems.length === 0) return 'nothing among them has to do with it'
  return `none of the ${plural(problems.length, 'problem')} found (${gradesOf(problems)}) names what was asked for`
}

/** Who could not answer, before what there is instead; and after it what would help. */
interface Verdict {
  readonly head: string
  readonly tail: readonly string[]
}

const UNABLE =
  'The built-in analysts cannot answer this question: they count, compare and look up, they do not interpret.'
const OFFER =
  'A language model could read the files for it; `shoal plan --model PROVIDER:NAME` says what that would cost.'

function verdictOf(reading: ModelSynthesis | null, lacksReading: boolean): Verdict {
  const isSilent = reading === null || reading.summary.length + reading.missing.length === 0
  if (lacksReading && isSilent) return { head: UNABLE, tail: ["The model's reading is missing (see Coverage)."] }
  if (reading === null) return { head: UNABLE, tail: [OFFER] }
  const lacks = reading.missing.slice(0, MOST_LINKS).map(text => item(text))
  return {
    head: `Nothing that was read answers this question, neither for the built-in analysts nor for ${reading.by}.`,
    tail: [
      ...(lacksReading ? ["Some of the model's reading is missing (see Coverage)."] : []),
      ...(lacks.length > 0 ? ['What is missing:', ...lacks] : []),
    ],
  }
}
