// Which files are read first: those that the question names, those that were asked for, those that changed last. It decides
// when something is read and shows up in what there is so far, never what the report says in the end.
import type { Question } from '@shoal/base/model/question'
import { globMatcher } from '@shoal/base/text/glob'

/** `--first recent`: by when files were changed. */
const RECENT = 'recent'
/** More than there are files: what was asked for comes before what is only new. */
const TIER = 1e9

export interface Ranked {
  readonly path: string
  readonly mtimeMs: number
}

/** Higher is sooner, 0 for all when nothing is asked for. */
export function prioritiesOf(
  files: readonly Ranked[],
  { question, first }: { readonly question: Question; readonly first: readonly string[] },
): (path: string) => number {
  const globs = first.filter(one => one !== RECENT)
  const isWanted = globs.length === 0 ? () => false : globMatcher(anywhere(globs), { dot: true })
  const isNamed = namedIn(question)
  const newest = first.includes(RECENT) ? files.toSorted((a, b) => a.mtimeMs - b.mtimeMs) : []
  const ranks = new Map(newest.map(({ path }, k) => [path, k + 1]))
  return path => (isNamed(path) ? 2 * TIER : isWanted(path) ? TIER : 0) + (ranks.get(path) ?? 0)
}

/** Below whatever folder was named. */
function anywhere(globs: readonly string[]): string[] {
  return globs.flatMap(glob => [glob, `**/${glob}`])
}

/** `config.yaml`, `src/billing/`, `app.py`: names of files and folders that stand in the question. */
function namedIn({ names, phrases }: Question): (path: string) => boolean {
  const wanted = [...names, ...phrases]
    .filter(name => /[./]/.test(name))
    .map(name => `/${name.replace(/^\.?\/|\/$/g, '')}`)
    .filter(name => name.length > 2)
  if (wanted.length === 0) return () => false
  return path => {
    const whole = `/${path}`
    return wanted.some(name => whole.endsWith(name) || whole.includes(`${name}/`))
  }
}
