// The files that a search goes through, by path, empty ones left out; those that are no text are found out when they are opened.

import { errnoReason, ShoalError } from '@shoal/base/model/errors'
import { standsIn } from '@shoal/base/model/origin'
import type { Skipped } from '@shoal/base/model/plan'
import { yieldToEventLoop } from '@shoal/base/text/turns'
import type { Settings } from '../../config/resolve.ts'
import { orderedTypes } from '../../stages/detect.ts'
import { limitFiles } from '../../stages/enumerate.ts'
import { checkUnchanged } from '../file-stamp.ts'
import { findFiles } from '../files.ts'
import type { PlannedWork } from '../plan.ts'
import { registryFor } from '../registry.ts'
import { tabledTypes } from './tabled-types.ts'
import type { SearchedFile } from './task.ts'

export interface SearchedFiles {
  readonly files: readonly SearchedFile[]
  readonly skipped: readonly Skipped[]
}

export async function searchedFiles(
  paths: readonly string[],
  settings: Settings,
  signal: AbortSignal,
  cwd?: string,
): Promise<SearchedFiles> {
  registryFor(settings)
  const found = await findFiles(paths, settings, signal, cwd)
  const limited = limitFiles(found.files, settings.maxFiles)
  const isText = orderedTypes(settings.overrides)
  const files: SearchedFile[] = []
  const skipped = [...found.skipped, ...limited.skipped]
  for (const { path, file, sizeBytes } of limited.files) {
    if (sizeBytes === 0) skipped.push({ path, reason: 'empty file', cause: 'empty' })
    else files.push({ path, file, sizeBytes, isTable: null, isText: isText(path) })
  }
  return { files: files.sort(byPath), skipped: skipped.sort(byPath) }
}

/**
 * The files of a run that are still those that were planned. `inside` gives the real path of one that may be read, and
 * throws for any other.
 */
export async function plannedFiles(
  { plan, stamps }: PlannedWork,
  settings: Settings,
  inside: (file: string) => string,
): Promise<SearchedFiles> {
  const isTabled = tabledTypes(registryFor(settings))
  const types = new Map(plan.files.map(({ path, detection }) => [path, detection.contentType]))
  const turn = yieldToEventLoop()
  const files: SearchedFile[] = []
  const skipped: Skipped[] = []
  for (const [path, stamp] of Object.entries(stamps)) {
    await turn()
    try {
      // Whoever may read a packed file may read what was in it.
      const real = inside(standsIn(stamp))
      const file = stamp.from ? stamp.file : real
      checkUnchanged(path, stamp)
      files.push({ path, file, sizeBytes: stamp.sizeBytes, isTable: await isTabled(types.get(path)) })
    } catch (error) {
      skipped.push({ path, reason: refusal(error), cause: 'unreadable' })
    }
  }
  return { files: files.sort(byPath), skipped: skipped.sort(byPath) }
}

function refusal(error: unknown): string {
  const code = error instanceof ShoalError ? error.code : null
  if (code === 'outside-roots') return 'it lies outside of what this server may read'
  if (code === 'file-changed') return 'it has changed since the run was planned'
  return errnoReason(error instanceof ShoalError ? (error.cause ?? error) : error)
}

function byPath(a: { readonly path: string }, b: { readonly path: string }): number {
  return a.path < b.path ? -1 : 1
}
