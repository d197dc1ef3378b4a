// The second chance: what was not believed goes back to the model once, with the reason. What it corrects replaces what
// it said before; the rest is out.
import type { Finding, FindingDraft } from '../../model/finding.ts'
import type { PartReply } from '../../model/report.ts'
import { printable } from '../../text/printable.ts'
import { NOTHING_SAID, partReply } from './drafts.ts'
import { type Fault, type ReadPart, sameness } from './judge.ts'
import type { PartView } from './part-view.ts'
import type { ReadReply } from './read-reply.ts'

export function correctionText(parts: readonly ReadPart[], views: readonly PartView[]): string {
  const wrong = parts.flatMap(({ judged }, k) => {
    const complaints = judged.faults.map(({ complaint }) => `- ${complaint}`)
    return complaints.length > 0 && views.length > 1
      ? [`In ${printable(views[k]!.part.about.path)}:`, ...complaints]
      : complaints
  })
  return `These findings were checked and are not accepted:\n${wrong.join('\n')}\nSend the same form of reply again with only these findings, corrected, in its \`findings\`. Copy evidence from the content, character for character. Leave out what you cannot show.`
}

/** No more findings than were to be corrected, and none that is accepted already. */
export function corrections(
  { reports }: ReadReply,
  parts: readonly ReadPart[],
  views: readonly PartView[],
  model: string,
): PartReply[] {
  return parts.map((part, k) => {
    const report = reports?.[k]
    const { faults } = part.judged
    if (!report || faults.length === 0) return NOTHING_SAID
    const accepted = new Set(believed(part).map(sameness))
    const { findings } = partReply(report, views[k]!, model)
    return {
      ...NOTHING_SAID,
      findings: findings.filter(draft => !accepted.has(sameness(draft))).slice(0, faults.length),
    }
  })
}

export function withCorrections(first: ReadPart, second: ReadPart): ReadPart {
  const { judged } = first
  const open = stillOpen(judged.faults, second.judged.findings)
  const known = new Set(judged.findings.map(sameness))
  return {
    // What is kept of it must be judged again as it was now.
    reply: {
      ...first.reply,
      findings: [...believed(first), ...believed(second), ...open.map(({ draft }) => draft)],
      completeAnswer: judged.completeAnswer,
    },
    judged: {
      ...judged,
      findings: [...judged.findings, ...second.judged.findings.filter(finding => !known.has(sameness(finding)))],
      relocated: judged.relocated + second.judged.relocated,
      faults: open,
    },
  }
}

export function believed({ reply, judged }: ReadPart): FindingDraft[] {
  const refused = new Set(judged.faults.map(({ draft }) => draft))
  return reply.findings.filter(draft => !refused.has(draft))
}

/** A correction stands for the fault of the same words, or for the first of them. */
function stillOpen(faults: readonly Fault[], corrected: readonly Finding[]): Fault[] {
  const open = [...faults]
  for (const { key } of corrected) {
    const at = open.findIndex(({ draft }) => draft.key === key)
    open.splice(Math.max(0, at), 1)
  }
  return open
}
