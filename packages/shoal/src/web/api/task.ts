// One task, opened: what it reads, what it found or gave, and what it asked models.
import type { Json } from '@shoal/base/model/json'
import type { LiveFinding, LiveTaskPage } from '@shoal/base/model/live'
import type { Task } from '@shoal/base/model/task'
import { formatBytes } from '@shoal/base/text/printable'
import { whyBlocked } from '../../run/teams.ts'
import type { ApiContext } from '../api-context.ts'
import { callsOfTask } from './call-logs.ts'
import { liveFindings, liveTask } from './live-rows.ts'
import { mirrorOf, type RunParams } from './mirrors.ts'
import { MOST_PIECES, NOTHING_READ } from './work.ts'

const MOST_FINDINGS = 1000
/** Characters of a text, and of a result as JSON. */
const MOST_TEXT = 100_000
const MOST_RESULT = 40_000
/** Bytes of a result that is read at all. */
const READABLE = 16_000_000

/** Throws `unknown-task`. */
export async function readTask(
  context: ApiContext,
  { run, task: id }: RunParams & { readonly task: string },
): Promise<LiveTaskPage> {
  const { ledger } = context
  const mirrored = await mirrorOf(context, run)
  const { mirror, outline } = mirrored
  const task = await ledger.task(run, id)
  await mirror.refresh()
  const { plan } = mirror
  const stage = mirror.task(id)?.stage ?? 0
  const isReader = plan?.reads(id) ?? false
  const result = await resultOf(context, run, task)
  const pieces = plan?.pieces(id) ?? []
  const findings = isReader ? liveFindings(result, id, task.owner) : []
  const handedIn = task.approval?.plan ?? null
  const shownPlan = clipped(handedIn)
  return {
    task: liveTask(task, { ...(plan?.reading(id) ?? NOTHING_READ), stage }),
    description: clippedText(task.description),
    waitsFor: await whyBlocked(ledger, run, id),
    approval: task.approval && { ...task.approval, plan: shownPlan },
    isPlanCut: shownPlan !== handedIn,
    pieces: pieces.slice(0, MOST_PIECES).map(({ path, startLine, endLine }) => ({ path, startLine, endLine })),
    pieceCount: pieces.length,
    findings: findings.slice(0, MOST_FINDINGS),
    findingCount: findings.length,
    ...(outline.asksModels ? await callsOfTask(mirrored, id) : { calls: [], callCount: 0 }),
    result: isReader ? null : clipped(result),
    log: clippedText(task.hasLog ? await ledger.log(run, id) : null),
  }
}

/** None before it is done. */
export async function findingsOf(
  { ledger }: Pick<ApiContext, 'ledger'>,
  run: string,
  id: string,
): Promise<readonly LiveFinding[]> {
  const task = await ledger.task(run, id)
  return liveFindings(await resultOf({ ledger }, run, task), id, task.owner)
}

/** In words when it is too large, or lost. */
async function resultOf({ ledger }: Pick<ApiContext, 'ledger'>, run: string, { id, resultBytes }: Task): Promise<Json> {
  if (resultBytes === null) return null
  if (resultBytes > READABLE) return `${formatBytes(resultBytes)} of JSON: see \`shoal team task ${run} ${id} --json\``
  return await ledger.result(run, id).catch(error => String(error.message))
}

/** A large value is shown as the beginning of its text. */
function clipped(value: Json): Json {
  if (typeof value === 'string') return value.length <= MOST_RESULT ? value : `${value.slice(0, MOST_RESULT)}…`
  const text = JSON.stringify(value) ?? 'null'
  return text.length <= MOST_RESULT ? value : `${text.slice(0, MOST_RESULT)}…`
}

function clippedText(text: string | null): string | null {
  return text === null || text.length <= MOST_TEXT ? text : `${text.slice(0, MOST_TEXT)}…`
}
