// Settings that code asks for in another spelling than a file defines: `cfg['max_retries']` beside `"maxRetries": 3`. Most
// loaders look names up as they are written, so such a read fails, or falls back to its default without a word.
import { groupBy } from '@shoal/base/model/lists'
import { baseName } from '@shoal/base/text/paths'
import type { AnchorIndex, CrossCheck, CrossDraft, Located } from './check.ts'
import { isGeneric, listed, plainName, spellingOf, stepsOf } from './names.ts'
import { settingName, settingsOf } from './setting-names.ts'

/** Languages whose usual loaders do not tell small from capital letters, or take `max-retries` for `maxRetries`, asked for so. */
const NO_CASE: ReadonlySet<string> = new Set(['go', 'csharp'])
const RELAXED: ReadonlySet<string> = new Set(['java', 'kotlin', 'scala'])
/** A file of settings is of the code that reads this share of its names. */
const READ_SHARE = 0.3

export const checkSpelledSettings: CrossCheck = anchors => {
  const keys = settingsOf(anchors)
  const uses = anchors.own('config-use').filter(({ inCode }) => inCode)
  return keys.length === 0 ? [] : [...misread(anchors, keys, uses), ...betweenFiles(keys)]
}

interface Step {
  readonly step: string
  readonly key: Located
}

/** Every step of every setting once, with the first setting that has it. */
function stepsOfKeys(keys: readonly Located[]): Step[] {
  const first = new Map<string, Step>()
  for (const key of keys)
    for (const step of stepsOf(settingName(key))) if (!first.has(step)) first.set(step, { step, key })
  return [...first.values()]
}

function misread(anchors: AnchorIndex, keys: readonly Located[], uses: readonly Located[]): CrossDraft[] {
  const steps = stepsOfKeys(keys)
  const exact = new Set([
    ...steps.map(({ step }) => step),
    // What the program or the environment names itself need not stand in a file.
    ...anchors.of('definition', 'env-definition').map(({ name }) => name),
  ])
  const byPlain = groupBy(steps, ({ step }) => plainName(step))
  const inCode = wordsInCode(anchors)
  const readers = readersOf(anchors, keys, uses)
  const found = uses.flatMap(use =>
    stepsOf(settingName(use)).flatMap(step => {
      if (exact.has(step) || spellingOf(step) === 'UPPER_CASE' || isGeneric(step)) return []
      const other = byPlain
        .get(plainName(step))
        ?.find(({ step: spelled, key }) => isHeld(step, spelled, key, use) && readers(use, key))
      // Code that knows the other spelling too translates between them.
      return other && !inCode.has(other.step) ? [{ step, use, other }] : []
    }),
  )
  return [...groupBy(found, ({ step }) => step).values()].map(group => {
    const { step, other } = group[0]!
    return draftOf(
      step,
      group.map(({ use }) => use),
      other,
    )
  })
}

/** Whether the spellings differ for the loader that the language and the file are read with. */
function isHeld(asked: string, spelled: string, { file }: Located, { language }: Located): boolean {
  const isCaseBlind = NO_CASE.has(language ?? '') || /\.(?:ini|cfg|conf)$/i.test(file)
  if (/(?:^|\/)\.env/.test(file) || (RELAXED.has(language ?? '') && !/[_\p{Lu}]/u.test(asked))) return false
  return !isCaseBlind || asked.toLowerCase() !== spelled.toLowerCase()
}

/** Code reads a file that it names, the only one there is, or one of which it knows other names. */
function readersOf(anchors: AnchorIndex, keys: readonly Located[], uses: readonly Located[]) {
  const files = new Set(keys.map(({ file }) => file))
  const named = new Set(
    anchors
      .of('path')
      .filter(({ inCode }) => inCode)
      .map(({ name }) => baseName(name)),
  )
  const stepsByFile = new Map([...groupBy(keys, ({ file }) => file)].map(([file, own]) => [file, namesOf(own)]))
  const asked = new Map([...groupBy(uses, ({ file }) => file)].map(([file, own]) => [file, namesOf(own)]))
  return (use: Located, { file }: Located): boolean => {
    if (files.size === 1 || named.has(baseName(file))) return true
    const [wanted, there] = [asked.get(use.file)!, stepsByFile.get(file)!]
    const known = [...wanted].filter(step => there.has(step)).length
    return known > 0 && known >= READ_SHARE * wanted.size
  }
}

function namesOf(anchors: readonly Located[]): Set<string> {
  return new Set(anchors.flatMap(anchor => stepsOf(settingName(anchor))))
}

/** As they stand in what code says of settings, fields and constants. */
function wordsInCode(anchors: AnchorIndex): Set<string> {
  const words = new Set<string>()
  for (const { inCode, name, quote } of anchors.of('config-use', 'field-use', 'literal', 'definition', 'reference')) {
    if (!inCode) continue
    words.add(name)
    for (const word of quote.match(/[\w-]{3,}/g) ?? []) words.add(word)
  }
  return words
}

function draftOf(name: string, places: readonly Located[], { step, key }: Step): CrossDraft {
  const hasDefault = places.every(({ value }) => value !== undefined)
  // A dictionary of Python raises where others hand back nothing.
  const fails = places.some(({ language, quote }) => language === 'python' && /\[\s*[rbu]?["']/.test(quote))
  const effect = hasDefault ? `so the default ${places[0]!.value} is always used` : 'so the setting is not found'
  return {
    kind: 'setting-misspelled',
    summary: `${name} is read in ${listed([...new Set(places.map(({ file }) => file))])}, but ${key.file} spells it ${step}, ${effect}`,
    severity: fails && !hasDefault ? 'high' : 'medium',
    nature: 'problem',
    ends: [...places.slice(0, 4), key],
    more: places.slice(4),
    topics: [name, step, 'config', 'setting', 'naming', 'undefined'],
    weight: 0.9,
  }
}

/** One setting in two spellings in files that have others in common: one of them is not read. */
function betweenFiles(keys: readonly Located[]): CrossDraft[] {
  const named = keys.flatMap(key =>
    stepsOf(settingName(key))
      .slice(-1)
      .map(step => ({ step, key })),
  )
  const files = new Map([...groupBy(keys, ({ file }) => file)].map(([file, own]) => [file, namesOf(own)]))
  return [...groupBy(named, ({ step }) => plainName(step)).values()].flatMap(group => {
    const spellings = [...new Map(group.map(one => [one.step, one])).values()]
    const [first, ...others] = spellings
    // A mark in front or behind is no other spelling: `_port`.
    const other = others.find(
      ({ step, key }) =>
        isOtherStyle(step, first!.step) && unmarked(step) !== unmarked(first!.step) && areKin(key, first!.key, files),
    )
    if (!first || !other) return []
    return [
      {
        kind: 'naming-differs' as const,
        summary: `The same setting is written ${first.step} in ${first.key.file} and ${other.step} in ${other.key.file}`,
        severity: 'low' as const,
        nature: 'problem' as const,
        ends: [first.key, other.key],
        topics: [first.step, other.step, 'naming', 'config'],
        weight: 0.5,
      },
    ]
  })
}

/** Environment variables are capitals by custom. */
function isOtherStyle(a: string, b: string): boolean {
  const styles = [spellingOf(a), spellingOf(b)]
  return styles[0] !== styles[1] && !styles.includes('UPPER_CASE')
}

function areKin(a: Located, b: Located, files: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  if (a.file === b.file || settingName(a).split('.').length !== settingName(b).split('.').length) return false
  const [left, right] = [files.get(a.file)!, files.get(b.file)!]
  return [...left].filter(step => right.has(step)).length >= 2
}

function unmarked(step: string): string {
  return step.replace(/^[\W_]+|(?<![\W_])[\W_]+$/g, '')
}
