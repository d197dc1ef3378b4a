// Labels that were paid for, kept for all runs: one file of lines for each set, model and version of the prompt.
import { join } from 'node:path'
import type { LabelStore } from '@shoal/base/model/label'
import { isRecord } from '@shoal/base/model/option-values'
import { type LineStore, openLineFile } from './line-file.ts'

export interface LabelStoreOptions {
  /** A run's own directory: what it takes from the cache is kept there too, so that it can be replayed without. In
   * memory if left out. */
  readonly own?: string | null
}

/** `key` names set, model and prompt. Null for a directory that lasts as long as the process. */
export function openLabelStore(
  directory: string | null,
  key: string,
  { own: ownDirectory = null }: LabelStoreOptions = {},
): LabelStore {
  const shared = openShelf(directory, key)
  const own = openShelf(ownDirectory, key)
  return {
    get(record) {
      const mine = own.get(record)
      if (mine !== undefined) return mine
      const found = shared.get(record)
      if (found !== undefined) own.put([[record, found]])
      return found
    },
    async add(labels) {
      shared.put(labels)
      own.put(labels)
    },
    async addForRun(labels) {
      own.put(labels)
    },
    async close() {
      shared.close()
      own.close()
    },
  }
}

interface Shelf {
  get(record: string): string | undefined
  put(labels: Iterable<readonly [record: string, label: string]>): void
  close(): void
}

/** The first label of a record stays: whoever asked for it again at the same time gets the same. */
function openShelf(directory: string | null, key: string): Shelf {
  const lines = openLines(directory, key)
  const labels = new Map<string, string>()
  attempt(() => {
    for (const [, line] of lines?.lines() ?? [])
      for (const [record, label] of readLine(line)) if (!labels.has(record)) labels.set(record, label)
  })
  return {
    get: record => labels.get(record),
    put(more) {
      const fresh = [...more].filter(([record]) => !labels.has(record))
      for (const [record, label] of fresh) labels.set(record, label)
      if (fresh.length > 0) attempt(() => lines?.append(JSON.stringify(Object.fromEntries(fresh))))
    },
    close: () => void attempt(() => lines?.close()),
  }
}

/** Null where labels are kept in memory only. */
function openLines(directory: string | null, key: string): LineStore | null {
  if (directory === null) return null
  return attempt(() => openLineFile(join(directory, 'labels', `${key}.jsonl`), 'append'))
}

/** Labels by record; a line that a kill has torn says nothing. */
function readLine(line: string): [record: string, label: string][] {
  const labels = attempt(() => JSON.parse(line) as unknown)
  if (!isRecord(labels)) return []
  return Object.entries(labels).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
}

/** Null where the disk does not do what it should: labels can be paid for again. */
function attempt<T>(act: () => T): T | null {
  try {
    return act()
  } catch {
    return null
  }
}
