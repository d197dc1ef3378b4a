// One ignore file, compiled. Nearly every line ends in a plain name or in `*.ext`, and those are found by hash: an entry
// is tried only against lines that could fit its name. As in git, the last line that matches decides.
import { compileWildmatch } from './wildmatch.ts'

/** One line of an ignore file. */
export interface IgnoreRule {
  /** 1-based. */
  readonly line: number
  /** As written, without its line end. */
  readonly text: string
  /** `!pattern`: takes back what an earlier line ignored. */
  readonly negated: boolean
  readonly directoryOnly: boolean
}

export interface IgnoreRules {
  /**
   * The rule that decides about an entry, if any does. `file` is a path that leads to it, `base` how many characters of
   * it lead to the folder of the ignore file, slash included.
   */
  match(file: string, base: number, name: string, isDirectory: boolean): IgnoreRule | null
  /** How many patterns there are; 0 for a file of comments. */
  readonly size: number
}

export function compileIgnore(text: string): IgnoreRules {
  const rules = new CompiledRules()
  const lines = text.replace(/^\ufeff/, '').split('\n')
  lines.forEach((line, index) => {
    rules.add(line, index + 1)
  })
  return rules
}

interface Candidate {
  readonly rule: IgnoreRule
  /** What is still to be asked of an entry that the index found; null if nothing is. */
  readonly matches: ((text: string) => boolean) | null
  /** It is asked of the path, not of the name. */
  readonly onPath: boolean
}

/** All lists hold the latest line first, so that a search can stop at the line already found. */
class CompiledRules implements IgnoreRules {
  private readonly byName = new Map<string, Candidate[]>()
  /** By an ending that starts with a dot: `.log`, `.d.ts`. */
  private readonly bySuffix = new Map<string, Candidate[]>()
  /** The last characters of those endings: most names are told apart by theirs. */
  private readonly lastCodes = new Set<number>()
  private readonly rest: Candidate[] = []
  size = 0

  match(file: string, base: number, name: string, isDirectory: boolean): IgnoreRule | null {
    let best: IgnoreRule | null = null
    const named = this.byName.get(name)
    if (named) best = latest(best, named, file, base, name, isDirectory)
    if (this.lastCodes.has(name.charCodeAt(name.length - 1))) {
      for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
        const ending = this.bySuffix.get(name.slice(dot))
        if (ending) best = latest(best, ending, file, base, name, isDirectory)
      }
    }
    return this.rest.length > 0 ? latest(best, this.rest, file, base, name, isDirectory) : best
  }

  add(written: string, line: number): void {
    const parsed = parseLine(written, line)
    if (!parsed) return
    for (const pattern of spellOut(parsed.pattern)) this.index(pattern, parsed)
  }

  private index(pattern: string, { rule, onPath }: ParsedLine): void {
    const compiled = compileWildmatch(pattern)
    if (!compiled) return
    const { name, tail, matches } = compiled
    const dot = tail.indexOf('.')
    this.size++
    if (name !== null) {
      remember(this.byName, name, { rule, onPath, matches: onPath ? matches : null })
    } else if (dot >= 0) {
      const settled = !onPath && pattern === `*${tail}` && dot === 0
      remember(this.bySuffix, tail.slice(dot), { rule, onPath, matches: settled ? null : matches })
      this.lastCodes.add(tail.charCodeAt(tail.length - 1))
    } else {
      this.rest.unshift({ rule, onPath, matches })
    }
  }
}

/** The latest line among `best` and the candidates that match. */
function latest(
  best: IgnoreRule | null,
  candidates: readonly Candidate[],
  file: string,
  base: number,
  name: string,
  isDirectory: boolean,
): IgnoreRule | null {
  for (let at = 0; at < candidates.length; at++) {
    const { rule, matches, onPath } = candidates[at]!
    if (best && rule.line < best.line) return best
    if (rule.directoryOnly && !isDirectory) continue
    if (matches === null || matches(onPath ? file.slice(base) : name)) return rule
  }
  return best
}

function remember(index: Map<string, Candidate[]>, key: string, candidate: Candidate): void {
  const known = index.get(key)
  if (known) known.unshift(candidate)
  else index.set(key, [candidate])
}

interface ParsedLine {
  readonly rule: IgnoreRule
  readonly pattern: string
  /** It has a slash that anchors it. */
  readonly onPath: boolean
}

/** `*.py[co]` as `*.pyc` and `*.pyo`, which are found by hash. */
function spellOut(pattern: string): string[] {
  const found = /^([^[\\]*)\[([A-Za-z0-9]{1,8})\]$/.exec(pattern)
  return found ? Array.from(found[2]!, char => found[1] + char) : [pattern]
}

function parseLine(written: string, line: number): ParsedLine | null {
  const text = written.replace(/\r$/, '')
  if (text.startsWith('#')) return null
  let pattern = trimTrailingSpaces(text)
  const negated = pattern.startsWith('!')
  if (negated) pattern = pattern.slice(1)
  const directoryOnly = pattern.endsWith('/')
  if (directoryOnly) pattern = pattern.slice(0, -1)
  // `**/name` says no more than `name`.
  pattern = pattern.replace(/^\*\*\/(?=[^/]+$)/, '')
  const onPath = pattern.includes('/')
  if (pattern.startsWith('/')) pattern = pattern.slice(1)
  if (pattern === '') return null
  return { rule: { line, text, negated, directoryOnly }, pattern, onPath }
}

/** Spaces at the end count only after a backslash. */
function trimTrailingSpaces(text: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === ' ') end--
  if (end === text.length) return text
  let slashes = 0
  while (text[end - 1 - slashes] === '\\') slashes++
  return text.slice(0, slashes % 2 === 1 ? end + 1 : end)
}
