// What all files of a type say together, kept for the next run by the very results that it was made of: a type of which no file has changed
// is not merged again. What files of all types say of each other is never kept.
import type { Json } from '@shoal/base/model/json'
import type { AnalystResult, FileReport, TypeReport } from '@shoal/base/model/report'
import { jsonPieces } from '@shoal/base/text/json-pieces'
import { keptReports, storedAnchors } from '../../stages/kept-reports.ts'
import { hashText } from '../../text/hash.ts'
import type { KeptResults } from './kept-results.ts'

export class KeptMerges {
  /** Hashes of results, by the tasks that gave them in this process. */
  private readonly results = new Map<string, string>()

  constructor(private readonly kept: KeptResults) {}

  /** What a reader's task gives. */
  hear(task: string, result: AnalystResult): void {
    if (this.kept.keeps) this.results.set(task, hashText([...jsonPieces(result)].join('')))
  }

  /** `of`: all that the merge depends on beside the results of `tasks`. */
  async of(tasks: readonly string[], of: Json, make: () => Promise<TypeReport>): Promise<TypeReport> {
    const { kept, results } = this
    const hashes = tasks.flatMap(task => results.get(task) ?? [])
    // A run that was resumed has results that this process has not heard.
    if (!kept.keeps || hashes.length < tasks.length) return await make()
    const key: Json = ['merge', of, hashes]
    const known = kept.get(key) as unknown as TypeReport | undefined
    if (known) return { ...known, files: keptReports(known.files, countsOf), anchors: storedAnchors(known.anchors) }
    const made = await make()
    // What was given up may be had the next time.
    if (!made.unusable) kept.put(key, made as unknown as Json)
    return made
  }
}

export function countsOf({ findings, problems }: FileReport): Pick<FileReport, 'findings' | 'problems'> {
  return { findings, ...(problems && { problems }) }
}
