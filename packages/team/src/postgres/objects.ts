// Large content in an object store instead of in tables. A row stands for it, of piece `OUTSIDE` with its name as content; rows alone say what is there.
import { createHash } from 'node:crypto'
import { ShoalError } from '@shoal/base/model/errors'
import type { ObjectStore } from '@shoal/base/model/object-store'
import type { Turn } from './turn.ts'

/** The piece that such a row has in place of 0, 1, 2 … */
export const OUTSIDE = -1
/** What is smaller costs less in a table than the way to another server. */
const LEAST_BYTES = 64 * 1024

export class Objects {
  constructor(
    private readonly store: ObjectStore | null,
    /** Of this ledger: others may use the same place. */
    private readonly ledger: string,
  ) {}

  takes(bytes: number): boolean {
    return this.store !== null && bytes >= LEAST_BYTES
  }

  /** Before the row is visible; what is left of a move that was taken back is found by nobody and harms nobody. Gives back its name. */
  async put(owner: string, content: Buffer): Promise<string> {
    const name = `${this.ledger}/${owner}/${sha256(content)}`
    await this.opened().put(name, content)
    return name
  }

  /** Null when it is gone or is not what was put there. */
  async get(name: string): Promise<Buffer | null> {
    const content = await this.opened().get(name)
    return content && name.endsWith(`/${sha256(content)}`) ? content : null
  }

  /** Once the move is made. What cannot be deleted stays, and is found by nobody. */
  deleteAfter(turn: Turn, names: readonly string[]): void {
    if (names.length > 0 && this.store !== null)
      turn.after.push(async () => {
        for (const name of names) await this.store!.delete(name).catch(() => {})
      })
  }

  private opened(): ObjectStore {
    if (this.store) return this.store
    throw new ShoalError('bad-value', 'large values of this store lie in another place, which is not named here', {
      detail: 'blobs',
      advice: 'name it with `--blobs`, or in SHOAL_BLOBS, as the process did that wrote them',
    })
  }
}

/** For a part of a name. */
export function ownerName(text: string): string {
  return sha256(Buffer.from(text)).slice(0, 16)
}

function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
