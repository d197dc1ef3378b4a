// What settings say to a question: those whose names the question's words name, with their values.

import type { AnswerDraft } from '@shoal/base/model/analyst'
import { largest } from '@shoal/base/model/lists'
import { lookup } from '@shoal/base/model/lookup'
import type { Brief, Intent, Question } from '@shoal/base/model/question'
import { plural } from '@shoal/base/text/printable'
import { stem } from '@shoal/base/text/stem'
import { byPart } from '../../../text/question-parts.ts'
import type { JudgedSetting } from './judged-setting.ts'

const MOST = 5

/** Words of questions about settings that name none of them. */
const GENERAL = new Set(
  'set setting configure configuration config value option parameter file use default current number long define flag environment variable env specify key many much does'
    .split(' ')
    .map(stem),
)

/** Short and long forms of the same word. */
const ALIASES: Readonly<Record<string, string>> = {
  db: 'databas',
  pwd: 'password',
  passwd: 'password',
  max: 'maximum',
  min: 'minimum',
  sec: 'second',
  ms: 'millisecond',
  addr: 'address',
  dir: 'directori',
  env: 'environ',
  auth: 'authent',
}

/** Questions about data and code rather than settings: there a word in common says little. */
const ELSEWHERE: ReadonlySet<Intent> = new Set([
  'distribution',
  'average',
  'total',
  'outliers',
  'correlation',
  'trend',
  'duplicates',
  'complexity',
])

export function answersOf(settings: readonly JudgedSetting[], brief: Brief): AnswerDraft[] {
  return brief.question.text === null ? [] : byPart(brief, ({ question }) => answersTo(settings, question))
}

function answersTo(settings: readonly JudgedSetting[], question: Question): AnswerDraft[] {
  const named = settings.filter(
    ({ path, key, type }) => type !== 'map' && question.names.some(name => name === path || name === key),
  )
  if (named.length > 0) return [answer(named, 0.9)]
  const wanted = [...new Set(question.stems.map(canonical))].filter(word => !GENERAL.has(word))
  if (wanted.length === 0) return question.intents.includes('config') ? overview(settings) : []
  const matches = settings
    .filter(({ type }) => type !== 'map')
    .map(setting => ({ setting, covered: coverage(setting, wanted) }))
    .filter(({ covered }) => covered > 0)
  const best = largest(
    matches.map(({ covered }) => covered),
    0,
  )
  if (best < 0.5) return []
  const elsewhere = question.intents.some(intent => ELSEWHERE.has(intent)) && !question.intents.includes('config')
  const relevance = (best === 1 ? 0.85 : best >= 0.66 ? 0.6 : 0.35) * (elsewhere ? 0.6 : 1)
  return [
    answer(
      matches.filter(({ covered }) => covered === best).map(({ setting }) => setting),
      relevance,
    ),
  ]
}

/** The share of the question's words that the path holds; the last name counts for sure, a parent only with it. */
function coverage({ name, trail, low }: JudgedSetting, wanted: readonly string[]): number {
  const own = new Set(name.split('_').flatMap(forms))
  const all = new Set([
    ...trail.split('_').flatMap(forms),
    ...(low.length < 40 ? low.split(/[^\p{L}\d]+/u).flatMap(forms) : []),
  ])
  const hits = wanted.filter(word => all.has(word)).length
  return wanted.some(word => own.has(word)) ? hits / wanted.length : (hits / wanted.length) * 0.6
}

function forms(word: string): string[] {
  return [canonical(stem(word))]
}

function canonical(word: string): string {
  return Object.hasOwn(ALIASES, word) ? lookup(ALIASES, word)! : word
}

function answer(settings: readonly JudgedSetting[], relevance: number): AnswerDraft {
  const shown = settings.slice(0, MOST)
  const said = shown
    .map(setting => `\`${setting.path}\` is ${setting.shown || 'empty'} (line ${setting.line})`)
    .join('; ')
  const rest = settings.length > shown.length ? `; ${plural(settings.length - shown.length, 'more setting')} match` : ''
  return {
    text: `${said}${rest}.`,
    relevance,
    evidence: shown.filter(({ quote }) => quote !== '').map(({ line, quote }) => ({ line, quote })),
  }
}

function overview(settings: readonly JudgedSetting[]): AnswerDraft[] {
  const leaves = settings.filter(({ type, path }) => type !== 'map' && !path.endsWith(']'))
  const shown = leaves.slice(0, 12)
  if (shown.length === 0) return []
  return [
    {
      text: `${plural(leaves.length, 'setting')}: ${shown.map(setting => `${setting.path} = ${setting.shown.slice(0, 60) || 'empty'}`).join(', ')}${leaves.length > shown.length ? ' …' : ''}.`,
      relevance: 0.6,
      evidence: shown
        .filter(({ quote }) => quote !== '')
        .slice(0, MOST)
        .map(({ line, quote }) => ({ line, quote })),
    },
  ]
}
