// The document a command was asked for: goes to stdout or to a file, in large pieces and no faster than it is read.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { realpathSync, statSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { resolve, sep } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { ShoalError, toShoalError } from '../model/errors.ts'
import type { Io } from './io.ts'

export type Write = (text: string) => Promise<void>

export interface Destination {
  /** null or `-` is stdout. */
  readonly output: string | null
  /** What is read for the document, and so must not be overwritten by it. */
  readonly inputs: readonly string[]
  /** Replace a file that lies in a directory to read. */
  readonly force?: boolean
}

const PIECE = 64 * 1024

/** Runs `body` with the way to write; a file appears under its name only when it is complete. */
export async function writeDocument(io: Io, to: Destination, body: (write: Write) => Promise<void>): Promise<void> {
  const sink = to.output === null || to.output === '-' ? stdoutSink(io) : await fileSink(io, to.output, to)
  let held: string[] = []
  let size = 0
  const flush = async () => {
    const text = held.join('')
    held = []
    size = 0
    await sink.write(text)
    // A turn of the event loop now and then lets Ctrl-C be heard, whatever the stage does.
    await nextTurn()
    io.signal.throwIfAborted()
  }
  try {
    await body(async text => {
      held.push(text)
      size += text.length
      if (size >= PIECE) await flush()
    })
    if (size > 0) await flush()
    await sink.end()
  } catch (error) {
    await sink.abandon()
    throw error
  }
}

interface Sink {
  write(text: string): Promise<void>
  end(): Promise<void>
  abandon(): Promise<void>
}

function stdoutSink(io: Io): Sink {
  return {
    async write(text) {
      io.signal.throwIfAborted()
      if (!io.stdout.write(text)) await once(io.stdout, 'drain', { signal: io.signal })
    },
    async end() {},
    async abandon() {},
  }
}

async function fileSink(io: Io, output: string, { inputs, force }: Destination): Promise<Sink> {
  const place = resolve(io.cwd, output)
  const there = statSync(place, { throwIfNoEntry: false })
  const target = there ? realpathSync(place) : place
  if (inputs.some(input => realpath(resolve(io.cwd, input)) === target))
    throw new ShoalError('beside-data', `--output ${output} is one of the files to read`, {
      detail: output,
      advice: 'choose another file',
    })
  if (there?.isDirectory())
    throw new ShoalError('is-directory', `--output ${output} is a directory`, { detail: output })
  const isInside = (input: string) => target.startsWith(`${realpath(resolve(io.cwd, input))}${sep}`)
  if (there?.isFile() && !force && inputs.some(isInside))
    throw new ShoalError('already-there', `--output ${output} is a file in a directory to read`, { detail: output })
  // A device or a pipe is written as it is; a file is replaced in one step.
  const inPlace = there !== undefined && !there.isFile()
  const written = inPlace ? target : `${target}.${randomUUID()}.partial`
  const file = await named(output, () => open(written, inPlace ? 'w' : 'wx'))
  return {
    write: text => named(output, () => file.writeFile(text)),
    end: () =>
      named(output, async () => {
        await file.close()
        if (!inPlace) await rename(written, target)
      }),
    async abandon() {
      await file.close().catch(() => {})
      if (!inPlace) await rm(written, { force: true })
    },
  }
}

/** Errors speak of the file that the user named, not of the partial one. */
async function named<T>(output: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    throw toShoalError(Object.assign(error as object, { path: output }), output)
  }
}

function realpath(path: string): string | null {
  try {
    return realpathSync(path)
  } catch {
    return null
  }
}
