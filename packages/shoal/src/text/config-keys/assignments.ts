// Formats of one assignment a line: INI with its sections, .env, Java properties, and `directive value` files.
import { plainType, type Settings, type SettingsReader, unquoted, withoutComment } from './settings.ts'

export interface AssignmentStyle {
  /** A key that comes twice in a section is a fault: the first one is lost. */
  readonly once: boolean
  /** Assignments set environment variables. */
  readonly env: boolean
  /** `Port 22`: a name and a value with a blank between them. */
  readonly directives: boolean
  /** Marks that start a comment behind a value. */
  readonly comments: string
  /** A backslash at the end of a line goes on with the next. */
  readonly continues: boolean
  /** A line that is indented more than its key goes on with the value. */
  readonly folds: boolean
}

export const STYLES = {
  env: { once: true, env: true, directives: false, comments: '#', continues: false, folds: false },
  properties: { once: true, env: false, directives: false, comments: '', continues: true, folds: false },
  ini: { once: true, env: false, directives: false, comments: '#;', continues: false, folds: true },
  /** git, systemd and editors repeat keys on purpose. */
  repeated: { once: false, env: false, directives: false, comments: '#;', continues: true, folds: true },
  conf: { once: false, env: false, directives: true, comments: '#', continues: true, folds: false },
} as const satisfies Readonly<Record<string, AssignmentStyle>>

const SECTION = /^\[([^[\]]{1,200})\]\s*(?:[#;].*)?$/
const ASSIGNMENT = /^(?:export\s+|set\s+)?(["']?)([^\s=:"'#;]{1,200})\1\s{0,40}[+?:]?[=:]\s{0,40}(.*)$/
const INI_ASSIGNMENT = /^([^=:#;[\]]{1,200}?)\s{0,40}[=:]\s{0,40}(.*)$/
const DIRECTIVE = /^([A-Za-z][\w.-]{0,80})\s+(\S.*)$/

export function readAssignments(found: Settings, style: AssignmentStyle): SettingsReader {
  let section = ''
  let open: { text: string; line: number; first: string } | null = null
  /** How far the last key is indented; -1 before any. */
  let indent = -1

  const take = (text: string, line: number, quote: string): void => {
    const header = style.env ? null : SECTION.exec(text)
    if (header) {
      section = header[1]!.trim()
      found.count('sections')
      return
    }
    const assigned = assignmentOf(text, style)
    if (!assigned) {
      if (style.env || (style.once && section !== ''))
        found.fault({ kind: 'syntax', line, quote, message: `line ${line} assigns nothing and is no comment` })
      return
    }
    const bare = withoutComment(assigned.value, style.comments)
    // In properties a quote is a letter.
    if (style.comments !== '' && /^["'][^"']*$/.test(bare) && !/^['"]$/.test(bare))
      found.fault({
        kind: 'unclosed',
        line,
        quote,
        message: `the quote that opens the value of \`${assigned.key}\` is never closed`,
      })
    const { value, quoted } = unquoted(bare)
    const path = section === '' ? assigned.key : `${section}.${assigned.key}`
    const setting = {
      path,
      key: assigned.key,
      value,
      type: quoted ? ('string' as const) : plainType(value),
      quoted,
      line,
      quote,
    }
    const entry = style.env && /^[A-Za-z_]\w*$/.test(assigned.key) ? { ...setting, env: true as const } : setting
    if (style.once && !assigned.key.endsWith('[]')) found.addOnce(entry)
    else found.add(entry)
  }

  return {
    line(text, line) {
      const trimmed = text.trim()
      if (open) {
        open.text += trimmed.replace(/\\$/, '')
        if (trimmed.endsWith('\\') && open.text.length < 10_000) return
        const done = open
        open = null
        take(done.text, done.line, done.first)
        return
      }
      if (trimmed === '' || /^[#;!]|^\/\//.test(trimmed)) return
      // Indented lines of INI go on with the value above them.
      const own = text.length - text.trimStart().length
      if (!style.env && !style.directives && own > 0) {
        if (!/[=:]/.test(trimmed) || (style.folds && indent >= 0 && own > indent)) return
      }
      indent = trimmed.startsWith('[') ? -1 : own
      if (style.continues && trimmed.endsWith('\\')) {
        open = { text: trimmed.slice(0, -1), line, first: trimmed }
        return
      }
      take(trimmed, line, trimmed)
    },
    end() {
      if (open) take(open.text, open.line, open.first)
    },
  }
}

function assignmentOf(text: string, style: AssignmentStyle): { key: string; value: string } | null {
  const assigned = ASSIGNMENT.exec(text)
  if (assigned && !(style.env && !/^[^=]*=/.test(text))) return { key: assigned[2]!, value: assigned[3]!.trim() }
  if (style.directives) {
    const directive = DIRECTIVE.exec(text)
    return directive && { key: directive[1]!, value: directive[2]!.trim() }
  }
  const loose = style.env ? null : INI_ASSIGNMENT.exec(text)
  return loose && { key: loose[1]!.trim(), value: loose[2]!.trim() }
}
