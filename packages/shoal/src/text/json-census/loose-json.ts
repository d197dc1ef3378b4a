// What is not strictly JSON: liberties that are taken with it, and text that readers which take numbers as they are written (`01`, `.5`, `+1`, `nan`) or a mark before them may read.

/** What was met that strict JSON does not allow. */
export interface Liberties {
  comments: number
  trailingCommas: number
  bareKeys: number
  singleQuotes: number
}

/** Bytes as characters. Said too often rather than too seldom. */
export function isLooseJson(text: string): boolean {
  let mended = ''
  for (let at = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0; at < text.length; ) {
    const end = text[at] === '"' ? stringEnd(text, at) : wordEnd(text, at)
    const part = text.slice(at, end)
    mended += part.startsWith('"') ? '""' : /^[\w+.-]/.test(part) && !WORDS.includes(part) ? '0' : part
    at = end
  }
  try {
    JSON.parse(mended)
    return true
  } catch {
    return false
  }
}

/** In UTF-8. */
const BYTE_ORDER_MARK = '\u00ef\u00bb\u00bf'
const WORDS = ['true', 'false', 'null']

function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '"') return at + 1
  }
  return text.length
}

function wordEnd(text: string, start: number): number {
  let at = start
  while (at < text.length && /[\w+.-]/.test(text[at]!)) at++
  return at === start ? start + 1 : at
}
