// The files that relations are made of, as a plan or a first look knows them.
import { join } from 'node:path'
import { errnoReason } from '@shoal/base/model/errors'
import type { Plan } from '@shoal/base/model/plan'
import { z } from 'zod'
import { ownVersion } from '../../config/own-version.ts'
import type { Settings } from '../../config/resolve.ts'
import { hashText } from '../../text/hash.ts'
import { isParquet } from '../data/parquet-table.ts'
import type { FileStamp } from '../file-stamp.ts'
import type { Looked, NamedFile } from '../threads/file-work.ts'
import { lookAtFiles } from '../threads/look-at-files.ts'
import { KnownFiles, type Stamp, settled, stampOf } from './known-files.ts'

export interface RelationFile {
  /** As it is shown. */
  readonly path: string
  /** The real path. */
  readonly file: string
  readonly contentType: string
  readonly language: string | null
  readonly sizeBytes: number
  /** Null when nobody has counted them. */
  readonly lines?: number | null
  /** Pieces that an analysis cuts it into. */
  readonly chunks?: number | null
  /** What its table is called; taken from the path if left out. */
  readonly name?: string
}

/** Of a file that is no text, and yet a table. */
export const PARQUET = 'parquet'

export interface FoundRelationFiles {
  readonly files: readonly RelationFile[]
  /** What holds no rows, with the error where there was one. */
  readonly skipped: readonly { readonly path: string; readonly reason: string; readonly error?: unknown }[]
}

const look = z.object({
  contentType: z.string(),
  language: z.string().nullable(),
  lines: z.number().nullable(),
  /** Why it holds no text, and so no rows. */
  binary: z.string().nullable(),
})
type Look = z.infer<typeof look>

interface LookOptions {
  readonly settings: Settings
  readonly signal: AbortSignal
  /** The cache directory of shoal. */
  readonly cache: string
}

/** What some files are, by a first look at each that is not known from before. */
export async function lookForRelations(
  files: readonly (NamedFile & { readonly name?: string })[],
  { settings, signal, cache }: LookOptions,
): Promise<FoundRelationFiles> {
  const known = lookMemory(cache, settings)
  const looks = new Map<string, { readonly look: Look; readonly sizeBytes: number }>()
  const failed = new Map<string, unknown>()
  const stamps = new Map<string, Stamp>()
  for (const { file } of files) {
    try {
      const stamp = stampOf(file)
      stamps.set(file, stamp)
      const recalled = known?.recall(file, stamp)
      if (recalled) looks.set(file, { look: recalled, sizeBytes: stamp.sizeBytes })
    } catch {
      // The look says what is wrong.
    }
  }
  const fresh = files.filter(({ file }) => !looks.has(file))
  await settled(
    fresh.flatMap(({ file }) => stamps.get(file) ?? []),
    signal,
  )
  for await (const seen of lookAtFiles(fresh, settings, signal)) {
    const { file } = seen.of
    if ('error' in seen) failed.set(file, seen.error)
    else {
      const { sizeBytes } = seen.result
      const taken = lookOf(file, seen.result)
      looks.set(file, { look: taken, sizeBytes })
      const stamp = stamps.get(file)
      if (stamp && stamp.sizeBytes === sizeBytes) known?.keep(file, stamp, taken)
    }
  }
  known?.close()
  return foundFiles(files, looks, failed)
}

function foundFiles(
  files: readonly (NamedFile & { readonly name?: string })[],
  looks: ReadonlyMap<string, { readonly look: Look; readonly sizeBytes: number }>,
  failed: ReadonlyMap<string, unknown>,
): FoundRelationFiles {
  const known: RelationFile[] = []
  const skipped: { path: string; reason: string; error?: unknown }[] = []
  for (const { path, file, name } of files) {
    const seen = looks.get(file)
    if (!seen) skipped.push({ path, reason: errnoReason(failed.get(file)), error: failed.get(file) })
    else if (seen.look.binary !== null) skipped.push({ path, reason: seen.look.binary })
    else {
      const { contentType, language, lines } = seen.look
      const { sizeBytes } = seen
      known.push({ path, file, sizeBytes, contentType, language, lines, ...(name === undefined ? {} : { name }) })
    }
  }
  return { files: known, skipped }
}

function lookOf(file: string, { detection, binary, counted }: Looked): Look {
  if (binary !== null && isParquet(file)) return { contentType: PARQUET, language: null, lines: null, binary: null }
  const { contentType, language } = detection
  return { contentType, language, lines: counted?.lines ?? null, binary }
}

/** Null where content types are functions of the caller: who knows what they say tomorrow. */
function lookMemory(cache: string, { types, overrides }: Settings): KnownFiles<Look> | null {
  if (types.length > 0) return null
  const key = hashText(JSON.stringify([ownVersion(), overrides]))
  return new KnownFiles(join(cache, 'relations', `looks-${key}`), look)
}

/** The files of a plan. */
export function plannedRelationFiles(
  { files }: Plan,
  stamps: Readonly<Record<string, Pick<FileStamp, 'file'>>>,
): RelationFile[] {
  return files.map(({ path, sizeBytes, lineCount, detection, partitions }) => ({
    path,
    file: stamps[path]!.file,
    contentType: detection.contentType,
    language: detection.language,
    sizeBytes,
    lines: lineCount,
    chunks: Math.max(1, partitions),
  }))
}
