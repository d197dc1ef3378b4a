// TOML: tables, arrays of tables, dotted and quoted keys, values over several lines.
import { plainType, type Settings, type SettingsReader, unquoted, withoutComment } from './settings.ts'

const TABLE = /^\[{1,2}([^[\]]{1,300})\]{1,2}\s*(?:#.*)?$/
const PAIR =
  /^((?:"[^"]{0,200}"|'[^']{0,200}'|[\w-]{1,200})(?:\s{0,9}\.\s{0,9}(?:"[^"]{0,200}"|'[^']{0,200}'|[\w-]{1,200})){0,20})\s{0,40}=\s{0,40}(.*)$/
const LONGEST = 20_000

interface Open {
  readonly path: string
  readonly line: number
  readonly quote: string
  readonly closer: '"""' | "'''" | 'brackets'
  text: string
  depth: number
}

export function readToml(found: Settings): SettingsReader {
  let table = ''
  let open: Open | null = null
  const tables = new Map<string, number>()
  const arrays = new Map<string, number>()

  const finish = ({ path, line, quote, text, closer }: Open): void => {
    const list = closer === 'brackets'
    const value = list ? text.replace(/\s+/g, ' ').trim() : text.replace(closer, '').trim()
    found.addOnce({ path, key: lastKey(path), value, type: list ? 'list' : 'string', quoted: !list, line, quote })
  }

  const header = (text: string, line: number): boolean => {
    const name = TABLE.exec(text)?.[1]
    if (name === undefined) return false
    const path = dotted(name)
    found.count('tables')
    if (text.startsWith('[[')) {
      const index = arrays.get(path) ?? 0
      arrays.set(path, index + 1)
      table = `${path}[${index}]`
      return true
    }
    const before = tables.get(path)
    if (before !== undefined) {
      const message = `the table [${path}] is opened on line ${before} and again on line ${line}`
      found.fault({ kind: 'duplicate', line, quote: text, message, path })
    }
    tables.set(path, line)
    table = path
    return true
  }

  const pair = (text: string, line: number): void => {
    const assigned = PAIR.exec(text)
    if (!assigned) {
      found.fault({ kind: 'syntax', line, quote: text, message: `line ${line} is neither a table nor \`key = value\`` })
      return
    }
    const path = `${table === '' ? '' : `${table}.`}${dotted(assigned[1]!)}`
    const raw = assigned[2]!
    const closer = (['"""', "'''"] as const).find(mark => raw.startsWith(mark))
    if (closer && raw.indexOf(closer, 3) < 0) {
      open = { path, line, quote: text, closer, text: raw.slice(3), depth: 0 }
      return
    }
    const depth = bracketDepth(raw)
    if (/^[[{]/.test(raw) && depth > 0) {
      open = { path, line, quote: text, closer: 'brackets', text: withoutComment(raw, '#'), depth }
      return
    }
    const bare = withoutComment(raw, '#')
    if (bare === '') found.fault({ kind: 'syntax', line, quote: text, message: `\`${path}\` has no value` })
    const { value, quoted } = unquoted(bare)
    const type = quoted ? 'string' : bare.startsWith('[') ? 'list' : bare.startsWith('{') ? 'map' : plainType(value)
    found.addOnce({ path, key: lastKey(path), value, type, quoted, line, quote: text })
  }

  return {
    line(text, line) {
      const trimmed = text.trim()
      if (open) {
        if (open.text.length < LONGEST)
          open.text += ` ${open.closer === 'brackets' ? withoutComment(trimmed, '#') : trimmed}`
        if (open.closer === 'brackets') open.depth += bracketDepth(trimmed)
        if (open.closer === 'brackets' ? open.depth > 0 : !trimmed.includes(open.closer)) return
        const done = open
        open = null
        finish(done)
        return
      }
      if (trimmed === '' || trimmed.startsWith('#')) return
      if (!(trimmed.startsWith('[') && header(trimmed, line))) pair(trimmed, line)
    },
    end() {
      if (!open) return
      const { path, line, quote } = open
      found.fault({ kind: 'unclosed', line, quote, message: `the value of \`${path}\` is never closed` })
      finish(open)
    },
  }
}

/** Brackets and braces that stay open, those in strings and comments apart. */
function bracketDepth(text: string): number {
  let depth = 0
  let quote = ''
  for (let i = 0; i < text.length; i++) {
    const unit = text[i]!
    if (quote !== '') {
      if (unit === '\\' && quote.startsWith('"')) i++
      else if (text.startsWith(quote, i)) {
        i += quote.length - 1
        quote = ''
      }
    } else if (unit === '"' || unit === "'") {
      const triple = unit.repeat(3)
      quote = text.startsWith(triple, i) ? triple : unit
      i += quote.length - 1
    } else if (unit === '#') break
    else if (unit === '[' || unit === '{') depth++
    else if (unit === ']' || unit === '}') depth--
  }
  return depth
}

function dotted(name: string): string {
  const parts = ['']
  let isQuoted = false
  for (const unit of name) {
    if (unit === '"') isQuoted = !isQuoted
    if (unit === '.' && !isQuoted) parts.push('')
    else parts[parts.length - 1] += unit
  }
  return parts.map(part => unquoted(part.trim()).value).join('.')
}

function lastKey(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1)
}
