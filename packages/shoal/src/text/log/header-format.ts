// A learnt header as a line format: one pattern that takes every line apart.
import { compile, type Field } from './fields.ts'
import type { LineFormat, LineParts } from './format.ts'
import { levelOf, syslogLevel } from './levels.ts'
import { inOrder, type StampKind } from './stamps.ts'

/** A header is short; of a longer line only this much is matched, so that no input can exhaust the pattern. */
const HEADER_REACH = 1000

/** A log whose lines have no header: all is content. */
export const plainFormat: LineFormat = {
  name: 'plain',
  shape: '',
  split: line => {
    const { content, contentStart } = withoutHeader(line)
    return { header: contentStart === 0 && line !== '', content, contentStart }
  },
  contentOf: line => withoutHeader(line).content,
}

function headOf(line: string): string {
  return line.length > HEADER_REACH ? line.slice(0, HEADER_REACH) : line
}

function withoutHeader(line: string): LineParts {
  const content = line.trimStart()
  return { header: false, content, contentStart: line.length - content.length }
}

export function headerFormat(fields: readonly Field[], anchor: number, stamp: StampKind | null): LineFormat {
  const pattern = compile(fields, anchor)
  const stampAt = fields.findIndex(field => field.role === 'stamp' && field.pattern === stamp?.pattern)
  const readTime = stamp && inOrder(stamp)
  return {
    name: formatName(fields, stamp),
    shape: fields.map(field => field.role).join(' '),
    contentOf(line) {
      pattern.lastIndex = 0
      return pattern.test(headOf(line)) ? line.slice(pattern.lastIndex) : line.trimStart()
    },
    split(line) {
      pattern.lastIndex = 0
      const found = pattern.exec(headOf(line))
      if (!found) return withoutHeader(line)
      const contentStart = found[0].length
      const parts: { -readonly [K in keyof LineParts]: LineParts[K] } = {
        header: true,
        content: line.slice(contentStart),
        contentStart,
      }
      for (let k = 0; k < fields.length; k++) {
        const text = found[k + 1]
        const field = fields[k]!
        if (text === undefined) continue
        if (k === stampAt) {
          parts.timestamp = text
          parts.epochMs = readTime!(text)
          parts.lacks = stamp!.lacks
        } else if (field.role === 'level') {
          parts.level = levelOf(text)
          parts.levelText = text
        } else if (field.role === 'priority') {
          // Facility times eight, plus how grave it is.
          parts.levelText = text.slice(1, text.indexOf('>'))
          parts.level = syslogLevel(Number(parts.levelText) % 8)
        } else if (field.role === 'host') parts.host = text
        else if (field.role === 'thread') parts.thread = text.slice(1, -1).trim()
        else if (field.role === 'client') parts.client = text
        else if (field.role === 'user') parts.user = text
        else if (field.role === 'pid') parts.pid ??= /\w+/.exec(text)?.[0] ?? text
        else if (field.role === 'component') nameParts(text, parts)
      }
      return parts
    },
  }
}

/** The name in `[print-01]`. */
export function unbracketed(text: string): string {
  return text.replace(/^\[/, '').replace(/\]$/, '').trim()
}

/** `sshd(pam_unix)[19939]:` is a program and a process number. */
function nameParts(text: string, parts: { component?: string; pid?: string }): void {
  const isClosed = text.endsWith(':') || text.endsWith(']')
  const name = text.startsWith('[') ? unbracketed(text) : isClosed ? text.slice(0, -1) : text
  const pid = name.includes('[') || name.includes('(') ? /[[(] *(\d+)[\])]/.exec(name) : null
  parts.component = pid ? name.slice(0, pid.index) : name
  if (pid) parts.pid = pid[1]!
}

function formatName(fields: readonly Field[], stamp: StampKind | null): string {
  const roles = fields.map(field => field.role)
  if (roles[0] === 'priority') return stamp?.lacks === 'year' ? 'syslog' : 'syslog-5424'
  if (stamp?.name === 'clf') return 'access'
  if (stamp?.name === 'syslog' || stamp?.name === 'syslog-year') return 'syslog'
  if (!stamp) return 'level'
  if (roles.includes('level')) return roles.includes('component') ? 'log4j' : stamp.name
  return stamp.name
}
