// Gives analysts the text of their chunk or files with the task. The ledger keeps only where it is.
import { settingsFrom } from '../config/resolve.ts'
import { isRecord } from '../config/values.ts'
import { ShoalError, toShoalError } from '../model/errors.ts'
import type { Json } from '../model/json.ts'
import type { Worker } from '../model/worker.ts'
import { chunkFile, hidingIn, shownChunkText } from './chunk.ts'
import type { ChunkedFile } from './chunked-file.ts'

/** Files whose chunks are remembered: analysts of one file work side by side. */
const REMEMBERED = 8

export class ChunkTexts {
  private readonly files = new Map<string, Promise<KnownFile>>()

  /** `mode` as the plan has cut; `sizes` of the files when it was made. */
  constructor(
    private readonly mode: 'single' | 'directory',
    private readonly sizes: ReadonlyMap<string, number>,
  ) {}

  /** The same worker, with `text` in the input of a chunk's task and `texts` in that of a batch's. */
  givenTo(worker: Worker): Worker {
    return {
      kind: worker.kind,
      work: async (assignment, signal) => {
        try {
          const input = await this.withText(assignment.input, signal)
          return await worker.work({ ...assignment, input }, signal)
        } catch (error) {
          return { status: 'failed', reason: toShoalError(error).message }
        }
      },
    }
  }

  private async withText(input: Json, signal: AbortSignal): Promise<Json> {
    if (!isRecord(input)) return input
    const { chunk, files } = input
    if (isRecord(chunk)) return { ...input, text: await this.textOf(chunk, signal) } as Json
    if (!Array.isArray(files)) return input as Json
    const texts: Json[] = []
    for (const path of files as string[]) {
      const { chunked, hiding } = await this.known(path, signal)
      texts.push({ path, text: shownChunkText(chunked, null, hiding) })
    }
    return { ...input, texts } as Json
  }

  private async textOf(chunk: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<string> {
    const path = chunk.path as string
    const { chunked, hiding } = await this.known(path, signal)
    const found = chunked.chunks.find(({ index }) => index === chunk.index)
    const isSame =
      found?.of === chunk.of && found?.body.startLine === chunk.start_line && found?.body.endLine === chunk.end_line
    if (!found || !isSame)
      throw new ShoalError('file-changed', `${path} changed since it was planned`, { detail: path })
    return shownChunkText(chunked, found, hiding)
  }

  private known(path: string, signal: AbortSignal): Promise<KnownFile> {
    const known = this.files.get(path)
    if (known) return known
    const found = this.look(path, signal)
    found.catch(() => this.files.delete(path))
    this.files.set(path, found)
    const [oldest] = this.files.keys()
    if (this.files.size > REMEMBERED && oldest !== undefined) this.files.delete(oldest)
    return found
  }

  private async look(path: string, signal: AbortSignal): Promise<KnownFile> {
    const settings = { ...settingsFrom(), mode: this.mode }
    const chunked = await chunkFile(path, settings, signal, this.sizes.get(path))
    return { chunked, hiding: await hidingIn(chunked, settings, signal) }
  }
}

interface KnownFile {
  readonly chunked: ChunkedFile
  readonly hiding: Awaited<ReturnType<typeof hidingIn>>
}
