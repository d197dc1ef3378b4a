// Patches brought together in one worktree: those that do not fit are named, with the files and lines that others touch as well.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { ShoalError } from '@shoal/base/model/errors'
import type { Ending } from '@shoal/base/model/task'
import { plural, printable } from '@shoal/base/text/printable'
import { oneLine } from '../rules.ts'
import { complaint, git, gitList, tryGit } from './git.ts'
import { type LineSpan, type NamedPatch, patchParts, type SharedFile, sharedFiles } from './patch.ts'

export interface NamedChange {
  readonly name: string
  readonly patch: string
  /** The changes that it was made on. */
  readonly on: readonly string[]
}

export interface Conflict {
  readonly name: string
  /** One line: the file, and who touches which of its lines. */
  readonly where: readonly string[]
}

/** Applies patches one after the other, each a commit. One that does not fit is left out; the others are tried all the same. */
export async function bringTogether(
  cwd: string,
  changes: readonly NamedChange[],
  signal: AbortSignal,
): Promise<readonly Conflict[]> {
  const at = { cwd, signal }
  const refused: { readonly name: string; readonly files: readonly string[]; readonly said: string }[] = []
  for (const { name, patch } of changes) {
    if (isEmpty(name, patch)) continue
    const { code, errors } = await tryGit(['apply', '--index', '--3way', patch], at)
    if (code === 0) await git(['commit', '--quiet', '--no-verify', '--allow-empty', '-m', `Change ${name}`], at)
    else {
      const files = await gitList(['diff', '--name-only', '--diff-filter=U', '-z'], at)
      await git(['reset', '--quiet', '--hard'], at)
      refused.push({ name, files, said: complaint(errors) })
    }
  }
  if (refused.length === 0) return []
  const shared = await touchedBySeveral(changes, cwd, signal)
  return refused.map(({ name, files, said }) => {
    const concerned = shared.filter(
      ({ path, overlap, changes }) =>
        changes.some(change => change.name === name) && (files.length === 0 ? overlap : files.includes(path)),
    )
    return {
      name,
      where: concerned.length > 0 ? concerned.map(sharedText) : files.length > 0 ? files.map(printable) : [said],
    }
  })
}

/** Files that several changes touch of which none builds on the other. */
export async function touchedBySeveral(
  changes: readonly NamedChange[],
  cwd: string,
  signal: AbortSignal,
): Promise<readonly SharedFile[]> {
  const patches: NamedPatch[] = []
  for (const { name, patch, on } of changes) {
    if (isEmpty(name, patch)) continue
    const said = await gitList(['apply', '--numstat', '-z', patch], { cwd, signal })
    const paths = said.map(line => line.split('\t').slice(2).join('\t'))
    patches.push({ name, on, parts: patchParts(readFileSync(patch), paths) })
  }
  return sharedFiles(patches)
}

export function conflictEnding(conflicts: readonly Conflict[]): Ending {
  const told = conflicts.map(({ name, where }) => `"${printable(name)}" does not fit: ${where.join('; ')}`)
  return {
    status: 'failed',
    reason: oneLine(
      `${plural(conflicts.length, 'conflict')}, so nothing was merged or applied: ${told.join(' · ')} — let one come "after" the other`,
    ),
    log: told.join('\n'),
    final: true,
  }
}

function sharedText({ path, changes }: SharedFile): string {
  return `${printable(path)} is changed by ${changes.map(({ name, lines }) => `"${printable(name)}" (${linesText(lines)})`).join(' and ')}`
}

const SHOWN_LINES = 3

function linesText(lines: readonly LineSpan[]): string {
  if (lines.length === 0) return 'the whole file'
  const shown = lines.slice(0, SHOWN_LINES).map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`))
  const isOne = lines.length === 1 && lines[0]![0] === lines[0]![1]
  return `${isOne ? 'line' : 'lines'} ${shown.join(', ')}${lines.length > SHOWN_LINES ? ' …' : ''}`
}

function isEmpty(name: string, patch: string): boolean {
  if (existsSync(patch)) return statSync(patch).size === 0
  throw new ShoalError('not-found', `the patch of "${printable(name)}" is not here: ${printable(patch)}`, {
    detail: patch,
  })
}
