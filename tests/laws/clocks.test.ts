// Whoever reads a clock says what for: a bound in wall time gives another result on a busy machine. What bounds work uses
// `workWatch`; a test waits with `eventually`, and judges what was done, not how long it took.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = new URL('../../', import.meta.url).pathname

/** The files of `src` that read a clock, by the reason for which they may. */
const READ: Readonly<Record<string, string>> = {
  'a time that is shown': `
    cli/analysis-progress.ts cli/run-progress.ts page/live/run/run-pages.tsx page/live/runs-view.tsx page/live/use-now.ts
    plugin/probe-server.ts run/doctor/machine-checks.ts run/library-analysis.ts run/run-team.ts
    run/worker/stats.ts`,
  'a clock that is given, with the real one as its default': `
    cli/cache.ts cli/team/world.ts models/clock.ts models/recorded.ts models/result-cache.ts team/memory-ledger.ts
    team/sqlite/ledger.ts web/guard.ts`,
  'how often something is said, looked at or let others have a turn, which changes no result': `
    page/live/run/spoken.tsx run/analysis/progress-file.ts stages/enumerate.ts team/host.ts text/turns.ts
    run/worker/worker.ts`,
  'a time that others set: a lease, a limit of a provider, the time at which a file was changed': `
    run/members/presence.ts mcp/tools/task-list.ts models/providers/rate-limit-headers.ts run/relations/known-files.ts
    run/relations/build-claim.ts run/relations/cache-entries.ts run/s3/s3-client.ts run/unpacking/store.ts team/member.ts team/pulse.ts`,
  'how long somebody is waited for who may never come: another process, a lock, a full disk, a client': `
    mcp/http-sessions.ts run/members/wait-for.ts run/remote/git.ts run/unpacking/reader-form.ts team/patience.ts team/postgres/store.ts
    team/process-group.ts team/sqlite/open.ts
    team/sqlite/store.ts`,
  'by when whoever asked wants an answer: it says what is left, and goes on from there when asked again': `
    run/search.ts run/search/lines.ts run/search/task.ts run/search/words.ts`,
  'work, for which wall time is one of two measures; and threads that have nothing to do': `
    run/ask/sandbox-worker.ts run/ask/sandbox.ts run/threads/file-thread.ts run/threads/file-threads.ts sql/engine-watch-worker.ts text/worked-time.ts`,
  'a name in code that is read; a name that nothing else has': `
    sql/plain-path.ts text/code/dangers/rules/script-rules.ts`,
}

/** The same of `tests`, where only what lasts is of interest. */
const TESTED: Readonly<Record<string, string>> = {
  'how long is waited for what never comes': 'patience.ts team/live-processes.ts',
  'a machine or a thread that is kept busy': 'run/many-files.test.ts team/command-worker.test.ts team/chaos/killer.ts',
  'a least time, which a busy machine only lengthens': 'models/over-http.test.ts run/models/faults.test.ts',
  'how often something may happen or must, in the time that has passed': `
    cli/team-follow.test.ts mcp/server.test.ts models/call-watch.test.ts team/ledger-faults.test.ts`,
  'how long to let a function work before it is stopped': 'run/library-cancel.test.ts',
  'a time that is shown': 'claude-code/client.ts',
}

function sources(folder: string): { readonly name: string; readonly text: string }[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => /\.(?:ts|tsx)$/.test(name) && name !== 'laws/clocks.test.ts')
    .map(name => ({ name, text: readFileSync(join(root, folder, name), 'utf8') }))
}

const listed = (reasons: Readonly<Record<string, string>>) =>
  Object.values(reasons)
    .flatMap(names => names.trim().split(/\s+/))
    .sort()

const naming = (folder: string, what: RegExp) =>
  sources(folder)
    .filter(({ text }) => what.test(text))
    .map(({ name }) => name)
    .sort()

describe('a clock', () => {
  it('is read in src only for a reason that is listed', () => {
    expect(naming('src', /performance\.now\b|Date\.now\b|process\.hrtime/)).toEqual(listed(READ))
  })

  it('is read in tests only for a reason that is listed', () => {
    expect(naming('tests', /performance\.now\b|process\.hrtime/)).toEqual(listed(TESTED))
  })

  it('never says how long something took at the most', () => {
    expect(naming('tests', /expect\((?:performance|Date)\.now\(\) - \w+\)\.toBeLess/)).toEqual([])
  })

  it('limits no wait of a test but that of all', () => {
    // The default of `vi.waitFor` is a second.
    expect(naming('tests', /vi\.wait(?:For|Until)\(/)).toEqual([])
    expect(naming('tests', /(?:waitFor|click|poll)\([^\n]*\btimeout: ?\d/)).toEqual([])
    expect(naming('tests', /setDefaultTimeout\(\d/)).toEqual([])
    // Nor is a test tried again, nor has it less time than all; a client that is started by hand may.
    const own = naming('tests', /(?:^ +|\{ ?)(?:retry: \d|timeout: (?:\d{1,2}|[123]\d\d)_\d{3}\b)/m)
    expect(own.filter(name => !name.startsWith('claude-code/'))).toEqual([])
  })
})
