// The worktrees of a run from a pattern file: the repository as it was when the run began, and what is cleared away before and after.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { ShoalError } from '@shoal/base/model/errors'
import type { Ledger } from '@shoal/base/model/ledger'
import type { PatternFile } from '@shoal/team/pattern-file/parse'
import { worktreeOf } from '@shoal/team/patterns/refactoring'
import { openRepository, type Repository } from '@shoal/team/worktrees/repository'
import { Worktrees } from '@shoal/team/worktrees/worktrees'

/** Null for a file that asks for no worktrees. Throws one line where they cannot be. */
export async function repositoryOf(file: PatternFile, signal: AbortSignal): Promise<Repository | null> {
  const asked = askedPlaces(file)
  return asked && (await openRepository({ ...asked, others: [asked.validationCwd, ...asked.others], signal }))
}

/** Null too where the repository is not on this machine. */
export function worktreesOf(
  file: PatternFile,
  repository: Repository | null,
  directory: string | undefined,
): Worktrees | null {
  const asked = askedPlaces(file)
  if (asked === null || repository === null || !existsSync(repository.top)) return null
  if (directory === undefined) throw new ShoalError('bad-value', 'worktrees need a directory of the run')
  return new Worktrees({ ...asked, repository, directory })
}

/** What killed processes have left goes; what somebody works in stays. */
export async function clearWorktrees(worktrees: Worktrees | null, ledger: Ledger, run: string): Promise<void> {
  if (worktrees === null) return
  const inUse = await ledger.tasks(run, { status: 'in_progress' })
  await worktrees.clear(inUse.map(({ id }) => id))
}

/** Of a run that is deleted: its repository is told that they are gone. */
export async function endWorktrees(definition: Readonly<Record<string, unknown>>, directory: string): Promise<void> {
  const file = definition.file as PatternFile
  await worktreesOf(file, definition.repository as Repository, directory)?.clear([])
}

function askedPlaces({ spec, dir }: PatternFile) {
  const asked = spec.pattern === 'refactoring' ? worktreeOf(spec.worktree) : null
  if (asked === null || spec.pattern !== 'refactoring') return null
  const cwd = resolve(dir, spec.worker.cwd ?? '.')
  const others = spec.changes.flatMap(change => (change.cwd === undefined ? [] : [resolve(dir, change.cwd)]))
  return {
    ...asked,
    cwd,
    validationCwd: spec.validation.cwd === undefined ? cwd : resolve(dir, spec.validation.cwd),
    others,
  }
}
