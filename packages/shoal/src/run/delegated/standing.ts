// How a delegated run stands: which tasks are open, and what was found so far.
import type { Finding } from '@shoal/base/model/finding'
import type { Ledger } from '@shoal/base/model/ledger'
import { pushAll } from '@shoal/base/model/lists'
import type { PlannedTask } from '@shoal/base/model/plan'
import type { TypeReport } from '@shoal/base/model/report'
import { leftOpen } from '../../stages/model-synthesis/left-open.ts'
import { byImportance } from '../../stages/rank.ts'
import type { AnalysisDefinition } from '../analysis/definition.ts'
import { analystResults, type FinalResult, finalResults } from '../analysis/stored-results.ts'

/** Readers' tasks by their state, in the order of the plan. */
export interface Standing {
  readonly done: readonly PlannedTask[]
  readonly open: readonly PlannedTask[]
}

export async function standingOf(
  ledger: Ledger,
  run: string,
  { plan }: Pick<AnalysisDefinition, 'plan'>,
): Promise<Standing> {
  const completed = new Set((await ledger.tasks(run, { status: 'completed' })).map(({ id }) => id))
  const readers = plan.tasks.filter(({ kind }) => kind === 'analyze')
  return { done: readers.filter(({ id }) => completed.has(id)), open: readers.filter(({ id }) => !completed.has(id)) }
}

/** The last result of the run, once there is one. */
export async function finalOf(
  ledger: Ledger,
  run: string,
  { plan }: Pick<AnalysisDefinition, 'plan'>,
): Promise<FinalResult | null> {
  return finalResults.read(await ledger.result(run, plan.tasks.at(-1)!.id))
}

export interface Found {
  /** The most important first; united once they are synthesised. */
  readonly findings: readonly Finding[]
  /** Null until it is synthesised. */
  readonly types: readonly TypeReport[] | null
}

/** What was found so far; by `task`, what was found in it alone. */
export async function foundIn(
  ledger: Ledger,
  run: string,
  { definition, task }: { readonly definition: AnalysisDefinition; readonly task?: string },
): Promise<Found> {
  const final = await finalOf(ledger, run, definition)
  if (final && task === undefined) return { findings: final.cross.findings, types: final.types }
  const { done } = await standingOf(ledger, run, definition)
  const wanted = task === undefined ? done : done.filter(({ id }) => id === task)
  const findings: Finding[] = []
  for (const { id } of wanted) {
    const result = analystResults.read(await ledger.result(run, id))
    for (const report of result?.reports ?? []) pushAll(findings, report.findings)
  }
  return { findings: findings.sort(byImportance), types: final?.types ?? null }
}

export interface LeftByReaders {
  /** What chunks could not show, and what other parts might answer: none twice. */
  readonly open: readonly string[]
  /** The tasks whose readers asked, by what is open. */
  readonly askedBy: ReadonlyMap<string, ReadonlySet<string>>
  /** The readers' tasks whose part was read again for such a question. */
  readonly followed: ReadonlySet<string>
  /** Of readers whose chunk settles the question alone. */
  readonly answers: readonly { readonly path: string; readonly text: string }[]
}

/** What readers of a run left to others. */
export async function leftByReaders(
  ledger: Ledger,
  run: string,
  definition: Pick<AnalysisDefinition, 'plan'>,
): Promise<LeftByReaders> {
  const { plan } = definition
  const { done } = await standingOf(ledger, run, definition)
  const followUps = plan.tasks.filter(({ kind }) => kind === 'follow_up')
  const followed = new Set<string>()
  const answered: string[] = []
  const missing: string[] = []
  const suggested: string[] = []
  const answers: { path: string; text: string }[] = []
  const askedBy = new Map<string, Set<string>>()
  for (const { id: own } of [...done, ...followUps]) {
    const result = analystResults.read(await ledger.result(run, own))
    const id = result?.followed?.task ?? own
    if (result?.followed) followed.add(id)
    for (const report of result?.reports ?? []) pushAll(answered, report.answered ?? [])
    for (const { said, at } of (result?.said ?? []).map((said, at) => ({ said, at }))) {
      if (!said) continue
      pushAll(missing, said.missing)
      pushAll(suggested, said.suggestedQueries)
      for (const text of [...said.missing, ...said.suggestedQueries].flatMap(one => leftOpen([one], [])))
        askedBy.set(text, (askedBy.get(text) ?? new Set()).add(id))
      const report = result?.reports[at]
      // One whose figures stand in none of its quotes is not in the report.
      if (report && said.completeAnswer !== null && said.completeAnswer === report.completeAnswer)
        answers.push({ path: report.filePath, text: said.completeAnswer })
    }
  }
  return { open: leftOpen(missing, suggested, answered), askedBy, followed, answers }
}
