// A regular expression that a model wrote, tried on lines. It may be wrong, and it may be one that never ends.

import { OutOfTime, withinTime } from '@shoal/base/text/within-time'
import { workWatch } from '@shoal/base/text/worked-time'
import { ToolMistake } from './tool-mistake.ts'

/** For one call; honest patterns take a few milliseconds for as much as they are given at a time. */
const PATIENCE_MS = 500

export class LineSearch {
  private readonly regex: RegExp
  /** Milliseconds worked so far. */
  spent = 0

  constructor(pattern: string, ignoreCase: boolean) {
    this.regex = compiled(pattern, ignoreCase)
  }

  /** Where in each text the first match is; -1 for none. */
  positions(texts: readonly string[]): number[] {
    const worked = workWatch()
    try {
      return withinTime(() => texts.map(text => text.search(this.regex)), PATIENCE_MS)
    } catch (error) {
      throw new ToolMistake(
        error instanceof OutOfTime
          ? 'The pattern takes too long to match; avoid repetition inside repetition, such as (a+)+'
          : `The pattern cannot be used: ${(error as Error).message}`,
      )
    } finally {
      this.spent += worked()
    }
  }

  /** The same where it is certain to end soon. */
  unwatched(texts: readonly string[]): number[] {
    return texts.map(text => text.search(this.regex))
  }

  /** What some work with the pattern, set to find all matches, gives; null when it takes too long. */
  within<T>(work: (pattern: RegExp) => T): T | null {
    try {
      return withinTime(() => work(new RegExp(this.regex, `${this.regex.flags}g`)), PATIENCE_MS)
    } catch (error) {
      if (error instanceof OutOfTime) return null
      throw error
    }
  }
}

/** `(?i)` at the start is how other engines are told to ignore case. */
const INLINE_CASE = /^\(\?i\)/

function compiled(pattern: string, ignoreCase: boolean): RegExp {
  const source = pattern.replace(INLINE_CASE, '')
  const flags = ignoreCase || source !== pattern ? 'i' : ''
  try {
    return new RegExp(source, `${flags}u`)
  } catch {
    return compiledLeniently(source, flags)
  }
}

/** Without Unicode, as many write: a lone `{`, `\-` outside of a class. */
function compiledLeniently(source: string, flags: string): RegExp {
  try {
    return new RegExp(source, flags)
  } catch (error) {
    const why = (error as Error).message.replace(/^Invalid regular expression: /, '')
    throw new ToolMistake(`This is not a regular expression: ${why}. To find . * + ? ( ) [ ] { } | \\ put \\ before it`)
  }
}
