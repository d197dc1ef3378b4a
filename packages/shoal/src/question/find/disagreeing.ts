// "Which settings disagree between the files?": one name, or the end of a longer one, with another value in another file.
import type { AskedAnswer } from '@shoal/base/model/asked'
import { plural } from '@shoal/base/text/printable'
import { stem } from '@shoal/base/text/stem'
import { identifier } from '../../text/sql-text.ts'
import type { Asked, Cell } from '../asked.ts'
import { foundAnswer } from './found-answer.ts'
import { wordsOf } from './terms.ts'

const ASKS =
  /\b(?:settings?|options?|parameters?|config(?:uration)?s?|values?)\b.{0,40}\b(?:differ(?:s|ent|ently)?|disagree|conflict(?:s|ing)?|contradict(?:s|ory)?|inconsistent|mismatch(?:es|ed)?)\b|\b(?:differing|different|conflicting|contradictory|inconsistent) (?:settings|options|parameters|config(?:uration)?s?|values)\b/i
const PLAIN =
  /^(?:|which|what|are|is|do|does|there|any|the|a|of|in|between|across|these|both|two|files?|list|show|me|all|settings?|options?|parameters?|config(?:uration)?s?|values?|differ(?:s|ent|ently)?|disagree|conflict(?:s|ing)?|contradict(?:s|ory)?|inconsistent|mismatch(?:es|ed)?|differing|set|have)$/i
/** Names that anything has: alone they are not one setting. */
const GENERIC = new Set(
  'name id title host port url uri path file type kind value enable version level size user password timeout description label key mode'
    .split(' ')
    .map(stem),
)
const MOST = 5000
const MOST_SHOWN = 100

interface Setting {
  readonly words: readonly string[]
  readonly row: readonly Cell[]
  readonly value: string
  readonly path: string
}

/** Null where something else is asked for, or there are no settings of several files. */
export async function findDisagreeing(question: string, asked: Asked): Promise<AskedAnswer | null> {
  const settings = asked.all.find(({ kind }) => kind === 'settings')
  const isAsked = ASKS.test(question) && question.split(/[^\p{L}]+/u).every(word => PLAIN.test(word))
  if (!isAsked || !settings || settings.rows > MOST || settings.paths.length < 2) return null
  const { path, line } = settings.place
  const columns = ['key', 'value', path, line].map(identifier).join(', ')
  const sql = `SELECT ${columns} FROM ${identifier(settings.name)} WHERE value IS NOT NULL ORDER BY ${identifier(path)}, ${identifier(line)}`
  const all = (await asked.rows(sql)).map((row): Setting => {
    const [key, value, file] = row.map(String) as [string, string, string]
    return { words: wordsOf(key), row, value: value.trim().toLowerCase(), path: file }
  })
  const found = all.filter(one => all.some(other => isSame(one, other) && one.value !== other.value))
  const names = new Set(found.map(({ words }) => words.at(-1)))
  const shown = found
    .sort((a, b) => (a.words.at(-1)! < b.words.at(-1)! ? -1 : a.words.at(-1)! > b.words.at(-1)! ? 1 : 0))
    .slice(0, MOST_SHOWN)
  return foundAnswer({
    text:
      found.length === 0
        ? `None of ${plural(all.length, 'setting')} has one name and different values in two files`
        : `${plural(names.size, 'setting')}: ${shown.map(({ row }) => `${String(row[0])} is ${String(row[1])}`).join(', ')}`,
    readAs: 'settings of one name whose values differ between files',
    sql,
    names: ['key', 'value', 'path', 'line'],
    rows: shown.map(({ row }) => row),
    notes: found.length > MOST_SHOWN ? [`only the first ${MOST_SHOWN} of ${found.length} are shown`] : [],
  })
}

/** `labels.dpi` and `label.dpi`, `PREFETCH` and `queue.prefetch`; but not the `name` of this and of that. */
function isSame(one: Setting, other: Setting): boolean {
  if (one.path === other.path || one.words.at(-1) !== other.words.at(-1)) return false
  const [short, long] = one.words.length <= other.words.length ? [one, other] : [other, one]
  const isEnd = short.words.every((word, k) => word === long.words[long.words.length - short.words.length + k])
  return isEnd && !(short.words.length < long.words.length && short.words.every(word => GENERIC.has(word)))
}
