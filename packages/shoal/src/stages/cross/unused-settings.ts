// Settings that a file defines and no code reads. Only for files that code plainly reads.
import { groupBy, pushAll } from '@shoal/base/model/lists'
import { baseName } from '@shoal/base/text/paths'
import type { AnchorIndex, CrossCheck, CrossDraft, Located } from './check.ts'
import { counted, lastStepOf, listed, plainName, stepsOf } from './names.ts'
import { KeyNames, settingName, settingsOf } from './setting-names.ts'
import { keysOfFamilies, plainSettings } from './settings-files.ts'

/** A key of more files than this belongs to a kind of file. */
const FAMILY = 2

export const checkUnusedSettings: CrossCheck = anchors => {
  const keys = plainSettings(settingsOf(anchors))
  const env = anchors.of('env-definition')
  const uses = anchors.own('config-use', 'env-use').filter(({ inCode }) => inCode)
  return [
    ...unusedSettings(anchors, keys, uses, new KeyNames(keys, env)),
    ...unusedEnvironment(anchors, env, anchors.of('env-use')),
  ]
}

function unusedSettings(
  anchors: AnchorIndex,
  keys: readonly Located[],
  uses: readonly Located[],
  known: KeyNames,
): CrossDraft[] {
  const asked = new Set<string>()
  for (const use of uses) {
    const steps = stepsOf(settingName(use))
    for (const step of steps) asked.add(plainName(step))
    asked.add(plainName(steps.join('')))
  }
  const mentioned = wordsInCode(anchors)
  const pathsInCode = new Set(
    anchors
      .of('path')
      .filter(({ inCode }) => inCode)
      .map(({ name }) => baseName(name)),
  )
  const readers = uses.filter(use => known.has(use))
  if (readers.length === 0) return []
  const families = keysOfFamilies(keys, FAMILY)
  const drafts: CrossDraft[] = []
  for (const [file, own] of groupBy(keys, key => key.file)) {
    // Defaults are laid under the settings of users and passed on whole; variables are looked at for themselves.
    if (/^defaults?\b/i.test(baseName(file)) || isOfVariables(file)) continue
    const leaves = leafKeys(own)
    const isAsked = (key: Located) => {
      const steps = stepsOf(settingName(key))
      return asked.has(plainName(steps.join(''))) || asked.has(plainName(lastStepOf(settingName(key))))
    }
    const read = leaves.filter(isAsked)
    // The file must plainly be one that the code reads.
    if (read.length < (pathsInCode.has(baseName(file)) ? 2 : Math.max(1, 0.5 * leaves.length))) continue
    const used = new Set(leaves.flatMap(({ value = '' }) => value.match(/[\w-]{2,}/g) ?? []))
    const byKey = readByKey(read)
    const unused = leaves.filter(
      key =>
        !isAsked(key) &&
        !isReadAsAWhole(key, asked, byKey) &&
        !mentioned.has(plainName(lastStepOf(key.name))) &&
        // Other settings are made of it, or many files have it.
        !used.has(lastStepOf(settingName(key))) &&
        !families.has(plainName(lastStepOf(settingName(key)))),
    )
    const reader = readerOf(read[0]!, readers)
    pushAll(drafts, unusedDrafts(file, unused, reader))
  }
  return drafts
}

/** A name that code mentions in any other way may be a read that nobody recognised. */
function wordsInCode(anchors: AnchorIndex): Set<string> {
  const words = new Set<string>()
  for (const { inCode, name, quote } of anchors.of(
    'config-use',
    'reference',
    'field-use',
    'literal',
    'definition',
    'env-use',
  )) {
    if (!inCode) continue
    words.add(plainName(name))
    for (const word of quote.match(/[\w-]{3,}/g) ?? []) words.add(plainName(word))
  }
  return words
}

function unusedDrafts(file: string, unused: readonly Located[], reader: Located): CrossDraft[] {
  const base = { kind: 'unused-setting', severity: 'low', nature: 'problem' } as const
  const topics = ['config', 'setting', 'unused']
  if (unused.length > 3)
    return [
      {
        ...base,
        summary: `${file} defines ${counted(unused.length, 'setting')} that no code reads: ${listed(unused.map(settingName), 8)}`,
        ends: [...unused.slice(0, 7), reader],
        more: unused.slice(7),
        topics: [...unused.slice(0, 20).map(settingName), ...topics],
        weight: 0.6,
      },
    ]
  return unused.map(key => ({
    ...base,
    summary: `${settingName(key)} is defined in ${file} but no code reads it; ${reader.file} reads ${settingName(reader)}`,
    ends: [key, reader],
    topics: [settingName(key), ...topics],
    weight: 0.6,
  }))
}

function unusedEnvironment(anchors: AnchorIndex, env: readonly Located[], uses: readonly Located[]): CrossDraft[] {
  if (uses.length === 0) return []
  const read = new Set(anchors.of('env-use', 'config-use', 'reference').map(({ name }) => plainName(name)))
  const drafts: CrossDraft[] = []
  for (const [file, own] of groupBy(env, key => key.file)) {
    // Compose files and Dockerfiles set variables for programs that are not here.
    if (!isOfVariables(file)) continue
    const unused = own.filter(({ name }) => !read.has(plainName(name)))
    if (unused.length < own.length) pushAll(drafts, unusedDrafts(file, unused, uses[0]!))
  }
  return drafts
}

function isOfVariables(file: string): boolean {
  return /(^|\/)\.?env(\.|$)|\.env$/i.test(file)
}

/** Sections of which single keys are read: there a key that is not read is not read. */
function readByKey(read: readonly Located[]): Set<string> {
  return new Set(read.map(key => sectionOf(key).join('.')))
}

/** Code asks for the section and passes it on whole. */
function isReadAsAWhole(key: Located, asked: ReadonlySet<string>, byKey: ReadonlySet<string>): boolean {
  const section = sectionOf(key)
  return section.length > 0 && asked.has(plainName(section.at(-1)!)) && !byKey.has(section.join('.'))
}

function sectionOf(key: Located): string[] {
  return stepsOf(settingName(key)).slice(0, -1)
}

/** Deeper than any section that code asks for. */
const MOST_STEPS = 100

function leafKeys(keys: readonly Located[]): Located[] {
  const sections = new Set<string>()
  for (const key of keys) {
    const steps = stepsOf(settingName(key))
    let section = ''
    for (const step of steps.slice(0, MOST_STEPS)) {
      if (section !== '') sections.add(section)
      section = section === '' ? step : `${section}.${step}`
    }
  }
  return keys.filter(key => !sections.has(stepsOf(settingName(key)).join('.')))
}

function readerOf(key: Located, readers: readonly Located[]): Located {
  const name = plainName(lastStepOf(settingName(key)))
  return readers.find(use => plainName(lastStepOf(settingName(use))) === name) ?? readers[0]!
}
