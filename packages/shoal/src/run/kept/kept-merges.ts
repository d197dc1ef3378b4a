// What all files of a type say together, kept for the next run by the very results that it was made of: a type of which no file has changed
// is not merged again. What files of all types say of each other is never kept.
import type { Json } from '@shoal/base/model/json'
import type { FileReport, TypeReport } from '@shoal/base/model/report'
import {
  heldAnchors,
  heldReport,
  type SentAnchors,
  type SentReport,
  sentAnchors,
  sentReport,
} from '../../stages/kept-reports.ts'
import { hashText } from '../../text/hash.ts'
import type { KeptResults } from './kept-results.ts'

export class KeptMerges {
  /** Hashes of results, by the tasks that gave them in this process. */
  private readonly results = new Map<string, string>()

  constructor(private readonly kept: KeptResults) {}

  /** What a reader's task gives, as JSON. */
  hear(task: string, result: string): void {
    if (this.kept.keeps) this.results.set(task, hashText(result))
  }

  /** `of`: all that the merge depends on beside the results of `tasks`. */
  async of(tasks: readonly string[], of: Json, make: () => Promise<TypeReport>): Promise<TypeReport> {
    const { kept, results } = this
    const hashes = tasks.flatMap(task => results.get(task) ?? [])
    // A run that was resumed has results that this process has not heard.
    if (!kept.keeps || hashes.length < tasks.length) return await make()
    const key: Json = ['merge', of, hashes]
    const known = kept.getText(key, readMerge)
    if (known) return known
    const made = await make()
    // What was given up may be had the next time.
    if (!made.unusable) kept.putText(key, mergeText(made))
    return made
  }
}

interface Head {
  readonly report: Omit<TypeReport, 'files' | 'anchors'>
  readonly files: readonly (Omit<SentReport, 'text'> & Pick<FileReport, 'path'>)[]
  readonly anchors: readonly Omit<SentAnchors, 'text'>[]
}

/** What it says of files stands behind the head, a line each: it stays text, of which nobody reads more than is asked for. */
function* mergeText({ files, anchors, ...report }: TypeReport): Generator<string> {
  const head: Head = {
    report,
    files: files.map(({ path, notes, findings, problems }) => ({
      path,
      notes,
      findings,
      ...(problems && { problems }),
    })),
    anchors: anchors.map(({ path, contentType, language }) => ({ path, contentType, language })),
  }
  yield JSON.stringify(head)
  for (const file of files) yield `\n${sentReport(file).text}`
  for (const file of anchors) yield `\n${sentAnchors(file).text}`
}

function readMerge(kept: string): TypeReport {
  const [first, ...texts] = kept.split('\n')
  const { report, files, anchors } = JSON.parse(first!) as Head
  return {
    ...report,
    files: files.map(({ path, ...head }, k) => heldReport(path, { ...head, text: texts[k]! })),
    anchors: anchors.map((head, k) => heldAnchors({ ...head, text: texts[files.length + k]! })),
  }
}
