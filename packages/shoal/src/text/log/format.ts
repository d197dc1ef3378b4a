// How the lines of one log are built: a header that the logging library wrote, and the content that the program said.
import type { StampGap } from './stamps.ts'

/** Levels as every log can be compared by; what a log calls `SEVERE`, `E` or `crit` is mapped to one of these. */
export type Level = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal'

/** One line, taken apart. Fields that the format does not have are absent. */
export interface LineParts {
  /** The line opens an entry. False for what continues one (stack traces, wrapped text): then `content` is the line. */
  readonly header: boolean
  /** As written: `Jun 14 15:16:01`, `2015-10-18 18:01:47,978`. */
  readonly timestamp?: string
  /** Milliseconds, UTC unless the line names an offset; a date without a year counts in 2000. Null when unreadable. */
  readonly epochMs?: number | null
  /** What the time leaves out. */
  readonly lacks?: StampGap
  readonly level?: Level | null
  /** As the log writes it: `notice`, `W`, `30`. */
  readonly levelText?: string
  /** Program, logger or class: `sshd`, `dfs.DataNode$PacketResponder`. */
  readonly component?: string
  readonly pid?: string
  readonly host?: string
  readonly thread?: string
  /** Of an access log: who asked, and as whom. */
  readonly client?: string
  readonly user?: string
  /** All fields of a line that is a record, and the names of those that are its time, level and message. */
  readonly values?: Readonly<Record<string, unknown>>
  readonly told?: readonly string[]
  /** The line that continues an entry, where it stands inside another. */
  readonly carried?: string
  /** The message as the record has it, where its content is more than that. */
  readonly message?: string
  /** What the program said: the part that templates are mined from. */
  readonly content: string
  /** Where `content` starts in the line. */
  readonly contentStart: number
}

/** What a line in an envelope says, its time as written. */
export type Opened = Omit<LineParts, 'header' | 'contentStart' | 'epochMs' | 'lacks'>
/** Null where a line goes on from the entry before, or is a remark of the file. */
export type LineReader = (line: string) => Opened | null

/** The format of a log, learnt from a sample of its lines. Pure: the same line always gives the same parts. */
export interface LineFormat {
  /** For people: `syslog`, `log4j`, `json`, … ; `plain` when lines have no header. */
  readonly name: string
  /** How every line is a record, where it is one. */
  readonly record?: 'json' | 'pairs'
  /** The fields of the header in order, for people: `time level component:`. */
  readonly shape: string
  split(line: string): LineParts
  /** The content alone, several times as fast as `split`. */
  contentOf(line: string): string
}
