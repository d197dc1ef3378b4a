// What is said about a part beside its content: where it stands, what is wrong with it, what programs found in it.
import type { ReadingPart } from '@shoal/base/model/model-work'
import { formatCount, plural, printable } from '@shoal/base/text/printable'

export const MOST_FOUND = 20
const MOST_PLACES = 5

/** `shown` of the lines that it owns are shown, `left` are not. `refs`: what findings of programs can be cited by, in order. */
export function headText(
  { about, chunk, report, extent }: ReadingPart,
  {
    shown,
    left,
    told = MOST_FOUND,
    refs,
  }: { readonly shown: number; readonly left: number; readonly told?: number; readonly refs: readonly string[] },
): string {
  const { startLine, endLine } = chunk.body
  const found = report.findings.slice(0, told)
  const more = report.findings.length - found.length
  return [
    `file_path: ${printable(about.path)}`,
    `Chunk ${chunk.index} of ${chunk.of}, lines ${startLine}-${endLine}: ${printable(chunk.label)}`,
    ...(chunk.continuation ? ['It starts inside something that was too large for one chunk.'] : []),
    ...chunk.flags.map(({ kind, count, lines }) => `Flag: ${kind}, ${formatCount(count)} (lines ${lines.join(', ')})`),
    ...(found.length > 0
      ? ['Found here by programs already; do not repeat it:', ...found.map((one, k) => foundLine(one, refs[k]))]
      : []),
    ...(more > 0 ? [`- and ${plural(more, 'more finding')}`] : []),
    ...(left > 0
      ? [
          extent === 'kinds'
            ? `${plural(shown, 'line')} of ${formatCount(shown + left)} are shown: of many that differ in numbers only the first and the last.`
            : `An excerpt: ${plural(shown, 'line')} of ${formatCount(shown + left)}. ${formatCount(left)} are not shown; the exact facts cover all of them.`,
        ]
      : []),
  ].join('\n')
}

function foundLine(
  { type, severity, summary, places }: ReadingPart['report']['findings'][number],
  ref: string | undefined,
): string {
  const lines = [...new Set(places.map(({ line }) => line))].slice(0, MOST_PLACES)
  return `- ${ref === undefined ? '' : `${ref.toUpperCase()}: `}${lines.length === 1 ? 'line' : 'lines'} ${lines.join(', ')} (${type}, ${severity}): ${printable(summary)}`
}
