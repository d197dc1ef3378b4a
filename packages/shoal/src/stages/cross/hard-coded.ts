// Values in code that a config file defines too: the ones that differ, and the ones that are merely written twice.
import { groupBy } from '@shoal/base/model/lists'
import { baseName } from '@shoal/base/text/paths'
import type { CrossCheck, CrossDraft, Located } from './check.ts'
import {
  isGeneric,
  lastStepOf,
  listed,
  plainName,
  spellingOf,
  stemOfFile,
  stepsOf,
  subjectOf,
  wordsOf,
} from './names.ts'
import { isOfOneKind, plainNamed } from './plain-named.ts'
import { isSameQuantity, isSameValue, quantityOf, unquoted } from './quantities.ts'
import { isGivenBySystem, isToolFile, settingName, settingsOf } from './setting-names.ts'
import { plainSettings } from './settings-files.ts'

export const checkHardCoded: CrossCheck = anchors => {
  const settings = plainSettings(settingsOf(anchors))
  const places = new Set(settings.map(placeOf))
  // Two programs that each set a variable for what they start repeat no file of settings.
  const variables = anchors.own('env-definition').filter(key => !key.inCode && !places.has(placeOf(key)))
  const keys = [...settings, ...variables].filter(
    // A value that is worked out is none to compare with.
    // A file whose name says nothing was told by its looks: a script sets variables of its own.
    ({ value, file }) =>
      value !== undefined && !/^$|\w\(/.test(value) && !isToolFile(baseName(file)) && baseName(file).includes('.'),
  )
  const constants = anchors
    .own('literal')
    .filter(({ inCode, value, name }) => inCode && value !== undefined && !isGivenBySystem(name))
  const named = constants.filter(({ name }) => name !== '')
  return [
    ...sameName(named, keys),
    ...sameValue([...constants, ...anchors.own('url', 'path').filter(({ inCode }) => inCode)], keys),
    ...differingDefaults(anchors.own('config-use', 'env-use'), keys),
  ]
}

function placeOf({ file, line }: Located): string {
  return `${file}:${line}`
}

/** Values of constants of one name, beyond which they are no constant. */
const MOST_VALUES = 3

/** `TIMEOUT_SECONDS = 5` beside `timeout_seconds: 30`. */
function sameName(constants: readonly Located[], keys: readonly Located[]): CrossDraft[] {
  const bySubject = groupBy(keys, key => subjectOf(lastStepOf(settingName(key))).join(' '))
  const byWhole = groupBy(keys, key => subjectOf(stepsOf(settingName(key)).join('_')).join(' '))
  const plain = plainNamed(constants, keys)
  const values = new Map(
    [...groupBy(constants, ({ name }) => subjectOf(name).join(' '))].map(([subject, own]) => [
      subject,
      new Set(own.map(({ value }) => value)).size,
    ]),
  )
  return constants.flatMap(constant => {
    // `ICON = "icon"` is the name that the setting is asked for by.
    if (plainName(constant.value!) === plainName(constant.name)) return []
    const subject = subjectOf(constant.name)
    // A name with many values is a variable, and a plain word may be anything's.
    if (values.get(subject.join(' '))! > MOST_VALUES) return []
    const isPlainWord = subject.length === 1 && (isGeneric(constant.name) || /^[A-Za-z][a-z]*$/.test(constant.name))
    const matches = isPlainWord
      ? []
      : [
          ...(byWhole.get(subject.join(' ')) ?? []),
          // The front words may be those of the section: GATEWAY_TIMEOUT for gateway.timeout, of no section: MAX_TIMEOUT is another thing.
          ...subject.flatMap((_, k) =>
            (bySubject.get(subject.slice(k).join(' ')) ?? []).filter(key => isOf(key, subject.slice(0, k), constant)),
          ),
        ]
    const distinct = [...new Set(matches)].filter(
      key => key.file !== constant.file && !isNameOf(constant.value!, settingName(key)),
    )
    if (distinct.length === 0) {
      const key = plain(constant)
      if (!key || isDefault(constant, key)) return []
      return [isEqual(constant, key) ? repeated(constant, key) : different(constant, key)]
    }
    const equal = distinct.find(key => isEqual(constant, key))
    if (equal) return isDefault(constant, equal) ? [] : [repeated(constant, equal)]
    const like = distinct.filter(key => isOfOneKind(constant, key))
    return like.length === 0 || distinct.length > 2 ? [] : [different(constant, like[0]!)]
  })
}

/** `USE_ZERO_MARGIN = "use_zero_margin"`. */
function isNameOf(value: string, setting: string): boolean {
  return [setting, lastStepOf(setting)].some(name => plainName(unquoted(value)) === plainName(name))
}

/** The words before the name itself name the section or the file; without any, the name must say enough. */
function isOf(key: Located, front: readonly string[], constant: Located): boolean {
  const last = lastStepOf(settingName(key))
  if (front.length === 0)
    return isGeneric(subjectOf(last).join('')) ? isSection(key, constant) : isWithin(key, constant)
  // A section is meant by its whole name: `dbLabel` is not the label of `db-mongo`.
  const sections = stepsOf(settingName(key)).slice(0, -1).map(wordsOf)
  const whole = sections.filter(words => words.every(word => front.includes(word)))
  const around = new Set([...whole.flat(), ...wordsOf(stemOfFile(key.file))])
  return front.every(word => around.has(word) || word === 'default')
}

/** Deep among the settings a name says little: `caching.theme.maxAge` is meant where the file has to do with caching or themes. */
function isWithin(key: Located, { file }: Located): boolean {
  const sections = stepsOf(settingName(key)).slice(0, -1)
  if (sections.length < 2) return true
  const around = new Set(wordsOf(file))
  return sections.flatMap(wordsOf).some(word => around.has(word))
}

/** `port: 8080` under `billing` and PORT in billing.py. */
function isSection(key: Located, { file }: Located): boolean {
  const sections = new Set(stepsOf(settingName(key)).slice(0, -1).map(plainName))
  return sections.has(plainName(stemOfFile(file)))
}

function isEqual(constant: Located, key: Located): boolean {
  const [a, b] = [quantityOf(constant.value!, constant.name), quantityOf(key.value!, settingName(key))]
  return a && b ? isSameQuantity(a, b) : isSameValue(constant.value!, key.value!)
}

function different(constant: Located, key: Located): CrossDraft {
  return {
    kind: 'value-differs',
    summary: `${constant.name} is ${constant.value} in ${constant.file} but ${settingName(key)} is ${key.value} in ${key.file}`,
    // What is called a default is there to be replaced.
    severity: wordsOf(constant.name).includes('default') ? 'low' : 'medium',
    nature: 'problem',
    ends: [constant, key],
    topics: [constant.name, settingName(key), 'hard-coded', 'config', 'differs'],
    weight: 0.8,
  }
}

function repeated(constant: Located, key: Located): CrossDraft {
  return {
    kind: 'hard-coded-value',
    summary: `${constant.name} = ${constant.value} is hard-coded in ${constant.file} although ${key.file} defines ${settingName(key)}`,
    severity: 'low',
    nature: 'problem',
    ends: [constant, key],
    topics: [constant.name, settingName(key), 'hard-coded', 'config'],
    weight: 0.4,
  }
}

/** A URL, path or other telling text that stands in both. */
function sameValue(literals: readonly Located[], keys: readonly Located[]): CrossDraft[] {
  const byValue = groupBy(
    keys.filter(({ value }) => isTelling(unquoted(value!))),
    ({ value }) => unquoted(value!),
  )
  const repeated = literals.flatMap(literal => {
    const key = byValue.get(unquoted(literal.role === 'literal' ? literal.value! : literal.name))?.[0]
    // A constant of the same name was reported with its name.
    const isNew = key && plainName(literal.name) !== plainName(lastStepOf(settingName(key)))
    return isNew && !isDefault(literal, key) ? [{ key, literal }] : []
  })
  const found = [...groupBy(repeated, ({ key }) => `${key.file}:${key.line} ${key.name}`).values()]
  return found.map(group =>
    repeatedValue(
      group[0]!.key,
      group.map(({ literal }) => literal),
    ),
  )
}

function repeatedValue(key: Located, places: readonly Located[]): CrossDraft {
  return {
    kind: 'hard-coded-value',
    summary: `${unquoted(key.value!)} is hard-coded in ${listed([...new Set(places.map(({ file }) => file))])} although ${key.file} defines it as ${settingName(key)}`,
    severity: 'low',
    nature: 'problem',
    ends: [...places.slice(0, 4), key],
    more: places.slice(4),
    topics: [settingName(key), 'hard-coded', 'config'],
    weight: 0.5,
  }
}

/** A table of defaults names the setting beside the value: `port: 89`, `["string", "pidfile", "/run/x.pid"]`. */
function isDefault({ quote }: Located, key: Located): boolean {
  const name = lastStepOf(settingName(key)).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`^\\s*${name}\\s*:(?!:)|["']${name}["']`, 'i').test(quote)
}

function isTelling(value: string): boolean {
  if (value.length < 8 || /^\d+$/.test(value) || value.includes('[masked]')) return false
  return (
    /[/@:]|\w\.\w/.test(value) &&
    !/^(application|text)\//.test(value) &&
    !/^\/(?:dev|bin|sbin|tmp|usr\/s?bin)(?:\/|$)/.test(value) &&
    !/^https?:\/\/(json-schema|www\.w3)/.test(value)
  )
}

/** `config.get("retries", 5)` where the config says 3. */
function differingDefaults(uses: readonly Located[], keys: readonly Located[]): CrossDraft[] {
  const defined = groupBy(keys, key => plainName(lastStepOf(settingName(key))))
  return uses.flatMap(use => {
    const asked = lastStepOf(settingName(use))
    // In another spelling the setting is not found at all, which is told as that.
    const matches = (defined.get(plainName(asked)) ?? []).filter(
      key => lastStepOf(settingName(key)) === asked || spellingOf(asked) === 'UPPER_CASE',
    )
    const key = matches[0]
    // Several keys of one name: nobody knows which is meant.
    if (use.value === undefined || isNothing(use.value) || !key || matches.length > 1 || isEqual(use, key)) return []
    return [
      {
        kind: 'default-differs',
        summary: `${use.file} falls back to ${use.value} for ${use.name}, ${key.file} sets ${settingName(key)} to ${key.value}`,
        severity: 'low' as const,
        // That is what defaults are for: worth knowing, and no fault.
        nature: 'fact' as const,
        ends: [use, key],
        topics: [use.name, 'default', 'config'],
        weight: 0.5,
      },
    ]
  })
}

function isNothing(value: string): boolean {
  return /^(['"]{2}|none|null|undefined|nil|\{\}|\[\])?$/i.test(value.trim())
}
