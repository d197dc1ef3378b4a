// The repository that changes are made of, as it is found when a run begins: a commit of all tracked files as they are, without a touch
// to its files, its index or its branches.
import { copyFileSync, existsSync, lstatSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import { ShoalError, toShoalError } from '@shoal/base/model/errors'
import { formatCount, printable } from '@shoal/base/text/printable'
import { complaint, git, gitLine, gitList, tryGit } from './git.ts'

/** Plain JSON: a run keeps it, and is resumed on the same commit. */
export type Repository = {
  /** The real path of its working tree. */
  readonly top: string
  readonly base: string
  /** Paths from the top that every worktree has as links to the originals. */
  readonly links: readonly string[]
  /** What is there and not in the commit: the first of them, and how many. */
  readonly untracked: Names
  readonly ignored: Names
}

type Names = { readonly first: readonly string[]; readonly total: number }

const SHOWN = 5

export interface RepositoryRequest {
  /** Where the changes are made. */
  readonly cwd: string
  /** Other places that must lie in the same repository. */
  readonly others: readonly string[]
  readonly links: readonly string[]
  readonly signal: AbortSignal
}

/** Throws one line for what is no repository, is in the middle of a merge, or has no such places. */
export async function openRepository({ cwd, others, links, signal }: RepositoryRequest): Promise<Repository> {
  const top = await topOf(cwd, signal)
  for (const place of others) placeIn(top, place)
  if ((await gitList(['ls-files', '--unmerged', '-z'], { cwd: top, signal })).length > 0)
    throw refusal(`${printable(top)} has conflicts of a merge that is not finished`, 'finish the merge first')
  await checkLinks(top, links, signal)
  const base = await commitOfFiles(top, signal)
  const others_ = ['ls-files', '--others', '--exclude-standard', '-z']
  return {
    top,
    base,
    links,
    untracked: names(await gitList(others_, { cwd: top, signal })),
    ignored: names(await gitList([...others_, '--ignored', '--directory'], { cwd: top, signal }), links),
  }
}

/** Where a place of the user's tree stands, from the top. Throws for one outside. */
export function placeIn(top: string, place: string): string {
  let real: string
  try {
    real = realpathSync(place)
  } catch (thrown) {
    throw toShoalError(thrown, place)
  }
  const path = relative(top, real)
  if (path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path))
    throw refusal(
      `${printable(place)} is not in the repository ${printable(top)}`,
      'give every change a "cwd" in one repository',
    )
  return path
}

/** What a person should know who wonders why a file is missing; null where nothing is. */
export function leftOutText({ untracked, ignored }: Repository): string | null {
  const told = [
    ...(untracked.total === 0 ? [] : [`${listed(untracked, 'untracked')} — \`git add\` takes them along`]),
    ...(ignored.total === 0 ? [] : [`${listed(ignored, 'ignored')} — "link" lends them`]),
  ]
  return told.length === 0 ? null : `not in the worktrees: ${told.join('; ')}`
}

function listed({ first, total }: Names, kind: string): string {
  const more = total > first.length ? ' …' : ''
  return `${formatCount(total)} ${kind} (${first.map(printable).join(', ')}${more})`
}

function names(all: readonly string[], without: readonly string[] = []): Names {
  const left = all.filter(name => !without.includes(name.replace(/\/$/, '')))
  return { first: left.slice(0, SHOWN), total: left.length }
}

async function topOf(cwd: string, signal: AbortSignal): Promise<string> {
  if (!existsSync(cwd)) throw new ShoalError('not-found', `${printable(cwd)}: no such directory`, { detail: cwd })
  const { code, output, errors } = await tryGit(['rev-parse', '--show-toplevel'], { cwd, signal })
  if (code === 0) return realpathSync(output.toString().replace(/\n$/, ''))
  const why = /not a git repository/.test(errors) ? 'is in no git repository' : `cannot be used: ${complaint(errors)}`
  throw refusal(
    `"worktree" needs git, and ${printable(cwd)} ${why}`,
    'name a place in a repository with "cwd", or leave out "worktree"',
  )
}

async function checkLinks(top: string, links: readonly string[], signal: AbortSignal): Promise<void> {
  for (const link of links) {
    if (
      relative(top, resolve(top, link)) !== link ||
      link === '' ||
      link.startsWith('..') ||
      link.split('/')[0] === '.git'
    )
      throw refusal(
        `"link": ${printable(link)} is no path below ${printable(top)}`,
        'name it from the top of the repository',
      )
    if (!lstatSync(join(top, link), { throwIfNoEntry: false }))
      throw refusal(`"link": there is no ${printable(link)} in ${printable(top)}`, 'leave it out, or make it first')
    if ((await gitList(['ls-files', '-z', '--', `:(literal)${link}`], { cwd: top, signal })).length > 0)
      throw refusal(`"link": ${printable(link)} is tracked, so every worktree has it`, 'leave it out')
  }
}

/** In an index of its own: the user's is neither locked nor written. */
async function commitOfFiles(top: string, signal: AbortSignal): Promise<string> {
  const scratch = mkdtempSync(join(tmpdir(), 'shoal-index-'))
  try {
    const index = join(scratch, 'index')
    const own = resolve(top, await gitLine(['rev-parse', '--git-path', 'index'], { cwd: top, signal }))
    if (existsSync(own)) copyFileSync(own, index)
    const at = { cwd: top, signal, index }
    await git(['add', '--update', '.'], at)
    const tree = await gitLine(['write-tree'], at)
    const head = await tryGit(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], { cwd: top, signal })
    const parent = head.code === 0 ? head.output.toString().trim() : null
    if (parent !== null && (await gitLine(['rev-parse', `${parent}^{tree}`], at)) === tree) return parent
    const on = parent === null ? [] : ['-p', parent]
    return await gitLine(['commit-tree', tree, ...on, '-m', 'What is not committed yet'], at)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

function refusal(message: string, advice: string): ShoalError {
  return new ShoalError('bad-value', message, { advice })
}
