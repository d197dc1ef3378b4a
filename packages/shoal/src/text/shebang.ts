// The language that the first line of a script names: `#!/usr/bin/env -S python3 -u` is python.
import { baseName } from '@shoal/base/text/paths'
import { LANGUAGES } from './code/languages/registry.ts'

export function shebangLanguage(text: string): string | null {
  const line = /^#!\s*(.+)/.exec(text.slice(0, 256))?.[1]
  if (!line) return null
  const words = line.trim().split(/\s+/)
  const program = baseName(words[0]!)
  // env takes options and assignments before the interpreter.
  const name = program === 'env' ? baseName(words.slice(1).find(word => !/^-|=/.test(word)) ?? '') : program
  return LANGUAGES.find(({ interpreters }) => interpreters?.test(name))?.name ?? null
}
