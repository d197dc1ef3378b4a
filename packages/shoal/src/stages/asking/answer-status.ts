// How an answer stands: whole, in part, or none.
import type { AskOutcome, AskReport } from '@shoal/base/model/asking'
import { saysWhy } from './claim-words.ts'

type Standing = Pick<AskOutcome, 'sentences' | 'notes' | 'missing' | 'rival' | 'stopped'>

/** `isAccepted`: the gate has let it pass as an answer. */
export function statusOf(
  { sentences, notes, missing, rival, stopped }: Standing,
  isAccepted: boolean,
): AskOutcome['status'] {
  if (sentences.length + notes.length === 0) return 'unanswered'
  const isOpen = stopped !== null || rival !== null || missing.length > 0
  const isHeld = sentences.some(({ objection }) => objection !== null)
  return isAccepted && sentences.length > 0 && !isOpen && !isHeld ? 'answered' : 'partial'
}

const UNCHALLENGED = 'nobody has challenged the answer, which says why something happened'

/** An answer over MCP, as it stands with what a sceptic said, if one read it: one that says why is whole only then. */
export function standing(report: AskReport): AskReport {
  const isUnread = report.challengedBy === undefined && report.sentences.some(({ text }) => saysWhy(text))
  const now = { ...report, stopped: isUnread ? UNCHALLENGED : null }
  return { ...now, status: statusOf(now, true) }
}
