// Tells where an entry of a log begins, so that a stack trace or a multi-line record is never cut in two.
import { type EntryKind, entryKind } from './entry-stamps.ts'

/** Says whether a line begins an entry. `before` is the line before it, '' at the start. */
export type EntryStart = (line: string, before: string) => boolean

/** How entries may be marked, the surest first: where lines carry times, a mere level word inside a trace is no start. */
const MARKS: readonly (readonly EntryKind[])[] = [['dated', 'undated'], ['levelled'], ['logfmt']]
/** Multi-line records may outnumber their heads, so a fair share of marked lines is enough. */
const FAIR_SHARE = 0.2

/** Lines that go on from the one before: indented details, frames and causes of a trace, rules, closing brackets. */
const GOES_ON =
  /^(?:\s|at |Caused by:|Suppressed:|Traceback \(|During handling of|The above exception|\.{3} ?\d+ |[-=*#+_]{4,}\s*$|[})\]]|[\w.$]+(?:Error|Exception|Throwable|Interrupt|Exit|Warning)(?::|$)|goroutine \d|created by |stack backtrace:|note: )/

/** Learns from the first lines of a log how its entries begin. */
export function learnEntryStart(lines: readonly string[]): EntryStart {
  const heads = lines.filter(line => line.trim() !== '' && !GOES_ON.test(line))
  const kinds = heads.map(entryKind)
  for (const marks of MARKS) {
    const marked = (kind: EntryKind | null) => kind !== null && marks.includes(kind)
    if (kinds.filter(marked).length < Math.max(2, heads.length * FAIR_SHARE)) continue
    return line => !GOES_ON.test(line) && marked(entryKind(line))
  }
  return (line, before) => line.trim() !== '' && !GOES_ON.test(line) && !before.startsWith('Traceback (')
}
