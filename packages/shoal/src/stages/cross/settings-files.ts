// What a place in code says about a setting beyond its name: whether the code itself copes without it, whether it writes it;
// and which files hold settings at all.
import { baseName } from '@shoal/base/text/paths'
import type { Located } from './check.ts'
import { lastStepOf, plainName, stepsOf } from './names.ts'
import { settingName } from './setting-names.ts'

/** Names of files, and members that every object has. */
const NO_SETTING =
  /\.(?:ini|json|ya?ml|toml|conf|cfg|txt|xml|env)$|(?:^|\.)(?:length|size|get|set|has|keys|items|values|entries|toString|hasOwnProperty|_\w*)$/

/** `config.Configuration` is a class, `config['x'] = 1` writes, `if (config.x)` and `config.x || 1` do without it. */
export function isNeeded(use: Located): boolean {
  const name = settingName(use)
  if (NO_SETTING.test(name) || (use.value === undefined && /^\p{Lu}\p{Ll}/u.test(lastStepOf(name)))) return false
  return !isWritten(use) && !isOptional(use)
}

/** Reading it fails where it is not there: `config["x"]` in Python; elsewhere it is merely undefined. */
export function isDemanded({ quote, name, language, value }: Located): boolean {
  if (value !== undefined) return false
  const last = escaped(lastStepOf(name))
  return language === 'python'
    ? new RegExp(`\\[\\s{0,3}["']${last}["']\\s{0,3}\\]`).test(quote)
    : new RegExp(`(?:fetch|[mM]ust\\w*|[rR]equired?|OrThrow)\\(\\s{0,3}[:"']${last}`).test(quote)
}

export function isWritten({ quote, name }: Located): boolean {
  return new RegExp(`${escaped(lastStepOf(name))}["'\\]]{0,3}\\s{0,5}[-+|&]?=(?!=)|\\bdelete\\b`).test(quote)
}

/** Code that asks whether it is there, or has something else at hand, expects that it may not be. */
export function isOptional({ quote, name }: Located): boolean {
  const last = escaped(lastStepOf(name))
  return (
    /^[\s}]*(?:(?:else )?if|elif|unless|while)\b|\b(?:isset|empty|hasattr|typeof|defined|undefined)\b|\?\?|\bor\b|\?\.|&&|\|\|/.test(
      quote,
    ) || new RegExp(`${last}["'\\])]{0,4}\\s{0,5}(?:\\?|in\\b|=== ?undefined|is (?:not )?None)`).test(quote)
  )
}

/** Files whose keys are names: programs and rules that only look like settings have others. */
export function plainSettings(keys: readonly Located[]): Located[] {
  const odd = new Map<string, number>()
  const all = new Map<string, number>()
  for (const key of keys) {
    all.set(key.file, (all.get(key.file) ?? 0) + 1)
    if (!isPlainKey(key)) odd.set(key.file, (odd.get(key.file) ?? 0) + 1)
  }
  // A schema says which settings there may be.
  return keys.filter(({ file }) => (odd.get(file) ?? 0) * 10 <= all.get(file)! && !/schema/i.test(baseName(file)))
}

function isPlainKey(key: Located): boolean {
  return (
    stepsOf(settingName(key)).every(step => /^[\p{L}\p{N}_$@ -]{1,80}$/u.test(step)) &&
    !/[,;]$|\)\)$/.test(key.value ?? '')
  )
}

/** Keys that stand in many files are read by something that takes them all: its code names none of them. */
export function keysOfFamilies(keys: readonly Located[], most: number): Set<string> {
  const files = new Map<string, Set<string>>()
  for (const key of keys) {
    const name = plainName(lastStepOf(settingName(key)))
    const own = files.get(name)
    if (own) own.add(key.file)
    else files.set(name, new Set([key.file]))
  }
  return new Set([...files].filter(([, own]) => own.size > most).map(([name]) => name))
}

function escaped(name: string): string {
  return name.slice(0, 200).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
