// Very many texts in little memory: gathered into blocks that are compressed once they are full. What is read is a block at a
// time, so that texts are best read in the order in which they were added.
import { deflateRawSync, inflateRawSync } from 'node:zlib'

/** Characters of a block: larger ones take less memory, smaller ones are sooner read. */
const BLOCK = 128 * 1024
/** Characters of the blocks that were read last. */
const REMEMBERED = 256 * 1024

/** Well-formed texts, such as JSON: half of a pair of surrogates would be lost. */
export class PackedTexts {
  private open = new Block()
  private readonly last = new Map<Block, readonly string[]>()

  constructor(private readonly block = BLOCK) {}

  add(text: string): PackedText {
    if (this.open.size > 0 && this.open.size + text.length > this.block) {
      this.open.close()
      this.open = new Block()
    }
    return new PackedText(this, this.open, this.open.add(text))
  }

  of(block: Block): readonly string[] {
    if (block.texts) return block.texts
    const known = this.last.get(block)
    if (known) return known
    const texts = block.read()
    this.last.set(block, texts)
    const [oldest] = this.last.keys()
    if (this.last.size > Math.max(1, REMEMBERED / this.block)) this.last.delete(oldest!)
    return texts
  }
}

export class PackedText {
  constructor(
    private readonly owner: PackedTexts,
    private readonly block: Block,
    private readonly at: number,
  ) {}

  isOf(owner: PackedTexts | null): boolean {
    return this.owner === owner
  }

  read(): string {
    return this.owner.of(this.block)[this.at]!
  }
}

class Block {
  size = 0
  /** Null once it is compressed. */
  texts: string[] | null = []
  private packed: { readonly bytes: Uint8Array; readonly lengths: Uint32Array } | null = null

  add(text: string): number {
    this.size += text.length
    return this.texts!.push(text) - 1
  }

  close(): void {
    const texts = this.texts!
    // Texts that are alike shrink a lot, at the fastest level too.
    const made = deflateRawSync(texts.join(''), { level: 1 })
    // It lies in a larger buffer.
    const bytes = new Uint8Array(made)
    this.packed = { bytes, lengths: Uint32Array.from(texts, ({ length }) => length) }
    this.texts = null
  }

  read(): string[] {
    const { bytes, lengths } = this.packed!
    const all = inflateRawSync(bytes).toString()
    let at = 0
    return Array.from(lengths, length => all.slice(at, (at += length)))
  }
}
