// A file of our own that is written piece by piece.
import { closeSync, openSync, writeSync } from 'node:fs'

const BUFFER = 1 << 20

/** It must not be there yet, and only its owner can read it. */
export class TextFile {
  private readonly fd: number
  private readonly buffer = Buffer.allocUnsafeSlow(BUFFER)
  private size = 0

  constructor(path: string) {
    this.fd = openSync(path, 'wx', 0o600)
  }

  /** Encoded at once: texts that wait for others to be written with them outlive their time. */
  write(text: string): void {
    // No character takes more than three bytes for each of its units.
    if (this.size + text.length * 3 > BUFFER) this.flush()
    if (text.length * 3 > BUFFER) writeAll(this.fd, Buffer.from(text))
    else this.size += this.buffer.write(text, this.size)
  }

  close(): void {
    try {
      this.flush()
    } finally {
      closeSync(this.fd)
    }
  }

  private flush(): void {
    writeAll(this.fd, this.buffer.subarray(0, this.size))
    this.size = 0
  }
}

function writeAll(fd: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at)
}
