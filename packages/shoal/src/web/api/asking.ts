// A question that a model answers step by step: what came of each reply so far, and the answer once there is one.

import type { LiveAsking } from '@shoal/base/model/live'
import { ownVersion } from '../../config/own-version.ts'
import { readAsk } from '../../run/ask/definition.ts'
import { storedReport, storedTurns } from '../../run/ask/stored.ts'
import { askHtml } from '../../stages/asking/report-html.ts'
import type { ApiContext } from '../api-context.ts'
import type { RunParams } from './mirrors.ts'

/** Throws `not-a-run` for a run that is no question. */
export async function readAsking({ ledger }: Pick<ApiContext, 'ledger'>, { run }: RunParams): Promise<LiveAsking> {
  const { root, sub } = readAsk(run, await ledger.definition(run))
  const [step] = await ledger.tasks(run, { status: 'in_progress' })
  const report = await storedReport(ledger, run)
  const { steps: _, ...answer } = report ?? { steps: [] }
  return {
    model: root,
    subModel: sub,
    turns: await storedTurns(ledger, run),
    working: step?.subject ?? null,
    report: report === null ? null : (answer as LiveAsking['report']),
  }
}

/** The answer as a page of its own; null before there is one. */
export async function answerHtml({ ledger }: Pick<ApiContext, 'ledger'>, { run }: RunParams): Promise<string | null> {
  readAsk(run, await ledger.definition(run))
  const report = await storedReport(ledger, run)
  return report === null ? null : askHtml(report, ownVersion())
}
