// What a tool was asked, in one line.
import type { Json } from '../model/json.ts'
import { printable } from '../text/printable.ts'

/** The query or the code itself where that is all there is. */
export function inputText({ input }: { readonly input: Json }): string {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return printable(JSON.stringify(input))
  const labels = labelText(input as Readonly<Record<string, Json>>)
  if (labels !== null) return labels
  const { path, from, to } = input as Readonly<Record<string, Json>>
  if (typeof path === 'string')
    return printable(`${path}${from === undefined ? '' : `:${from}`}${to === undefined ? '' : `-${to}`}`)
  const { query, code } = input as { readonly query?: unknown; readonly code?: unknown }
  const main =
    typeof code === 'string' ? code : typeof query === 'string' && Object.keys(input).length === 1 ? query : null
  return printable((main ?? JSON.stringify(input)).replace(/\s+/g, ' ').trim())
}

/** `the topic of the ticket: delivery (late or lost), billing; of SELECT …; by user`. */
function labelText({ judged, labels, query, paths, group_by: groupBy }: Readonly<Record<string, Json>>): string | null {
  if (typeof judged !== 'string' || !Array.isArray(labels)) return null
  const named = labels as { readonly name?: Json; readonly meaning?: Json }[]
  // What a count counts is told by what its label means.
  const names = named.map(({ name, meaning }) => (meaning ? `${name} (${meaning})` : String(name))).join(', ')
  const of = typeof query === 'string' ? query : Array.isArray(paths) ? paths.join(', ') : ''
  const by = typeof groupBy === 'string' ? `; by ${groupBy}` : ''
  return printable(`${judged}: ${names}; of ${of}${by}`.replace(/\s+/g, ' ').trim())
}
