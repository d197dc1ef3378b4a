// A real ledger with real runs, and what the handlers are given to look at them.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { LiveChange, LiveRun } from '@shoal/base/model/live'
import { afterAll } from 'vitest'
import { settingsFrom } from '../../../src/config/resolve.ts'
import { analyzePaths } from '../../../src/run/analysis/analyze.ts'
import { openLedger } from '../../../src/run/ledger.ts'
import { watchRun } from '../../../src/web/api/run.ts'
import type { ApiContext } from '../../../src/web/api-context.ts'
import { tempDir } from '../../cli/temp-dir.ts'

export const EXAMPLES = fileURLToPath(new URL('../../../../../examples/data', import.meta.url))

export async function openLab() {
  const home = tempDir()
  const ledger = await openLedger(home.path)
  const ending = new AbortController()
  afterAll(async () => {
    ending.abort()
    await ledger.close()
  })
  const context: ApiContext = {
    ledger,
    settings: settingsFrom(),
    env: {},
    cwd: home.path,
    signal: ending.signal,
    runDirectory: run => join(home.path, 'runs', run),
    now: Date.now,
  }
  return {
    home,
    ledger,
    context,
    /** An analysis with the built-in analysts, led to its end. */
    analyze: (paths: readonly string[], name: string, query: string | null = null) =>
      analyzePaths(paths, query, context.settings, { ...context, name }),
  }
}

/** The changes behind a cursor until `isEnough`. */
export async function changesUntil(
  context: ApiContext,
  { run, after }: { readonly run: string; readonly after: number },
  isEnough: (change: LiveChange, all: readonly LiveChange[]) => boolean,
): Promise<LiveChange[]> {
  const done = new AbortController()
  const signal = AbortSignal.any([context.signal, done.signal])
  const changes: LiveChange[] = []
  for await (const change of watchRun({ ...context, signal }, { run, after })) {
    changes.push(change)
    if (isEnough(change, changes)) done.abort()
  }
  return changes
}

/** Without what time alone changes. */
export function timeless({ now: _, tookMs: __, waitedMs: ___, ...run }: LiveRun) {
  return run
}
