// Where quotes stand, in words.
import type { Answer } from '../model/analyst.ts'
import type { Finding } from '../model/finding.ts'
import type { DocumentPlace } from '../model/origin.ts'
import { printable } from '../text/printable.ts'

type PlaceInWords = Pick<Answer['evidence'][number], 'path' | 'line' | 'character'> & DocumentPlace

/** `src/app.py:3, src/db.py:9`: the first few, none twice. */
export function placesOf(evidence: Answer['evidence'], most: number): string {
  return [...new Set(evidence.map(placeName))].slice(0, most).join(', ')
}

/** `src/app.py:3`, on a long line `data.json:1:48213`. A name can hold anything, a line of its own included: it must not write a part of the answer. */
export function placeName({ path, line, character, page, paragraph }: PlaceInWords): string {
  const part = page ? ` (page ${page})` : paragraph ? ` (paragraph ${paragraph})` : ''
  return `${printable(path)}:${line}${character === undefined ? '' : `:${character}`}${part}`
}

/** The quote of a finding, as answers cite it. */
export function citation({ path, line, character, evidence }: Finding): Answer['evidence'][number] {
  return { path, line, ...(character === undefined ? {} : { character }), quote: evidence }
}
