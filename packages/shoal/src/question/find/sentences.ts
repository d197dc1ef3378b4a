// The sentences and rows of tables in texts that answer a question: every telling word has to stand in the sentence or the headings
// above it, or right beside it, and the sentence has to tell what is asked for: a number, a time, a person.
import type { AskedAnswer } from '@shoal/base/model/asked'
import { smallest } from '@shoal/base/model/lists'
import type { Relation } from '@shoal/base/model/relation'
import { identifier, literal } from '../../text/sql-text.ts'
import type { Asked, Cell } from '../asked.ts'
import { type Covered, covered, isWhole, type Unit } from './coverage.ts'
import { foundAnswer, MOST_LOOKED, notesOfCut, quoted } from './found-answer.ts'
import { type AnswerKind, isOfKind, type Sought, type Term, wordsOf } from './terms.ts'

const MOST_SHOWN = 10
/** Sentences of a section that are told at once; the rows have more. */
const MOST_TOLD = 4
/** Of a single word. */
const MOST_OF_ONE = 3
const NAMES = ['text', 'heading', 'path', 'line']
/** What a nearest passage has to have of what is looked for. */
const NEAR = 0.6

interface Sentence {
  readonly text: string
  readonly heading: string
  readonly path: string
  readonly line: number
  readonly section: string
  readonly next: string
}

export async function findSentences(relation: Relation, sought: Sought, asked: Asked): Promise<AskedAnswer | null> {
  const sql = sentencesSql(relation)
  const units = (await asked.rows(sql)).map(unitOf)
  // Every word first; then without those that tell little.
  const every = sought.terms.map(term => (term.own === '' ? term : { ...term, isLight: false }))
  const strict = sentencesIn(relation, { ...sought, terms: every }, sql, units)
  return strict?.status === 'answered' ? strict : sentencesIn(relation, sought, sql, units)
}

function sentencesIn(
  relation: Relation,
  sought: Sought,
  sql: string,
  units: readonly Unit<Sentence>[],
): AskedAnswer | null {
  const all = covered(units, sought)
  const mains = sought.terms.filter(({ isLight }) => !isLight)
  const whole = all.filter(hit => isWhole(hit) && isTold(hit, sought, mains.length))
  const answer = (
    hits: readonly Covered<Sentence>[],
    missing: Covered<Sentence>['missing'] = [],
    text = toldBy(hits[0]!.of, sought.kind),
  ) =>
    foundAnswer({
      text,
      readAs: `sentences about ${quoted(sought.terms)}`,
      sql,
      names: NAMES,
      rows: hits.slice(0, MOST_SHOWN).map(({ of }): Cell[] => [of.text, of.heading || null, of.path, of.line]),
      missing,
      notes: notesOfCut('sentences', relation.rows),
    })
  const ofSection = (name: string) => {
    const listed = inOrder(units, name)
    const text = listed
      .slice(0, MOST_TOLD)
      .map(({ of }) => of.text)
      .join(' ')
    const isHead = !isOfKind(text, sought.kind) && isOfKind(lastOf(listed[0]!.of), sought.kind)
    return answer(listed, [], isHead ? `${lastOf(listed[0]!.of)}: ${text}` : text)
  }
  const section = sought.isAbout && whole.find(({ of }) => isTopic(of.heading, sought))
  if (section) return ofSection(section.of.section)
  const fewest = smallest(whole.map(hit => leftOver(hit)))
  const hits = whole
    .filter(hit => leftOver(hit) === fewest)
    .map(hit => ({ ...hit, fits: fitOf(hit.of, sought.kind) }))
    .filter(({ fits, inOwn }) => fits > 0 || (inOwn > 0 && !isStrict(sought.kind)))
    .sort((a, b) => b.score * (1 + b.fits / 4) - a.score * (1 + a.fits / 4))
  const [best] = hits
  if (!best) return nearest(all, sought, answer)
  // Where the headings alone name it, all that stands under them is what there is to say.
  if (best.inOwn === 0 && isTopic(best.of.heading, sought)) return ofSection(best.of.section)
  const near = hits.filter(({ score, fits }) => score >= best.score * 0.8 && fits >= best.fits)
  const most = mains.length === 1 && !isTopic(best.of.heading, sought) ? MOST_OF_ONE : MOST_SHOWN
  return near.length <= most ? answer(near) : null
}

/** Numbers and times can be told from other words; people and places not always. */
const isStrict = (kind: AnswerKind | null) => kind === 'number' || kind === 'time'

/** Whether what is asked for stands in the sentence (1), its heading or the next sentence. */
function fitOf(of: Sentence, kind: AnswerKind | null): number {
  if (kind === null || isOfKind(of.text, kind)) return 1
  return isOfKind(`${lastOf(of)} ${of.next}`, kind) ? 0.5 : 0
}

const lastOf = ({ heading }: Sentence) => heading.split(' > ').at(-1) ?? ''

/** What is asked for may be told by the heading, or by the sentence that follows. */
function toldBy(of: Sentence, kind: AnswerKind | null): string {
  if (isOfKind(of.text, kind)) return of.text
  return isOfKind(lastOf(of), kind) ? `${lastOf(of)}: ${of.text}` : `${of.text} ${of.next}`
}

/** One telling word is missing, and the rest is most of what was looked for. */
function nearest(
  all: readonly Covered<Sentence>[],
  { terms, kind }: Sought,
  answer: (hits: readonly Covered<Sentence>[], missing: Covered<Sentence>['missing']) => AskedAnswer,
): AskedAnswer | null {
  const mains = terms.filter(({ isLight }) => !isLight).length
  const close = all.filter(({ missing, beside, inOwn, of }) => {
    const lost = missing.filter(({ isLight }) => !isLight).length
    return (
      inOwn > 0 &&
      beside.length === 0 &&
      lost <= 1 &&
      (mains - lost) / mains >= NEAR &&
      mains - lost >= 2 &&
      isOfKind(of.text, kind)
    )
  })
  const [best] = close
  if (!best) return null
  const alike = close.filter(({ score }) => score >= best.score * 0.9).slice(0, MOST_OF_ONE)
  return answer(
    alike,
    best.missing.filter(({ isLight }) => !isLight),
  )
}

/** Whether the last heading is about it. */
function isTopic(heading: string, { terms }: Sought): boolean {
  const last = heading.split(' > ').at(-1) ?? ''
  const words = new Set(wordsOf(last))
  const isIn = ({ own, same, isLiteral }: Term) =>
    isLiteral ? last.toLowerCase().includes(own) : words.has(own) || [...same].some(one => words.has(one))
  return terms.some(term => !term.isLight && isIn(term))
}

/** Words that stand nowhere in it; the ways to ask are none. */
function leftOver({ missing }: Covered<Sentence>): number {
  return missing.filter(({ own }) => own !== '').length
}

/** With one word alone, or another left over, the section has to be about it, or nothing be left over. */
function isTold(hit: Covered<Sentence>, sought: Sought, mains: number): boolean {
  const { of, inOwn, beside } = hit
  const left = leftOver(hit)
  if (inOwn === 0 && !isTopic(of.heading, sought)) return false
  if (beside.length > 1 || beside.length * 2 > mains) return false
  if (left === 0) return mains > 0
  const isKnown = mains > 1 || isTopic(of.heading, sought)
  return isKnown && left <= 1
}

function inOrder(units: readonly Unit<Sentence>[], section: string): Covered<Sentence>[] {
  return units
    .filter(({ of }) => of.section === section)
    .map(({ of }) => ({ of, missing: [], inOwn: 0, beside: [], isTyped: false, score: 0, rest: 0 }))
}

/** Each with what stands before and after it under the same heading, and the first row of a table. */
function sentencesSql({ name, columns, place }: Relation): string {
  const [path, line] = [identifier(place.path), identifier(place.line)]
  const section = columns.some(one => one.name === 'section_line') ? identifier('section_line') : 'heading_path'
  const within = `OVER (PARTITION BY ${path}, ${section} ORDER BY ${line})`
  const row = `text LIKE ${literal('|%')}`
  return `SELECT text, heading_path, ${path}, ${line}, ${section}::VARCHAR, lag(text) ${within}, lead(text) ${within}, CASE WHEN ${row} THEN first_value(CASE WHEN ${row} THEN text END IGNORE NULLS) ${within} END FROM ${identifier(name)} ORDER BY ${path}, ${line} LIMIT ${MOST_LOOKED}`
}

function unitOf([text, heading, path, line, section, before, after, head]: readonly Cell[]): Unit<Sentence> {
  const of: Sentence = {
    text: head === null || head === text ? String(text) : rowText(String(head), String(text)),
    heading: String(heading ?? ''),
    path: String(path),
    line: Number(line),
    section: `${String(path)}\0${String(section)}`,
    next: String(after ?? ''),
  }
  const file = of.path
    .split('/')
    .slice(-3)
    .join(' ')
    .replace(/\.\w+$/, '')
  const isRow = head !== null && head !== undefined
  return {
    of,
    own: of.text,
    above: `${of.heading} ${file}`,
    beside: isRow ? '' : `${String(before ?? '')} ${String(after ?? '')}`,
  }
}

/** `boat: Osprey, berth: B7` of the head and a row of a table. */
function rowText(head: string, row: string): string {
  const cells = (text: string) =>
    text
      .replace(/^\||\|$/g, '')
      .split('|')
      .map(cell => cell.trim())
  const names = cells(head)
  return cells(row)
    .map((cell, k) => (names[k] ? `${names[k]}: ${cell}` : cell))
    .join(', ')
}
