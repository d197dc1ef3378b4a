// Notes in comments that accept a finding: `# shoal-ignore python.sql-injection: the name comes from our own list`.
import { IGNORE_WORD, type IgnoreNote } from '@shoal/base/model/ignore'
import type { SourceText } from '@shoal/base/model/source'

/** A longer file is not looked through: it was not written by hand. */
const MOST_NOTED = 64 * 1024 * 1024
const ENDINGS = ['*/}', '*/', '-->', '*)', '-}', '}', '"""']
const RULE = /^[\w.-]+$/

/** What is to be said of a file that is not looked through; null for one that is. */
export function notLookedThrough({ size }: Pick<SourceText, 'size'>): string | null {
  return size > MOST_NOTED ? `it has more than 64 MB: comments with ${IGNORE_WORD} are not looked for in it` : null
}

/** `marks` begin comments in the language. In order of line. */
export function readIgnoreNotes(source: SourceText, marks: readonly string[]): IgnoreNote[] {
  if (source.size > MOST_NOTED || Buffer.from(source.bytes(0, source.size)).indexOf(IGNORE_WORD) === -1) return []
  const lines = source.text(0, source.size).split(source.eol === 10 ? '\n' : '\r')
  return lines.flatMap((line, k) => {
    const noted = noteIn(line, marks)
    if (!noted) return []
    const { isAlone, ...note } = noted
    return [{ line: k + 1, target: isAlone ? nextCode(lines, k + 1, marks) : k + 1, ...note }]
  })
}

function noteIn(line: string, marks: readonly string[]) {
  const at = line.indexOf(IGNORE_WORD)
  if (at === -1) return null
  const before = line.slice(0, at).trimEnd()
  const mark = marks.find(one => before.toLowerCase().endsWith(one))
  const rest = line.slice(at + IGNORE_WORD.length)
  if (mark === undefined || /^[\w-]/.test(rest)) return null
  const code = before.slice(0, before.length - mark.length)
  if (isInText(code)) return null
  const colon = rest.indexOf(':')
  const named = (colon === -1 ? rest : rest.slice(0, colon)).split(',').map(bare)
  const rules = named.filter(rule => RULE.test(rule))
  const reason = colon === -1 ? '' : bare(rest.slice(colon + 1))
  const isWhole = rules.length === named.length
  return { rules: isWhole ? rules : [], reason: reason === '' ? null : reason, isAlone: isOnlyMarks(code, marks) }
}

/** Without blanks and what ends the comment. */
function bare(text: string): string {
  const trimmed = text.trim()
  const ending = ENDINGS.find(one => trimmed.endsWith(one))
  return ending === undefined ? trimmed : trimmed.slice(0, -ending.length).trim()
}

/** Whether a text was opened before and not closed: then the mark is no comment. */
function isInText(code: string): boolean {
  let open: string | null = null
  for (let k = 0; k < code.length; k++) {
    const sign = code[k]!
    if (sign === '\\') k++
    else if (open === null && (sign === '"' || sign === "'" || sign === '`')) open = sign
    else if (sign === open) open = null
  }
  return open !== null
}

/** `///` and `/**` repeat a mark. */
function isOnlyMarks(code: string, marks: readonly string[]): boolean {
  const signs = new Set(marks.join(''))
  return [...code.trim()].every(sign => signs.has(sign))
}

/** The next line that is neither empty nor a comment. */
function nextCode(lines: readonly string[], from: number, marks: readonly string[]): number {
  for (let k = from; k < lines.length; k++) {
    const text = lines[k]!.trim().toLowerCase()
    if (text !== '' && !marks.some(mark => text.startsWith(mark))) return k + 1
  }
  return from
}
