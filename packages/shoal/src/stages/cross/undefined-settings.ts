// Settings that code reads and no file defines, environment variables included.
import { groupBy } from '@shoal/base/model/lists'
import { nearest } from '@shoal/base/text/nearest'
import { baseName } from '@shoal/base/text/paths'
import type { LeftOut } from '../../text/left-out.ts'
import type { AnchorIndex, CrossCheck, CrossDraft, Located } from './check.ts'
import { counted, lastStepOf, listed, plainName, stepsOf, wordsOf } from './names.ts'
import { isGivenBySystem, isToolFile, KeyNames, settingName } from './setting-names.ts'
import { isDemanded, isNeeded, isOptional, isWritten, plainSettings } from './settings-files.ts'

/** As they are written everywhere; `environ["wsgi.errors"]` is a map of another kind. */
const VARIABLE = /^[A-Z][A-Z0-9_]+$/

/** Options are handed over by whoever calls; no file has to define them. */
const OF_A_CALLER = /^(?!.*(?:conf|cfg|setting)).*(?:options|opts|props|properties)\W/i

/** The nearest name is looked for letter by letter, for so many names. */
const MOST_COMPARED = 1000
const MOST_CANDIDATES = 500

export const checkUndefinedSettings: CrossCheck = anchors => {
  const keys = plainSettings(anchors.own('config-key'))
  const env = anchors.own('env-definition')
  const setInCode = anchors.of('definition').filter(({ value }) => value === 'setting')
  const known = new KeyNames([...keys, ...setInCode], env)
  const uses = anchors.own('config-use').filter(use => use.inCode && !OF_A_CALLER.test(use.quote) && isNeeded(use))
  const settingFiles = new Set([...keys, ...env].map(({ file }) => file))
  const envSeen = anchors.own('env-use')
  // What the program sets itself is there when it is read.
  const set = new Set(envSeen.filter(isWritten).map(({ name }) => name))
  const envUses = envSeen.filter(
    use =>
      (use.inCode || settingFiles.has(use.file)) &&
      VARIABLE.test(use.name) &&
      !isGivenBySystem(use.name) &&
      !set.has(use.name) &&
      !isOptional(use),
  )
  const named = new Set(
    anchors
      .of('path')
      .filter(({ inCode }) => inCode)
      .map(({ name }) => baseName(name)),
  )
  const { leftOut } = anchors
  return [
    ...undefinedSettings(uses, keys, { known, named, leftOut, asked: namesAsked(anchors) }),
    ...undefinedEnvironment(envUses, env, { keys, leftOut }),
  ]
}

function undefinedSettings(
  uses: readonly Located[],
  keys: readonly Located[],
  {
    known,
    named,
    leftOut,
    asked,
  }: {
    readonly known: KeyNames
    readonly named: ReadonlySet<string>
    readonly leftOut: LeftOut
    readonly asked: ReadonlySet<string>
  },
): CrossDraft[] {
  const settled = keys.filter(key => !isToolFile(baseName(key.file)))
  if (settled.length === 0) return []
  const files = filesByName(settled, named)
  const missing = byName([...groupBy(uses, use => use.file).values()].flatMap(own => missingIn(own, known, files)))
  const candidates = compared(missing.size, settled, leftOut)
  return [...missing].flatMap(([name, places], k) => {
    const successor = k < MOST_COMPARED ? renamedTo(name, candidates, asked) : null
    const near = successor ? { key: successor, isAlike: true } : kin(name, candidates, k < MOST_COMPARED)
    const hasDefault = places.every(({ value }) => value !== undefined)
    // Where nothing fails, a file may well leave it out: only a slip of the pen is worth a remark.
    if (!places.some(isDemanded) && !successor && !isSlip(name, near.key)) return []
    return [
      {
        kind: 'undefined-setting',
        summary: `${name} is read in ${listed(filesOf(places))} but defined in no file${lookedAt(near)}${successor ? ', which no code reads: likely its new name' : ''}${hasDefault ? `. The default ${places[0]!.value} is used` : ''}`,
        severity: hasDefault ? 'low' : 'medium',
        nature: 'problem',
        ends: [...places.slice(0, 4), near.key],
        more: places.slice(4),
        topics: [name, ...stepsOf(name), 'config', 'setting', 'undefined'],
        weight: hasDefault ? 0.4 : 0.7,
      },
    ]
  })
}

/** Files that are looked at for one name, and names of one file that they are looked for by. */
const MOST_FILES = 20
const MOST_LOOKED_UP = 50

function filesByName(keys: readonly Located[], named: ReadonlySet<string>): Map<string, SettingsFile[]> {
  const files = new Map<string, SettingsFile[]>()
  for (const [file, own] of groupBy(keys, key => key.file)) {
    const one = { isNamed: named.has(baseName(file)), names: new KeyNames(own, []) }
    for (const name of new Set(own.map(lastName))) {
      const list = files.get(name)
      if (!list) files.set(name, [one])
      else if (list.length < MOST_FILES) list.push(one)
    }
  }
  return files
}

function lastName(one: Located): string {
  return plainName(lastStepOf(settingName(one)))
}

interface SettingsFile {
  readonly names: KeyNames
  /** Some code names the file. */
  readonly isNamed: boolean
}

/**
 * What code reads and no file has, where it is plain which file it reads: one that has most of the names it asks for, and two of
 * them at least, or one where code names the file. Code that knows fewer reads its settings from somewhere else.
 */
function missingIn(
  uses: readonly Located[],
  known: KeyNames,
  files: ReadonlyMap<string, readonly SettingsFile[]>,
): Located[] {
  const missing = uses.filter(use => !known.has(use))
  const count = byName(missing).size
  if (count === 0) return []
  const candidates = new Set(uses.slice(0, MOST_LOOKED_UP).flatMap(use => files.get(lastName(use)) ?? []))
  const reads = [...candidates].some(({ names, isNamed }) => {
    const found = byName(uses.filter(use => names.has(use))).size
    return found >= count && found >= (isNamed ? 1 : 2)
  })
  return reads ? missing : []
}

/** Last steps of all that code asks for. */
function namesAsked(anchors: AnchorIndex): Set<string> {
  const uses = anchors.of('config-use', 'env-use', 'field-use', 'reference').filter(({ inCode }) => inCode)
  return new Set(uses.map(use => plainName(lastStepOf(settingName(use)))))
}

/** A key of the same section that nobody reads, and that shares a word with the name or is the only one: what it is called now. */
function renamedTo(name: string, keys: readonly Located[], asked: ReadonlySet<string>): Located | null {
  const section = stepsOf(name).slice(0, -1).map(plainName).join('.')
  if (section === '') return null
  const idle = keys.filter(key => {
    const steps = stepsOf(settingName(key)).map(plainName)
    const parent = steps.slice(0, -1).join('.')
    return (parent === section || parent.endsWith(`.${section}`)) && !asked.has(steps.at(-1)!)
  })
  const words = wordsOf(lastStepOf(name))
  const shares = (key: Located) =>
    wordsOf(lastStepOf(settingName(key))).some(word => words.some(own => own === word || isShortFor(own, word)))
  const alike = idle.filter(shares)
  return alike.length === 1 ? alike[0]! : alike.length === 0 && idle.length === 1 && words.length > 1 ? idle[0]! : null
}

/** `max` and `maximum`. */
function isShortFor(a: string, b: string): boolean {
  return Math.min(a.length, b.length) > 2 && (a.startsWith(b) || b.startsWith(a))
}

/** One is the other with a letter or two changed. */
function isSlip(name: string, key: Located): boolean {
  const [own, other] = [lastStepOf(name), lastStepOf(settingName(key))]
  return own.length > 5 && nearest(own, [other]) !== null && Math.abs(own.length - other.length) <= 1
}

function undefinedEnvironment(
  uses: readonly Located[],
  env: readonly Located[],
  { keys, leftOut }: { readonly keys: readonly Located[]; readonly leftOut: LeftOut },
): CrossDraft[] {
  const set = new Set(env.map(({ name }) => name))
  // A shell reads files of settings as they are.
  const asIs = new Set(keys.map(({ name }) => name))
  const missing = [...byName(uses.filter(use => use.value === undefined && !set.has(use.name)))].filter(
    ([name]) => !asIs.has(name),
  )
  const byPlain = new Map(keys.map(key => [plainName(settingName(key)), key]))
  const otherwise = missing.filter(([name]) => byPlain.has(plainName(name)))
  const nowhere = missing.filter(([name]) => !byPlain.has(plainName(name)))
  const known = byName(uses.filter(({ name }) => set.has(name))).size
  const areSet = known > 0 && nowhere.length <= known
  const candidates = areSet ? compared(nowhere.length, env, leftOut) : []
  return [
    ...otherwise.map(([name, places]) => underAnotherName(name, places, byPlain.get(plainName(name))!)),
    ...(areSet
      ? nowhere.map(([name, places], k) => unset(name, places, kin(name, candidates, k < MOST_COMPARED)))
      : fromOutside(nowhere, keys)),
  ]
}

/** BILLING_GATEWAY_URL is asked for, billing.gateway_url is there. */
function underAnotherName(name: string, places: readonly Located[], key: Located): CrossDraft {
  return {
    kind: 'undefined-setting',
    summary: `The environment variable ${name} is read in ${listed(filesOf(places))} without a default and set in no file; ${key.file} defines ${settingName(key)} instead`,
    severity: 'low',
    nature: 'problem',
    ends: [...places.slice(0, 4), key],
    more: places.slice(4),
    topics: [name, settingName(key), 'environment', 'env', 'config'],
    weight: 0.6,
  }
}

function unset(name: string, places: readonly Located[], near: Kin): CrossDraft {
  return {
    kind: 'undefined-setting',
    summary: `The environment variable ${name} is read in ${listed(filesOf(places))} without a default and set in no file${lookedAt(near)}`,
    severity: 'medium',
    nature: 'problem',
    ends: [...places.slice(0, 4), near.key],
    more: places.slice(4),
    topics: [name, 'environment', 'env', 'config', 'undefined'],
    weight: 0.7,
  }
}

/** Where no file sets any, or most are set nowhere, they come from outside: worth knowing, and one remark is enough. */
function fromOutside(
  missing: readonly (readonly [string, readonly Located[]])[],
  keys: readonly Located[],
): CrossDraft[] {
  if (missing.length === 0) return []
  const names = missing.map(([name]) => name)
  return [
    {
      kind: 'undefined-setting',
      summary: `${counted(names.length, 'environment variable is', 'environment variables are')} read without a default and set in no file: ${listed(names)}`,
      severity: 'low',
      nature: 'fact',
      ends: [...missing.map(([, places]) => places[0]!).slice(0, 6), ...keys.slice(0, 1)],
      more: missing.flatMap(([, places], k) => places.slice(k < 6 ? 1 : 0)),
      topics: [...names.slice(0, 10), 'environment', 'env', 'config'],
      weight: 0.4,
    },
  ]
}

interface Kin {
  readonly key: Located
  /** It may be what was meant: spelled alike, or of the same section. */
  readonly isAlike: boolean
}

/** The definitions that a name is compared with, letter by letter. */
function compared(names: number, keys: readonly Located[], leftOut: LeftOut): readonly Located[] {
  if (names === 0) return keys
  leftOut.count(
    Math.min(names, MOST_COMPARED),
    names,
    'settings that no file defines were compared with those that files define',
  )
  return leftOut.first(keys, MOST_CANDIDATES, 'settings that files define were compared with those that none does')
}

/** The definition that looks most like a name: the same section, else the fewest typing mistakes, else the first. */
function kin(name: string, candidates: readonly Located[], isCompared: boolean): Kin {
  if (!isCompared) return { key: candidates[0]!, isAlike: false }
  const near =
    nearest(name, candidates.map(settingName)) ??
    nearest(
      lastStepOf(name),
      candidates.map(key => lastStepOf(settingName(key))),
    )
  const section = stepsOf(name).slice(0, -1).join('.')
  const alike =
    candidates.find(key => settingName(key) === near || lastStepOf(settingName(key)) === near) ??
    candidates.find(key => section !== '' && settingName(key).startsWith(`${section}.`))
  return { key: alike ?? candidates[0]!, isAlike: alike !== undefined }
}

/** What is like it, or where it was looked for. */
function lookedAt({ key, isAlike }: Kin): string {
  return isAlike ? `; ${key.file} has ${settingName(key)}` : ` (${key.file} was looked at, among others)`
}

function filesOf(places: readonly Located[]): string[] {
  return [...new Set(places.map(({ file }) => file))]
}

function byName(anchors: readonly Located[]): Map<string, Located[]> {
  return groupBy(anchors, settingName)
}
