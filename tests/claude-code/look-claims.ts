// What a session has to show in which the client itself looks: the same gate, the same run, and little in its context.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { Claim } from './claims.ts'
import type { Ended } from './client.ts'
import { FABRICATED_QUOTE, runIn, SENTENCE } from './looker.ts'
import { type Asking, repository } from './product.ts'
import type { Script } from './script.ts'

/** Characters that all results together may take: the directory has 250,000. */
const MOST_SEEN = 15_000

export function lookClaims(
  { ended, script, isUnchanged }: { readonly ended: Ended; readonly script: Script; readonly isUnchanged: boolean },
  { cwd, env }: Asking,
): Claim[] {
  const last = script.turns.findLast(({ role }) => role === 'lead')
  const calls = (last?.conversation.calls ?? []).filter(({ tool }) => tool !== 'ToolSearch')
  const opened = calls.find(({ tool }) => tool === 'overview')
  if (script.problems.length > 0 || !opened)
    return [{ claim: 'the command runs to its answer', holds: false, shown: script.problems[0] ?? ended.stderr }]
  const run = runIn(opened)
  const bin = join(repository, 'dist/bin.js')
  const shoal = (...args: string[]) => execFileSync(process.execPath, [bin, ...args], { cwd, env, encoding: 'utf8' })
  const report = JSON.parse(shoal('report', run, '--json'))
  const result = ended.events.findLast(event => event.type === 'result')
  const notes = calls.filter(({ tool }) => tool === 'note')
  const seen = calls.reduce((sum, { shown }) => sum + (shown?.length ?? 0), 0)
  return [
    {
      claim: 'the client ends well',
      holds: ended.status === 0 && result?.is_error === false,
      shown: `${ended.seconds.toFixed(1)} s, ${script.turns.length} turns`,
    },
    {
      claim: 'a fabricated quote is refused, with what stands there',
      holds: notes[0]!.isError && notes[0]!.shown!.includes(`"${FABRICATED_QUOTE}" does not stand`),
      shown: '',
    },
    { claim: 'the true one is kept', holds: notes[1]!.shown!.includes('N1 is kept'), shown: '' },
    {
      claim: '`shoal report` has the answer, in part: nobody else has read a cause yet',
      holds: report.status === 'partial' && report.answer === SENTENCE,
      shown: run,
    },
    {
      claim: 'with every step',
      holds: report.steps.length === 4 && report.model === 'claude-code',
      shown: `${report.steps.length} steps`,
    },
    {
      claim: 'little of the files reaches the context',
      holds: seen < MOST_SEEN,
      shown: `${seen} characters in ${calls.length} calls`,
    },
    { claim: 'no file of the directory was changed', holds: isUnchanged, shown: '' },
    { claim: 'nothing is left running', holds: ended.leftRunning.length === 0, shown: ended.leftRunning.join('; ') },
  ]
}
