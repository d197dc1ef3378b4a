// Stretches of a text hidden where they stand, and nowhere else. Lines stay lines.
import { MASK, maskValue } from './mask-value.ts'

export interface Stretch {
  readonly start: number
  readonly end: number
}

export interface HideOptions {
  /** What is asked for of the text; what surrounds it only tells how a secret goes on. */
  readonly from: number
  readonly to: number
  readonly eol: string
}

/** The text from `from` to `to`. A secret over several lines is hidden in each of them, and one that is cut stays hidden. */
export function hideSpans(text: string, spans: readonly Stretch[], { from, to, eol }: HideOptions): string {
  let out = ''
  let at = from
  for (const { start, end } of united(spans)) {
    if (end <= at || start >= to) continue
    const first = Math.max(at, start)
    const shown = text.slice(first, Math.min(end, to)).split(eol)
    const head = start < from ? MASK : maskValue(lineIn(text, start, end, eol))
    out += text.slice(at, first) + shown.map((part, k) => hiddenPart(part, k === 0 ? head : MASK)).join(eol)
    at = Math.min(end, to)
  }
  return out + text.slice(at, to)
}

/** In order, overlapping ones made one. */
export function united(spans: readonly Stretch[]): Stretch[] {
  const out: { start: number; end: number }[] = []
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    const last = out.at(-1)
    if (last && start < last.end) last.end = Math.max(last.end, end)
    else out.push({ start, end })
  }
  return out
}

/** The first line of a stretch, cut or not: as much is shown of it either way. */
function lineIn(text: string, start: number, end: number, eol: string): string {
  const line = text.indexOf(eol, start)
  return text.slice(start, line < 0 ? end : Math.min(line, end)).replace(/\r$/, '')
}

function hiddenPart(part: string, mask: string): string {
  return part.trim() === '' ? part : mask + (part.endsWith('\r') ? '\r' : '')
}
