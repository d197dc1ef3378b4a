// Collects the anchors of a file: each once, so many of a role, quotes as they stand.
import { type Anchor, type AnchorRole, MOST_DEFINITIONS, MOST_IMPORTS } from '@shoal/base/model/anchor'
import { type CodeReading, clip } from '../reading.ts'

const PER_ROLE = 300
/** Names are many and their line says little more than the name. */
const FEWER: Readonly<Partial<Record<AnchorRole, { readonly most: number; readonly quote: number }>>> = {
  reference: { most: 150, quote: 80 },
  definition: { most: MOST_DEFINITIONS, quote: 120 },
  import: { most: MOST_IMPORTS, quote: 120 },
}
const QUOTE = 200

type More = Pick<Anchor, 'value' | 'path' | 'conditional'>

/** Who is told of anchors as they are found. */
export interface AnchorSink {
  add(role: AnchorRole, name: string, node: number, more?: More): void
}

export class AnchorList implements AnchorSink {
  private readonly anchors: Anchor[] = []
  private readonly seen = new Set<string>()
  private readonly counts = new Map<AnchorRole, number>()

  constructor(private readonly reading: CodeReading) {}

  /** Adds an anchor unless the same name and value was added before, or the role has had its share. */
  add(role: AnchorRole, name: string, node: number, more: More = {}): void {
    const short = clip(name, 300)
    if (short.trim() === '') return
    const key = `${role}\0${short}\0${more.value ?? ''}\0${more.path ?? ''}\0${more.conditional ?? ''}`
    const count = this.counts.get(role) ?? 0
    if (this.seen.has(key) || count >= (FEWER[role]?.most ?? PER_ROLE)) return
    this.seen.add(key)
    this.counts.set(role, count + 1)
    const quote = this.reading.quote(node, FEWER[role]?.quote ?? QUOTE)
    if (quote === '') return
    this.anchors.push({
      role,
      name: short,
      line: this.reading.tree.line(node),
      quote,
      ...(more.value === undefined ? {} : { value: clip(more.value, 200) }),
      ...(more.path === undefined || more.path === short ? {} : { path: clip(more.path, 300) }),
      ...(more.conditional && { conditional: true }),
    })
  }

  /** In order of line. */
  list(): Anchor[] {
    return this.anchors.sort((a, b) => a.line - b.line)
  }
}
