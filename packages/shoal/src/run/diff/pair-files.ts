// The files of two versions, side by side: which are the same, changed, only on one side, or moved. What they hold is known by its hash.
import { statSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { ShoalError, toShoalError } from '@shoal/base/model/errors'
import { INSIDE } from '@shoal/base/text/packed-name'
import { byPath } from '@shoal/base/text/paths'
import type { Settings } from '../../config/resolve.ts'
import { findFiles, shownName } from '../files.ts'
import { registryFor } from '../registry.ts'
import type { PrintedFile } from '../relations/fingerprints.ts'
import { lookForRelations, type RelationFile } from '../relations/relation-file.ts'
import { printFiles } from '../relations/relations.ts'
import { outerPath } from '../unpacking/member-root.ts'

export interface FilePair {
  readonly status: 'same' | 'changed' | 'added' | 'removed' | 'renamed'
  readonly before: PrintedFile | null
  readonly after: PrintedFile | null
}

export interface PairedFiles {
  readonly pairs: readonly FilePair[]
  readonly isDirectory: boolean
  readonly skipped: readonly { readonly path: string; readonly reason: string }[]
  readonly isPartial: boolean
}

export interface PairOptions {
  readonly settings: Settings
  readonly signal: AbortSignal
  readonly cache: string
  readonly cwd: string
  /** Real paths: no other file is looked at, whatever lies in a directory. All if left out. */
  readonly only?: ReadonlySet<string>
}

/** Of a file that is no text and no table. */
export const BINARY = 'binary'

export async function pairFiles(before: string, after: string, options: PairOptions): Promise<PairedFiles> {
  const { settings, signal, cwd, only } = options
  registryFor(settings)
  const [isDirectory, isOther] = [before, after].map(path => isDir(path, cwd))
  if (isDirectory !== isOther) {
    const [dir, file] = isDirectory ? [before, after] : [after, before]
    throw new ShoalError('bad-value', `${dir} is a directory and ${file} is a file`, {
      detail: file!,
      advice: 'compare two files or two directories',
    })
  }
  const found = await Promise.all(
    [before, after].map(path => findFiles([path], settings, signal, cwd, { isForSql: true })),
  )
  // Two archives are compared like directories.
  const areMany =
    isDirectory === true ||
    found.some(({ files }, k) => files.some(({ path }) => path !== shownName([before, after][k]!, settings.aliases)))
  const sides = found.map(side =>
    only ? { files: side.files.filter(({ file }) => only.has(file)), skipped: [] } : side,
  )
  const all = new Map(sides.flatMap(({ files }) => files).map(file => [file.path, file]))
  const looked = await lookForRelations([...all.values()], options)
  const others: RelationFile[] = looked.skipped.flatMap(({ path, error }) =>
    error === undefined ? [{ ...all.get(path)!, contentType: BINARY, language: null }] : [],
  )
  const { printed, failed } = await printFiles([...looked.files, ...others], options)
  const known = new Map(printed.map(file => [file.path, file]))
  const [old, now] = [before, after].map((root, k) => {
    const named = sides[k]!.files.flatMap(({ path }) => known.get(path) ?? [])
    const shown = shownName(root, settings.aliases)
    return new Map(named.map(file => [areMany ? below(shown, file.path) : '', file]))
  })
  const unread = [
    ...looked.skipped.flatMap(({ path, reason, error }) => (error === undefined ? [] : [{ path, reason }])),
    ...failed.map(({ path, error }) => ({ path, reason: toShoalError(error, path).message })),
  ]
  if (!areMany && unread.length > 0) throw toShoalError(looked.skipped[0]?.error ?? failed[0]!.error, unread[0]!.path)
  return {
    pairs: paired(old!, now!),
    isDirectory: areMany,
    skipped: [...sides.flatMap(({ skipped }) => skipped.map(({ path, reason }) => ({ path, reason }))), ...unread],
    isPartial: unread.length > 0,
  }
}

/** What a file is called within what is compared. */
function below(root: string, path: string): string {
  return path.startsWith(root + INSIDE) ? path.slice(root.length + 1) : relative(root, path)
}

function isDir(path: string, cwd: string): boolean {
  try {
    return statSync(resolve(cwd, outerPath(path, cwd))).isDirectory()
  } catch (error) {
    throw toShoalError(error, path)
  }
}

function paired(before: ReadonlyMap<string, PrintedFile>, after: ReadonlyMap<string, PrintedFile>): FilePair[] {
  const both: FilePair[] = []
  const [gone, come] = [new Map<string, PrintedFile[]>(), [] as PrintedFile[]]
  for (const [name, file] of before) {
    const other = after.get(name)
    if (other)
      both.push({ status: file.known.hash === other.known.hash ? 'same' : 'changed', before: file, after: other })
    else gone.set(file.known.hash, [...(gone.get(file.known.hash) ?? []), file])
  }
  for (const [name, file] of after) if (!before.has(name)) come.push(file)
  const moved = come.sort(byPath).map((file): FilePair => {
    // An empty file is everywhere the same.
    const from = file.sizeBytes === 0 ? undefined : gone.get(file.known.hash)?.shift()
    return { status: from ? 'renamed' : 'added', before: from ?? null, after: file }
  })
  const removed = [...gone.values()].flat().map((file): FilePair => ({ status: 'removed', before: file, after: null }))
  return [...both, ...moved, ...removed].sort((a, b) => byPath((a.after ?? a.before)!, (b.after ?? b.before)!))
}
