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
      text,
      ...quotes.map(({ path, line, quote }) => `  ${printable(path)}:${line}| ${quote}`),
    ]),
    ...missing.map(one => `not found: ${one}`),
    ...(failed === null ? [] : [`no answer: ${failed}`]),
    ...(sentences.length + missing.length === 0 && failed === null ? ['no answer'] : []),
  ].join('\n')
}
