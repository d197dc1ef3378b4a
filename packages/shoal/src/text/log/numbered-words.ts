// Words that end in a number: `eth0` and `eth1` in one log are values, a lone `ssh2` is a word.
import { MARK } from './mask.ts'

const NUMBERED = /(?<![\w.-])([A-Za-z]{3,})(\d{1,2})(?![\w=-]|\.\w)/g

/** The keys, with a mark for every word whose stem comes with more than one number. */
export function maskNumberedWords(keys: readonly string[]): string[] {
  const numbers = new Map<string, string>()
  const values = new Set<string>()
  for (const key of keys) {
    for (const [, stem, number] of key.matchAll(NUMBERED)) {
      const known = numbers.get(stem!)
      if (known === undefined) numbers.set(stem!, number!)
      else if (known !== number) values.add(stem!)
    }
  }
  if (values.size === 0) return [...keys]
  return keys.map(key => key.replace(NUMBERED, (word, stem: string) => (values.has(stem) ? MARK : word)))
}

export function isNumberedWord(token: string): boolean {
  return /^[A-Za-z]{3,}\d{1,2}$/.test(token)
}
