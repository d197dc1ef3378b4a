// Code by what it is about: "where do we load the recipes" is a function that is called so in its parts.
import type { AskedAnswer } from '@shoal/base/model/asked'
import type { Relation } from '@shoal/base/model/relation'
import { identifier } from '../../text/sql-text.ts'
import type { Asked } from '../asked.ts'
import { covered, isWhole } from './coverage.ts'
import { foundAnswer, MOST_LOOKED, notesOfCut, quoted } from './found-answer.ts'
import type { Sought } from './terms.ts'

const ASKS = /^(?:where|(?:in )?(?:which|what) (?:file|function|class|method|module|part|code)|find|show me)\b/i
const MOST_SHOWN = 5

export async function findSymbols(
  question: string,
  relation: Relation,
  sought: Sought,
  asked: Asked,
): Promise<AskedAnswer | null> {
  const mains = sought.terms.filter(({ isLight }) => !isLight).length
  const has = (name: string) => relation.columns.some(one => one.name === name)
  if (!ASKS.test(question) || mains < 2 || !has('name') || !has('signature')) return null
  const { path, line } = relation.place
  const scope = has('scope') ? identifier('scope') : 'NULL'
  const sql = `SELECT name, ${has('kind') ? 'kind' : 'NULL'}, signature, ${identifier(path)}, ${identifier(line)}, ${scope} FROM ${identifier(relation.name)} LIMIT ${MOST_LOOKED}`
  const units = (await asked.rows(sql)).map(row => ({
    of: row,
    own: String(row[0]),
    above: `${String(row[5] ?? '')} ${String(row[3]).split('/').slice(-2).join(' ')}`,
    beside: '',
  }))
  const hits = covered(units, sought).filter(hit => isWhole(hit) && hit.inOwn * 2 >= mains)
  const best = hits.filter(({ inOwn, rest }) => inOwn === hits[0]!.inOwn && rest <= hits[0]!.rest + 1)
  if (best.length === 0 || best.length > MOST_SHOWN) return null
  const [first] = best
  return foundAnswer({
    text: `${String(first!.of[3])}:${String(first!.of[4])}: ${String(first!.of[2])}`,
    readAs: `definitions that are called ${quoted(sought.terms)}`,
    sql,
    names: ['name', 'kind', 'signature', 'path', 'line'],
    rows: best.map(({ of }) => of.slice(0, 5)),
    notes: notesOfCut('definitions', relation.rows),
  })
}
