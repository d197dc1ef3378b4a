// A question for one thing, with a word that stands nowhere in the files: what else is known of them is no answer to it.
import { type AskedAnswer, UNASKED } from '@shoal/base/model/asked'
import type { Relation } from '@shoal/base/model/relation'
import { phrasalSource } from '../../text/phrasal.ts'
import { identifier, literal } from '../../text/sql-text.ts'
import type { Asked } from '../asked.ts'
import { escaped } from '../normal.ts'
import { periodsIn } from '../periods.ts'
import { soughtIn, type Term } from './terms.ts'

const OF_ONE_THING =
  /^(?:what(?:'s| is| are| was| were)?|which|who|whose|when|where|how (?:is|are|was|were|often|long|old|big|far)|(?:from|in|on|at|to|for|by|with) (?:which|what|whom)|is|are|was|were|does|do|did|has|have)\b/i
/** What the analysts know of any file, whatever its words are. */
const OF_ANALYSTS =
  /\b(?:problem|issue|wrong|broken|risk|danger|secur|insecur|safe|unsafe|vulnerab|leak|secret|credential|bug|error|fail|crash|exception|warn|anomal|outlier|unusual|odd|strange|weird|suspicious|quality|missing|duplicate|distribut|correlat|trend|pattern|structure|schema|summar|overview|architecture|complex|depend|import|important|purpose|about|cause|why|happen|chang|differ|compar|improve|recommend|todo|dead|unused|test|attention|know|interesting|notable|expect|look|mean|work)|\bdo\?*$/i
/** What is done may be done under another name. */
const NOT = /(?:ed|ing)$|^(?:not|never|none|nobody|nor|without|except|other|others|more|less|than|most|least)$/i
/** More rows than these are not read for a word. */
const MOST_ROWS = 500_000

/** Null where the question asks for more than one thing, or all of its words stand somewhere, or too much would have to be read. */
export async function saidNowhere(question: string, asked: Asked): Promise<AskedAnswer | null> {
  if (!OF_ONE_THING.test(question) || OF_ANALYSTS.test(question)) return null
  const timeless = periodsIn(question).reduceRight(
    (text, { start, end }) => `${text.slice(0, start)} ${text.slice(end)}`,
    question,
  )
  const terms = soughtIn(timeless).terms.filter(
    ({ said, own, isLight, isLiteral }) => own.length > 2 && !isLight && !isLiteral && !NOT.test(said),
  )
  const texts = asked.all.filter(({ rows, kind }) => rows > 0 && kind !== 'timeline')
  if (terms.length === 0 || texts.some(({ rows }) => rows > MOST_ROWS)) return null
  const there = new Set<Term>()
  for (const relation of texts) {
    const names = namesOf(relation)
    for (const term of terms) if (formsOf(term).some(form => names.some(name => name.startsWith(form)))) there.add(term)
    const left = terms.filter(term => !there.has(term))
    const hay = hayOf(relation)
    if (left.length === 0 || hay === null) continue
    const found = left.map(term => `bool_or(regexp_matches(${hay}, ${literal(patternOf(term))}))`)
    const [row = []] = await asked.rows(`SELECT ${found.join(', ')} FROM ${identifier(relation.name)}`)
    for (const [k, term] of left.entries()) if (row[k] === true) there.add(term)
  }
  const nowhere = terms.filter(term => !there.has(term)).map(({ said }) => said)
  if (nowhere.length === 0) return null
  const words = nowhere.map(word => `"${word}"`).join(' or ')
  return {
    ...UNASKED,
    text: `This cannot be told from these files: nothing in them says ${words}, or what means the same.`,
    unused: nowhere,
    isNone: true,
  }
}

/** The word, or what says the same, as a word may begin; more than what is meant, and never less. */
function formsOf({ own, same, parts }: Term): string[] {
  const all = [own, ...same, ...parts.map(part => part.own)].filter(one => one.length > 1)
  return all.map(one => one.replace(/(?<=[a-z]{3})[eiy]$/, ''))
}

const patternOf = (term: Term) =>
  `(^|[^a-z])(${formsOf(term)
    .map(form => phrasalSource(form) ?? escaped(form))
    .join('|')})`

/** Words of what a relation, its columns and its files are called. */
function namesOf({ name, columns, paths }: Relation): string[] {
  const names = [name, ...columns.map(column => column.name), ...paths].join(' ')
  return (
    names
      .replace(/([\p{Ll}])(\p{Lu})/gu, '$1 $2')
      .toLowerCase()
      .match(/\p{L}+/gu) ?? []
  )
}

function hayOf({ columns }: Relation): string | null {
  const texts = columns.filter(({ kind }) => kind === 'text').map(({ name }) => identifier(name))
  if (texts.length === 0) return null
  return `lower(regexp_replace(concat_ws(' ', ${texts.join(', ')}), '([a-z])([A-Z])', '\\1 \\2', 'g'))`
}
