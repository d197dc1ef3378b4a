// The answer to a question as JSON.
import type { AskReport } from '@shoal/base/model/asking'

export function askJson(report: AskReport) {
  const {
    run,
    question,
    paths,
    status,
    sentences,
    missing,
    rival,
    stopped,
    objected,
    notes,
    steps,
    model,
    subModel,
    challengedBy,
    usage,
  } = report
  return {
    run,
    question,
    paths,
    status,
    answer: sentences.length === 0 ? null : sentences.map(({ text }) => text).join(' '),
    sentences,
    missing,
    rival,
    stopped,
    objected,
    notes: notes.map(({ isCause, ...note }) => ({ ...note, is_cause: isCause })),
    steps,
    coverage: { files: report.files, bytes: report.bytes, read_whole: report.isWhole, skipped: report.skipped },
    model,
    sub_model: subModel,
    challenged_by: challengedBy ?? null,
    usage: {
      input_tokens: usage.inputTokens,
      output_tokens: usage.outputTokens,
      cost_usd: usage.costUsd,
      calls: usage.calls,
      cached: usage.cached,
    },
  }
}
