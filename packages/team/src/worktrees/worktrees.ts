// Changes made apart and brought together: each task in a git worktree of its own, its changes kept as a patch, all patches merged and
// validated in another worktree. The user's own tree is read only, until the merged patch is applied to it.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { toShoalError } from '@shoal/base/model/errors'
import type { Json } from '@shoal/base/model/json'
import { isRecord } from '@shoal/base/model/option-values'
import type { Ending } from '@shoal/base/model/task'
import type { Assignment, BlockerResult, Worker } from '@shoal/base/model/worker'
import { formatCount, plural, printable } from '@shoal/base/text/printable'
import { shellWord } from '@shoal/base/text/shell-word'
import { oneLine } from '../rules.ts'
import { STOPPED } from '../run-program.ts'
import { applyPatch } from './apply.ts'
import { type ChangedFile, collectChanges, DIFF, writePatch } from './collect.ts'
import { git, gitLine, gitList, tryGit } from './git.ts'
import { bringTogether, conflictEnding, type NamedChange, touchedBySeveral } from './merge.ts'
import { leftOutText, placeIn, type Repository } from './repository.ts'

export interface WorktreesOptions {
  readonly repository: Repository
  /** A directory of the run: worktrees while they are used, and the patches. */
  readonly directory: string
  /** Where a task works that has no place of its own. */
  readonly cwd: string
  readonly validationCwd: string
}

/** What a change left, in the result of its task. */
export type Changes = {
  readonly patch: string
  /** The changes that it was made on, in their order. */
  readonly on: readonly string[]
  readonly files: readonly ChangedFile[]
  /** What was made and is not in the patch. */
  readonly left_out: readonly string[]
}

type Failed = Extract<Ending, { status: 'failed' }>

interface Worktree {
  readonly path: string
  /** The commit that the task starts from. */
  readonly start: string
}

export class Worktrees {
  private last: Promise<unknown> = Promise.resolve()

  constructor(private readonly options: WorktreesOptions) {}

  /** Does a change in a worktree that has the changes before it. */
  change(worker: Worker): Worker {
    return this.wrapped(worker.kind, async (assignment, signal) => {
      const before = changesBefore(await assignment.blockers(), this.patchOf)
      return await this.within(assignment.task.id, signal, async tree => {
        const conflicts = await bringTogether(tree.path, before, signal)
        if (conflicts.length > 0) return conflictEnding(conflicts)
        const start = await gitLine(['rev-parse', 'HEAD'], { cwd: tree.path, signal })
        const ending = await worker.work(this.placed(assignment, tree, this.options.cwd), signal)
        if (ending.status !== 'completed' && ending.status !== 'failed') return ending
        const { patch, files, leftOut } = await collectChanges({ cwd: tree.path, start, links: this.links, signal })
        if (ending.status === 'failed') return this.withHalfDone(ending, assignment.task.id, files, patch)
        const path = this.patchOf(assignment.task.id)
        writePatch(path, patch)
        const changes: Changes = { patch: path, on: before.map(({ name }) => name), files, left_out: leftOut }
        const notes = leftOut.length === 0 ? '' : `; not in the patch: ${leftOut.slice(0, 3).map(printable).join(', ')}`
        return withSummary({ ...ending, result: { result: ending.result, changes } }, `${filesText(files)}${notes}`)
      })
    })
  }

  /** Merges all changes, and has them judged where nobody else works. */
  validation(worker: Worker): Worker {
    return this.wrapped(worker.kind, async (assignment, signal) => {
      const blockers = await assignment.blockers()
      const all = changesBefore(blockers, this.patchOf)
      const skipped = blockers.filter(({ status }) => status === 'skipped').map(({ id }) => id)
      return await this.within(assignment.task.id, signal, async tree => {
        const conflicts = await bringTogether(tree.path, all, signal)
        if (conflicts.length > 0) return conflictEnding(conflicts)
        const { patch, files } = await collectChanges({ cwd: tree.path, start: tree.start, links: this.links, signal })
        const path = join(this.options.directory, 'patches', 'merged.patch')
        writePatch(path, patch)
        const ending = await worker.work(this.placed(assignment, tree, this.options.validationCwd), signal)
        if (ending.status === 'failed') return { ...ending, reason: oneLine(`${ending.reason}; ${this.kept(path)}`) }
        if (ending.status !== 'completed') return ending
        const touched = await gitList(['diff', '--name-only', '-z', ...DIFF], { cwd: tree.path, signal })
        const merged = {
          patch: path,
          apply_with: `git -C ${shellWord(this.options.repository.top)} apply ${shellWord(path)}`,
          files,
          touched_by_several: await touchedBySeveral(all, tree.path, signal),
          skipped,
          changed_by_validation: touched,
        }
        return withSummary({ ...ending, result: { result: ending.result, merged } }, `${filesText(files)}, merged`)
      })
    })
  }

  /** Puts the merged patch into the user's tree. Done twice, the second time does nothing. */
  applying(): Worker {
    return this.wrapped('function', async (assignment, signal) => {
      const [judged] = await assignment.blockers()
      const merged = isRecord(judged?.result) ? (judged.result as Readonly<Record<string, unknown>>).merged : null
      if (!isRecord(merged) || typeof merged.patch !== 'string')
        return { status: 'failed', reason: 'nothing was validated, so nothing is applied', final: true }
      const applied = await applyPatch(this.options.repository, merged.patch, signal)
      if ('reason' in applied)
        return {
          status: 'failed',
          reason: oneLine(`${applied.reason}; nothing was applied, the patch is ${merged.patch}`),
        }
      const { files, changedSince } = applied
      const since =
        changedSince.length === 0
          ? ''
          : `; ${plural(changedSince.length, 'other file')} changed since the run began and ${changedSince.length === 1 ? 'was' : 'were'} not validated with it`
      const result = { applied: files, changed_since: changedSince } as unknown as Json
      return { status: 'completed', result, summary: oneLine(`applied to ${plural(files.length, 'file')}${since}`) }
    })
  }

  /** Ends every worktree of this run, also one that a killed process has left; those of tasks in hand stay. */
  async clear(inHand: readonly string[]): Promise<void> {
    const root = join(this.options.directory, 'worktrees')
    const used = new Set(inHand.map(slug))
    const left = existsSync(root) ? readdirSync(root).filter(name => !used.has(name)) : []
    for (const name of left) await this.remove(join(root, name))
    if (used.size === 0) rmSync(root, { recursive: true, force: true })
  }

  private get links(): readonly string[] {
    return this.options.repository.links
  }

  private placed(assignment: Assignment, { path }: Worktree, cwd: string): Assignment {
    const { top } = this.options.repository
    return { ...assignment, cwd: join(path, placeIn(top, assignment.cwd ?? cwd)) }
  }

  private readonly patchOf = (id: string): string => join(this.options.directory, 'patches', `${slug(id)}.patch`)

  /** What a failed attempt has changed may have cost much: it is kept, and counts for nothing. */
  private withHalfDone(ending: Failed, id: string, files: readonly ChangedFile[], patch: Buffer): Ending {
    if (files.length === 0) return ending
    const path = join(this.options.directory, 'patches', `${slug(id)}.failed.patch`)
    writePatch(path, patch)
    return { ...ending, reason: oneLine(`${ending.reason}; ${plural(files.length, 'changed file')} in ${path}`) }
  }

  private kept(path: string): string {
    const leftOut = leftOutText(this.options.repository)
    return `nothing was applied, the merged changes are in ${path}${leftOut === null ? '' : `; ${leftOut}`}`
  }

  private wrapped(kind: string, work: Worker['work']): Worker {
    return {
      kind,
      work: async (assignment, signal) => {
        try {
          return await work(assignment, signal)
        } catch (thrown) {
          return signal.aborted ? STOPPED : { status: 'failed', reason: oneLine(toShoalError(thrown).message) }
        }
      },
    }
  }

  /** A worktree for one task, gone when the task is over. What an earlier attempt left is not built upon. */
  private async within(id: string, signal: AbortSignal, act: (tree: Worktree) => Promise<Ending>): Promise<Ending> {
    const { repository, directory } = this.options
    const path = join(directory, 'worktrees', slug(id))
    await this.remove(path)
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    try {
      await this.oneByOne(() =>
        git(['worktree', 'add', '--quiet', '--detach', path, repository.base], { cwd: repository.top, signal }),
      )
      for (const link of this.links) {
        mkdirSync(dirname(join(path, link)), { recursive: true })
        symlinkSync(join(repository.top, link), join(path, link))
      }
      return await act({ path, start: repository.base })
    } finally {
      await this.remove(path)
    }
  }

  /** Git takes no two at a time well. */
  private oneByOne<T>(act: () => Promise<T>): Promise<T> {
    const next = this.last.catch(() => {}).then(act)
    this.last = next
    return next
  }

  private async remove(path: string): Promise<void> {
    const { top } = this.options.repository
    await this.oneByOne(async () => {
      // The second force is for one that somebody has locked. Of one that is not there, git says so.
      await tryGit(['worktree', 'remove', '--force', '--force', path], { cwd: top }).catch(() => null)
      rmSync(path, { recursive: true, force: true })
    })
  }
}

/** In an order in which each comes after those that it was made on. */
function changesBefore(blockers: readonly BlockerResult[], patchOf: (name: string) => string): readonly NamedChange[] {
  const on = new Map<string, readonly string[]>()
  for (const { id, result } of blockers)
    if (isRecord(result) && isRecord(result.changes)) on.set(id, (result.changes as unknown as Changes).on)
  const ordered = new Map<string, NamedChange>()
  for (const [id, before] of on)
    for (const [index, name] of [...before, id].entries())
      if (!ordered.has(name))
        ordered.set(name, { name, patch: patchOf(name), on: on.get(name) ?? before.slice(0, index) })
  return [...ordered.values()]
}

/** Tells a task's files from those of every other, and is read by people. */
function slug(id: string): string {
  const words = id.replace(/[^\w.-]+/g, '-').replace(/^[.-]+/, '')
  return `${words.slice(0, 60)}-${createHash('sha256').update(id).digest('hex').slice(0, 8)}`
}

function filesText(files: readonly ChangedFile[]): string {
  if (files.length === 0) return 'no file changed'
  const sum = (of: (file: ChangedFile) => number | null) => files.reduce((total, file) => total + (of(file) ?? 0), 0)
  return `${plural(files.length, 'file')} changed, +${formatCount(sum(({ added }) => added))} -${formatCount(sum(({ removed }) => removed))} lines`
}

function withSummary(ending: Extract<Ending, { status: 'completed' }>, more: string): Ending {
  return { ...ending, summary: oneLine(ending.summary === undefined ? more : `${more}; ${ending.summary}`) }
}
