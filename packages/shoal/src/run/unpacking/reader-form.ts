// Files of any other form, read by a command that the config file names: what it writes to standard output is the text. It is a process
// group of its own, bounded in time and memory (what it writes, as all that is unpacked), and nothing of it is left when it is over.
import { basename } from 'node:path'
import { decodeTail, lastLine } from '@shoal/team/command-protocol'
import { type ProcessGroup, startGroup } from '@shoal/team/process-group'
import { sessionMemory } from '@shoal/team/process-identity'
import type { Reader } from '../../config/readers.ts'
import { Damaged, type FileContainer, type PackedFile, Refused } from '../../forms/form.ts'
import { streamReal } from '../../text/open-real.ts'

/** `cwd`: where a relative path of a program starts. */
export function readerForm(reader: Reader, cwd: string): FileContainer {
  const program = basename(reader.command[0]!)
  return {
    kind: 'file',
    name: 'a reader of the config file',
    endings: [],
    matches: () => true,
    async *entries(packed) {
      const [first, ...rest] = reader.command.map(word => word.replaceAll('{file}', packed.file))
      const group = await startGroup([first!, ...rest], { cwd, env: plainEnv() }).catch((error: Error) => {
        throw new Refused(error.message, 'failed')
      })
      yield { name: `text.${reader.as}`, bytes: outputOf(group, reader, packed), by: program }
    },
  }
}

const GRACE_MS = 2000
const LOOK_MS = 500
const LOG_BYTES = 8 * 1024

async function* outputOf(group: ProcessGroup, reader: Reader, packed: PackedFile): AsyncGenerator<Uint8Array> {
  const { stdin, stdout, stderr, pid } = group.child
  const { signal, onStep, file } = packed
  const program = basename(reader.command[0]!)
  let why: string | null = null
  const stop = (reason: string) => {
    why ??= reason
    void group.stop({ graceMs: GRACE_MS })
  }
  const log = tailOf(stderr)
  // A command need not read its input.
  stdin.on('error', () => {})
  if (reader.command.some(word => word.includes('{file}'))) stdin.end()
  else
    streamReal(file)
      .on('error', error => stop(error.message))
      .pipe(stdin)
  const until = performance.now() + reader.seconds * 1000
  const look = setInterval(() => {
    onStep()
    if (performance.now() > until) stop(`took longer than ${reader.seconds} s`)
    else if ((sessionMemory(pid!) ?? 0) > reader.megabytes * 1e6)
      stop(`took more than ${reader.megabytes} MB of memory`)
  }, LOOK_MS)
  const onAbort = () => stop('stopped')
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    yield* stdout as AsyncIterable<Uint8Array>
    const { code, signal: by } = await group.ended
    const failed = why ?? (by ? `was ended by ${by}` : code === 0 ? null : `failed with status ${code}`)
    const said = lastLine(log())
    if (failed !== null) throw new Damaged(`${program} ${failed}${said ? `: ${said.slice(0, 200)}` : ''}`, 'failed')
  } finally {
    clearInterval(look)
    signal.removeEventListener('abort', onAbort)
    for (const stream of [stdin, stdout, stderr]) stream.destroy()
    await group.stop({ graceMs: GRACE_MS })
  }
}

/** Keys and tokens of the environment are not for what reads files of strangers. */
function plainEnv(): NodeJS.ProcessEnv {
  const known = ['PATH', 'HOME', 'USER', 'LANG', 'LC_ALL', 'LC_CTYPE', 'TZ', 'TMPDIR', 'TEMP', 'SystemRoot', 'PATHEXT']
  return Object.fromEntries(known.flatMap(name => (process.env[name] === undefined ? [] : [[name, process.env[name]]])))
}

/** The end of what a stream says. */
function tailOf(stream: NodeJS.ReadableStream): () => string {
  let tail = Buffer.alloc(0)
  let cut = 0
  stream.on('error', () => {})
  stream.on('data', (chunk: Buffer) => {
    const whole = Buffer.concat([tail, chunk])
    cut += Math.max(0, whole.length - LOG_BYTES)
    tail = whole.subarray(-LOG_BYTES)
  })
  return () => decodeTail(tail, cut)
}
