// Finds places of files in sentences, so that each can be a link.

export interface TextPart {
  readonly text: string
  readonly place: { readonly path: string; readonly line: number } | null
}

/**
 * Words that name a known place, `path:line`. `pathsAt` knows the files that something was found in at a line, by the names
 * that sentences use for them: they may hold spaces, quotation marks, anything.
 */
export function linkedText(
  text: string,
  pathsAt: (line: number) => readonly { readonly path: string; readonly name: string }[],
): readonly TextPart[] {
  const parts: TextPart[] = []
  let from = 0
  for (const match of text.matchAll(/:([1-9]\d{0,11})(?!\d)/g)) {
    const before = text.slice(from, match.index)
    const line = Number(match[1])
    const named = pathsAt(line).filter(({ name }) => name !== '' && before.endsWith(name))
    const longest = named.toSorted((a, b) => b.name.length - a.name.length)[0]
    if (!longest || isInsideWord(before, longest.name)) continue
    const start = match.index - longest.name.length
    if (start > from) parts.push({ text: text.slice(from, start), place: null })
    from = match.index + match[0].length
    parts.push({ text: text.slice(start, from), place: { path: longest.path, line } })
  }
  if (from < text.length) parts.push({ text: text.slice(from), place: null })
  return parts
}

/** `b.ts` is no name in `ab.ts`. */
function isInsideWord(before: string, name: string): boolean {
  const previous = before.at(before.length - name.length - 1)
  return before.length > name.length && previous !== undefined && /[\p{L}\p{N}_./\\-]/u.test(previous)
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
