// Which ignore files hold in a folder: .shoalignore before .gitignore, the nearest first, .git/info/exclude last.
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { compileIgnore, type IgnoreRule, type IgnoreRules } from '../text/ignore/rules.ts'
import { codeOf, type Disk, unreadable } from './enumerate-disk.ts'

/** Our own ignore file: the syntax of .gitignore, stronger than it, and `!` brings back what the defaults leave out. */
const OWN_IGNORE_FILE = '.shoalignore'
const GIT_IGNORE_FILE = '.gitignore'

/** The entries of a folder that change which rules hold in it. */
export const IGNORE_SOURCES: ReadonlySet<string> = new Set([OWN_IGNORE_FILE, GIT_IGNORE_FILE, '.git'])

/** One ignore file and those above it. */
interface Layer {
  readonly rules: IgnoreRules
  /** How many characters of a real path lead to the folder the rules are relative to, slash included. */
  readonly base: number
  /** The ignore file as shown to people. */
  readonly label: string
  readonly above: Layer | null
}

/** The ignore files that hold for the entries of one folder. */
export interface IgnoreScope {
  readonly own: Layer | null
  readonly git: Layer | null
}

export interface IgnoreMatch {
  readonly rule: IgnoreRule
  readonly layer: Layer
}

export const NO_IGNORES: IgnoreScope = { own: null, git: null }

/** The rule that decides about an entry. `file` is its real path. */
export function matchIgnore(
  layers: Layer | null,
  file: string,
  name: string,
  isDirectory: boolean,
): IgnoreMatch | null {
  for (let layer = layers; layer; layer = layer.above) {
    const rule = layer.rules.match(file, layer.base, name, isDirectory)
    if (rule) return { rule, layer }
  }
  return null
}

const reasons = new WeakMap<IgnoreRule, string>()

/** `ignored by .gitignore:3 "*.tmp"`; one string per rule, however many files it takes. */
export function ignoreReason({ rule, layer }: IgnoreMatch): string {
  let reason = reasons.get(rule)
  if (reason === undefined) {
    reason = `ignored by ${layer.label}:${rule.line} "${rule.text}"`
    reasons.set(rule, reason)
  }
  return reason
}

/** Reads the ignore files of a walk. What cannot be read is told to `warn`, and the walk goes on without it. */
export class IgnoreReader {
  constructor(
    private readonly disk: Disk,
    private readonly warn: (message: string) => void,
  ) {}

  /** The scope that the folders above `root` give it: up to the root of its repository, nothing outside of one. */
  above(root: string, shown: string): IgnoreScope {
    const folders: { real: string; shown: string }[] = []
    let top = { real: root, shown }
    while (!this.exists(join(top.real, '.git'))) {
      const parent = { real: dirname(top.real), shown: join(top.shown, '..') }
      if (parent.real === top.real) return NO_IGNORES
      top = parent
      folders.unshift(top)
    }
    let scope = NO_IGNORES
    for (const folder of folders) {
      const names = folder === top ? IGNORE_SOURCES : new Set([GIT_IGNORE_FILE, OWN_IGNORE_FILE])
      const prefix = folder.shown === '.' ? '' : `${folder.shown.replace(/\/$/, '')}/`
      scope = this.inside(scope, folder.real, prefix, names)
    }
    return scope
  }

  /** The scope inside a folder that holds `names`. `prefix` is the folder as shown, with its slash. */
  inside(scope: IgnoreScope, real: string, prefix: string, names: ReadonlySet<string>): IgnoreScope {
    let { own, git } = scope
    if (names.has('.git')) {
      // A repository of its own: the rules of the one around it end here.
      git = this.layer(this.gitExclude(join(real, '.git')), `${prefix}.git/info/exclude`, real, null)
    }
    if (names.has(GIT_IGNORE_FILE)) git = this.layer(join(real, GIT_IGNORE_FILE), prefix + GIT_IGNORE_FILE, real, git)
    if (names.has(OWN_IGNORE_FILE)) own = this.layer(join(real, OWN_IGNORE_FILE), prefix + OWN_IGNORE_FILE, real, own)
    return own === scope.own && git === scope.git ? scope : { own, git }
  }

  private layer(file: string, label: string, folder: string, above: Layer | null): Layer | null {
    let text: string
    try {
      text = this.disk.readText(file)
    } catch (error) {
      if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'ENOTDIR') {
        this.warn(`${label} ${unreadable(error)}; its rules are not applied`)
      }
      return above
    }
    const rules = compileIgnore(text)
    return rules.size === 0 ? above : { rules, base: folder === '/' ? 1 : folder.length + 1, label, above }
  }

  /** Where a repository keeps its own exclude file; `.git` is a file in a worktree or a submodule. */
  private gitExclude(git: string): string {
    let directory = git
    try {
      const pointer = /^gitdir: (.+)$/m.exec(this.disk.readText(git))?.[1]
      if (pointer) directory = this.real(isAbsolute(pointer) ? pointer : resolve(dirname(git), pointer))
      directory = this.real(resolve(directory, this.disk.readText(join(directory, 'commondir')).trim()))
    } catch {
      // A plain `.git` folder, or a worktree that is gone: the usual place then.
    }
    return this.real(join(directory, 'info', 'exclude'))
  }

  /** Git follows links to these; of what is not there, where it would be. */
  private real(path: string): string {
    try {
      return this.disk.realPath(path)
    } catch {
      return path
    }
  }

  private exists(path: string): boolean {
    try {
      this.disk.stat(path)
      return true
    } catch {
      return false
    }
  }
}
