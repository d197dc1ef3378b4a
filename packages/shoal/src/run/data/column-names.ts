// Names of columns and tables that SQL can tell apart: it takes capital and small letters for the same.
import { basename } from 'node:path'
import { contentName } from '@shoal/base/text/packed-name'

const LONGEST = 120
/** Words that SQL does not take for the name of a table, unless it stands in quotes. */
const RESERVED = new Set(
  'all analyse analyze and any array as asc asymmetric both case cast check collate column constraint create default deferrable desc describe distinct do else end except false fetch for foreign from group having in initially intersect into lambda lateral leading limit not null offset on only or order pivot pivot_longer pivot_wider placing primary qualify references returning select show some summarize symmetric table then to trailing true union unique unpivot using variadic when where window with anti asof at authorization binary by collation columns concurrently cross freeze full generated glob ilike inner is isnull join left like map natural notnull outer overlaps positional right semi similar struct tablesample try_cast unpack verbose'.split(
    ' ',
  ),
)

/** Never empty, each once. Blanks at the ends are dropped, as nobody would write them. */
export function columnNames(given: readonly string[]): string[] {
  const used = new Set<string>()
  return given.map((name, k) => {
    const tidy = name.replace(/\s+/g, ' ').trim().slice(0, LONGEST)
    return uniqueName(tidy === '' || tidy === '\ufeff' ? `column_${k + 1}` : tidy, used)
  })
}

/** `orders.2024.csv` → `orders_2024`. */
export function tableName(path: string): string {
  const stem = contentName(basename(path)).replace(/\.[A-Za-z]{2,8}$/, '')
  const plain = stem
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|(?<!_)_+$/g, '')
    .slice(0, LONGEST)
  if (plain === '') return 'data'
  return /^\d/.test(plain) || RESERVED.has(plain.toLowerCase()) ? `t_${plain}` : plain
}

/** The name, or one with a number behind it that nobody has; from then on it is used. */
export function uniqueName(base: string, used: Set<string>): string {
  let name = base
  for (let n = 2; used.has(name.toLowerCase()); n++) name = `${base}_${n}`
  used.add(name.toLowerCase())
  return name
}
