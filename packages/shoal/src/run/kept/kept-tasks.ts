// What a task of programs has found, kept whole: where none of its files has changed, its result goes to the ledger as the text that it
// is, and nobody on the way reads more of it than its findings.
import type { Finding } from '@shoal/base/model/finding'
import type { Json } from '@shoal/base/model/json'
import type { AnalystResult } from '@shoal/base/model/report'
import { JsonText, jsonPieces } from '@shoal/base/text/json-pieces'
import type { ExactTask } from '../analysis/exact-tasks.ts'
import { analystResults } from '../analysis/stored-results.ts'
import { GREW } from '../file-stamp.ts'
import type { KeptMerges } from './kept-merges.ts'
import type { KeptResults } from './kept-results.ts'

/** A result on its way to the ledger, and what is said of it. */
export interface TaskResult {
  readonly result: Json
  readonly findings: readonly Finding[]
  /** Files that could not be read. */
  readonly unread: number
}

export class KeptTasks {
  constructor(
    private readonly kept: KeptResults,
    private readonly merges: Pick<KeptMerges, 'hear'>,
  ) {}

  async of(task: ExactTask): Promise<TaskResult> {
    const { kept, merges } = this
    if (!kept.keeps) return taskResult(await task.read())
    const key = await task.keyOf()
    const known = key === null ? undefined : kept.getText(key, readKept)
    if (known) {
      task.heard()
      merges.hear(task.id, known.text)
      return { result: new JsonText(known.text).asJson(), findings: known.findings, unread: 0 }
    }
    const made = taskResult(await task.read())
    const text = [...jsonPieces(made.result)].join('')
    merges.hear(task.id, text)
    // A file that could not be read may be there the next time, and one that grew was not read to its end.
    if (key !== null && made.unread === 0 && !text.includes(GREW))
      kept.putText(key, `${JSON.stringify(made.findings)}\n${text}`)
    return { ...made, result: new JsonText(text).asJson() }
  }
}

function readKept(kept: string): { readonly findings: readonly Finding[]; readonly text: string } {
  const end = kept.indexOf('\n')
  return { findings: JSON.parse(kept.slice(0, end)) as Finding[], text: kept.slice(end + 1) }
}

export function taskResult(result: AnalystResult): TaskResult {
  const findings = result.reports.flatMap(({ findings: own }) => own)
  return { result: analystResults.toJson(result), findings, unread: result.unread.length }
}
