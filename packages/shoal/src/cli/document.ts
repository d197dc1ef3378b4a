// The document a command was asked for: goes to stdout or to a file, in large pieces and no faster than it is read.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { realpathSync, statSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname, resolve, sep } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { ShoalError, toShoalError } from '@shoal/base/model/errors'
import { isOwnReport } from '../text/own-report.ts'
import { probeFile } from '../text/probe.ts'
import type { Io } from './io.ts'

export type Write = (text: string) => Promise<void>

export interface Destination {
  /** None or `-` is stdout. More than one is for commands that say so. */
  readonly output: readonly string[]
  /** What is read for the document, and so must not be overwritten by it. */
  readonly inputs: readonly string[]
  /** Replace a file that lies in a directory to read. */
  readonly force?: boolean
}

const PIECE = 64 * 1024

/** Runs `body` with the way to write; a file appears under its name only when it is complete. */
export async function writeDocument(io: Io, to: Destination, body: (write: Write) => Promise<void>): Promise<void> {
  const [output, second] = to.output
  if (second !== undefined)
    throw new ShoalError('bad-value', 'there can be only one --output here', {
      detail: second,
      advice: 'leave one out',
    })
  const sink = output === undefined || output === '-' ? stdoutSink(io) : await fileSink(io, output, to)
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

/** Throws when the document could not be written there, before the work for it is done. */
export function checkOutput(io: Io, output: string, { inputs, force }: Omit<Destination, 'output'>): void {
  targetOf(io, output, { inputs, force: force ?? false })
  const parent = dirname(resolve(io.cwd, output))
  if (!statSync(parent, { throwIfNoEntry: false })?.isDirectory())
    throw new ShoalError('not-found', `--output ${output}: there is no directory ${dirname(output)}`, {
      detail: output,
      advice: 'make it first, or choose another place',
    })
}

interface Target {
  readonly target: string
  /** A device or a pipe, which is written as it is; a file is replaced in one step. */
  readonly inPlace: boolean
}

function targetOf(io: Io, output: string, { inputs, force }: Omit<Destination, 'output'>): Target {
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
  if (there?.isFile() && !force && inputs.some(isInside) && !isOwnReport(startOf(target)))
    throw new ShoalError('already-there', `--output ${output} is a file in a directory to read`, { detail: output })
  return { target, inPlace: there !== undefined && !there.isFile() }
}

async function fileSink(io: Io, output: string, to: Destination): Promise<Sink> {
  const { target, inPlace } = targetOf(io, output, to)
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

/** Enough of a file to know a page of ours by; '' when it cannot be read. */
function startOf(file: string): string {
  try {
    return probeFile(file).probe.text
  } catch {
    return ''
  }
}

function realpath(path: string): string | null {
  try {
    return realpathSync(path)
  } catch {
    return null
  }
}
