// Aligned text tables and the numbers in them, ready to be pasted into a page.

/**
 * The first column to the left, the others to the right; a row of one cell is a heading within the table.
 * @param {string} title
 * @param {string[]} head
 * @param {(string | number)[][]} rows
 */
export function printTable(title, head, rows) {
  const cells = [head, ...rows].map(row => row.map(String))
  const full = cells.filter(row => row.length > 1)
  const widths = head.map((_, k) => Math.max(...full.map(row => [...(row[k] ?? '')].length)))
  const line = row =>
    row
      .map((cell, k) => (k === 0 ? cell.padEnd(widths[k]) : pad(cell, widths[k])))
      .join('  ')
      .trimEnd()
  console.log(`\n${title}\n`)
  console.log(line(cells[0]))
  console.log(widths.map(width => '-'.repeat(width)).join('  '))
  for (const row of cells.slice(1)) console.log(row.length === 1 ? row[0] : line(row))
}

function pad(cell, width) {
  return ' '.repeat(Math.max(0, width - [...cell].length)) + cell
}

export const NONE = '–'

/** Three significant digits, and no more than a person wants to read. */
export function figure(value) {
  if (value === null || value === undefined || !Number.isFinite(value)) return NONE
  if (value === 0) return '0'
  if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString('en-US')
  if (Math.abs(value) >= 100) return value.toFixed(0)
  return Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(2)
}

export function seconds(value) {
  return value === null ? NONE : `${value.toFixed(3)} s`
}

export function count(value) {
  return value === null ? NONE : value.toLocaleString('en-US')
}

export function percent(part, whole, digits = 1) {
  return whole === 0 ? NONE : `${((100 * part) / whole).toFixed(digits)} %`
}

export function best(values) {
  return values.length === 0 ? null : Math.min(...values)
}
