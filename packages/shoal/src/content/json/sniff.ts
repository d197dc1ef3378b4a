// A JSON document: the prefix obeys the grammar from its first character on.
import type { Probe, Sniff } from '@shoal/base/model/content-type'
import { checkJson } from '../../text/json-grammar.ts'
import { dialectFit } from '../dialect-fit.ts'

const OWN = new Set(['json'])

export function sniff(probe: Probe): Sniff | null {
  if (!/^\s*(?:[{[]|\/[/*])/.test(probe.text)) return null
  const strict = checkJson(probe.text)
  if (strict.state === 'complete') return { score: 0.99, reason: 'the whole of it parses as JSON' }
  if (strict.state === 'cut' && !probe.whole) return { score: 0.97, reason: 'it parses as JSON as far as it was read' }
  if (strict.state === 'cut' && strict.at > 20) return { score: 0.93, reason: 'it is JSON, cut off in the middle' }
  const relaxed = checkJson(probe.text, 0, true)
  if (relaxed.state === 'complete') return { score: 0.95, reason: 'it parses as JSON with comments or trailing commas' }
  if (relaxed.state === 'cut' && !probe.whole) {
    return { score: 0.92, reason: 'it parses as JSON with comments as far as it was read' }
  }
  if (strict.state === 'more') return { score: 0.1, reason: 'a JSON value, but text follows it' }
  const likeness = dialectFit(probe, OWN)
  return likeness && { score: likeness.score, reason: 'it is written like JSON, but does not parse' }
}
