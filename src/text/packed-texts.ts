// Very many texts in little memory: gathered into blocks that are compressed once they are full. What is read is a block at a
// time, so that texts are best read in the order in which they were added.
import { deflateRawSync, inflateRawSync } from 'node:zlib'

/** Characters of a block. */
const BLOCK = 128 * 1024

/** Well-formed texts, such as JSON: half of a pair of surrogates would be lost. */
export class PackedTexts {
  private open = new Block()
  private last: { readonly block: Block; readonly texts: readonly string[] } | null = null

  add(text: string): PackedText {
    if (this.open.size > 0 && this.open.size + text.length > BLOCK) {
      this.open.close()
      this.open = new Block()
    }
    return new PackedText(this, this.open, this.open.add(text))
  }

  of(block: Block): readonly string[] {
    if (block.texts) return block.texts
    if (this.last?.block !== block) this.last = { block, texts: block.read() }
    return this.last.texts
  }
}

export class PackedText {
  constructor(
    private readonly owner: PackedTexts,
    private readonly block: Block,
    private readonly at: number,
  ) {}

  read(): string {
    return this.owner.of(this.block)[this.at]!
  }
}

class Block {
  size = 0
  /** Null once it is compressed. */
  texts: string[] | null = []
  private packed: { readonly bytes: Buffer; readonly lengths: readonly number[] } | null = null

  add(text: string): number {
    this.size += text.length
    return this.texts!.push(text) - 1
  }

  close(): void {
    const texts = this.texts!
    // Texts that are alike shrink a lot, at the fastest level too.
    const bytes = deflateRawSync(texts.join(''), { level: 1 })
    this.packed = { bytes, lengths: texts.map(({ length }) => length) }
    this.texts = null
  }

  read(): string[] {
    const { bytes, lengths } = this.packed!
    const all = inflateRawSync(bytes).toString()
    let at = 0
    return lengths.map(length => all.slice(at, (at += length)))
  }
}
