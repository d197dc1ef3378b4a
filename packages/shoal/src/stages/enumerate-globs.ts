// The globs of --include and --exclude. They are read from the root of the walk or from where the user stands, whichever
// matches; one without a slash fits a name at any depth; one that fits a folder takes all that is in it.
import { globMatcher } from '@shoal/base/text/glob'

type Test = (text: string) => boolean

/** An entry of the walk as globs see it. */
export interface GlobSubject {
  readonly name: string
  /** Relative to the root of the walk. */
  readonly relative: string
  /** As it will be shown. */
  readonly path: string
}

export class Glob {
  readonly text: string
  private readonly onPath: boolean
  private readonly fromRoot: Test
  private readonly asShown: Test
  /** For each part that could name a folder on the way: what leads to it, and its own text. */
  private readonly folders: readonly { readonly reaches: Test; readonly text: string }[]
  /** The last part with its braces spread out: `*.{png,jpg}` gives `*.png` and `*.jpg`. */
  private readonly leaves: readonly string[]

  constructor(text: string) {
    this.text = text
    const shown = text.replace(/^\.\//, '').replace(/(?<!\/)\/+$/, '')
    const anchored = shown.replace(/^\//, '')
    this.onPath = shown.includes('/')
    this.fromRoot = compile(anchored)
    this.asShown = compile(shown)
    const spread = spreadBraces(anchored).map(alternative => alternative.split('/'))
    this.leaves = spread.map(parts => parts.at(-1)!)
    this.folders = spread.flatMap(parts =>
      parts.map((part, index) => ({ reaches: compile(parts.slice(0, index + 1).join('/')), text: part })),
    )
  }

  matches({ name, relative, path }: GlobSubject): boolean {
    return this.onPath ? this.fromRoot(relative) || this.asShown(path) : this.fromRoot(name)
  }

  /**
   * Does this glob ask for the entry in spite of the rule that leaves it out? It does if the rule would leave out the
   * glob's own text too: `*.d.ts` is meant for declaration files, `*.ts` and `*` are not.
   */
  namesFile(ruleTakes: Test): boolean {
    return this.leaves.some(ruleTakes)
  }

  namesFolder({ relative, path }: GlobSubject, ruleTakes: Test): boolean {
    return this.folders.some(
      ({ reaches, text }) => ruleTakes(text) && (reaches(relative) || reaches(path.replace(/^\//, ''))),
    )
  }
}

/** An empty glob matches nothing. */
function compile(pattern: string): Test {
  return pattern === '' ? () => false : globMatcher(pattern, { dot: true })
}

function spreadBraces(pattern: string): string[] {
  const found = /\{([^{},]*,[^{}]*)\}/.exec(pattern)
  if (!found) return [pattern]
  const before = pattern.slice(0, found.index)
  const after = pattern.slice(found.index + found[0].length)
  return found[1]!.split(',').flatMap(choice => spreadBraces(before + choice + after))
}
