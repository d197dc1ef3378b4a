// A comparison as an asking model is told it: a line for each difference, with the values and both places.
import type { Json } from '@shoal/base/model/json'
import { plural } from '@shoal/base/text/printable'
import type { diffDocument } from '../diff/diff-document.ts'

type Diff = ReturnType<typeof diffDocument>

export function diffText({ same, files, file_diffs, differences, difference_count, truncated, skipped }: Diff): string {
  if (same) return 'Nothing differs but order or form.'
  const { changed, added, removed, renamed } = files
  return [
    `${plural(changed, 'changed file')}, ${added} added, ${removed} removed, ${renamed} renamed; ${plural(difference_count, 'difference')}:`,
    ...file_diffs.flatMap(({ status, before, after, compared, notes }) => [
      `${status}: ${before ?? after}${after !== null && before !== null && after !== before ? ` → ${after}` : ''}`,
      ...compared.map(
        one =>
          `  ${one.unit}: ${one.added} added, ${one.removed} removed, ${one.changed} changed, ${one.same} the same`,
      ),
      ...notes.map(note => `  ${note}`),
    ]),
    ...differences.map(differenceText),
    ...(truncated ? ['(there are more)'] : []),
    ...skipped.slice(0, 5).map(({ path, reason }) => `not compared: ${path}: ${reason}`),
  ].join('\n')
}

function differenceText({ change, unit, key, cells, before, after }: Diff['differences'][number]): string {
  const name = Object.values(key).map(value).join(', ')
  const places = [before, after].flatMap(place => (place ? [`${place.path}:${place.line}`] : [])).join(' → ')
  const values = cells
    .map(cell =>
      change === 'changed'
        ? `${cell.column}: ${value(cell.before)} → ${value(cell.after)}`
        : `${cell.column}: ${value(change === 'added' ? cell.after : cell.before)}`,
    )
    .join('; ')
  return `${change} ${unit} ${name} (${places}) ${values}`
}

function value(given: Json): string {
  return typeof given === 'string' ? given : JSON.stringify(given)
}
