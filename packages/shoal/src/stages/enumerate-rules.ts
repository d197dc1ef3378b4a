// The rules that decide about one entry, in their order: --exclude, --include, .shoalignore, the defaults, .gitignore.
import type { SkipCause } from '@shoal/base/model/plan'
import { withoutCodec } from '@shoal/base/text/packed-name'
import { defaultExclusion } from './enumerate-defaults.ts'
import type { EnumerateOptions } from './enumerate-entry.ts'
import { Glob, type GlobSubject } from './enumerate-globs.ts'
import { type IgnoreMatch, type IgnoreScope, ignoreReason, matchIgnore } from './enumerate-ignore.ts'

export interface Subject extends GlobSubject {
  /** Real path. */
  readonly file: string
  readonly isDirectory: boolean
}

export interface Verdict {
  readonly reason: string
  readonly cause: SkipCause
}

export class EntryRules {
  private readonly include: readonly Glob[]
  private readonly exclude: readonly Glob[]
  private readonly readable: readonly Glob[]
  private readonly withDefaults: boolean

  constructor(options: EnumerateOptions) {
    this.include = (options.include ?? []).map(text => new Glob(text))
    this.exclude = (options.exclude ?? []).map(text => new Glob(text))
    this.readable = (options.readable ?? []).map(text => new Glob(text))
    this.withDefaults = options.defaultExclusions ?? true
  }

  /** Why an entry is left out, or null. `included`: a folder above it was matched by --include. */
  judge(entry: Subject, scope: IgnoreScope, included: boolean): Verdict | null {
    for (const glob of this.exclude) {
      if (glob.matches(entry)) return { reason: `excluded by --exclude "${glob.text}"`, cause: 'exclude' }
    }
    if (!entry.isDirectory && !included && !this.isIncluded(entry)) {
      return { reason: 'not matched by --include', cause: 'include' }
    }
    const { file, name, isDirectory } = entry
    const own = matchIgnore(scope.own, file, name, isDirectory)
    if (own) return own.rule.negated ? null : this.ignored(entry, own)
    const rule = this.withDefaults ? defaultExclusion(name, isDirectory) : null
    if (rule && !this.isReadable(entry) && !this.isNamed(entry, text => defaultExclusion(text, isDirectory) === rule)) {
      return { reason: `excluded by default: ${rule}`, cause: 'default' }
    }
    const git = matchIgnore(scope.git, file, name, isDirectory)
    return git && !git.rule.negated ? this.ignored(entry, git) : null
  }

  /** With no --include everything is included; `*.log` takes `app.log.gz` too. */
  isIncluded(entry: GlobSubject): boolean {
    if (this.include.length === 0 || this.include.some(glob => glob.matches(entry))) return true
    const name = withoutCodec(entry.name)
    if (name === entry.name) return false
    const plain = { name, relative: withoutCodec(entry.relative), path: withoutCodec(entry.path) }
    return this.include.some(glob => glob.matches(plain))
  }

  get hasInclude(): boolean {
    return this.include.length > 0
  }

  private isReadable(entry: Subject): boolean {
    return !entry.isDirectory && this.readable.some(glob => glob.matches(entry))
  }

  private ignored(entry: Subject, match: IgnoreMatch): Verdict | null {
    if (this.include.length > 0) {
      const { layer, rule } = match
      const folder = entry.file.slice(0, entry.file.length - entry.name.length)
      const takes = (text: string) => layer.rules.match(folder + text, layer.base, text, entry.isDirectory) === rule
      if (this.isNamed(entry, takes)) return null
    }
    return { reason: ignoreReason(match), cause: 'ignore-file' }
  }

  private isNamed(entry: Subject, ruleTakes: (text: string) => boolean): boolean {
    if (entry.isDirectory) return this.include.some(glob => glob.namesFolder(entry, ruleTakes))
    return this.include.some(glob => glob.namesFile(ruleTakes) && glob.matches(entry))
  }
}
