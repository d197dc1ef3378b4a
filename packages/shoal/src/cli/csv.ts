// Rows as CSV.
import type { Json } from '@shoal/base/model/json'

export function csvLine(cells: readonly Json[]): string {
  return `${cells.map(csvCell).join(',')}\n`
}

function csvCell(value: Json): string {
  if (value === null) return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  // An empty text is not NULL.
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
