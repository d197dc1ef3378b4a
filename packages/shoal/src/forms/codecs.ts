// Compressed streams: gzip, zstd, bzip2, xz. Each is read as it comes, and tells where it is damaged after all that was whole.
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { type Bytes, type Codec, Damaged, startsWith } from './form.ts'

export const gzip: Codec = {
  kind: 'codec',
  name: 'gzip',
  endings: ['.gz', '.tgz', '.taz'],
  matches: head => startsWith(head, [0x1f, 0x8b, 0x08]),
  async *decode(bytes) {
    yield* saying(
      'gzip data',
      pipeline(Readable.from(bytes, { objectMode: false }), createGunzip(), () => {}) as unknown as Bytes,
    )
  },
}

export const zstd: Codec = {
  kind: 'codec',
  name: 'zstd',
  endings: ['.zst', '.zstd', '.tzst'],
  matches: head => startsWith(head, [0x28, 0xb5, 0x2f, 0xfd]),
  async *decode(bytes) {
    const { Decompress } = await import('fzstd')
    yield* saying(
      'zstd data',
      pushed(bytes, give => {
        const stream = new Decompress(give)
        return { push: chunk => void stream.push(chunk), end: () => void stream.push(new Uint8Array(0), true) }
      }),
    )
  },
}

export const bzip2: Codec = {
  kind: 'codec',
  name: 'bzip2',
  endings: ['.bz2', '.tbz2', '.tbz'],
  matches: head =>
    startsWith(head, 'BZh') && head[3]! >= 0x31 && head[3]! <= 0x39 && startsWith(head, [0x31, 0x41, 0x59], 4),
  async *decode(bytes) {
    const { default: unbzip2 } = await import('unbzip2-stream')
    yield* saying(
      'bzip2 data',
      pushed(bytes, (give, fail) => {
        const stream = unbzip2()
        stream.on('data', give)
        stream.on('error', fail)
        return { push: chunk => void stream.write(Buffer.from(chunk)), end: () => void stream.end() }
      }),
    )
  },
}

export const xz: Codec = {
  kind: 'codec',
  name: 'xz',
  endings: ['.xz', '.txz'],
  matches: head => startsWith(head, [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]),
  async *decode(bytes) {
    // A bundle of CommonJS: only its default is sure to be there.
    const { XzReadableStream } = (await import('xz-decompress')).default
    const whole = Readable.toWeb(Readable.from(bytes, { objectMode: false }))
    yield* saying('xz data', new XzReadableStream(whole as ReadableStream<Uint8Array>) as unknown as Bytes)
  },
}

interface Pushed {
  push(chunk: Uint8Array): void
  end(): void
}

/** A decoder that is pushed to and gives at once, as a stream that is pulled: nothing gathers. */
async function* pushed(
  bytes: Bytes,
  open: (give: (chunk: Uint8Array) => void, fail: (error: unknown) => void) => Pushed,
): AsyncGenerator<Uint8Array> {
  let given: Uint8Array[] = []
  let failure: { readonly error: unknown } | null = null
  const decoder = open(
    chunk => given.push(Buffer.from(chunk)),
    error => {
      failure ??= { error }
    },
  )
  const attempt = (work: () => void) => {
    try {
      work()
    } catch (error) {
      failure ??= { error }
    }
  }
  for await (const chunk of bytes) {
    for (let at = 0; at < chunk.length && failure === null; at += STEP) {
      attempt(() => decoder.push(chunk.subarray(at, at + STEP)))
      yield* given
      given = []
    }
    if (failure !== null) break
  }
  if (failure === null) attempt(() => decoder.end())
  yield* given
  const failed = failure as { readonly error: unknown } | null
  if (failed) throw failed.error
}

/** Small steps in: what comes out may be a thousand times as much. */
const STEP = 16 * 1024

async function* saying(what: string, bytes: Bytes): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of bytes) yield chunk
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    // Errors of the system, and not of a decoder.
    if (typeof code === 'string' && /^E[A-Z]+$/.test(code)) throw error
    throw new Damaged(`its ${what} ${/unexpected end|premature|EOF/i.test(message) ? 'ends early' : 'is damaged'}`)
  }
}
