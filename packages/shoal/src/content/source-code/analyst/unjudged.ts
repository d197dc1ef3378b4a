// Files that security rules say nothing about: that none was broken there is no news.
import type { Unjudged } from '@shoal/base/model/analyst'
import { formsOf } from '@shoal/flow/languages'
import { canonicalLanguage } from '../../../text/code/languages/registry.ts'
import type { FiledFigures } from './figures.ts'

export function unjudgedFiles(files: readonly FiledFigures[]): Unjudged[] {
  const counts = new Map<string, number>()
  for (const { figures } of files) {
    const what = unjudged(figures)
    if (what !== null) counts.set(what, (counts.get(what) ?? 0) + 1)
  }
  return [...counts].map(([what, files]) => ({ concern: 'security', what, files }))
}

/** No rule knows the language, or the file was not parsed, and rules go by syntax. */
function unjudged({ language, parser }: FiledFigures['figures']): string | null {
  const name = language ?? 'of no known language'
  if (formsOf(canonicalLanguage(name)) === null) return name
  return parser === 'lines' ? `${name} that was not parsed` : null
}
