// Tells where an entry of a log begins, so that a stack trace or a multi-line record is never cut in two.

/** Says whether a line begins an entry. `before` is the line before it, '' at the start. */
export type EntryStart = (line: string, before: string) => boolean

/** A date or a time of day within the first characters of a line, in the forms logs are written in. */
const TIME_HEAD = new RegExp(
  [
    '\\d{4}[-/.]\\d{1,2}[-/.]\\d{1,2}', // 2026-02-11, 2005.06.03
    '\\d{1,2}[-/.]\\d{1,2}[-/.]\\d{2,4}[ T:]', // 11/02/2026
    '\\d{1,2}[/-][A-Z][a-z]{2}[/-]\\d{4}', // 11/Feb/2026
    '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* +\\d{1,2}\\b', // Feb 11
    '\\b\\d{1,2}:\\d{2}:\\d{2}\\b', // 01:30:00
    '^[\\[(<"]?1[0-9]{9}(?:[.,]?\\d+)?\\b', // 1739237400.123
    '^\\d{6} \\d{6}\\b', // 081109 203615
    '^\\d{2}-\\d{2} \\d{2}:', // 03-17 16:13
    '^[IWEF]\\d{4} \\d{2}:', // klog
    '^<\\d{1,3}>', // syslog priority
    '^\\[\\s*\\d+\\.\\d+\\]', // kernel ring buffer
  ].join('|'),
)
const HEAD_CHARACTERS = 48
const LEVEL_HEAD = /^[[(<"]?(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|ERR|CRITICAL|FATAL|SEVERE|PANIC)\b/i
const KEY_VALUE_HEAD = /^(?:ts|time|timestamp|level|t|at)=/

/** Lines that go on from the one before although they are not indented. */
const GOES_ON =
  /^(?:\s|$|at |\.{3} ?\d+ |Caused by:|Suppressed:|Traceback \(|During handling of|The above exception|-{3,}|={3,}|[})\]]|[\w.$]+(?:Error|Exception|Throwable|Interrupt|Exit|Warning)(?::|$)|goroutine \d|created by |stack backtrace|note: )/

/** Learns from the first lines of a log how its entries begin. */
export function learnEntryStart(lines: readonly string[]): EntryStart {
  const candidates = lines.filter(line => line.trim() !== '' && !/^\s/.test(line))
  for (const begins of [beginsWithTime, beginsWithLevel, beginsWithKey]) {
    // Multi-line records may outnumber their heads, so a fair share is enough.
    if (candidates.length > 0 && candidates.filter(begins).length >= Math.max(2, candidates.length * 0.2)) return begins
  }
  return (line, before) => !GOES_ON.test(line) && !/^Traceback \(/.test(before)
}

function beginsWithTime(line: string): boolean {
  return !/^\s/.test(line) && TIME_HEAD.test(line.slice(0, HEAD_CHARACTERS))
}

function beginsWithLevel(line: string): boolean {
  return LEVEL_HEAD.test(line)
}

function beginsWithKey(line: string): boolean {
  return KEY_VALUE_HEAD.test(line)
}
