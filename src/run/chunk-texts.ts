// Gives analysts the text of their chunk or files with the task. The ledger keeps only where it is.
import { settingsFrom } from '../config/resolve.ts'
import { isRecord } from '../config/values.ts'
import { ShoalError, toShoalError } from '../model/errors.ts'
import type { Json } from '../model/json.ts'
import type { Worker } from '../model/worker.ts'
import { openSource } from '../text/source-file.ts'
import { type ChunkedFile, chunkFile, chunkText } from './chunk.ts'
import { realFile } from './real-file.ts'

/** Files whose chunks are remembered: analysts of one file work side by side. */
const REMEMBERED = 8

export class ChunkTexts {
  private readonly cut = new Map<string, Promise<ChunkedFile>>()

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
    return {
      ...input,
      texts: files.map(path => ({ path, text: wholeText(path as string, this.sizes.get(path as string)) })),
    } as Json
  }

  private async textOf(chunk: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<string> {
    const path = chunk.path as string
    const chunked = await this.chunked(path, signal)
    const found = chunked.chunks.find(({ index }) => index === chunk.index)
    const isSame =
      found?.of === chunk.of && found?.body.startLine === chunk.start_line && found?.body.endLine === chunk.end_line
    if (!found || !isSame)
      throw new ShoalError('file-changed', `${path} changed since it was planned`, { detail: path })
    return chunkText(chunked, found)
  }

  private chunked(path: string, signal: AbortSignal): Promise<ChunkedFile> {
    const known = this.cut.get(path)
    if (known) return known
    const cut = chunkFile(path, { ...settingsFrom(), mode: this.mode }, signal, this.sizes.get(path))
    cut.catch(() => this.cut.delete(path))
    this.cut.set(path, cut)
    const [oldest] = this.cut.keys()
    if (this.cut.size > REMEMBERED && oldest !== undefined) this.cut.delete(oldest)
    return cut
  }
}

function wholeText(path: string, sizeBytes: number | undefined): string {
  const source = openSource(realFile(path), { path, ...(sizeBytes === undefined ? {} : { sizeBytes }) })
  try {
    return source.text(0, Number.MAX_SAFE_INTEGER)
  } finally {
    source.close()
  }
}
