// What the grammars of questions over two tables share: figures of rows, and rows as SQL.
import { groups } from '../fresh/asking.mjs'

export const sum = list => list.reduce((all, one) => all + one, 0)
export const round = value => Math.round(value * 100) / 100
export const by = (rows, key, of) => groups(rows, key).map(([name, some]) => [name, round(of(some))])
export const first = told => {
  const [best, next] = [...told].sort((a, b) => b[1] - a[1])
  return next && best[1] === next[1] ? null : best[0]
}
/** The first so many; null where a tie leaves it open. */
export const ranks = (told, count) => {
  const sorted = [...told].sort((a, b) => b[1] - a[1])
  return sorted.slice(0, count + 1).some((one, k) => k > 0 && one[1] === sorted[k - 1][1])
    ? null
    : sorted.slice(0, count)
}
export const rowsSql = (rows, types) => {
  const cell = (value, name) =>
    value === null
      ? 'NULL'
      : typeof value === 'number'
        ? value
        : types[name]
          ? `${types[name]} '${value}'`
          : `'${value}'`
  const list = rows.map(row => `(${Object.entries(row).map(([name, value]) => cell(value, name))})`)
  return `SELECT * FROM (VALUES ${list.join(', ')}) AS t(${Object.keys(rows[0]).map(name => `"${name}"`)})`
}
/** Questions that have one answer. */
export const asked = (kind, list) =>
  list.filter(one => one && one[1] !== null).map(([question, expect]) => ({ kind, question, expect }))
export const value = one => (one === null ? null : { value: one })
