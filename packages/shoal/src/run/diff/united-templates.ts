// Templates are mined in each file by itself: what varies in one file may stand still in the other. A template of one version that is a
// case of one of the other is the same template, by the more general name.
import { addTo } from '@shoal/base/model/lists'
import { literal } from '../../text/sql-text.ts'
import type { Relations } from '../relations/relations.ts'

const WILD = '<*>'
/** More are compared as they are. */
const MOST = 4000

/** A statement of `template` and the `name` that stands for it. */
export async function unitedTemplates(
  before: string | null,
  after: string | null,
  relations: Relations,
): Promise<string> {
  if (before === null || after === null) return NONE
  const only = async (own: string, other: string) =>
    (
      await relations.rows(
        `SELECT DISTINCT template FROM (${own}) WHERE template IS NOT NULL EXCEPT SELECT template FROM (${other}) ORDER BY 1 LIMIT ${MOST + 1}`,
      )
    ).map(([template]) => String(template))
  const [gone, come] = [await only(before, after), await only(after, before)]
  if (gone.length > MOST || come.length > MOST) return NONE
  const names = [...casesOf(gone, come), ...casesOf(come, gone)]
  if (names.length === 0) return NONE
  return `SELECT * FROM (VALUES ${names.map(({ template, name }) => `(${literal(template)}, ${literal(name)})`).join(', ')}) united(template, name)`
}

const NONE = 'SELECT NULL::VARCHAR AS template, NULL::VARCHAR AS name WHERE false'

/** The templates that are a case of exactly one of the others. */
export function casesOf(
  templates: readonly string[],
  others: readonly string[],
): { readonly template: string; readonly name: string }[] {
  const general = new Map<number, string[][]>()
  for (const other of others) {
    const words = other.split(' ')
    if (!other.includes(WILD)) continue
    addTo(general, words.length, words)
  }
  return templates.flatMap(template => {
    const words = template.split(' ')
    const found = (general.get(words.length) ?? []).filter(other => isCase(words, other))
    return found.length === 1 ? [{ template, name: found[0]!.join(' ') }] : []
  })
}

/** Every word is the same or may vary, and at least half of them stand still. */
function isCase(words: readonly string[], general: readonly string[]): boolean {
  let same = 0
  for (const [k, word] of words.entries()) {
    if (word === general[k]) same++
    else if (!fits(word, general[k]!)) return false
  }
  return same * 2 >= words.length && same < words.length
}

/** `uid=0` is a case of `uid=<*>`. */
function fits(word: string, general: string): boolean {
  const at = general.indexOf(WILD)
  if (at < 0) return false
  const [head, tail] = [general.slice(0, at), general.slice(general.lastIndexOf(WILD) + WILD.length)]
  return word.length >= head.length + tail.length && word.startsWith(head) && word.endsWith(tail)
}
