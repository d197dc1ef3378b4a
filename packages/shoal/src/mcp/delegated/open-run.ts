// The delegated run that a call is about, as far as the agent may see it.

import { formatBytes } from '@shoal/base/text/printable'
import { cacheDir } from '../../config/cache-dir.ts'
import type { DelegatedRun } from '../../run/delegated/delegated-run.ts'
import { readRun } from '../run-access.ts'
import type { ToolContext } from '../tool.ts'

/** Throws `not-a-run`, `not-delegated` and `outside-roots`. */
export async function openRun(context: ToolContext, run: string): Promise<DelegatedRun> {
  const definition = await readRun(context, run)
  const { DelegatedRuns } = await import('../../run/delegated/delegated-run.ts')
  const runs = context.shared('delegated-runs', () => new DelegatedRuns())
  const cache = cacheDir(context.env, process.platform, context.cwd)
  return runs.open({ run, definition, settings: context.settings, cache, directory: context.runDirectory(run) })
}

/** How a task is opened for a call: cancelled with it, and telling it how much had to be read. */
export function opening({ signal, progress }: Pick<ToolContext, 'signal' | 'progress'>) {
  let read = 0
  const onRead = (bytes: number) => {
    read += bytes
    progress(read, null, `${formatBytes(read)} read for the exact facts`)
  }
  return { signal, onRead }
}

/** `claude-code 2.1.325` → `claude-code`; `agents` for a client that did not say. */
export function readerName({ client }: Pick<ToolContext, 'client'>): string {
  const name = (client ?? '').split(/[\s/]/, 1)[0]!.replace(/[^A-Za-z0-9._-]+/g, '-')
  return name === '' ? 'agents' : name.slice(0, 40)
}
