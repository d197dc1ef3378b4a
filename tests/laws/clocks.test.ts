// Whoever reads a clock says what for: a bound in wall time gives another result on a busy machine. What bounds work uses
// `workWatch`; a test waits with `eventually`, and judges what was done, not how long it took.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PACKAGES, sourceFiles } from '../../scripts/packages.mjs'

const root = new URL('../../', import.meta.url).pathname

/** The sources that read a clock, by the reason for which they may. */
const READ: Readonly<Record<string, string>> = {
  'a time that is shown': `
    shoal/cli/analysis-progress.ts shoal/cli/run-progress.ts page/live/run/run-pages.tsx page/live/runs-view.tsx page/live/use-now.ts
    shoal/plugin/probe-server.ts shoal/run/doctor/machine-checks.ts shoal/run/library-analysis.ts shoal/run/run-team.ts
    shoal/run/worker/stats.ts`,
  'a clock that is given, with the real one as its default': `
    shoal/cli/cache.ts shoal/cli/team/world.ts shoal/models/clock.ts shoal/models/recorded.ts shoal/models/result-cache.ts team/memory-ledger.ts
    team/sqlite/ledger.ts shoal/web/guard.ts`,
  'how often something is said, looked at or let others have a turn, which changes no result': `
    page/live/run/spoken.tsx shoal/run/analysis/progress-file.ts shoal/stages/enumerate.ts team/host.ts base/text/turns.ts
    shoal/run/worker/worker.ts`,
  'a time that others set: a lease, a limit of a provider, the time at which a file was changed': `
    shoal/run/members/presence.ts shoal/mcp/tools/task-list.ts shoal/models/providers/rate-limit-headers.ts shoal/run/relations/known-files.ts
    shoal/run/relations/build-claim.ts shoal/run/relations/cache-entries.ts shoal/run/s3/s3-client.ts shoal/run/unpacking/store.ts team/member.ts team/pulse.ts`,
  'how long somebody is waited for who may never come: another process, a lock, a full disk, a client': `
    shoal/mcp/http-sessions.ts shoal/run/members/wait-for.ts shoal/run/remote/git.ts shoal/run/unpacking/reader-form.ts team/patience.ts team/postgres/store.ts
    team/process-group.ts team/sqlite/open.ts
    team/sqlite/store.ts`,
  'by when whoever asked wants an answer: it says what is left, and goes on from there when asked again': `
    shoal/run/search.ts shoal/run/search/lines.ts shoal/run/search/task.ts shoal/run/search/words.ts`,
  'work, for which wall time is one of two measures; and threads that have nothing to do': `
    shoal/run/ask/sandbox-worker.ts shoal/run/ask/sandbox.ts shoal/run/threads/file-thread.ts shoal/run/threads/file-threads.ts shoal/sql/engine-watch-worker.ts base/text/worked-time.ts`,
  'a name in code that is read; a name that nothing else has': `
    shoal/sql/plain-path.ts flow/rules/script-rules.ts`,
}

/** The same of tests, where only what lasts is of interest. */
const TESTED: Readonly<Record<string, string>> = {
  'how long is waited for what never comes': 'tests/patience.ts team/tests/live-processes.ts',
  'a machine or a thread that is kept busy':
    'shoal/tests/run/many-files.test.ts team/tests/command-worker.test.ts team/tests/chaos/killer.ts',
  'a least time, which a busy machine only lengthens':
    'shoal/tests/models/over-http.test.ts shoal/tests/run/models/faults.test.ts',
  'how often something may happen or must, in the time that has passed': `
    shoal/tests/cli/team-follow.test.ts shoal/tests/mcp/server.test.ts shoal/tests/models/call-watch.test.ts team/tests/ledger-faults.test.ts`,
  'how long to let a function work before it is stopped': 'shoal/tests/run/library-cancel.test.ts',
  'a time that is shown': 'tests/claude-code/client.ts',
}

/** By their names in packages/, without the folder src. */
const SOURCES = sourceFiles(root).map(path => ({
  name: path.replace(/^packages\//, '').replace('/src/', '/'),
  text: readFileSync(join(root, path), 'utf8'),
}))

const TESTS = ['tests', ...PACKAGES.map(name => `packages/${name}/tests`)].flatMap(folder =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => /\.tsx?$/.test(name) && !name.endsWith('clocks.test.ts'))
    .map(name => ({
      name: `${folder}/${name}`.replace(/^packages\//, ''),
      text: readFileSync(join(root, folder, name), 'utf8'),
    })),
)

const listed = (reasons: Readonly<Record<string, string>>) =>
  Object.values(reasons)
    .flatMap(names => names.trim().split(/\s+/))
    .sort()

const naming = (files: typeof SOURCES, what: RegExp) =>
  files
    .filter(({ text }) => what.test(text))
    .map(({ name }) => name)
    .sort()

describe('a clock', () => {
  it('is read only for a reason that is listed', () => {
    expect(naming(SOURCES, /performance\.now\b|Date\.now\b|process\.hrtime/)).toEqual(listed(READ))
  })

  it('is read in tests only for a reason that is listed', () => {
    expect(naming(TESTS, /performance\.now\b|process\.hrtime/)).toEqual(listed(TESTED))
  })

  it('never says how long something took at the most', () => {
    expect(naming(TESTS, /expect\((?:performance|Date)\.now\(\) - \w+\)\.toBeLess/)).toEqual([])
  })

  it('limits no wait of a test but that of all', () => {
    // The default of `vi.waitFor` is a second.
    expect(naming(TESTS, /vi\.wait(?:For|Until)\(/)).toEqual([])
    expect(naming(TESTS, /(?:waitFor|click|poll)\([^\n]*\btimeout: ?\d/)).toEqual([])
    expect(naming(TESTS, /setDefaultTimeout\(\d/)).toEqual([])
    // Nor is a test tried again, nor has it less time than all; a client that is started by hand may.
    const own = naming(TESTS, /(?:^ +|\{ ?)(?:retry: \d|timeout: (?:\d{1,2}|[123]\d\d)_\d{3}\b)/m)
    expect(own.filter(name => !name.startsWith('tests/claude-code/'))).toEqual([])
  })
})
