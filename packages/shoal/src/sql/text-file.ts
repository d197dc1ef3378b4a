// A file of our own that is written piece by piece.
import { closeSync, openSync, writeSync } from 'node:fs'

const BUFFER = 1 << 20

/** It must not be there yet, and only its owner can read it. */
export class TextFile {
  private readonly fd: number
  private parts: string[] = []
  private size = 0

  constructor(path: string) {
    this.fd = openSync(path, 'wx', 0o600)
  }

  write(text: string): void {
    this.parts.push(text)
    this.size += text.length
    if (this.size > BUFFER) this.flush()
  }

  close(): void {
    try {
      this.flush()
    } finally {
      closeSync(this.fd)
    }
  }

  private flush(): void {
    const bytes = Buffer.from(this.parts.join(''))
    for (let at = 0; at < bytes.length; ) at += writeSync(this.fd, bytes, at)
    this.parts = []
    this.size = 0
  }
}
