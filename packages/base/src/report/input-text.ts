// What a tool was asked, in one line.
import type { Json } from '../model/json.ts'
import { printable } from '../text/printable.ts'

/** The query or the code itself where that is all there is. */
export function inputText({ input }: { readonly input: Json }): string {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return printable(JSON.stringify(input))
  const given = input as Input
  const labels = labelText(given)
  if (labels !== null) return labels
  const { path, from, to } = given
  if (typeof path === 'string')
    return printable(`${path}${from === undefined ? '' : `:${from}`}${to === undefined ? '' : `-${to}`}`)
  const { query, code } = input as { readonly query?: unknown; readonly code?: unknown }
  const main =
    typeof code === 'string'
      ? code
      : typeof query === 'string' && Object.keys(input).length === 1
        ? query
        : (comparedText(given) ?? lookedForText(given) ?? JSON.stringify(given))
  return printable(main.replace(/\s+/g, ' ').trim())
}

type Input = Readonly<Record<string, Json>>

/** `config/old.yaml → config/new.yaml, by id`. */
function comparedText({ before, after, key }: Input): string | null {
  if (typeof before !== 'string' || typeof after !== 'string') return null
  return `${before} → ${after}${listText(', by ', key)}`
}

/** `"pool exhausted" (words) in logs`, `"when does it end?" in a.log:1-80`. */
function lookedForText({ query, mode, question, paths, passages, offset }: Input): string | null {
  const wanted = query ?? question
  if (typeof wanted !== 'string') return null
  const how = typeof mode === 'string' && mode !== 'text' ? ` (${mode})` : ''
  const places = (Array.isArray(passages) ? passages : []).map(one => inputText({ input: one }))
  const from = typeof offset === 'number' && offset > 0 ? `, from match ${offset + 1} on` : ''
  return `${JSON.stringify(wanted)}${how}${listText(' in ', paths)}${listText(' in ', places)}${from}`
}

function listText(lead: string, list: Json | undefined): string {
  return Array.isArray(list) && list.length > 0 ? `${lead}${list.map(String).join(', ')}` : ''
}

/** `the topic of the ticket: delivery (late or lost), billing; of SELECT …; by user`. */
function labelText({ judged, labels, query, paths, group_by: groupBy }: Input): string | null {
  if (typeof judged !== 'string' || !Array.isArray(labels)) return null
  const named = labels as { readonly name?: Json; readonly meaning?: Json }[]
  // What a count counts is told by what its label means.
  const names = named.map(({ name, meaning }) => (meaning ? `${name} (${meaning})` : String(name))).join(', ')
  const of = typeof query === 'string' ? query : Array.isArray(paths) ? paths.join(', ') : ''
  const by = typeof groupBy === 'string' ? `; by ${groupBy}` : ''
  return printable(`${judged}: ${names}; of ${of}${by}`.replace(/\s+/g, ' ').trim())
}
