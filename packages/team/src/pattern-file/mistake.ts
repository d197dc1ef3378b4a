// A mistake in a pattern file: where and what. The first one by line is reported, with the number of the others.
import { ShoalError } from '@shoal/base/model/errors'

/** The way to a value: keys of mappings and places in lists. */
export type Path = readonly PropertyKey[]

export interface Mistake {
  readonly line: number
  readonly path: Path
  readonly what: string
}

/** The mistakes as one line: `swarm.yaml:4: workers: must be a whole number … (and 2 more)`. */
export function mistakesError(file: string, mistakes: readonly Mistake[]): ShoalError {
  const [first, ...others] = mistakes.toSorted((a, b) => a.line - b.line)
  const { line, path, what } = first!
  const where = `${file}:${line}`
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`
  return new ShoalError('pattern-invalid', `${where}: ${about(path)}${what}${more}`, { detail: where })
}

/** `stages[1].command: `; nothing for the file as a whole. */
export function about(path: Path): string {
  return path.length === 0 ? '' : `${pathText(path)}: `
}

function pathText(path: Path): string {
  return path
    .map((part, index) => {
      if (typeof part === 'number') return `[${part}]`
      const key = String(part)
      if (!/^[\w-]+$/.test(key)) return `[${JSON.stringify(key)}]`
      return index === 0 ? key : `.${key}`
    })
    .join('')
}
