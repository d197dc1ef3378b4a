// Settings that code reads and no file defines, environment variables included.
import { nearest } from '../../config/nearest.ts'
import type { LeftOut } from '../../text/left-out.ts'
import type { CrossCheck, CrossDraft, Located } from './check.ts'
import { groupBy } from './grouping.ts'
import { baseName, counted, lastStepOf, listed, plainName, stepsOf } from './names.ts'
import { isToolFile, KeyNames, settingName } from './setting-names.ts'

/** Set by the system, a shell, a platform or a tool, not by a project's files. */
const GIVEN_BY_THE_SYSTEM =
  /^(PATH|HOME|USER|USERNAME|LOGNAME|PWD|OLDPWD|SHELL|TERM|LANG|LC_\w+|TZ|TMPDIR|TEMP|TMP|EDITOR|VISUAL|PAGER|DISPLAY|HOSTNAME|CI|NO_COLOR|FORCE_COLOR|NODE_ENV|NODE_OPTIONS|DEBUG|APPDATA|LOCALAPPDATA|PROGRAMFILES|SYSTEMROOT|HOMEDRIVE|HOMEPATH|USERPROFILE|WINDIR|COMSPEC|JAVA_HOME|GOPATH|PYTHONPATH|VIRTUAL_ENV|SSH_\w+|XDG_\w+|GITHUB_\w+|npm_\w+|KUBERNETES_\w+|UID|EUID|RANDOM|IFS|OSTYPE|BASH\w*|PS\d|LINENO|SECONDS|PIPESTATUS|FUNCNAME|REPLY|PPID)$/

/** Options are handed over by whoever calls; no file has to define them. */
const OF_A_CALLER = /^(?!.*(?:conf|cfg|setting)).*(?:options|opts|props|properties)\W/i

/** The nearest name is looked for letter by letter, for so many names. */
const MOST_COMPARED = 1000
const MOST_CANDIDATES = 500

export const checkUndefinedSettings: CrossCheck = anchors => {
  const keys = anchors.own('config-key')
  const env = anchors.own('env-definition')
  const setInCode = anchors.of('definition').filter(({ value }) => value === 'setting')
  const known = new KeyNames([...keys, ...setInCode], env)
  const uses = anchors.own('config-use').filter(({ inCode, quote }) => inCode && !OF_A_CALLER.test(quote))
  const settingFiles = new Set([...keys, ...env].map(({ file }) => file))
  const envUses = anchors
    .own('env-use')
    .filter(({ name, inCode, file }) => (inCode || settingFiles.has(file)) && !GIVEN_BY_THE_SYSTEM.test(name))
  const { leftOut } = anchors
  return [
    ...undefinedSettings(uses, keys, { known, leftOut }),
    ...undefinedEnvironment(envUses, env, { keys, leftOut }),
  ]
}

function undefinedSettings(
  uses: readonly Located[],
  keys: readonly Located[],
  { known, leftOut }: { readonly known: KeyNames; readonly leftOut: LeftOut },
): CrossDraft[] {
  const settled = keys.filter(key => !isToolFile(baseName(key.file)))
  if (settled.length === 0) return []
  const files = new Set(settled.map(({ file }) => file)).size
  const isFew = files <= FEW_FILES && byName(uses.filter(use => !known.has(use))).size <= FEW_MISSING
  const missing = byName([...groupBy(uses, use => use.file).values()].flatMap(own => missingIn(own, known, isFew)))
  const candidates = compared(missing.size, settled, leftOut)
  return [...missing].map(([name, places], k) => {
    const near = kin(name, candidates, k < MOST_COMPARED)
    const hasDefault = places.every(({ value }) => value !== undefined)
    return {
      kind: 'undefined-setting',
      summary: `${name} is read in ${listed(filesOf(places))} but defined in no file${lookedAt(near)}${hasDefault ? `. The default ${places[0]!.value} is used` : ''}`,
      severity: hasDefault ? 'low' : 'medium',
      nature: 'problem',
      ends: [...places.slice(0, 4), near.key],
      more: places.slice(4),
      topics: [name, ...stepsOf(name), 'config', 'setting', 'undefined'],
      weight: hasDefault ? 0.4 : 0.7,
    }
  })
}

/** With few files of settings so many may be missing, however few are known. */
const FEW_FILES = 2
const FEW_MISSING = 3

/** Code that knows less than half of the names reads its settings from somewhere else. */
function missingIn(uses: readonly Located[], known: KeyNames, isFew: boolean): Located[] {
  const missing = uses.filter(use => !known.has(use))
  const count = byName(missing).size
  return isFew || count <= byName(uses).size - count ? missing : []
}

function undefinedEnvironment(
  uses: readonly Located[],
  env: readonly Located[],
  { keys, leftOut }: { readonly keys: readonly Located[]; readonly leftOut: LeftOut },
): CrossDraft[] {
  const set = new Set(env.map(({ name }) => name))
  const missing = [...byName(uses.filter(use => use.value === undefined && !set.has(use.name)))]
  const byPlain = new Map(keys.map(key => [plainName(settingName(key)), key]))
  const otherwise = missing.filter(([name]) => byPlain.has(plainName(name)))
  const nowhere = missing.filter(([name]) => !byPlain.has(plainName(name)))
  const known = byName(uses.filter(({ name }) => set.has(name))).size
  const areSet = known > 0 && nowhere.length <= Math.max(known, FEW_MISSING)
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
      nature: 'problem',
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
