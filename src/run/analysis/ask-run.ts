// Another question to a run that has a report: the relations of its files answer it, and nothing else is read. What the report says
// besides is what the run found for its own question, and the report says that it is.
import { statSync } from 'node:fs'
import type { Settings } from '../../config/resolve.ts'
import { ShoalError } from '../../model/errors.ts'
import { aimOf } from '../../model/goal.ts'
import type { RunReport } from '../../model/report.ts'
import { composeAnswer } from '../../stages/answer.ts'
import { shownQuestion } from '../../text/gate/shown.ts'
import { plural } from '../../text/printable.ts'
import { briefOf } from '../../text/question.ts'
import { askRelations } from '../ask-relations.ts'
import { type FileStamp, isUntouched } from '../file-stamp.ts'
import { plannedRelationFiles, type RelationFile } from '../relations/relation-file.ts'
import { readAnalysis } from './definition.ts'
import type { FinalResult } from './do-task.ts'
import { type ReportRequest, reportOf } from './report.ts'

export interface RunQuestion extends Pick<ReportRequest, 'ledger' | 'run'> {
  readonly question: string
  readonly settings: Settings
  readonly signal: AbortSignal
  /** The cache directory of shoal. */
  readonly cache: string
}

/** Throws `wrong-state` for a run that is not completed. */
export async function askRun({ ledger, run, question, ...how }: RunQuestion): Promise<RunReport> {
  const definition = readAnalysis(run, await ledger.definition(run))
  const { plan, stamps } = definition
  const final = (await ledger.result(run, plan.tasks.at(-1)!.id)) as unknown as FinalResult | null
  if (final === null)
    throw new ShoalError('wrong-state', `run "${run}" has no report yet, so it cannot be asked`, {
      detail: run,
      advice: `go on with \`shoal resume ${run}\``,
    })
  const report = await reportOf(final, { ledger, run, definition })
  const files = plannedRelationFiles(plan, stamps).map(file => ({ ...file, now: sizesOf(file, stamps[file.path]!) }))
  const changed = files.filter(({ now }) => !now.isSame).map(({ path }) => path)
  const asked = await askRelations({
    question,
    files: files.map(({ now, ...file }) => ({ ...file, sizeBytes: now.sizeBytes })),
    ...how,
  })
  const brief = briefOf(question, how.settings.goal)
  const { crossFile, findings } = final.cross
  // Answers of analysts are to the question that the run was started with.
  const types = final.types.map(type => {
    const own = new Set(type.files.map(({ path }) => path))
    return { ...type, answers: [], findings: findings.filter(({ path }) => own.has(path)) }
  })
  return {
    ...report,
    query: shownQuestion(question),
    ...aimOf(brief.goals),
    ...composeAnswer(types, crossFile, brief, null, { asked }),
    reading: null,
    warnings: [...report.warnings, ...whatIsOld(run, changed)],
  }
}

function whatIsOld(run: string, changed: readonly string[]): string[] {
  const own = `asked of run "${run}": the findings are those of its own question, and no analyst has read the files again`
  if (changed.length === 0) return [own]
  const [first] = changed
  const more = changed.length === 1 ? '' : ` and ${plural(changed.length - 1, 'more file')}`
  return [own, `${first}${more} changed since the run: the answer is about what is there now, the findings are not`]
}

function sizesOf({ file, sizeBytes }: RelationFile, stamp: FileStamp) {
  const now = statSync(file, { throwIfNoEntry: false })
  if (!now) return { isSame: false, sizeBytes }
  const { size, mtimeMs, ctimeMs } = now
  return { isSame: isUntouched(stamp, { sizeBytes: size, mtimeMs, ctimeMs }), sizeBytes: size }
}
