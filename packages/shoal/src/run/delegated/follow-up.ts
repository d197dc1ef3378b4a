// What readers left open, as tasks for those who can look: the chunk that the words of a question lead to, unless its own reader asked.
import type { Ledger } from '@shoal/base/model/ledger'
import type { PlannedTask } from '@shoal/base/model/plan'
import type { SearchedFile } from '../search/task.ts'
import { type SearchHow, searchFiles } from '../search-files.ts'
import type { LeftByReaders, Standing } from './standing.ts'

export interface FollowUp {
  readonly task: PlannedTask
  readonly questions: readonly string[]
}

export interface FollowUpOptions extends SearchHow {
  readonly ledger: Ledger
  readonly run: string
  /** Of the plan. */
  readonly files: readonly SearchedFile[]
}

/** Questions that are looked for, and how long each may take. What is not found stays with the lead. */
const MOST_QUESTIONS = 8
const PATIENCE_MS = 4000
const MATCHES = 40

/** In the order of the questions; without those that were added to since all had reported. */
export async function followUps(
  { open, askedBy }: Pick<LeftByReaders, 'open' | 'askedBy'>,
  { done }: Standing,
  { ledger, run, files, ...how }: FollowUpOptions,
): Promise<readonly FollowUp[]> {
  if (open.length === 0 || files.length === 0) return []
  const added = await addedTo(ledger, run, new Set(done.map(({ id }) => id)))
  const found = new Map<PlannedTask, string[]>()
  for (const query of open.slice(0, MOST_QUESTIONS)) {
    const order = { query, mode: 'words', caseSensitive: false, cursor: null, milliseconds: PATIENCE_MS } as const
    const { matches } = await searchFiles({ ...order, files, limit: MATCHES }, how)
    const asked = askedBy.get(query)
    const task = matches.map(match => readerOf(done, match)).find(reader => reader && !asked?.has(reader.id))
    if (task && !added.has(task.id)) found.set(task, [...(found.get(task) ?? []), query])
  }
  return [...found].map(([task, questions]) => ({ task, questions }))
}

function readerOf(
  readers: readonly PlannedTask[],
  { path, line }: { readonly path: string; readonly line: number },
): PlannedTask | undefined {
  return readers.find(({ chunk, batch }) =>
    chunk
      ? chunk.path === path && chunk.startLine <= line && line <= chunk.endLine
      : batch?.files.some(file => file.path === path),
  )
}

const PAGE = 2000

/** Tasks whose report was added to after the last one had reported. */
async function addedTo(ledger: Ledger, run: string, readers: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const added = new Set<string>()
  for (let after = 0; ; ) {
    const events = await ledger.events({ team: run, after, limit: PAGE })
    for (const { kind, task } of events) {
      if (task === null || !readers.has(task)) continue
      if (kind === 'task-completed') added.clear()
      if (kind === 'task-amended') added.add(task)
    }
    if (events.length < PAGE) return added
    after = events.at(-1)!.number
  }
}
