// Finds places of files in sentences, so that each can be a link.

export interface TextPart {
  readonly text: string
  readonly place: { readonly path: string; readonly line: number } | null
}

/** Words that look like `path:line`, as far as `isPlace` knows them. Names with spaces are left as text. */
export function linkedText(text: string, isPlace: (path: string, line: number) => boolean): readonly TextPart[] {
  const parts: TextPart[] = []
  let from = 0
  for (const match of text.matchAll(/[^\s()“”`]{1,400}:[1-9]\d{0,11}(?!\d)/g)) {
    const at = match[0].lastIndexOf(':')
    const place = { path: match[0].slice(0, at), line: Number(match[0].slice(at + 1)) }
    if (!isPlace(place.path, place.line)) continue
    if (match.index > from) parts.push({ text: text.slice(from, match.index), place: null })
    parts.push({ text: match[0], place })
    from = match.index + match[0].length
  }
  if (from < text.length) parts.push({ text: text.slice(from), place: null })
  return parts
}

/** Lines that begin with `- ` are the points of a list. */
export interface Block {
  readonly kind: 'text' | 'list'
  readonly lines: readonly string[]
}

export function blocksOf(text: string): readonly Block[] {
  const blocks: { kind: Block['kind']; lines: string[] }[] = []
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue
    const kind = line.startsWith('- ') ? 'list' : 'text'
    const last = blocks.at(-1)
    const said = kind === 'list' ? line.slice(2) : line
    if (last && last.kind === kind && kind === 'list') last.lines.push(said)
    else blocks.push({ kind, lines: [said] })
  }
  return blocks
}
