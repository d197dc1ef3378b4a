// What every form of the report says about models: who spoke, what was thrown out, what it cost and spared.
import type { Claim, ModelSynthesis, RunReport, Usage } from '../../model/report.ts'
import { formatCount, plural } from '../../text/printable.ts'

/** `anthropic:claude-haiku-4-5` as people call it: `claude-haiku-4-5`. */
export function modelName(id: string): string {
  return id.slice(id.indexOf(':') + 1)
}

export function usageSentence(usage: Usage): string {
  const { calls, inputTokens, outputTokens, costUsd, cached, wholeInputTokens } = usage
  if (calls === 0 && cached === 0) return 'Built-in analysts; no model was called.'
  const saved = cached > 0 ? plural(cached, 'result') : ''
  if (calls === 0) return `No model was called: ${saved} paid for before.`
  const paid = `${plural(calls, 'model call')}: ${formatCount(inputTokens)} tokens in, ${formatCount(outputTokens)} out, ${price(costUsd)}`
  const spared = wholeInputTokens === null ? '' : ` Every line would have been ${formatCount(wholeInputTokens)} tokens.`
  return `${paid}${saved === '' ? '' : `; ${saved} paid for before`}.${spared}`
}

/** Sentences of models that were not kept; '' when all were. */
export function rejectedSentence(report: Pick<RunReport, 'reading' | 'perType'>): string {
  const count = rejectedClaims(report).length
  if (count === 0) return ''
  return `${plural(count, 'sentence')} of models not kept: the JSON has the reasons.`
}

/** None twice: with one file, what its type says is what the run says. */
export function rejectedClaims({
  reading,
  perType,
}: Pick<RunReport, 'reading' | 'perType'>): ModelSynthesis['rejected'] {
  const all = [reading, ...perType.map(type => type.reading)].flatMap(one => one?.rejected ?? [])
  return [...new Map(all.map(one => [`${one.text}\0${one.reason}`, one])).values()]
}

/** What the reader is told beside the answer: without a question the summary is the answer. */
export function summaryOf({ reading, query }: Pick<RunReport, 'reading' | 'query'>): readonly Claim[] {
  return reading && query !== null ? reading.summary : []
}

function price(usd: number | null): string {
  if (usd === null) return 'price not known'
  return usd < 1 ? `$${usd.toFixed(4)}` : `$${usd.toFixed(2)}`
}
