// A search on a thread: a file whose lines it never comes to the end of is left out, and named.
import type { SearchAnswer } from './search/task.ts'
import type { SearchOrder } from './search.ts'
import { GaveUp, NO_TYPE, type WorkSettings, workOn } from './threads/work-on.ts'

export interface SearchHow {
  readonly settings: WorkSettings
  readonly signal: AbortSignal
  onRead?(bytes: number): void
}

export async function searchFiles(order: SearchOrder, how: SearchHow): Promise<SearchAnswer> {
  const bytes = order.files.reduce((most, { sizeBytes }) => Math.max(most, sizeBytes), 0)
  const skipped: { path: string; reason: string }[] = []
  const passOver: number[] = []
  for (;;) {
    try {
      const answer = await workOn('search', { ...order, passOver }, { ...how, type: NO_TYPE, bytes })
      return { ...answer, skipped }
    } catch (error) {
      if (!(error instanceof GaveUp) || passOver.includes(error.file)) throw error
      passOver.push(error.file)
      skipped.push({ path: order.files[error.file]!.path, reason: error.message })
    }
  }
}
