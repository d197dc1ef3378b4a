// What every form of an answer shows of it, chosen once.
import type { AskNote, AskReport, AskStep } from '@shoal/base/model/asking'
import { dollarsText } from '@shoal/base/text/dollars'
import { formatCount, plural } from '@shoal/base/text/printable'
import { tellingLines } from './telling-lines.ts'

/** What the sentences rest on; all that was noted where there is none. */
export function shownNotes({ notes, sentences }: Pick<AskReport, 'notes' | 'sentences'>): readonly AskNote[] {
  const cited = new Set(sentences.flatMap(({ cites }) => cites))
  return sentences.length === 0 ? notes : notes.filter(({ id }) => cited.has(id))
}

/** Why it ended early stands here only beside an answer: where there is none, it stands in its place. */
export function openPoints({ missing, rival, stopped, sentences }: AskReport): string[] {
  return [
    ...missing,
    ...(rival === null ? [] : [`Another explanation fits as well: ${rival}`]),
    ...(stopped === null || sentences.length === 0 ? [] : [stopped]),
  ]
}

/** Tools that ask the smaller model, also out of code. */
const ASKS_READER = new Set(['llm', 'label', 'run'])

/** `7 calls to anthropic:x: 12,000 tokens in, 900 out, $0.25`. */
export function usageText({ model, subModel, usage, steps, isDelegated, challengedBy }: AskReport): string {
  if (isDelegated)
    return `${model} asked, over MCP; what that cost is not known, and ${challengedBy === undefined ? 'no sceptic has read the answer' : `${challengedBy} read the answer as a sceptic`}`
  const cost = usage.costUsd === null ? 'price not known' : dollarsText(usage.costUsd)
  const isRead = steps.some(({ tool }) => ASKS_READER.has(tool))
  const models = [...new Set([model, ...(isRead ? [subModel] : [])])].join(' and ')
  const tokens = `${formatCount(usage.inputTokens)} tokens in, ${formatCount(usage.outputTokens)} out`
  return `${plural(usage.calls, 'call')} to ${models}: ${tokens}, ${cost}`
}

/** Lines of a result that are shown: more where it is all that a note rests on. */
const MOST_ROWS = 15
const BESIDE_QUOTES = 8

/** Of a result what shows all that is said by what rests on it, for it is shown once. */
export function excerptOf({ result, text }: AskStep, { notes, sentences }: Pick<AskReport, 'notes' | 'sentences'>) {
  const on = notes.filter(({ results }) => results.includes(result!))
  const said = sentences.filter(({ cites }) => on.some(({ id }) => cites.includes(id)))
  const claims = [...on.map(({ claim }) => claim), ...said.map(one => one.text)].join(' ')
  const quoted = on.flatMap(({ quotes }) => quotes.map(({ quote }) => quote))
  const most = on.every(({ quotes }) => quotes.length > 0) ? BESIDE_QUOTES : MOST_ROWS
  return tellingLines(text, claims, most, quoted).join('\n')
}
