// What a question within the question found, as whoever asked is told it.
import { printable } from '@shoal/base/text/printable'

/** JSON, for code in the sandbox. */
export interface NestedAnswer {
  readonly sentences: readonly {
    readonly text: string
    readonly quotes: readonly { readonly path: string; readonly line: number; readonly quote: string }[]
  }[]
  readonly missing: readonly string[]
  /** Why it ended without an answer; null when it has one. */
  readonly failed: string | null
}

export function nestedText({ sentences, missing, failed }: NestedAnswer): string {
  return [
    ...sentences.flatMap(({ text, quotes }) => [
      inOneLine(text),
      ...quotes.map(({ path, line, quote }) => quotedLine(path, line, quote)),
    ]),
    ...missing.map(one => `not found: ${inOneLine(one)}`),
    ...(failed === null ? [] : [`no answer: ${inOneLine(failed)}`]),
    ...(sentences.length + missing.length === 0 && failed === null ? ['no answer'] : []),
  ].join('\n')
}

/** Words of a model: no line of them looks like one that a quote stands in. */
export function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** Words of a file that stand there: what is set in proves numbers. */
export function quotedLine(path: string, line: number, quote: string): string {
  return `  ${printable(path)}:${line}| ${quote}`
}
