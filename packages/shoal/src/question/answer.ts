// A question and relations in, an answer or an honest no out: every reading is tried, and the one that uses most of the words is
// asked of the data.

import { type AskedAnswer, UNASKED } from '@shoal/base/model/asked'
import type { Json } from '@shoal/base/model/json'
import { formatCount } from '@shoal/base/text/printable'
import { stem } from '@shoal/base/text/stem'
import { shownBeside } from '../text/gate/shown-value.ts'
import { topicsOf } from '../text/question-parts.ts'
import { answerAllChanges } from './all-changes.ts'
import type { Asked, Cell } from './asked.ts'
import { bestNames, worseNamed } from './best-names.ts'
import { findValues } from './bind.ts'
import { bindComputed } from './computed.ts'
import { containing, lookForWords } from './containing.ts'
import { type DerivedRelations, derivedRelations } from './derived.ts'
import { findDisagreeing } from './find/disagreeing.ts'
import { findSpan } from './find/entries.ts'
import { findInTime } from './find/in-time.ts'
import { saidNowhere } from './find/nowhere.ts'
import { findStanding } from './find/standing.ts'
import { withoutGeneral } from './general.ts'
import { Hypothesis } from './hypothesis.ts'
import { answerIncident } from './incident/answer.ts'
import { hasLost, interpret } from './interpret.ts'
import { joinsOf } from './joins.ts'
import { isEmptyWord, isSoftWord } from './lexicon.ts'
import { toldOfLogs, withoutYear } from './log-notes.ts'
import { lookUpName } from './lookups.ts'
import { type Marks, marksIn } from './marks.ts'
import { notesOf } from './notes.ts'
import { hangsOnOrder, isSame, otherWinners, severalValues } from './other-answers.ts'
import { answerOverview } from './overview.ts'
import { lookUpSection, lookUpWords } from './passages.ts'
import { placesOf } from './places.ts'
import { inPlainWords } from './plain-words.ts'
import { protect } from './protected-names.ts'
import type { Query } from './query.ts'
import { headText, rowsOf } from './query-rows.ts'
import {
  isHeadUnknown,
  isNothingUnasked,
  isOfAnotherTime,
  isOfNoGroup,
  isOfNow,
  isOfOthers,
  isOther,
  isSilent,
  isUnpriced,
  isUnrestricted,
  isUnsaid,
  isVacuous,
  textOfNoFigure,
} from './refusals.ts'
import { withSaidNames } from './said-names.ts'
import { headOf, readAs, sentenceOf } from './say.ts'
import { type Field, schemaOf, type Table } from './schema.ts'
import { partsOfQuestion, together } from './several.ts'
import { countedTwice } from './snapshots.ts'
import { Reading } from './tokens.ts'
import { mixedUnits } from './units.ts'
import { untold } from './untold.ts'
import { bindVersions } from './versions.ts'

interface Read {
  readonly query: Query
  /** The same with the other of two columns that are named as well. */
  readonly other: Query | null
  readonly unused: readonly string[]
  /** What the question asks for is among the words that nothing used. */
  readonly lost: boolean
  readonly doubts: readonly string[]
  /** Told only where the other would give another answer. */
  readonly choices: readonly string[]
  /** Another reading would give another figure. */
  readonly isAmbiguous: boolean
  readonly blocked: string | null
  readonly cost: number
  /** The question calls the rows by what they are. */
  readonly isSpoken: boolean
}

/** A longer one is no question but a text; reading it would take time by the square of its length. */
const MOST_LETTERS = 2000
/** Words that may be left over in a partial answer. */
const MOST_UNUSED = 2
const LONGEST_FIGURE = 120
/** Readings whose costs differ by less could both be meant. */
const NEAR = 0.3

/** What is wrong with the files is left to the analysts. */
export async function answerQuestion(question: string, asked: Asked): Promise<AskedAnswer> {
  if (question.length > MOST_LETTERS)
    return {
      ...UNASKED,
      notes: [`a question of more than ${formatCount(MOST_LETTERS)} characters is not read for figures`],
    }
  const overview = await answerOverview(question, asked)
  if (overview) return shownBeside(overview, question)
  const { text, notes } = inPlainWords(question, namesOf(asked))
  const { ofData, general } = withoutGeneral(text)
  const plain = await answerParts(ofData, asked)
  const answer = notes.length === 0 ? plain : { ...plain, notes: [...notes, ...plain.notes] }
  // A word of the question stands alone in an answer: what shows it to be a secret stands in the question.
  return shownBeside(general === null ? answer : { ...answer, leftToAnalysts: general }, question)
}

/** Words of the names of relations and columns. */
function namesOf({ all }: Asked): ReadonlySet<string> {
  const names = all.flatMap(({ name, columns }) => [name, ...columns.map(column => column.name)])
  return new Set(names.flatMap(name => name.toLowerCase().match(/\p{L}+/gu) ?? []))
}

/** Names of code first, then incidents, then figures and rows; settings and sentences where these do not use every word. */
async function answerParts(question: string, asked: Asked): Promise<AskedAnswer> {
  const parts = partsOfQuestion(question)
  if (parts.length === 1) return await answerOne(question, asked)
  const answers: AskedAnswer[] = []
  for (const part of parts) answers.push(await answerOne(part, asked))
  return together(parts, answers)
}

async function answerOne(question: string, asked: Asked): Promise<AskedAnswer> {
  const changes = (await answerAllChanges(question, asked)) ?? (await findDisagreeing(question, asked))
  if (changes) return changes
  const named = (await lookUpName(question, asked)) ?? (await lookUpSection(question, asked))
  const timed = named ?? (await findSpan(question, asked)) ?? (await findStanding(question, asked))
  if (timed) return timed
  const incident = (await answerIncident(question, asked)) ?? (await findInTime(question, asked))
  // "when did the fan stop" may be told by one entry, where no trouble stands out.
  const isOpen = incident?.status === 'unanswered' && !incident.isNone && /^when\b/i.test(question)
  if (incident && !isOpen) return incident
  const counted = await answerTopics(question, asked)
  const isRule = HOW_LONG.test(question) && !OF_FIGURES.test(question)
  if (counted.status === 'answered' && !isNothing(counted) && !isRule) return counted
  const said = await lookUpWords(question, asked)
  if (isRule && counted.status === 'answered')
    return said?.status === 'answered' ? { ...said, status: 'partial', alternatives: [counted.text] } : counted
  const best = said && (said.status === 'answered' || counted.status === 'unanswered') ? said : counted
  if (incident && best.status === 'unanswered') return incident
  return best.status === 'unanswered' && !best.asksFigure ? ((await saidNowhere(question, asked)) ?? best) : best
}

/** "how long does a refund take": what a text promises, or what rows say of those there were. */
const HOW_LONG = /^how long\b.*\b(?:takes?|lasts?|waits?|kept|stored|held|retained|valid)\b/i
const OF_FIGURES = /\b(?:average|mean|median|usually|typical(?:ly)?|longest|shortest|did|were|was)\b/i

/** No row has what was asked for: something else may tell it. */
function isNothing({ rows }: AskedAnswer): boolean {
  return rows.length === 0 || (rows.length === 1 && Object.values(rows[0]!).every(cell => cell === null))
}

/**
 * "distribution of status and the missing values in last_login" is no one query. What analysts know as well is left to them where
 * the reader has only a part; what only the reader knows is told with what is missing.
 */
async function answerTopics(question: string, asked: Asked): Promise<AskedAnswer> {
  const topics = topicsOf(question)
  if (topics.length < 2) return await answerByQuery(question, asked)
  const answers: AskedAnswer[] = []
  for (const { text } of topics) answers.push(await answerByQuery(text, asked))
  const isWhole = answers.every(({ status }) => status === 'answered')
  if (!isWhole && topics.every(({ isTopic }, k) => isTopic || answers[k]!.status !== 'answered')) return UNASKED
  return together(
    topics.map(({ text }) => text),
    answers,
  )
}

async function answerByQuery(question: string, given: Asked): Promise<AskedAnswer> {
  const asked = await derivedRelations(question, given)
  const reading = new Reading(question)
  const known = (await schemaOf(asked)).filter(({ relation }) => !asked.members.has(relation))
  const tables = await withSaidNames(known, reading, asked)
  const values = await findValues(new Reading(question), tables, asked)
  const joins = await joinsOf(tables, asked)
  const kept = protect(reading, tables, values)
  reading.takeAll(/\b(?:over|across|through)(?= (?:all|both|the two|every)\b)/gi, 'said')
  reading.takeAll(/\bhear(?:d|s)? (?:from|of)\b/gi, 'said')
  const marks = marksIn(reading)
  for (const span of kept) reading.release(span)
  const there = new Map<string, boolean>()
  for (const table of tables) await lookForWords(table, { reading, marks }, asked, there)
  const supposed = (table: Table, choice: 0 | 1) => {
    const own = new Hypothesis(reading.fork(), marks, table, joins.up(table), joins.down(table), values, choice)
    bindVersions(own)
    bindComputed(own)
    containing(own, (field, text) => there.get(`${field.relation.name}\0${text}`) ?? false)
    return own
  }
  const all = tables.filter(({ relation }) => relation.rows > 0).map(table => ({ table, own: supposed(table, 0) }))
  const named = bestNames(all.map(({ own }) => own))
  const reads = all.flatMap(({ table, own }): Read[] => {
    // What programs tell of files, and what is made of tables, is asked by its name only.
    if (!isAsked(own, table, marks)) return []
    const query = interpret(own)
    if (!query) return []
    const unused = own.unused().map(({ text }) => text)
    const made = table.relation.list ? 0.4 : 0
    const far = worseNamed(own, named)
    const lacking = isOfNoGroup({ query, unused }, own.marks, reading) ? 10 : 0
    const cost =
      lacking + unused.length * 10 + query.joins.length + own.weakness + far + made + (isSpoken(own, table) ? 0 : 0.5)
    const other = own.choices.length > 0 ? interpret(supposed(table, 1)) : null
    const doubts = [...own.doubts, ...own.ambiguous]
    return [
      {
        query,
        other,
        unused,
        lost: hasLost(own),
        doubts,
        choices: own.choices,
        isAmbiguous: own.ambiguous.length > 0,
        blocked: own.blocked,
        cost,
        isSpoken: isSpoken(own, table),
      },
    ]
  })
  reads.sort((a, b) => a.cost - b.cost)
  const [best, next] = widerFirst(reads)
  const refused = (unused: readonly string[]): AskedAnswer => {
    const isFigure = asksFigure(marks)
    const bound = new Set(
      all.flatMap(({ own }) => own.bindings.flatMap(({ span }) => own.reading.words(span).split(' '))),
    )
    const text = isFigure ? textOfNoFigure(unused, { marks, tables, bound }) : ''
    // Of what the files do have it is never said that nothing is called so.
    const names = new Set(tables.flatMap(({ fields, nouns }) => [...nouns, ...fields.flatMap(({ parts }) => parts)]))
    const unknown = unused.filter(word => !names.has(stem(word.toLowerCase())))
    return { ...UNASKED, text, asksFigure: isFigure, unused: unknown }
  }
  if (best?.blocked) return { ...UNASKED, asksFigure: asksFigure(marks), unused: best.unused, notes: [best.blocked] }
  if (
    !best ||
    best.unused.length > MOST_UNUSED ||
    isHeadUnknown(best, marks, reading) ||
    isUnrestricted(best) ||
    isOther(best, reading) ||
    isVacuous(best) ||
    isUnpriced(best, reading) ||
    isOfOthers(best) ||
    isOfNow(best, question) ||
    isOfAnotherTime(best) ||
    isOfNoGroup(best, marks, reading)
  )
    return refused(best?.unused ?? unusedIn(reading))
  const rival = next && next.unused.length === best.unused.length && next.cost - best.cost < NEAR ? next : null
  const told = await run(question, best, rival, asked)
  return isSilent(best.query, told) || isNothingUnasked(best, told)
    ? refused(best.unused)
    : { ...told, asksFigure: asksFigure(marks) }
}

/** Entries of all logs before the table of one of them, where nothing but their order tells them apart. */
function widerFirst(reads: readonly Read[]): readonly Read[] {
  const [best, next, ...rest] = reads
  if (!best || !next || next.unused.length > best.unused.length || next.cost - best.cost >= NEAR) return reads
  const [own, other] = [best.query.table.relation, next.query.table.relation]
  const isPart = own.paths.length < other.paths.length && own.paths.every(path => other.paths.includes(path))
  return own.kind === 'table' && other.kind === 'entries' && isPart ? [next, ...rest] : reads
}

/** By its words alone, where nothing can be asked. */
export function asksForFigure(question: string): boolean {
  return partsOfQuestion(question).some(part => asksFigure(marksIn(new Reading(part))))
}

function asksFigure(marks: Marks): boolean {
  const {
    count,
    howMuch,
    distinct,
    share,
    rate,
    correlation,
    duplicate,
    distribution,
    howLong,
    common,
    top,
    busiest,
    pause,
  } = marks
  const one = [
    count,
    howMuch,
    distinct,
    share,
    rate,
    correlation,
    duplicate,
    distribution,
    howLong,
    common,
    top,
    busiest,
    pause,
  ]
  const several = [marks.statistics, marks.ranked, marks.most, marks.compared]
  return one.some(mark => mark !== null) || several.some(list => list.length > 0)
}

/** What JSON cannot carry exactly becomes a text. */
function cellJson(cell: Cell): Json {
  if (typeof cell !== 'bigint') return cell
  return Number.isSafeInteger(Number(cell)) ? Number(cell) : String(cell)
}

/** Words that neither say what is asked for nor are empty. */
function unusedIn(reading: Reading): string[] {
  const words = reading.unused(({ lower, kind }) => kind === 'word' && (isEmptyWord(lower) || isSoftWord(lower)))
  return words.map(({ text }) => text).slice(0, 20)
}

function isAsked(own: Hypothesis, table: Table, marks: Marks): boolean {
  const { kind, list, versions } = table.relation
  const isOwn = ({ column, relation }: Field, of: string) =>
    relation === table.relation && (column.name === of || column.name.startsWith(`${of}.`))
  const binds = (fits: (field: Field) => boolean) =>
    own.bindings.some(
      one =>
        (one.kind === 'column' && one.fields.some(fits)) ||
        (one.kind === 'value' && one.found.some(({ field }) => fits(field))),
    )
  if (list) return isSpoken(own, table) || binds(field => isOwn(field, list.column))
  if (versions)
    return binds(({ column }) =>
      /(?:^change|_(?:changed|increase|decrease|difference|before|after))$/.test(column.name),
    )
  // "events by type" of events.jsonl speaks of events, and not of files.
  const isOfName = (one: Hypothesis['bindings'][number]) =>
    one.kind === 'value' && one.found.every(({ field }) => ['name', 'path'].includes(field.column.name))
  if (kind === 'files' && !isSpoken(own, table) && own.bindings.some(isOfName)) return false
  // The value of one setting is looked up.
  if (kind === 'settings' && !asksFigure(marks) && !binds(({ role }) => role === 'file')) return false
  return ['table', 'entries'].includes(kind) || isSpoken(own, table) || binds(({ role }) => role === 'format')
}

function isSpoken(own: Hypothesis, table: Table): boolean {
  return own.bindings.some(binding => binding.kind === 'entity' && binding.table === table)
}

async function run(
  question: string,
  { query, other, unused, doubts, choices, isAmbiguous }: Read,
  rival: Read | null,
  asked: DerivedRelations,
): Promise<AskedAnswer> {
  const { sql, columns, fetched, rows, total } = await rowsOf(query, asked)
  const none = await untold(query, rows, asked)
  if (none) return { ...UNASKED, notes: [`no entry that the question speaks of has \`${none.column.name}\``] }
  const text = sentenceOf(query, { columns, rows, total })
  const places = await placesOf(query, columns, rows, asked)
  const told = await toldOfLogs(query, sql, asked)
  const others = await otherWinners(query, rows[0], asked)
  const twice = await countedTwice(question, query, asked)
  const mixed = await mixedUnits(query, asked)
  const notes = [...[twice, mixed].filter(note => note !== null), ...(await notesOf(query, sql, asked)), ...told.notes]
  const isSettled = other !== null && (await isSame(fetched, [query, other], asked))
  const rivals = rival ? [readAs(rival.query)] : []
  const rivalText = rival && (await headText(rival.query, asked))
  const isOpen =
    isAmbiguous ||
    twice !== null ||
    hangsOnOrder(query) ||
    isUnsaid(query, rows) ||
    told.isDoubtful ||
    (query.isOne && total > severalValues(query)) ||
    (others.length > 0 && !query.isSure) ||
    (other !== null && !isSettled)
  return {
    status: unused.length > 0 || isOpen ? 'partial' : 'answered',
    text: withoutYear(text),
    readAs: readAs(query),
    unused,
    alternatives: [
      ...doubts,
      ...(isSettled ? [] : withFigure(choices, other && (await headText(other, asked)))),
      ...others,
      ...(rivalText === headOf(query, { columns, rows, total }) ? [] : withFigure(rivals, rivalText)),
    ],
    sql: [asked.statement(sql)],
    columns,
    rows: rows.map(row => Object.fromEntries(columns.map(({ name }, k) => [name, cellJson(row[k] ?? null)]))),
    rowCount: total,
    places,
    evidence: [],
    notes,
    asksFigure: true,
  }
}

/** What another reading gives stands beside it, where it is one reading and can be said shortly. */
function withFigure(readings: readonly string[], text: string | null): readonly string[] {
  if (readings.length !== 1 || text === null || text.length > LONGEST_FIGURE) return readings
  return [`${readings[0]}, which gives ${withoutYear(text)}`]
}
