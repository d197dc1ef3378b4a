// Nested blocks: nginx and Caddy (`server { listen 80; }`), HCL (`resource "a" "b" { key = value }`), Apache (`<Location>`).
import { plainType, type Settings, type SettingsReader, unquoted, withoutComment } from './settings.ts'

const OPENS = /^([^{}]{0,300}?)\s{0,20}\{\s{0,20}$/
const INLINE = /^([^{}]{1,200})\{([^{}]{0,300})\}$/
const TAG_OPENS = /^<([A-Za-z]\w{0,60})\b([^<>]{0,300})>$/
const PAIR = /^(["']?)([\w.$-]{1,200})\1\s{0,40}=\s{0,40}(.*)$/
const DIRECTIVE = /^([A-Za-z_@][\w.-]{0,100})(?:\s+(.*))?$/
const HEREDOC = /<<[-~]?\s?["']?([A-Za-z_]\w{0,60})["']?$/
const DEEPEST = 60

export function readBlocks(found: Settings): SettingsReader {
  const stack: { name: string; line: number; quote: string }[] = []
  let heredoc: string | null = null
  let list: { path: string; key: string; line: number; quote: string; text: string } | null = null

  const push = (name: string, line: number, quote: string): void => {
    found.count('blocks')
    if (stack.length < DEEPEST) stack.push({ name: blockName(name), line, quote })
  }
  const add = (key: string, raw: string, line: number, quote: string): void => {
    const { value, quoted } = unquoted(raw)
    const path = [...stack.map(({ name }) => name), key].filter(Boolean).join('.')
    const type = quoted ? 'string' : /^\[/.test(value) ? 'list' : plainType(value)
    found.add({ path, key, value, type, quoted, line, quote })
  }
  const statement = (text: string, line: number, quote: string): void => {
    const pair = PAIR.exec(text)
    if (pair) {
      const value = pair[3]!
      heredoc = HEREDOC.exec(value)?.[1] ?? null
      if (/^\[[^\]]*$/.test(value)) list = { path: '', key: pair[2]!, line, quote, text: value }
      else add(pair[2]!, value, line, quote)
      return
    }
    const directive = DIRECTIVE.exec(text)
    if (directive) add(directive[1]!, (directive[2] ?? '').trim(), line, quote)
  }

  return {
    line(text, line) {
      const trimmed = text.trim()
      if (heredoc !== null) {
        if (trimmed === heredoc) heredoc = null
        return
      }
      if (list) {
        list.text += ` ${withoutComment(trimmed, '#')}`
        if (!trimmed.includes(']') && list.text.length < 10_000) return
        add(list.key, list.text.replace(/\s+/g, ' '), list.line, list.quote)
        list = null
        return
      }
      if (trimmed === '' || /^(?:#|\/\/|\/\*|\*)/.test(trimmed)) return
      const bare = withoutComment(trimmed, '#')
      const tag = TAG_OPENS.exec(bare)
      if (tag) return push(`${tag[1]} ${tag[2]}`, line, trimmed)
      if (/^<\/\w+>$/.test(bare)) return void stack.pop()
      const inline = INLINE.exec(bare)
      if (inline && !inline[1]!.includes('=')) {
        push(inline[1]!.trimEnd(), line, trimmed)
        for (const part of inline[2]!.split(';')) if (part.trim() !== '') statement(part.trim(), line, trimmed)
        stack.pop()
        return
      }
      const opens = OPENS.exec(bare)
      if (opens) return push(opens[1]!.replace(/(?<!\s)\s*=$/, ''), line, trimmed)
      if (/^[}\])]/.test(bare)) {
        if (bare.startsWith('}') && stack.pop() === undefined)
          found.fault({ kind: 'syntax', line, quote: trimmed, message: `the brace on line ${line} closes nothing` })
        return
      }
      for (const part of bare.split(';')) if (part.trim() !== '') statement(part.trim(), line, trimmed)
    },
    end() {
      const open = stack.at(-1)
      if (open) {
        const message = `the block \`${open.name}\` opened on line ${open.line} is never closed`
        found.fault({ kind: 'unclosed', line: open.line, quote: open.quote, message })
      }
    },
  }
}

/** `resource "aws_instance" "web"` → `resource.aws_instance.web`; `location /api` stays. */
function blockName(header: string): string {
  return header
    .trim()
    .replace(/(?<!\s)\s+"([^"]*)"/g, '.$1')
    .replace(/\s+/g, ' ')
}
