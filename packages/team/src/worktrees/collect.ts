// What a task changed in its worktree, as a patch: tracked and new files, whether it has committed them or not. What is left out is named.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { git, gitList } from './git.ts'

export type ChangedFile = {
  readonly path: string
  readonly status: 'added' | 'changed' | 'deleted'
  /** Null for a binary file. */
  readonly added: number | null
  readonly removed: number | null
}

export interface Collected {
  readonly patch: Buffer
  readonly files: readonly ChangedFile[]
  readonly leftOut: readonly string[]
}

/** The same whatever the user has configured. Nothing is renamed: a file is by itself. */
export const DIFF = ['--no-ext-diff', '--no-textconv', '--no-renames', '--no-color', '--ignore-submodules=all']

const REPOSITORY_MODE = '160000'

export async function collectChanges({
  cwd,
  start,
  links,
  signal,
}: {
  readonly cwd: string
  /** The commit that it began with. */
  readonly start: string
  /** Lent to the worktree; no part of what was changed. */
  readonly links: readonly string[]
  readonly signal: AbortSignal
}): Promise<Collected> {
  const at = { cwd, signal }
  await git(['add', '--all', '--', '.'], at)
  // Not kept out by a pattern before: git refuses one that names what is ignored.
  const lent = links.map(link => `:(top,literal)${link}`)
  if (lent.length > 0) await git(['rm', '-r', '--cached', '--quiet', '--ignore-unmatch', '--', ...lent], at)
  const raw = await gitList(['diff', '--cached', '--raw', '-z', '--no-renames', '--no-abbrev', start], at)
  const counted = await gitList(['diff', '--cached', '--numstat', '-z', ...DIFF, start], at)
  const counts = new Map(counted.map(line => countsIn(line)))
  const files: ChangedFile[] = []
  const leftOut: string[] = []
  for (let k = 0; k + 1 < raw.length; k += 2) {
    const [before, after, , , status = ''] = raw[k]!.slice(1).split(' ')
    const path = raw[k + 1]!
    if (before === REPOSITORY_MODE || after === REPOSITORY_MODE) leftOut.push(`${path} (a repository of its own)`)
    else files.push({ path, status: statusOf(status), ...(counts.get(path) ?? { added: null, removed: null }) })
  }
  const ignored = await gitList(['ls-files', '--others', '--ignored', '--exclude-standard', '--directory', '-z'], at)
  const others = ignored.filter(path => !links.includes(path.replace(/\/$/, '')))
  const patch = await git(
    ['diff', '--cached', '--binary', '--full-index', '-U3', '--src-prefix=a/', '--dst-prefix=b/', ...DIFF, start],
    at,
  )
  return { patch, files, leftOut: [...leftOut, ...others.map(path => `${path} (ignored)`)] }
}

/** Whole or not at all. */
export function writePatch(path: string, patch: Buffer): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  writeFileSync(`${path}.part`, patch, { mode: 0o600 })
  renameSync(`${path}.part`, path)
}

function countsIn(line: string): readonly [string, Pick<ChangedFile, 'added' | 'removed'>] {
  const [added = '', removed = '', ...path] = line.split('\t')
  const number = (text: string) => (text === '-' ? null : Number(text))
  return [path.join('\t'), { added: number(added), removed: number(removed) }]
}

function statusOf(letter: string): ChangedFile['status'] {
  return letter === 'A' ? 'added' : letter === 'D' ? 'deleted' : 'changed'
}
