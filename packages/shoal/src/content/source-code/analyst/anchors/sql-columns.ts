// Columns that SQL defines: `CREATE TABLE users (user_id integer NOT NULL, …)`. No parser is needed for that much.
import type { Anchor } from '@shoal/base/model/anchor'
import type { SourceText } from '@shoal/base/model/source'

const MOST = 400
const LARGEST = 3e6
const TABLE =
  /\bcreate\s+(?:or\s+replace\s+)?(?:temp(?:orary)?\s+|unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?([\w."`[\]]{1,120})\s*\(/gi
const COLUMN = /^\s*(?:"([^"\n]{1,80})"|`([^`\n]{1,80})`|\[([^\]\n]{1,80})\]|([A-Za-z_]\w{0,80}))\s+([A-Za-z]\w{0,40})/
/** What else may stand where a column does. */
const NO_COLUMN = /^(?:primary|foreign|unique|constraint|check|key|index|fulltext|exclude|like|period|partition)$/i

/** Every column with its type, and whether it must be there; none of a file too large to be held. */
export function sqlColumns(source: SourceText): Anchor[] {
  if (source.size > LARGEST) return []
  const text = source.text(0, source.size)
  const anchors: Anchor[] = []
  let line = 1
  let counted = 0
  const lineAt = (at: number) => {
    for (; counted < at; counted++) if (text.charCodeAt(counted) === 10) line++
    return line
  }
  for (const found of text.matchAll(TABLE)) {
    const table = found[1]!.replace(/["`[\]]/g, '')
    for (const { start, end } of items(text, found.index + found[0].length)) {
      if (anchors.length >= MOST) return anchors
      const item = text.slice(start, end)
      const column = COLUMN.exec(item)
      const name = column?.[1] ?? column?.[2] ?? column?.[3] ?? column?.[4]
      if (!column || name === undefined || (column[4] !== undefined && NO_COLUMN.test(name))) continue
      const indent = /^\s*/.exec(item)![0].length
      // A text takes numbers too: nothing in the data contradicts it.
      const type = /char|text|clob|string/i.test(column[5]!) ? 'any' : column[5]!.toLowerCase()
      const isRequired = /\bnot\s+null\b|\bprimary\s+key\b/i.test(item)
      anchors.push({
        role: 'schema-field',
        name,
        value: isRequired ? `${type} required` : type,
        path: `${table}.${name}`,
        line: lineAt(start + indent),
        quote: item.trim().split('\n', 1)[0]!.slice(0, 200).trimEnd(),
      })
    }
  }
  return anchors
}

/** The parts between commas up to the bracket that closes, those in strings and comments left alone. */
function* items(text: string, from: number): Generator<{ start: number; end: number }> {
  let depth = 0
  let start = from
  for (let at = from; at < text.length; at++) {
    const char = text[at]!
    if (char === "'") {
      const close = text.indexOf("'", at + 1)
      if (close < 0) return
      at = close
    } else if (char === '-' && text[at + 1] === '-') {
      const eol = text.indexOf('\n', at)
      if (eol < 0) return
      // A comment before a column is not part of it.
      if (text.slice(start, at).trim() === '') start = eol + 1
      at = eol
    } else if (char === '(') depth++
    else if (char === ')' && depth-- === 0) {
      yield { start, end: at }
      return
    } else if (char === ',' && depth === 0) {
      yield { start, end: at }
      start = at + 1
    }
  }
}
