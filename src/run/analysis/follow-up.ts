// A round of follow-up: what analysts said is missing is gathered, sent to the chunks that may show it, and closed by
// what is found there.
import type { Brief } from '../../model/question.ts'
import type { AnalystReport, AnalystResult } from '../../model/report.ts'
import type { Assignment } from '../../model/worker.ts'
import { type Answered, closeQuestions, type Reply } from '../../stages/follow-up/close-questions.ts'
import { gatherQuestions } from '../../stages/follow-up/gather-questions.ts'
import { type Route, type RouteFile, routeQuestions } from '../../stages/follow-up/route-questions.ts'
import { briefOf } from '../../text/question.ts'

/** The result of a round in the ledger. Its reports hold what is new: nothing of them counts as read once more. */
export interface FollowUpResult extends AnalystResult {
  /** In this round and in all before. */
  readonly asked: readonly string[]
  readonly answered: readonly Answered[]
  readonly missing: readonly string[]
}

export interface FollowingUp {
  readonly assignment: Assignment
  readonly brief: Brief
  readonly signal: AbortSignal
  files(): Promise<readonly RouteFile[]>
  /** Null when its call failed: what the others find is kept. */
  readChunk(question: Brief, route: Route): Promise<AnalystReport | null>
}

/** Chunks that are read again at a time. */
const AT_A_TIME = 8

export async function followUp({ assignment, brief, signal, files, readChunk }: FollowingUp): Promise<FollowUpResult> {
  const before = await earlier(assignment)
  const { text } = brief.question
  const asked = [...(text === null ? [] : [text]), ...before.asked]
  const questions = gatherQuestions(before.reports, { asked })
  const routed = questions.length === 0 ? [] : await routeQuestions(questions, await files(), { signal })
  const jobs = routed.flatMap(({ question, to }) => to.map(route => ({ question: question.text, route })))
  const read = new Map<number, AnalystReport>()
  await inTurns([...jobs.entries()], async ([k, { question, route }]) => {
    const report = await readChunk(followedBrief(question, brief), route)
    if (report) read.set(k, report)
  })
  // In the order of the jobs, whoever was done first: the same record gives the same report.
  const replies = jobs.flatMap(({ question }, k): Reply[] => {
    const report = read.get(k)
    return report ? [{ question, report }] : []
  })
  const { answered, missing } = closeQuestions(questions, replies)
  return {
    reports: replies.map(({ report }) => report),
    unread: [],
    asked: [...before.asked, ...questions.map(question => question.text)],
    answered,
    missing,
  }
}

/** The reports of the readers, or of the round before, with all that was asked until then. */
async function earlier({ blockers }: Assignment): Promise<Pick<FollowUpResult, 'reports' | 'asked'>> {
  const results = (await blockers()).flatMap(({ result }) => (result === null ? [] : [result]))
  const all = results as unknown as readonly Partial<FollowUpResult>[]
  return { reports: all.flatMap(({ reports = [] }) => reports), asked: all.flatMap(({ asked = [] }) => asked) }
}

function followedBrief(question: string, { question: { text }, goals }: Brief): Brief {
  return briefOf(text === null ? question : `${question} (This helps to answer: ${text})`, goals)
}

/** All of them, a few at a time; the first that fails ends it once the others under way have ended. */
async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items]
  const turns = Array.from({ length: Math.min(AT_A_TIME, items.length) }, async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift())
      await work(next).catch(error => {
        left.length = 0
        throw error
      })
  })
  await Promise.allSettled(turns)
  await Promise.all(turns)
}
