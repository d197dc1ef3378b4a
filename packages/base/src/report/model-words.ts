// What every form of the report says about models: who spoke, what was thrown out, what it cost and spared.
import type { Claim, ModelSynthesis, RunReport, TypeReport } from '../model/report.ts'
import { formatCount, plural } from '../text/printable.ts'

/** `anthropic:claude-haiku-4-5` as people call it: `claude-haiku-4-5`. A bare word, like `sonnet`, needs its provider. */
export function modelName(id: string): string {
  const name = id.slice(id.indexOf(':') + 1)
  return /\d/.test(name) ? name : id
}

export function usageSentence({ usage, engine }: Pick<RunReport, 'usage' | 'engine'>): string {
  const { calls, inputTokens, outputTokens, costUsd, cached, wholeInputTokens, isGuess } = usage
  if (calls === 0 && cached === 0)
    return isClient(engine)
      ? `Read by agents of ${engine} on top of the built-in analysts; shoal itself called no model.`
      : 'Built-in analysts; no model was called.'
  const saved = cached > 0 ? plural(cached, 'result') : ''
  if (calls === 0) return `No model was called: ${saved} paid for before.`
  const about = isGuess ? 'about ' : ''
  const paid = `${plural(calls, 'model call')}: ${about}${formatCount(inputTokens)} tokens in, ${formatCount(outputTokens)} out, ${price(costUsd)}`
  const spared = wholeInputTokens === null ? '' : ` Every line would have been ${formatCount(wholeInputTokens)} tokens.`
  return `${paid}${saved === '' ? '' : `; ${saved} paid for before`}.${spared}`
}

/** Models are `provider:name`. */
function isClient(engine: string): boolean {
  return engine !== 'built-in' && !engine.includes(':')
}

/** All that models said of a run and of its types. */
interface Readings extends Pick<RunReport, 'reading'> {
  readonly perType: readonly Pick<TypeReport, 'reading'>[]
}

/** Sentences of models that were not kept; '' when all were. */
export function rejectedSentence(report: Readings): string {
  const count = rejectedClaims(report).length
  if (count === 0) return ''
  return `${plural(count, 'sentence')} of models not kept: the JSON has the reasons.`
}

/** None twice: with one file, what its type says is what the run says. */
export function rejectedClaims({ reading, perType }: Readings): ModelSynthesis['rejected'] {
  const all = [reading, ...perType.map(type => type.reading)].flatMap(one => one?.rejected ?? [])
  return [...new Map(all.map(one => [`${one.text}\0${one.reason}`, one])).values()]
}

/** What a model makes of one type, but for what it says of the whole run. */
export function typeSummaryOf(type: Pick<TypeReport, 'reading'>, { reading }: Pick<RunReport, 'reading'>): Claim[] {
  const said = new Set(reading?.summary.map(({ text }) => text))
  return (type.reading?.summary ?? []).filter(({ text }) => !said.has(text))
}

/** What nothing that was read tells, each once. A run without a synthesis of its own leaves open what its types do. */
export function openOf({ reading, perType }: Readings): string[] {
  return [...new Set(reading?.missing ?? perType.flatMap(type => type.reading?.missing ?? []))]
}

/** What a sceptic holds against a sentence; '' for nothing. */
export function objectionText(objection: string | undefined): string {
  return objection === undefined ? '' : `A sceptic objects: ${objection}`
}

export const OPEN_TITLE = 'Not answered by what was read'

/** What the reader is told beside the answer: without a question the summary is the answer. */
export function summaryOf({ reading, query }: Pick<RunReport, 'reading' | 'query'>): readonly Claim[] {
  return reading && query !== null ? reading.summary : []
}

export const COMPLETE_TITLE = 'What single readers say settles it'

/** Of readers who say that their part alone settles the question; none where that is the answer already. */
export function completeOf({ reading }: Pick<RunReport, 'reading'>): readonly Claim[] {
  return reading && reading.answer.length > 0 ? (reading.complete ?? []) : []
}

function price(usd: number | null): string {
  if (usd === null) return 'price not known'
  return usd < 1 ? `$${usd.toFixed(4)}` : `$${usd.toFixed(2)}`
}
