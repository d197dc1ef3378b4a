// The answer at the top of the report: what the data says to the question, or plainly that it does not say. Nothing is
// made up here: every sentence is an analyst's answer, a finding's summary, a count of them, or one of a model that cites
// what was checked.
import type { Answer } from '../model/analyst.ts'
import type { Brief, Question } from '../model/question.ts'
import type { Claim, CrossFinding, ModelSynthesis, TypeReport } from '../model/report.ts'
import { type ComposedAnswer, ITEM, item, joined, listOfTypes, NOTHING, type Part, sentence } from './answer-part.ts'
import { problemFilter, problemsPart, problemWord } from './answer-problems.ts'
import { baseName } from './cross/names.ts'
import { placeName, placesOf } from './places.ts'
import { byImportance } from './rank.ts'

/** From here on an answer may open the report; from `SURE` on it needs no company. */
const FAIR = 0.5
const SURE = 0.75
/** Answers further behind the best than this are about something else. */
const NEAR = 0.2
const MOST_ANSWERS = 3
const MOST_LINKS = 2
/** Links between files are brought up unasked only when they are about the very thing. */
const CLOSE = 0.6
/** A question of so many telling words is after something of its own. */
const SPECIFIC = 3
/** With sentences of a model, which say more and cite their places. */
const MOST_READ_LENGTH = 2400
const MOST_CLAIMS = 8
const PLACES_OF_A_CLAIM = 2

const NOTHING_READ = 'Nothing could be read to its end, so nothing can be said: the coverage below has the reasons.'

/** `lacksReading`: a model was asked, and some of what it was to read or to sum up could not be had. */
export function composeAnswer(
  types: readonly TypeReport[],
  crossFile: readonly CrossFinding[],
  { question }: Brief,
  reading: ModelSynthesis | null = null,
  lacksReading = types.some(({ unusable = [] }) => unusable.length > 0),
): ComposedAnswer {
  if (types.length === 0) return { answer: null, answerEvidence: [], answerPanels: [] }
  if (types.every(({ read }) => read.files === 0)) return joined([{ ...NOTHING, sentences: [NOTHING_READ] }])
  const said = reading ?? readingOf(types)
  const claims = (question.text === null ? said?.summary : said?.answer) ?? []
  if (said && claims.length > 0) return readAnswer(types, crossFile, question, { by: said.by, claims })
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
  return answers.length > 0
    ? joined([answersPart(answers), linksPart(links)])
    : cannotAnswer(types, crossFile, verdictOf(said, lacksReading))
}

/** What models made of single types, where none has made anything of all. */
function readingOf(types: readonly TypeReport[]): ModelSynthesis | null {
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
  types: readonly TypeReport[],
  crossFile: readonly CrossFinding[],
  question: Question,
  { by, claims }: { readonly by: string; readonly claims: readonly Claim[] },
): ComposedAnswer {
  const isAsked = question.text !== null
  const sure = isAsked ? bestAnswers(types).filter(({ relevance }) => relevance >= SURE) : []
  const isAbout = isAsked ? problemFilter(question) : () => true
  const [count] = isAbout ? problemsPart(types, crossFile, isAbout, problemWord(question)).sentences : []
  const exact = [answersPart(sure), { ...NOTHING, sentences: count === undefined ? [] : [count] }]
  const shown = claims.slice(0, MOST_CLAIMS)
  const lead = exact.some(({ sentences }) => sentences.length > 0) ? [`${by} says:`] : []
  const said: Part = {
    sentences: [...lead, ...shown.map(({ text, evidence }) => item(text, placesOf(evidence, PLACES_OF_A_CLAIM)))],
    evidence: shown.flatMap(({ evidence }) => evidence.slice(0, PLACES_OF_A_CLAIM)),
    panels: [],
  }
  return joined([...exact, said], MOST_READ_LENGTH)
}

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

/** Says so, and what there is instead. */
function cannotAnswer(
  types: readonly TypeReport[],
  crossFile: readonly CrossFinding[],
  { head, tail }: Verdict,
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
          ...related.map(({ summary, path, line }) => item(summary, placeName(path, line))),
          ...links.map(({ summary }) => item(summary)),
        ]
      : [`They offer figures, structures and problems of ${listOfTypes(types)}; nothing among them has to do with it.`]
  return joined([
    {
      sentences: [head, ...offers, ...tail],
      evidence: [
        ...related.map(({ path, line, evidence }) => ({ path, line, quote: evidence })),
        ...links.flatMap(({ evidence }) => evidence),
      ],
      panels: related.flatMap(({ panel }) => (panel ? [panel] : [])),
    },
  ])
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
