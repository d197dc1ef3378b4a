// JSON lines: every line is an object or an array of its own.
import type { Probe, Sniff } from '@shoal/base/model/content-type'

const MAX_LINES = 50
/** A few bad lines are kept and flagged by the cutter; they do not change what the file is. */
const ENOUGH = 0.9

export function sniff(probe: Probe): Sniff | null {
  if (!/^\s*[{[]/.test(probe.text)) return null
  const lines: string[] = []
  for (const line of probe.lines) {
    if (line.trim() !== '') lines.push(line)
    if (lines.length === MAX_LINES) break
  }
  if (lines.length < 2) return null
  const parsed = lines.filter(isJsonValue).length
  if (parsed === lines.length) return { score: 0.98, reason: `every one of ${parsed} lines parses as JSON` }
  if (lines.length < 3 || parsed / lines.length < ENOUGH) return null
  return { score: 0.94, reason: `${parsed} of ${lines.length} lines parse as JSON` }
}

function isJsonValue(line: string): boolean {
  if (!/^\s*[{[]/.test(line)) return false
  try {
    JSON.parse(line)
    return true
  } catch {
    return false
  }
}
