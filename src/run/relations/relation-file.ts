// The files that relations are made of, as a plan or a first look knows them.
import type { Settings } from '../../config/resolve.ts'
import { errnoReason } from '../../model/errors.ts'
import type { Plan } from '../../model/plan.ts'
import { isParquet } from '../data/parquet-table.ts'
import type { FileStamp } from '../file-stamp.ts'
import { findFiles } from '../files.ts'
import { registryFor } from '../registry.ts'
import type { NamedFile } from '../threads/file-work.ts'
import { lookAtFiles } from '../threads/look-at-files.ts'

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

/** The files below some paths. */
export async function relationFiles(
  paths: readonly string[],
  settings: Settings,
  signal: AbortSignal,
  cwd?: string,
): Promise<FoundRelationFiles> {
  registryFor(settings)
  const found = await findFiles(paths, settings, signal, cwd)
  const { files, skipped } = await lookForRelations(found.files, settings, signal)
  return { files, skipped: [...found.skipped.map(({ path, reason }) => ({ path, reason })), ...skipped] }
}

/** What some files are, by a first look at each. */
export async function lookForRelations(
  files: readonly (NamedFile & { readonly name?: string })[],
  settings: Settings,
  signal: AbortSignal,
): Promise<FoundRelationFiles> {
  const known: RelationFile[] = []
  const skipped: { path: string; reason: string; error?: unknown }[] = []
  for await (const look of lookAtFiles(files, settings, signal)) {
    const { path, file, name } = look.of
    if ('error' in look) {
      skipped.push({ path, reason: errnoReason(look.error), error: look.error })
      continue
    }
    const { detection, binary, counted, sizeBytes } = look.result
    const isTable = binary !== null && isParquet(file)
    if (binary !== null && !isTable) skipped.push({ path, reason: binary })
    else
      known.push({
        path,
        file,
        sizeBytes,
        contentType: isTable ? PARQUET : detection.contentType,
        language: isTable ? null : detection.language,
        lines: isTable ? null : (counted?.lines ?? null),
        ...(name === undefined ? {} : { name }),
      })
  }
  return { files: known, skipped }
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

export function byPath(a: { readonly path: string }, b: { readonly path: string }): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0
}
