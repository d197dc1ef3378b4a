// The report of a part: what the built-in analyst found, and what a model added that is believed.

import type { Finding } from '@shoal/base/model/finding'
import type { Json } from '@shoal/base/model/json'
import { isRecord } from '@shoal/base/model/option-values'
import type { AnalystReport } from '@shoal/base/model/report'
import { shownValue } from '../../text/gate/shown-value.ts'
import { leftOpen } from '../model-synthesis/left-open.ts'
import { addVerifications } from '../verification.ts'
import { type ReadPart, verificationOf } from './judge.ts'
import type { PartView } from './part-view.ts'

const MOST_TOPICS = 15

export function mergedReport({ part, secrets }: PartView, { reply, judged }: ReadPart): AnalystReport {
  const { report } = part
  const said = shownValue(
    { missing: reply.missing, suggestedQueries: reply.suggestedQueries, answer: judged.completeAnswer },
    secrets.known,
  )
  const findings = judged.findings.filter(finding => !report.findings.some(known => isSame(known, finding)))
  const answers = judged.findings.flatMap(finding => finding.answers ?? [])
  const answered = shownValue(leftOpen(answers, [], reply.missing), secrets.known)
  return {
    ...report,
    relevant: report.relevant || reply.relevant,
    findings: [...report.findings, ...findings.map(({ answers: _, ...finding }) => finding)],
    missing: [...report.missing, ...said.missing],
    suggestedQueries: [...report.suggestedQueries, ...said.suggestedQueries],
    completeAnswer: said.answer ?? report.completeAnswer,
    ...(answered.length > 0 && { answered }),
    metadata: withTopics(report.metadata, shownValue(reply.metadata, secrets.known)),
    verification: addVerifications([report.verification, verificationOf(judged)]),
    rejected: [...report.rejected, ...judged.faults.map(({ rejected }) => rejected)],
  }
}

/** A program has said it before, of the very same words. Two patterns in them may be anything. */
function isSame(known: Finding, { type, path, line, evidence }: Finding): boolean {
  if (type === 'pattern' || known.type !== type || known.path !== path) return false
  return known.places.some(place => place.line === line && flat(place.evidence) === flat(evidence))
}

function flat(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function withTopics(metadata: Json, said: Json): Json {
  if (!isRecord(metadata)) return metadata
  const topics = new Set([...topicsOf(metadata), ...topicsOf(said)])
  return { ...metadata, key_topics: [...topics].slice(0, MOST_TOPICS) } as Json
}

function topicsOf(metadata: Json): Json[] {
  return isRecord(metadata) && Array.isArray(metadata.key_topics) ? metadata.key_topics : []
}
