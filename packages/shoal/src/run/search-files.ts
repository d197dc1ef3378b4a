// A search on a thread: a file whose lines it never comes to the end of is left out, and named. What a file is, is looked for only
// where one of its lines is shown.

import { registryFor } from './registry.ts'
import { tabledTypes } from './search/tabled-types.ts'
import type { SearchAnswer } from './search/task.ts'
import type { SearchOrder } from './search.ts'
import { type LookSettings, lookAtFiles } from './threads/look-at-files.ts'
import { GaveUp, NO_TYPE, workOn } from './threads/work-on.ts'

export interface SearchHow {
  readonly settings: LookSettings
  readonly signal: AbortSignal
  onRead?(bytes: number): void
}

export async function searchFiles(order: SearchOrder, how: SearchHow): Promise<SearchAnswer> {
  const bytes = order.files.reduce((most, { sizeBytes }) => Math.max(most, sizeBytes), 0)
  const { types, typesFrom, overrides: given } = how.settings
  // A thread has the content types of a config file, and not those that are functions of a program.
  const overrides = types.length === 0 || typesFrom !== null ? given : null
  const passOver: { file: number; reason: string }[] = []
  for (;;) {
    try {
      const answer = (file: unknown) => isTable(order.files[file as number]!, how)
      return await workOn(
        'search',
        { order: { ...order, passOver }, overrides },
        { ...how, type: NO_TYPE, bytes, answer },
      )
    } catch (error) {
      if (!(error instanceof GaveUp) || passOver.some(({ file }) => file === error.file)) throw error
      passOver.push({ file: error.file, reason: error.message })
    }
  }
}

/** One that cannot be looked at is taken for a table: its cells may be secrets. */
async function isTable(file: SearchOrder['files'][number], { settings, signal }: SearchHow): Promise<boolean> {
  const isTabled = tabledTypes(registryFor(settings))
  for await (const look of lookAtFiles([file], settings, signal))
    if (!('error' in look)) return await isTabled(look.result.detection.contentType)
  return true
}
