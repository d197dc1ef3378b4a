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
const TAG = /<(\/?)([A-Za-z_][\w:.-]*)/y
const MARK = /[<>"']/g
const SECTIONS = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
] as const
/** A tag that goes on for longer has lost a quote. */
const LONGEST_TAG = 4096
/** HTML elements that are never closed, or need not be. */
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr|p|li|dt|dd|td|th|tr|option)$/i

export function readTags(whole: string): TagReport {
  const text = whole.length > MAX_CHARS ? whole.slice(0, MAX_CHARS) : whole
  const stack: string[] = []
  const names = new Set<string>()
  let opened = 0
  let closed = 0
  let matched = 0
  const ends = new TagEnds(text)
  for (let open = text.indexOf('<'); open >= 0; open = text.indexOf('<', open)) {
    const behind = ends.behindSection(open)
    TAG.lastIndex = open
    const tag = behind > 0 ? null : TAG.exec(text)
    const end = tag ? ends.of(TAG.lastIndex) : -1
    open = Math.max(behind, end, open) + 1
    if (!tag || end < 0) continue
    const name = tag[2]!
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
      if (text[end - 1] !== '/') stack.push(name)
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

/** Finds where tags end. Nothing is searched for twice: where there was none of it ahead, there is none further on. */
class TagEnds {
  private readonly none = new Map<string, number>()

  constructor(private readonly text: string) {}

  /** The last place of the comment or section that opens here, 0 if none does. One that is never closed goes to the end. */
  behindSection(open: number): number {
    for (const [start, close] of SECTIONS) {
      if (!this.text.startsWith(start, open)) continue
      const end = this.next(close, open + start.length)
      return end < 0 ? this.text.length : end + close.length - 1
    }
    return 0
  }

  /** The place of the `>` of a tag whose name ends before `from`, -1 if it has none. */
  of(from: number): number {
    MARK.lastIndex = from
    for (let mark = MARK.exec(this.text); mark; mark = MARK.exec(this.text)) {
      if (mark[0] === '>') return mark.index
      if (mark[0] === '<' || mark.index - from > LONGEST_TAG) return -1
      const close = this.next(mark[0], mark.index + 1)
      if (close < 0 || close - from > LONGEST_TAG) return -1
      MARK.lastIndex = close + 1
    }
    return -1
  }

  private next(what: string, from: number): number {
    if (from >= (this.none.get(what) ?? Number.POSITIVE_INFINITY)) return -1
    const at = this.text.indexOf(what, from)
    if (at < 0) this.none.set(what, from)
    return at
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
