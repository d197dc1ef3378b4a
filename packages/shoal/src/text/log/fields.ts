// The parts that a header is made of, as patterns. A header is a list of fields; `compile` makes one pattern of them.

export type Role =
  | 'priority'
  | 'stamp'
  | 'level'
  | 'pid'
  | 'host'
  | 'component'
  | 'thread'
  | 'client'
  | 'user'
  | 'bracket'
  | 'word'

export interface Field {
  readonly role: Role
  /** Without capturing groups. */
  readonly pattern: string
  /** What stands before and behind the value and is not part of it. */
  readonly before: string
  readonly behind: string
}

/** What parts fields in a log that is a table with bars. */
export const BAR = String.raw`[ \t]*\|[ \t]*`
/** A colon with nothing around it: `INFO:root:message`. */
export const TIGHT_COLON = ':(?=\\S)'
/** What may part two fields, the most telling first. */
export const SEPARATORS: readonly string[] = [
  BAR,
  String.raw`,[ \t]+`,
  String.raw`[ \t]*-{1,3}[ \t]+(?::[ \t]+)?`,
  String.raw`[ \t]*:[ \t]+`,
  String.raw`[ \t]+`,
  TIGHT_COLON,
  '',
]

export const WORD = String.raw`[^\s|]+`
export const NUMBER = String.raw`[#(\[]?(?:0x[0-9a-fA-F]+|\d+(?:#\d+)?)[\])]?(?=[\s|:])`
/** A group in brackets, with one level of brackets inside. */
export const BRACKET = String.raw`\[(?:[^\[\]]|\[[^\[\]]*\])*\]`
export const STREAM = '(?:stdout|stderr) [FP](?= )'
/** A sign that stands for a level: Redis writes `*`, `#` and `-`. */
export const SIGN = String.raw`[*#.\-+!](?= )`
export const DOTTED = String.raw`[A-Za-z_$][\w$]*(?:(?:\.|::)[\w$<>-]+)+(?=\s)`
/** Where in the program's text: `main.go:23:`, `controller.go:305]`. */
export const PLACE = String.raw`[\w./@$-]+:\d+[:\]](?=\s)`
export const PIPED = String.raw`[^|\n]{0,80}?(?=[ \t]*\|)`
export const TIGHT = String.raw`[\w.$-]+(?=:)`
/** A column that is filled up with blanks. */
export const PADDED = String.raw`[\w.$-]+(?= {2,})`
/** A program before ` - `: a few words, none of them a dash. */
export const DASHED = String.raw`[^\s\-][^\s]*(?: [^\s\-][^\s]*){0,2}(?= - )`

const NAME = String.raw`(?:[^\s:()\[\]"'=,;{}<>|]|::)+(?:\([^\s()]*\))?`
const PID = String.raw`(?:\[\d+\]|\( *\d+\))`
const NAME_END = String.raw`(?: \([^)]*\))?:(?=\s|$)`
const LOOSE = String.raw`[^\s:\[\]"'=,;]+`
/** A name with a colon behind it, perhaps with a process number: `sshd(pam_unix)[19939]:`. */
export const NAMED = `${NAME}${PID}?${NAME_END}`
export const NAMED_WITH_PID = `${NAME}${PID}${NAME_END}`
/** The same for lines that write their names otherwise: `syslogd 1.4.1:`, `Google Chrome Helper[35628]:`. */
export const LOOSELY_NAMED = `${NAMED}|${LOOSE}(?: ${LOOSE}){1,4}${PID}${NAME_END}|${LOOSE} ${LOOSE}:(?=\\s|$)`

/** One pattern for the whole header. Up to `anchor` all must be there; behind it a line may stop at any field. */
export function compile(fields: readonly Field[], anchor: number): RegExp {
  let source = ''
  for (let k = fields.length - 1; k >= 0; k--) {
    const { pattern, before, behind } = fields[k]!
    const here = `${before}(${pattern})${behind}`
    source = k > anchor ? `(?:${here}${source})?` : `${here}${source}`
  }
  return new RegExp(`[\\s\\uFEFF]*${source}`, 'y')
}
