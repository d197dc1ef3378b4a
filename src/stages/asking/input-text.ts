// What a tool was asked, in one line.
import type { Json } from '../../model/json.ts'
import { printable } from '../../text/printable.ts'

/** The query or the code itself where that is all there is. */
export function inputText({ input }: { readonly input: Json }): string {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return printable(JSON.stringify(input))
  const { query, code } = input as { readonly query?: unknown; readonly code?: unknown }
  const main =
    typeof code === 'string' ? code : typeof query === 'string' && Object.keys(input).length === 1 ? query : null
  return printable((main ?? JSON.stringify(input)).replace(/\s+/g, ' ').trim())
}
