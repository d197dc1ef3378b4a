// Answers that are counts: how many entries hold something, what came in a span of time, who or what came most.
import type { Amount, AnswerDraft } from '@shoal/base/model/analyst'
import type { Question } from '@shoal/base/model/question'
import type { ErrorCluster } from './clusters.ts'
import { levelNames } from './entry-groups.ts'
import { differing, type LadderData, ranked } from './ladder-counts.ts'
import { noErrors } from './no-errors.ts'
import { levelCounts } from './picture.ts'
import type { Wants } from './question-filters.ts'
import { lineAt } from './quotes.ts'
import type { Story } from './story.ts'
import { LEVELS, type LevelName } from './tally.ts'
import { counted, number, share, short } from './wording.ts'

const LEVEL_WORDS: readonly [RegExp, LevelName][] = [
  [/\bwarn(?:ing)?s?\b/i, 'warn'],
  [/\bfatals?\b/i, 'fatal'],
  [/\bdebug\b/i, 'debug'],
  [/\binfo\b/i, 'info'],
]

/** What counts as an error in every answer. */
export function graveOf({ clusters }: Story): ErrorCluster[] {
  return clusters.filter(({ rank }) => rank === 'error' || rank === 'fatal')
}

export function sumOf(clusters: readonly ErrorCluster[]): number {
  return clusters.reduce((sum, { count }) => sum + count, 0)
}

export function answerCounts(story: Story, question: Question, { words, span }: Wants): AnswerDraft[] {
  if (span) return []
  const { whole, templates } = story.picture
  const text = question.text!
  const answers = words.flatMap(({ label }, k): AnswerDraft[] => {
    const { count, first, last, levels } = whole.wants[k]!
    if (count === 0 || !first || !last) return []
    const grave = levels[LEVELS.indexOf('error')]! + levels[LEVELS.indexOf('fatal')]!
    return [
      {
        text: `${counted(count, 'entry', 'entries')} of ${number(whole.entries)} (${share(count, whole.entries)}) ${count === 1 ? 'contains' : 'contain'} “${label}”${grave > 0 && grave < count ? `, ${number(grave)} at error level` : ''}; the first on line ${number(first.line)}${first.stamp ? ` at ${first.stamp}` : ''}, the last on line ${number(last.line)}${last.stamp ? ` at ${last.stamp}` : ''}.`,
        relevance: 0.85,
        amount: { count, one: `entry with “${label}”`, many: `entries with “${label}”` },
        evidence: [first, last].map(({ line, offset }) => ({ line, quote: lineAt(story.source, offset) })),
      },
    ]
  })
  for (const status of question.numbers.filter(n => whole.http.statuses.has(n)))
    answers.push({
      text: `${counted(whole.http.statuses.get(status)!, 'request')} of ${number(whole.http.requests)} were answered with ${status}.`,
      relevance: 0.9,
      evidence: [],
    })
  if (answers.length > 0) return answers
  for (const [pattern, level] of LEVEL_WORDS) {
    const count = whole.levels[LEVELS.indexOf(level)]!
    if (pattern.test(text))
      answers.push(
        plain(
          `${counted(count, 'entry', 'entries')} of ${number(whole.entries)} (${share(count, whole.entries)}) are at level ${level}.`,
          0.9,
          { count, one: `entry at level ${level}`, many: `entries at level ${level}` },
        ),
      )
  }
  if (/\berrors?\b|\bfailures?\b|\bexceptions?\b/i.test(text)) {
    const clusters = graveOf(story)
    const errors = sumOf(clusters)
    const traced = sumOf(clusters.filter(({ trace }) => trace !== null))
    answers.push(
      plain(
        errors === 0
          ? noErrors(story).text
          : `${counted(errors, 'error')} in ${counted(whole.entries, 'entry', 'entries')} (${share(errors, whole.entries)})${traced > 0 ? `, ${number(traced)} with a stack trace` : ''}.`,
        words.length > 0 ? 0.5 : 0.9,
        errors === 0 ? noErrors(story).amount : { count: errors, one: 'error', many: 'errors' },
      ),
    )
  }
  if (/\b(?:lines?|entries|entry|messages?)\b/i.test(text) && words.length === 0 && answers.length === 0)
    answers.push(
      plain(`${counted(whole.entries, 'entry', 'entries')} on ${counted(whole.lines, 'line')}.`, 0.8, {
        count: whole.entries,
        one: 'entry',
        many: 'entries',
      }),
    )
  if (/\b(?:templates?|kinds?|patterns?)\b/i.test(text))
    answers.push(
      plain(
        `${counted(templates.length, 'kind')} of entry; the most frequent: ${templates
          .slice(0, 3)
          .map(t => `“${short(t.template, 70)}” (${number(t.count)})`)
          .join(', ')}.`,
        0.8,
      ),
    )
  return answers
}

function plain(text: string, relevance: number, amount?: Amount): AnswerDraft {
  return { text, relevance, evidence: [], ...(amount && { amount }) }
}

/** What came `between 10:00 and 11:00`. */
export function answerSpan(story: Story, { span }: Wants): AnswerDraft[] {
  if (!span) return []
  const { whole, templateOfKey } = story.picture
  const { count, levels, first, last, keys } = whole.span
  if (whole.timed === 0) return []
  if (count === 0 || !first || !last) return [plain(`No entry stands between ${span.from} and ${span.to}.`, 0.7)]
  const templates = new Map<string, number>()
  for (const [key, n] of keys) {
    const name = templateOfKey(key)?.template ?? key
    templates.set(name, (templates.get(name) ?? 0) + n)
  }
  const top = [...templates].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
  const byLevel = Object.entries(levelCounts(levels)).filter(([level]) => level !== 'none')
  return [
    {
      text: `${counted(count, 'entry', 'entries')} between ${span.from} and ${span.to}${byLevel.length > 0 ? ` (${byLevel.map(([level, n]) => `${level} ${number(n)}`).join(', ')})` : ''}, lines ${number(first.line)} to ${number(last.line)}; most often “${short(top[0]![0])}” (${number(top[0]![1])}).`,
      relevance: 0.88,
      evidence: [first, last].map(({ line, offset }) => ({ line, quote: lineAt(story.source, offset) })),
      panel: {
        kind: 'table',
        title: `Entries between ${span.from} and ${span.to}`,
        columns: [{ label: 'template' }, { label: 'count', align: 'right' }],
        rows: top.slice(0, 12).map(([template, n]) => [short(template), n]),
        of: top.length,
      },
    },
  ]
}

const MOST = /\b(?:most|top|which|who|busiest|frequent|per|by|distribution|breakdown)\b/i

/** Which address, user, host, component, path or level most. */
export function answerWho(story: Story, { text }: Question, wants: Wants): AnswerDraft[] {
  if (!MOST.test(text!)) return []
  const { whole } = story.picture
  // A log that has no entry at the levels asked for may write none: then all its entries are told.
  const isLevelled = wants.levels.some(level => whole.levels[level]! > 0)
  const what = isLevelled ? ` at level ${levelNames(wants.levels)}` : ''
  const asked: [RegExp, string, LadderData, LadderData?][] = [
    [
      /\b(?:ips?|addresses|address|attackers?|clients?)\b/i,
      'address',
      /\b(?:fail|login|log-in|auth|attack|brute|invalid)/i.test(text!) && whole.denied.values.size > 0
        ? whole.denied
        : whole.addresses,
      whole.levelAddresses,
    ],
    [
      /\b(?:users?|usernames?|accounts?)\b/i,
      'user',
      /\b(?:fail|login|log-in|auth|attack|brute|invalid)/i.test(text!) && whole.deniedUsers.values.size > 0
        ? whole.deniedUsers
        : whole.users,
      whole.levelUsers,
    ],
    [/\bhosts?(?:names?)?\b|\bservers?\b/i, 'host', whole.hosts, whole.levelHosts],
    [
      /\b(?:components?|loggers?|modules?|services?|programs?|process(?:es)?)\b/i,
      'component',
      whole.components,
      whole.levelComponents,
    ],
    [/\b(?:paths?|endpoints?|urls?|routes?)\b/i, 'path with server errors', whole.http.failing],
  ]
  const answers = asked.flatMap(([pattern, name, data, atLevel]) => {
    if (!pattern.test(text!)) return []
    return isLevelled && atLevel ? answerTop(story, name, atLevel, what) : answerTop(story, name, data)
  })
  if (/\b(?:by|per) (?:log )?(?:level|severity)\b|\blevels\b/i.test(text!)) answers.push(answerLevels(story))
  if (/\bby (?:http )?status|status codes?\b/i.test(text!) && whole.http.requests > 0)
    answers.push(answerStatuses(story))
  return wants.span ? answers.map(answer => ({ ...answer, relevance: 0.5 })) : answers
}

function answerTop({ source }: Story, name: string, data: LadderData, what = ''): AnswerDraft[] {
  const all = ranked(data)
  if (all.length === 0) return []
  const total = all.reduce((sum, [, { count }]) => sum + count, 0)
  const [value, { count, firstLine, firstOffset }] = all[0]!
  return [
    {
      text: `The most frequent ${name} is ${value}: ${number(count)} of ${counted(total, 'entry', 'entries')}${what} (${share(count, total)}), of ${differing(data, 'different one', 'different ones')}.`,
      relevance: 0.88,
      evidence: [{ line: firstLine, quote: lineAt(source, firstOffset) }],
      panel: {
        kind: 'bars',
        title: `Entries${what} by ${name}`,
        rows: all.slice(0, 12).map(([label, tallied]) => ({ label, value: tallied.count })),
        total,
      },
    },
  ]
}

function answerLevels({ picture }: Story): AnswerDraft {
  const { levels, entries } = picture.whole
  const rows = LEVELS.map((label, k) => ({ label, value: levels[k]! })).filter(({ value }) => value > 0)
  return {
    text: `Entries by level: ${rows.map(({ label, value }) => `${label} ${number(value)} (${share(value, entries)})`).join(', ')}.`,
    relevance: 0.9,
    evidence: [],
    panel: { kind: 'bars', title: 'Entries by level', rows, total: entries },
  }
}

function answerStatuses({ picture }: Story): AnswerDraft {
  const { statuses, requests } = picture.whole.http
  const rows = [...statuses]
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .map(([status, value]) => ({ label: String(status), value }))
  return {
    text: `${counted(requests, 'request')} by status: ${rows
      .slice(0, 6)
      .map(({ label, value }) => `${label} ${number(value)} (${share(value, requests)})`)
      .join(', ')}.`,
    relevance: 0.9,
    evidence: [],
    panel: { kind: 'bars', title: 'Requests by status', rows: rows.slice(0, 12), total: requests },
  }
}
