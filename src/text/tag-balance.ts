// Is a text made of tags? Walks the angle brackets, matches closing tags with opening ones, and measures how much of
// the text stands in tags.

export interface TagReport {
  readonly opened: number
  readonly closed: number
  /** Closing tags that match the innermost open one, as a share of all closing tags. */
  readonly matched: number
  /** Share of the non-blank lines that begin with `<` or end with `>`. */
  readonly tagLines: number
  readonly names: ReadonlySet<string>
  /** How the text begins: a declaration names the format outright. */
  readonly declared: 'xml' | 'html' | 'svg' | null
}

const MAX_CHARS = 24 * 1024
const TAG =
  /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<(\/?)([A-Za-z_][\w:.-]*)((?:"[^"]*"|'[^']*'|[^<>"'])*)>/g
/** HTML elements that are never closed, or need not be. */
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr|p|li|dt|dd|td|th|tr|option)$/i

export function readTags(whole: string): TagReport {
  const text = whole.length > MAX_CHARS ? whole.slice(0, MAX_CHARS) : whole
  const stack: string[] = []
  const names = new Set<string>()
  let opened = 0
  let closed = 0
  let matched = 0
  TAG.lastIndex = 0
  for (let tag = TAG.exec(text); tag; tag = TAG.exec(text)) {
    const name = tag[2]
    if (!name) continue
    names.add(name.toLowerCase())
    if (tag[1] === '/') {
      closed++
      while (stack.length > 0 && stack.at(-1) !== name && VOID.test(stack.at(-1)!)) stack.pop()
      if (stack.at(-1) === name) {
        matched++
        stack.pop()
      } else if (VOID.test(name)) matched++
    } else {
      opened++
      if (!tag[3]!.endsWith('/')) stack.push(name)
    }
  }
  return {
    opened,
    closed,
    matched: closed === 0 ? 0 : matched / closed,
    tagLines: tagLineShare(text),
    names,
    declared: declaration(text),
  }
}

function declaration(text: string): TagReport['declared'] {
  const head = text.slice(0, 2048).replace(/^\s*(?:<\?xml[^>]*\?>|<!--[\s\S]*?-->|\s)*/, '')
  if (/^<(?:!doctype\s+svg|svg[\s>])/i.test(head)) return 'svg'
  if (/^<(?:!doctype\s+html|html[\s>])/i.test(head)) return 'html'
  if (/^\s*<\?xml[\s]/.test(text) || /^<!DOCTYPE\s/i.test(head)) return 'xml'
  return null
}

function tagLineShare(text: string): number {
  let lines = 0
  let tagged = 0
  for (const line of text.split('\n', 400)) {
    const trimmed = line.trim()
    if (trimmed === '') continue
    lines++
    if (trimmed.startsWith('<') || trimmed.endsWith('>')) tagged++
  }
  return lines === 0 ? 0 : tagged / lines
}
