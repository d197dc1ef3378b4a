// What was found in small files, for as long as the thread lives.
import type { NearSecrets } from '../../text/gate/near-secrets.ts'
import { type FileStamp, isUntouched } from '../file-stamp.ts'

const MOST_FILES = 200

export class SecretMemory {
  private readonly known = new Map<string, { readonly stamp: FileStamp; readonly secrets: NearSecrets }>()

  recall(stamp: FileStamp): NearSecrets | null {
    const entry = this.known.get(stamp.file)
    return entry && isUntouched(entry.stamp, stamp) ? entry.secrets : null
  }

  keep(stamp: FileStamp, secrets: NearSecrets): void {
    this.known.delete(stamp.file)
    this.known.set(stamp.file, { stamp, secrets })
    const [oldest] = this.known.keys()
    if (this.known.size > MOST_FILES && oldest !== undefined) this.known.delete(oldest)
  }

  close(): void {
    this.known.clear()
  }
}
