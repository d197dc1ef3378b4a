// What other scanners found beside what was found here: the same place and the same kind is one finding, which names both.
import type { Finding, Place, ToolRule } from '@shoal/base/model/finding'
import { kindsOf } from './kinds.ts'

/** Lines of a place that are compared: nothing that is meant to be looked at is longer. */
const MOST_LINES = 50

/** All findings, our own first. Linear in the places. */
export function joinImported(own: readonly Finding[], imported: readonly Finding[]): Finding[] {
  if (imported.length === 0) return [...own]
  const wanted = new Set(imported.flatMap(({ path, places }) => [path, ...places.map(place => place.path)]))
  const at = new Map<string, Finding>()
  for (const finding of own)
    for (const place of finding.places)
      if (wanted.has(place.path)) for (const key of keysOf(finding, place)) if (!at.has(key)) at.set(key, finding)
  const said = new Map<Finding, ToolRule[]>()
  const rest = imported.flatMap(finding => {
    const left = finding.places.filter(place => {
      const same = keysOf(finding, place)
        .map(key => at.get(key))
        .find(one => one !== undefined)
      if (same) said.set(same, [...(said.get(same) ?? []), ...(finding.tools ?? [])])
      return same === undefined
    })
    return left.length === 0 ? [] : [left.length === finding.places.length ? finding : atPlaces(finding, left)]
  })
  const named = own.map(finding => {
    const tools = said.get(finding)
    return tools ? { ...finding, tools: distinct(tools) } : finding
  })
  return [...named, ...rest]
}

function atPlaces(finding: Finding, places: readonly Place[]): Finding {
  const [{ path, line, endLine, evidence }] = places as [Place]
  return { ...finding, path, line, endLine, evidence, places, placeCount: places.length, count: places.length }
}

/** One for each line and each name of its kind. */
function keysOf({ rule }: Finding, { path, line, endLine }: Place): string[] {
  if (!rule) return []
  const kinds = kindsOf(rule)
  const last = Math.min(endLine, line + MOST_LINES)
  const lines = Array.from({ length: last - line + 1 }, (_, k) => line + k)
  return lines.flatMap(at => kinds.map(kind => `${path}\0${at}\0${kind}`))
}

function distinct(tools: readonly ToolRule[]): ToolRule[] {
  return [...new Map(tools.map(one => [`${one.tool}\0${one.rule}`, one])).values()]
}
