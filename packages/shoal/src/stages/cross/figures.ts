// Figures in prose that contradict what config and code say.
import { groupBy } from '@shoal/base/model/lists'
import { stem } from '@shoal/base/text/stem'
import type { CrossCheck, CrossDraft, Located } from './check.ts'
import { isUnitWord, lastStepOf, listed, stepsOf, subjectOf, wordsOf } from './names.ts'
import { isComparable, isSameQuantity, type Quantity, quantityOf } from './quantities.ts'
import { settingName, settingsOf } from './setting-names.ts'

/** What people write for what settings are called. */
const SPOKEN: readonly (readonly [name: string, words: RegExp])[] = [
  [
    'timeout',
    /\b(times? ?out|timed out|g[ia]ven? up|gives? up|giving up|abort(s|ed)?|cancel(s|led)?|waits? (for|up to|at most))\b/i,
  ],
  ['retries', /\b(retr(y|ies|ied)|tried|tries|attempts?|times before)\b/i],
  ['interval', /\b(every|interval|polls?)\b/i],
  ['workers', /\bworkers?\b/i],
  ['ttl', /\b(expires?|kept for|valid for|cached for|lives? for)\b/i],
  ['limit', /\b(at most|no more than|limited to|limit)\b/i],
]

/** Words at the end of a name that need the word before them: the size of what? */
const EMPTY_HEADS = new Set([
  'size',
  'count',
  'number',
  'max',
  'min',
  'limit',
  'value',
  'default',
  'length',
  'total',
  'rate',
])

/** Figures that may contradict one setting. */
const MOST_TIMES = 2

interface Setting {
  readonly anchor: Located
  readonly quantity: Quantity
  readonly subject: readonly string[]
}

export const checkFigures: CrossCheck = anchors => {
  const figures = anchors.of('figure').filter(({ inCode, file }) => !inCode && !anchors.files.isTimeless(file))
  if (figures.length === 0) return []
  const settings = [
    ...settingsOf(anchors).filter(({ value = '' }) => !/^\d+ items?$/.test(value)),
    ...anchors
      .own('literal')
      .filter(({ name, inCode, value }) => inCode && isConstant(name) && !/^[01]$/.test(value ?? '')),
  ].flatMap(anchor => {
    const name = anchor.role === 'config-key' ? lastStepOf(settingName(anchor)) : anchor.name
    const quantity = quantityOf(anchor.value ?? '', name)
    return quantity ? [{ anchor, quantity, subject: subjectIn(anchor, name) }] : []
  })
  const byHead = groupBy(settings, ({ subject }) => stem(headOf(subject)))
  const found = figures.flatMap(figure => contradiction(figure, byHead))
  // A setting that many figures contradict has the name of something they count.
  const timesNamed = new Map<Located, number>()
  for (const { differing } of found)
    for (const { anchor } of differing) timesNamed.set(anchor, (timesNamed.get(anchor) ?? 0) + 1)
  return found.flatMap(({ figure, differing }) => {
    const telling = differing.filter(({ anchor }) => timesNamed.get(anchor)! <= MOST_TIMES)
    return telling.length === 0 ? [] : [differs(figure, telling)]
  })
}

/** `max_size` under `pool` is the size of the pool. */
function subjectIn(anchor: Located, name: string): string[] {
  const own = subjectOf(name)
  const section = anchor.role === 'config-key' ? stepsOf(settingName(anchor)).at(-2) : undefined
  return section !== undefined && own.every(word => EMPTY_HEADS.has(word)) ? [...subjectOf(section), ...own] : own
}

/** A variable holds a number for the moment. */
function isConstant(name: string): boolean {
  return /^[A-Z][A-Z\d_]+$|^k[A-Z]/.test(name)
}

interface Contradiction {
  readonly figure: Located
  readonly differing: readonly Setting[]
}

/** A figure speaks of a setting when it names it, or says it in other words, and both measure the same. */
function contradiction(figure: Located, byHead: ReadonlyMap<string, readonly Setting[]>): Contradiction[] {
  const quantity = quantityOf(figure.value ?? '')
  // `version 3.1` is the name of something, and `the first two lines` are some of them.
  if (!quantity || /\bversions?\b|\b(?:first|last|next|previous|other|following)$/i.test(figure.name)) return []
  const said = `${figure.name} ${figure.value}`
  const words = new Set(wordsOf(said).map(stem))
  const spoken = new Set(SPOKEN.filter(([, pattern]) => pattern.test(said)).map(([name]) => stem(name)))
  const meant = [...new Set([...words, ...spoken])].flatMap(word => byHead.get(word) ?? [])
  const comparable = [...new Set(meant)].filter(
    setting =>
      isComparable(setting.quantity, quantity) && isMeant(setting, words, spoken) && !isCounted(figure, setting),
  )
  const differing = comparable.filter(setting => !isSameQuantity(setting.quantity, quantity))
  // Many different settings of one name: the prose speaks of one of them, and nobody knows of which.
  const isOneOfMany = differing.length < comparable.length && comparable.length > 3
  return differing.length === 0 || isOneOfMany ? [] : [{ figure, differing }]
}

/**
 * Every word of the setting that means something is spoken of: the pool for `pool_size`, gateway and timeout for
 * `gateway_timeout`. A constant of one word needs to be said in the words of `SPOKEN`: LINES may be of anything.
 */
function isMeant({ subject, anchor }: Setting, words: ReadonlySet<string>, spoken: ReadonlySet<string>): boolean {
  const telling = subject.filter(word => !EMPTY_HEADS.has(word) && !isUnitWord(word)).map(stem)
  // `at most` is not said of the least.
  if (subject.includes('min') && !['least', 'minimum', 'min'].some(word => words.has(stem(word)))) return false
  if (telling.length === 0 || !telling.every(word => words.has(word) || spoken.has(word))) return false
  if (anchor.role === 'config-key') return true
  // A constant is a figure when its name says so: `MAX_ITEMS`, `POOL_SIZE`. Others are codes: `STATE_OPEN = 3`.
  if (!subject.some(word => EMPTY_HEADS.has(word)) && !telling.some(word => spoken.has(word))) return false
  return telling.length > 1 || telling.every(word => spoken.has(word))
}

/** `the two port numbers`, `between two servers`: small numbers that are written as words count what stands behind them. */
function isCounted({ value = '' }: Located, { anchor, subject }: Setting): boolean {
  if (/\d/.test(value)) return false
  const counted = wordsOf(value)[1]
  return Number(anchor.value) > 20 || (counted !== undefined && !isUnitWord(counted) && !saysSubject(counted, subject))
}

function saysSubject(counted: string, subject: readonly string[]): boolean {
  const spoken = SPOKEN.filter(([, pattern]) => pattern.test(counted)).map(([name]) => name)
  return [counted, ...spoken].some(word => subject.some(own => stem(own) === stem(word)))
}

function differs(figure: Located, differing: readonly Setting[]): CrossDraft {
  const shown = differing.slice(0, 3)
  const said = `${figure.name} ${figure.value}`.trim()
  return {
    kind: 'figure-differs',
    summary: `${figure.file} says “${said}”, but ${listed(shown.map(({ anchor }) => `${settingName(anchor)} is ${anchor.value} in ${anchor.file}`))}`,
    // Prose speaks of what people set; a constant of that name may be another's.
    severity: shown.some(({ anchor }) => anchor.role === 'config-key') ? 'medium' : 'low',
    nature: 'problem',
    ends: [figure, ...shown.map(({ anchor }) => anchor)],
    more: differing.slice(shown.length).map(({ anchor }) => anchor),
    topics: [...shown.map(({ anchor }) => settingName(anchor)), ...wordsOf(said), 'documentation'],
    weight: 0.7,
  }
}

function headOf(subject: readonly string[]): string {
  return subject.findLast(word => !EMPTY_HEADS.has(word)) ?? subject.at(-1) ?? ''
}
