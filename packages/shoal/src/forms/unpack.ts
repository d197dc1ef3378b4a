// From one file of some form to the texts that it holds, written to a directory under numbers. Archives in archives are opened too,
// all within limits; what is damaged is read as far as it goes, and what is not read is listed with its reason.
import { closeSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { DocumentParts } from '@shoal/base/model/origin'
import { formatBytes, formatCount } from '@shoal/base/text/printable'
import { streamReal } from '../text/open-real.ts'
import { type Bytes, Damaged, type Entry, type Form, type LeftOutCause, type PackedFile, Refused } from './form.ts'
import { formOf, HEAD_BYTES, headOf } from './forms.ts'
import { memberName } from './member-name.ts'
import { neverText } from './never-text.ts'
import { tar } from './tar.ts'

export interface UnpackLimits {
  /** Bytes of all that is unpacked of one file. */
  readonly bytes: number
  /** As many times the size of the file, once it is more than a little. */
  readonly ratio: number
  readonly members: number
  /** Archives in archives. */
  readonly depth: number
}

export interface UnpackOrder {
  /** The real path, and what it is called. */
  readonly file: string
  readonly name: string
  readonly sizeBytes: number
  /** Where members are written; it is there and empty. */
  readonly directory: string
  readonly limits: UnpackLimits
  /** Forms beside those that are known here: by the name alone, or with the first bytes. */
  readonly formNamed?: (name: string, head?: Uint8Array) => Form | null
}

/** A text that was unpacked. */
export interface Member {
  /** Within the file, archives in archives joined by `!`; null for what the file itself is. */
  readonly name: string | null
  /** In the directory. */
  readonly file: string
  readonly sizeBytes: number
  /** The forms that it was unpacked from, the outermost first. */
  readonly by: readonly string[]
  readonly parts?: DocumentParts
}

export interface LeftOut {
  readonly name: string | null
  readonly reason: string
  readonly cause: LeftOutCause
}

export interface Unpacked {
  /** Empty for a file that is of no form. */
  readonly members: readonly Member[]
  readonly leftOut: readonly LeftOut[]
}

export interface UnpackContext {
  readonly signal: AbortSignal
  onRead(bytes: number): void
}

export async function unpack(order: UnpackOrder, context: UnpackContext): Promise<Unpacked> {
  const work = new Unpacking(order, context)
  await work.start()
  return { members: work.members, leftOut: work.leftOut }
}

/** What a small file may hold of its own size is no sign of a bomb. */
const A_LITTLE = 256 * 1024 * 1024

class LimitReached extends Error {
  /** The member at which it was. */
  at: string | null = null
}

interface Packed {
  readonly file: string
  readonly base: string
  readonly name: string | null
  readonly depth: number
  readonly by: readonly string[]
}

class Unpacking {
  readonly members: Member[] = []
  readonly leftOut: LeftOut[] = []
  private written = 0
  private count = 0
  private files = 0
  private readonly names = new Set<string>()

  constructor(
    private readonly order: UnpackOrder,
    private readonly context: UnpackContext,
  ) {}

  async start(): Promise<void> {
    const { file, name } = this.order
    const form = this.formOf(name, file)
    if (!form) return
    try {
      await this.open(form, { file, base: name, name: null, depth: 0, by: [] })
    } catch (error) {
      if (!(error instanceof LimitReached)) throw error
      this.leave(error.at, `${error.message}; neither it nor what follows is read`, 'limit')
    }
  }

  private async open(form: Form, packed: Packed): Promise<void> {
    const { file, base, name } = packed
    const by = [...packed.by, form.name]
    const inside = { ...packed, by }
    if (form.kind === 'codec') return await this.decoded(form.decode(this.bytesOf(file)), inside)
    const { signal } = this.context
    const onStep = () => this.context.onRead(0)
    const copy = join(this.order.directory, `copy-${++this.files}`)
    const copied: PackedFile['copied'] = async beside => {
      await this.write(copy, this.bytesOf(file), name)
      if (beside) await this.write(copy + beside.ending, this.bytesOf(beside.file), name)
      return copy
    }
    const entries =
      form.kind === 'stream'
        ? form.entries(this.bytesOf(file))
        : form.entries({
            file,
            name: base,
            sizeBytes: statSync(file).size,
            mostBytes: this.mostBytes(),
            signal,
            onStep,
            copied,
          })
    try {
      await this.take(entries, inside, name)
    } finally {
      for (const beside of ['', '-wal', '-shm', '-journal']) rmSync(copy + beside, { force: true })
    }
  }

  /** What a codec gives is a tar archive as it comes, or a file of the same name. */
  private async decoded(bytes: Bytes, packed: Packed): Promise<void> {
    const { head, whole } = await peeked(bytes)
    const within = { ...packed, base: withoutEnding(packed.base) }
    if (tar.matches(head))
      return await this.take(tar.entries(this.counted(whole)), { ...within, by: [...packed.by, tar.name] }, packed.name)
    await this.keep({ name: '', bytes: whole }, within, packed.name)
  }

  private async take(entries: AsyncIterable<Entry>, packed: Packed, outer: string | null): Promise<void> {
    try {
      for await (const entry of entries) {
        this.context.signal.throwIfAborted()
        if (++this.count > this.order.limits.members)
          throw new LimitReached(`it holds more than ${formatCount(this.order.limits.members)} members`)
        const checked = memberName(entry.name)
        const shown = 'name' in checked ? checked.name : entry.name.slice(0, 200)
        const name = outer === null ? shown : `${outer}!${shown}`
        if ('refused' in checked) this.leave(name, checked.refused, 'refused')
        else if ('reason' in entry) this.leave(name, entry.reason, entry.cause)
        else {
          const never = this.order.formNamed?.(shown) ? null : neverText(shown)
          if (never) this.leave(name, never, 'binary')
          else await this.keep(entry, { ...packed, base: shown }, this.own(name))
        }
      }
    } catch (error) {
      if (error instanceof Damaged || error instanceof Refused) this.leave(outer, error.message, error.cause_)
      else throw error
    }
  }

  /** Written, and opened in its turn when it is packed itself. */
  private async keep(entry: Extract<Entry, { bytes: Bytes }>, packed: Packed, name: string | null): Promise<void> {
    const { directory, limits } = this.order
    const file = String(++this.files)
    const path = join(directory, file)
    const { sizeBytes, damage } = await this.write(path, entry.bytes, name)
    if (damage !== null) {
      const kept = sizeBytes === 0 ? '' : `; its first ${formatCount(sizeBytes)} bytes are read`
      this.leave(name, `${damage.message}${kept}`, damage.cause_)
      if (sizeBytes === 0) return rmSync(path, { force: true })
    }
    const form = entry.by === undefined ? this.formOf(packed.base, path) : null
    if (form) {
      const depth = packed.depth + 1
      if (depth > limits.depth)
        this.leave(name, `${form.name} within more than ${limits.depth} packed files, which is the limit`, 'limit')
      else await this.open(form, { ...packed, file: path, name, depth })
      return rmSync(path, { force: true })
    }
    const by = entry.by === undefined ? packed.by : [...packed.by, entry.by]
    this.members.push({ name, file, sizeBytes, by, ...(entry.parts && { parts: entry.parts() }) })
    if (entry.note !== undefined) this.leave(name, entry.note, 'damaged')
  }

  private async write(path: string, bytes: Bytes, name: string | null) {
    const fd = openSync(path, 'wx', 0o600)
    let sizeBytes = 0
    let damage: Damaged | null = null
    try {
      for await (const chunk of this.counted(bytes)) {
        for (let at = 0; at < chunk.length; ) at += writeSync(fd, chunk, at)
        sizeBytes += chunk.length
      }
    } catch (error) {
      if (error instanceof LimitReached) {
        rmSync(path, { force: true })
        error.at = name
      }
      if (!(error instanceof Damaged)) throw error
      damage = error
    } finally {
      closeSync(fd)
    }
    return { sizeBytes, damage }
  }

  private async *counted(bytes: Bytes): AsyncGenerator<Uint8Array> {
    const { limits } = this.order
    const most = this.mostBytes()
    for await (const chunk of bytes) {
      this.context.signal.throwIfAborted()
      this.context.onRead(chunk.length)
      this.written += chunk.length
      if (this.written > most)
        throw new LimitReached(
          most < limits.bytes
            ? `it holds more than ${limits.ratio} times its size, like a file that is made to fill disks`
            : `it holds more than ${formatBytes(limits.bytes)}`,
        )
      yield chunk
    }
  }

  private mostBytes(): number {
    const { limits, sizeBytes } = this.order
    return Math.min(limits.bytes, Math.max(A_LITTLE, limits.ratio * sizeBytes))
  }

  private formOf(name: string, file: string): Form | null {
    const head = headOf(file)
    return this.order.formNamed?.(name, head) ?? formOf(name, head)
  }

  private bytesOf(file: string): Bytes {
    return streamReal(file)
  }

  private leave(name: string | null, reason: string, cause: LeftOutCause): void {
    this.leftOut.push({ name, reason, cause })
  }

  /** Of several of one name the later ones are numbered. */
  private own(name: string): string {
    let own = name
    for (let k = 2; this.names.has(own); k++) own = `${name}#${k}`
    this.names.add(own)
    return own
  }
}

async function peeked(bytes: Bytes): Promise<{ readonly head: Uint8Array; readonly whole: Bytes }> {
  const chunks = bytes[Symbol.asyncIterator]()
  const first: Uint8Array[] = []
  let length = 0
  let failure: { readonly error: unknown } | null = null
  while (length < HEAD_BYTES) {
    try {
      const { done, value } = await chunks.next()
      if (done) break
      first.push(value)
      length += value.length
    } catch (error) {
      failure = { error }
      break
    }
  }
  async function* whole() {
    yield* first
    if (failure) throw failure.error
    for (;;) {
      const { done, value } = await chunks.next()
      if (done) return
      yield value
    }
  }
  return { head: Buffer.concat(first).subarray(0, HEAD_BYTES), whole: whole() }
}

/** `app.log.gz` holds `app.log`. */
function withoutEnding(name: string): string {
  const short = name.replace(/\.(?:tgz|taz|tzst|tbz2?|txz)$/i, '.tar')
  return short === name ? name.replace(/\.[^.]*$/, '') : short
}
