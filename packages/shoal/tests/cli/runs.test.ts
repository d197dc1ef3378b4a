// `shoal run`, `resume` and `runs`, with commands as workers: over the in-memory ledger, and as processes over the real one.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Ledger } from '@shoal/base/model/ledger'
import { memoryLedger } from '@shoal/team/memory-ledger'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PATIENCE_MS } from '../../../../tests/patience.ts'
import { assertBuilt, bin, runBin } from './built-bin.ts'
import { shoal } from './fake-io.ts'
import { type Around, over, type Started, start } from './over-ledger.ts'
import { tempDir } from './temp-dir.ts'

const dir = tempDir()
const at = (name: string) => join(dir.path, name)
const says = (summary: string) => `echo '{"summary": "${summary}"}'`

beforeAll(() => {
  const pipeline = (name: string, stages: readonly string[]) =>
    [
      'pattern: pipeline',
      `name: ${name}`,
      'stages:',
      ...stages.map(
        (command, n) => `  - {name: s${n + 1}, subject: Stage ${n + 1}, command: ${JSON.stringify(command)}}`,
      ),
    ].join('\n')
  dir.write(
    'ship.yaml',
    pipeline('ship', [says('built'), says('tested'), `echo '{"summary": "packed", "files": ["a", "b"]}'`]),
  )
  dir.write(
    'broken.yaml',
    pipeline('broken', [says('built'), 'test -e mended || { echo missing part >&2; exit 3; }', says('packed')]),
  )
  dir.write(
    'slow.yaml',
    pipeline('slow', [says('built'), 'test -e go || { touch waiting; sleep 60; }', says('packed')]),
  )
  dir.write(
    'swarm.yaml',
    [
      'pattern: swarm',
      'name: many',
      'workers: 4',
      'worker: {command: "echo b >> order; sleep 0.05; echo e >> order"}',
      'tasks: [a, b, c, d, e, f]',
    ].join('\n'),
  )
  dir.write(
    'plan.yaml',
    [
      'pattern: plan-approval',
      'name: careful',
      `worker: {command: "echo '{\\"summary\\": \\"as planned\\"}'"}`,
      'tasks: [{name: settings}]',
    ].join('\n'),
  )
  dir.write(
    'reviewed.yaml',
    [
      'pattern: plan-approval',
      'name: reviewed',
      `worker: {command: "echo '{}'"}`,
      `reviewer: {command: "echo '{\\"approve\\": true}'"}`,
      'tasks: [{name: settings}]',
    ].join('\n'),
  )
  dir.write('wrong.yaml', 'pattern: pipeline\nname: wrong\nstagse: []\n')
})

let ledger: Ledger
beforeEach(() => {
  ledger = memoryLedger()
})

const cli = (argv: readonly string[], around: Around = {}) => over(ledger, argv, { cwd: dir.path, ...around })
const launch = (argv: readonly string[], around: Around = {}) => start(ledger, argv, { cwd: dir.path, ...around })

const until = async (holds: () => boolean, what: () => string) => {
  for (let n = 0; n < PATIENCE_MS / 10 && !holds(); n++) await pause(10)
  if (!holds()) throw new Error(what())
}
const heard = (started: Started, text: string | RegExp) =>
  until(
    () => started.stderr().match(text) !== null,
    () => `${text} was not said, but:\n${started.stderr()}`,
  )

describe('run', () => {
  it('gives its tasks and the last result, and tells on stderr how it gets on', async () => {
    const { status, stdout, stderr } = await cli(['run', 'ship.yaml'])
    expect(status).toBe(0)
    expect(stderr.split('\n')).toEqual([
      'run ship; watch it with `shoal team show ship --follow`',
      'completed s1 (s1): built',
      'completed s2 (s2): tested',
      'completed s3 (s3): packed',
      '',
    ])
    expect(stdout).toMatch(
      /^ship: completed, 3 tasks in [\d.]+ m?s \(pipeline\)\n\nid +status +tries +time +subject +note\n/,
    )
    expect(stdout).toMatch(/^s1 +completed +1 +[\d.]+ m?s +Stage 1 +built$/m)
    expect(stdout.endsWith('\ns3: Stage 3\n  {"summary": "packed", "files": ["a", "b"]}\n')).toBe(true)
  })

  it('gives scripts these keys', async () => {
    const { status, stdout, stderr } = await cli(['run', 'ship.yaml', '--json', '--quiet'])
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    const { tasks, ...rest } = JSON.parse(stdout)
    expect(rest).toEqual({
      schema_version: 1,
      run: 'ship',
      pattern: 'pipeline',
      status: 'completed',
      reason: null,
      counts: {
        total: 3,
        ready: 0,
        blocked: 0,
        awaiting_approval: 0,
        in_progress: 0,
        completed: 3,
        failed: 0,
        skipped: 0,
      },
      took_ms: expect.any(Number),
      took_is_least: false,
    })
    expect(tasks[2]).toEqual({
      id: 's3',
      subject: 'Stage 3',
      status: 'completed',
      owner: 's3',
      attempts: 1,
      summary: 'packed',
      result: { summary: 'packed', files: ['a', 'b'] },
      reason: null,
      took_ms: expect.any(Number),
    })
  })

  it('goes to a file when asked, but not over the pattern', async () => {
    expect(await cli(['run', 'ship.yaml', '--json', '-o', 'out.json', '--quiet'])).toEqual({
      status: 0,
      stdout: '',
      stderr: '',
    })
    expect(JSON.parse(readFileSync(at('out.json'), 'utf8')).status).toBe('completed')
    expect(await cli(['run', 'ship.yaml', '-o', 'ship.yaml', '--quiet'])).toMatchObject({
      status: 2,
      stderr: 'shoal: --output ship.yaml is one of the files to read — choose another file\n',
    })
  })

  it('is called as asked, or finds a name that is free', async () => {
    await cli(['run', 'ship.yaml', '--name', 'nightly'])
    await cli(['run', 'ship.yaml'])
    expect((await cli(['run', 'ship.yaml'])).stdout).toMatch(/^ship-2: completed/)
    expect(await cli(['run', 'ship.yaml', '--name', 'nightly'])).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(/^shoal: there is a team "nightly" already — /),
    })
  })

  it('has no more at work than asked for', async () => {
    const { status } = await cli(['run', 'swarm.yaml', '--concurrency', '1'])
    expect(status).toBe(0)
    expect(readFileSync(at('order'), 'utf8')).toBe('b\ne\n'.repeat(6))
  })

  it('lists the results of a swarm only by number', async () => {
    const { stdout } = await cli(['run', 'swarm.yaml'])
    expect(stdout).toMatch(/\n6 results: `shoal team task many ID` shows one, `--json` has them all\n$/)
  })

  it.each([
    [['run'], 'shoal run needs a FILE — run the command with `--help` for its usage'],
    [['run', 'a', 'b'], 'shoal run takes one FILE; it got 2 — run it once for each'],
    [
      ['run', 'ship.yaml', '--name', 'not a name'],
      '"not a name" is no team name — use letters, digits, ".", "_" and "-", at most 64, not starting with "." or "-"',
    ],
    [
      ['run', 'ship.yaml', '--concurrency', '0'],
      '--concurrency must be a whole number of at least 1; it is "0" — run the command with `--help` for what it takes',
    ],
  ])('%j is one line and exit status 2', async (argv, line) => {
    expect(await cli(argv)).toEqual({ status: 2, stdout: '', stderr: `shoal: ${line}\n` })
  })

  it('names what is wrong with a file, and where', async () => {
    expect(await cli(['run', 'wrong.yaml'])).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(/^shoal: wrong\.yaml:3: .*stagse.* — [^\n]+\n$/),
    })
    expect(await cli(['run', 'none.yaml'])).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^shoal: none\.yaml: no such file or directory — check the path\n$/),
    })
    expect(await ledger.teams()).toEqual([])
  })
})

describe('a run with failed tasks', () => {
  it('gives the document, then one line and exit status 6; retry and resume mend it', async () => {
    const { status, stdout, stderr } = await cli(['run', 'broken.yaml'])
    expect(status).toBe(6)
    expect(stdout).toMatch(/^broken: failed, 3 tasks in /)
    expect(stdout).toMatch(/^s2 +failed +1 +[\d.]+ m?s +Stage 2 +.*missing part/m)
    expect(stdout).toMatch(/^s3 +blocked +0 +- +Stage 3 +waits for s2 \(failed: .*missing part.*\)$/m)
    expect(stderr).toMatch(/^failed s2 \(s2\): .*missing part/m)
    expect(stderr.trimEnd().split('\n').at(-1)).toMatch(
      /^shoal: 1 task failed.* — see `shoal team tasks broken --status failed`, then `shoal team retry` or `skip`, and `shoal resume broken`$/,
    )
    writeFileSync(at('mended'), '')
    expect((await cli(['team', 'retry', 'broken', 's2'])).stderr).toBe(
      'nobody is at work on it: go on with `shoal resume broken`\n',
    )
    const resumed = await cli(['resume', 'broken'])
    expect(resumed.status).toBe(0)
    expect(resumed.stdout).toMatch(/^s1 +completed +1 /m)
    expect(resumed.stdout).toMatch(/^s2 +completed +2 /m)
    expect(resumed.stderr).not.toContain('completed s1')
    expect(resumed.stderr).toContain('completed s3 (s3): packed\n')
  })
})

describe('plans', () => {
  it('that a person decides on come with the commands, even to the quiet', async () => {
    const started = launch(['run', 'plan.yaml', '--quiet'])
    await heard(started, /feedback/)
    expect(started.stderr()).toBe(
      [
        'task settings awaits a decision on its plan:',
        '    shoal team task careful settings',
        '    shoal team approve careful settings',
        '    shoal team reject careful settings --feedback TEXT\n',
      ].join('\n'),
    )
    expect((await cli(['runs'])).stdout).toMatch(/^careful +plan-approval +waiting for approval +0\/1 /m)
    await cli(['team', 'approve', 'careful', 'settings'])
    expect((await started.outcome).status).toBe(0)
  })

  it('that a reviewer decides on ask nothing of people', async () => {
    const { status, stderr } = await cli(['run', 'reviewed.yaml'])
    expect(status).toBe(0)
    expect(stderr).not.toContain('decision')
  })

  it('still wait when a run is resumed, and it says so again', async () => {
    const stop = new AbortController()
    const started = launch(['run', 'plan.yaml'], { signal: stop.signal })
    await heard(started, /feedback/)
    stop.abort()
    expect((await started.outcome).status).toBe(130)
    const resumed = launch(['resume', 'careful'])
    await heard(resumed, /shoal team approve careful settings/)
    await cli(['team', 'approve', 'careful', 'settings'])
    expect((await resumed.outcome).status).toBe(0)
  })
})

describe('an interrupted run', () => {
  it('says how to go on, exit status 130, and goes on from where it was', async () => {
    const stop = new AbortController()
    const started = launch(['run', 'slow.yaml', '--name', 'cut'], { signal: stop.signal })
    await until(() => existsSync(at('waiting')), started.stderr)
    stop.abort()
    const { status, stdout, stderr } = await started.outcome
    expect({ status, stdout }).toEqual({ status: 130, stdout: '' })
    expect(stderr.trimEnd().split('\n').at(-1)).toBe('shoal: interrupted — go on with `shoal resume cut`')
    expect((await cli(['runs'])).stdout).toMatch(/^cut +pipeline +interrupted +1\/3 +0 +.* [\d.]+ m?s$/m)
    writeFileSync(at('go'), '')
    const resumed = await cli(['resume', 'cut', '--json'])
    expect(resumed.status).toBe(0)
    const { tasks, took_ms } = JSON.parse(resumed.stdout)
    expect(tasks.map(({ attempts }: { attempts: number }) => attempts)).toEqual([1, 2, 1])
    // Both stretches of it, wherever it is said.
    expect(JSON.parse((await cli(['runs', '--json'])).stdout)[0]).toMatchObject({ run: 'cut', took_ms })
  })
})

describe('resume', () => {
  it('of a completed run says so and gives its document', async () => {
    const first = await cli(['run', 'ship.yaml', '--json', '--quiet'])
    const again = await cli(['resume', 'ship', '--json'])
    expect(again).toMatchObject({ status: 0, stderr: 'run ship is completed; nothing is left to do\n' })
    const { took_ms: _, ...document } = JSON.parse(first.stdout)
    expect(JSON.parse(again.stdout)).toMatchObject(document)
  })

  it('does what was sent back after the run was completed', async () => {
    await cli(['run', 'ship.yaml', '--quiet'])
    await ledger.createTasks('ship', [{ id: 'extra', subject: 'Extra', role: 's1' }])
    const { status, stderr } = await cli(['resume', 'ship'])
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringContaining('completed extra (s1)') })
  })

  it('is refused while somebody leads the run', async () => {
    const started = launch(['run', 'plan.yaml'])
    await heard(started, /feedback/)
    expect(await cli(['resume', 'careful'])).toEqual({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(/^shoal: run "careful" is being led.* — follow it with `shoal team show --follow`/),
    })
    await cli(['team', 'shutdown', 'careful', '--now', '--reason', 'enough'])
    const { status, stderr } = await started.outcome
    expect(status).toBe(130)
    expect(stderr.trimEnd().split('\n').at(-1)).toBe(
      'shoal: run careful was stopped: enough — go on with `shoal resume careful`',
    )
    expect((await cli(['runs'])).stdout).toMatch(/^careful +plan-approval +stopped /m)
  })

  it.each([
    [['resume'], 'shoal resume needs a RUN — run `shoal runs` for the runs'],
    [['resume', 'a', 'b'], 'shoal resume takes one RUN; it got 2 — resume each by itself'],
    [['resume', 'nowhere'], 'there is no run "nowhere" — run `shoal runs` for the runs'],
  ])('%j is one line and exit status 2', async (argv, line) => {
    expect(await cli(argv)).toEqual({ status: 2, stdout: '', stderr: `shoal: ${line}\n` })
  })

  it('of a team that is no run is refused', async () => {
    await ledger.createTeam({ name: 'hand' })
    expect(await cli(['resume', 'hand'])).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^shoal: team "hand" .* — run `shoal runs` for what can be resumed\n$/),
    })
  })
})

describe('runs', () => {
  it('has runs only, the newest first', async () => {
    await cli(['run', 'ship.yaml', '--quiet'])
    await ledger.createTeam({ name: 'hand' })
    await cli(['run', 'swarm.yaml', '--quiet'])
    const { status, stdout, stderr } = await cli(['runs'])
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    const [titles, ...rows] = stdout.trimEnd().split('\n')
    expect(titles).toMatch(/^run +pattern +status +done +failed +started +took$/)
    expect(rows[0]).toMatch(/^many +swarm +completed +6\/6 +0 +(just now|\d+ s ago) +[\d.]+ m?s$/)
    expect(rows[1]).toMatch(/^ship +pipeline +completed +3\/3 +0 /)
    expect(JSON.parse((await cli(['runs', '--json'])).stdout)[1]).toEqual({
      run: 'ship',
      pattern: 'pipeline',
      status: 'completed',
      reason: null,
      tasks: expect.objectContaining({ total: 3, completed: 3 }),
      started_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      ended_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      took_ms: expect.any(Number),
      took_is_least: false,
    })
  })

  it('says so when there are none, and takes no arguments', async () => {
    expect(await cli(['runs'])).toEqual({ status: 0, stdout: '', stderr: 'no runs yet\n' })
    const env = { SHOAL_HOME: at('no-state') }
    expect(await shoal(['runs', '--json'], { env })).toEqual({ status: 0, stdout: '[]\n', stderr: 'no runs yet\n' })
    expect(existsSync(at('no-state'))).toBe(false)
    expect((await cli(['runs', 'x'])).stderr).toBe(
      'shoal: shoal runs has no verb "x" — it has ask, report, resume, replay, calls and delete; `shoal team show` for one run\n',
    )
  })
})

describe('progress on a terminal', () => {
  it('is one line that keeps itself current and is gone in the end', async () => {
    const { status, stderr } = await cli(['run', 'swarm.yaml'], { stderrIsTTY: true, columns: 80 })
    expect(status).toBe(0)
    expect(stderr).toMatch(/\d of 6 tasks done, /)
    expect(stderr).not.toContain('completed a')
    expect(stderr.endsWith('\r\u001b[2K')).toBe(true)
    expect(stderr.split('\n')).toHaveLength(2)
  })

  it('is plain lines on a dumb one', async () => {
    const { stderr } = await cli(['run', 'ship.yaml'], { stderrIsTTY: true, env: { TERM: 'dumb' } })
    expect(stderr).toContain('completed s1 (s1): built\n')
    expect(stderr).not.toContain('\u001b')
  })
})

describe('as processes, over the ledger in the state directory', () => {
  beforeAll(assertBuilt)
  const home = at('home')
  const env = { SHOAL_HOME: home }
  const run = (...argv: string[]) => runBin(argv, { cwd: dir.path, env })
  const running = (...argv: string[]) =>
    spawn(process.execPath, [bin, ...argv], {
      cwd: dir.path,
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })

  it('a run, its list and its tasks survive the process', () => {
    expect(run('run', 'ship.yaml', '--quiet')).toMatchObject({ status: 0, stderr: '' })
    expect(run('runs').stdout).toMatch(/^ship +pipeline +completed +3\/3 /m)
    expect(run('team', 'tasks', 'ship').stdout).toMatch(/^s3 +completed +Stage 3 +s3 +1 +packed$/m)
    expect(run('team', 'messages', 'ship').stdout).toMatch(/s2 → lead +tested \(task s2\)$/m)
    expect(JSON.parse(run('team', 'task', 'ship', 's3', '--json').stdout).result).toEqual({
      summary: 'packed',
      files: ['a', 'b'],
    })
    expect(run('runs', '--force').status).toBe(2)
    expect(run('runs', 'delete').stderr).toBe('shoal: shoal runs delete needs a RUN — run `shoal runs` for the runs\n')
    expect(run('runs', 'delete', 'shipp').stderr).toBe(
      'shoal: there is no run "shipp" — run `shoal runs` for the runs\n',
    )
    expect(run('runs', 'delete', 'ship')).toEqual({ status: 0, stdout: 'deleted run ship\n', stderr: '' })
    expect(run('runs', '--json').stdout).toBe('[]\n')
  })

  it('Ctrl-C interrupts, kill -9 is noticed, and resume goes on after both', async () => {
    // Within two seconds of Ctrl-C, on a machine too busy to end in order by then, it ends itself.
    for (const [name, signal, ends] of [
      ['stopped-by-hand', 'SIGINT', [130, 'SIGKILL']],
      ['killed', 'SIGKILL', ['SIGKILL']],
    ] as const) {
      dir.write(
        'slow-process.yaml',
        readFileSync(at('slow.yaml'), 'utf8').replace(
          /test -e go .*?\}/,
          `test -e go-${name} || { touch at-${name}; sleep 60; }`,
        ),
      )
      const child = running('run', 'slow-process.yaml', '--name', name)
      let stderr = ''
      child.stderr.on('data', text => {
        stderr += text
      })
      await until(
        () => existsSync(at(`at-${name}`)),
        () => stderr,
      )
      child.kill(signal)
      const [status, endedBy] = await once(child, 'close')
      expect(ends).toContain(status ?? endedBy)
      if (signal === 'SIGINT')
        expect(stderr.trimEnd().split('\n').at(-1)).toBe(`shoal: interrupted — go on with \`shoal resume ${name}\``)
      expect(run('runs').stdout).toMatch(new RegExp(`^${name} +pipeline +interrupted +1/3 `, 'm'))
      writeFileSync(at(`go-${name}`), '')
      expect(run('resume', name, '--quiet')).toMatchObject({
        status: 0,
        stderr: '',
        stdout: expect.stringMatching(`^${name}: completed`),
      })
    }
  })

  it('one process follows what another does', async () => {
    dir.write(
      'steps.yaml',
      [
        'pattern: swarm',
        'name: steps',
        'workers: 1',
        `worker: {command: "sleep 0.1; echo '{\\"summary\\": \\"ok\\"}'"}`,
        'tasks: [a, b, c, d]',
      ].join('\n'),
    )
    const child = running('run', 'steps.yaml', '--quiet')
    let names = ''
    await until(
      () => (names = run('runs', '--json').stdout).includes('"steps"'),
      () => names,
    )
    const follower = running('team', 'show', 'steps', '--follow', '--after', '0', '--json')
    let told = ''
    follower.stdout.on('data', text => {
      told += text
    })
    const [[status], [followed]] = await Promise.all([once(child, 'close'), once(follower, 'close')])
    expect([status, followed]).toEqual([0, 0])
    const kinds = told
      .trimEnd()
      .split('\n')
      .slice(1)
      .map(line => JSON.parse(line).kind)
    expect(kinds.filter(kind => kind === 'task-completed')).toHaveLength(4)
    expect(kinds.at(-1)).toBe('run-ended')
  })

  it('a text may come from stdin', async () => {
    run('team', 'create', 'mail')
    const child = spawn(process.execPath, [bin, 'team', 'send', 'mail', 'lead', '-'], {
      env: { PATH: process.env.PATH, ...env },
    })
    child.stdin.end('first\nsecond\n')
    expect((await once(child, 'close'))[0]).toBe(0)
    expect(run('team', 'messages', 'mail', '1').stdout).toMatch(/\nfirst\nsecond\n$/)
  })

  it('a state directory that cannot be made is one clear line', () => {
    dir.write('in-the-way', '')
    const { status, stdout, stderr } = runBin(['team', 'create', 'x'], {
      cwd: dir.path,
      env: { SHOAL_HOME: at('in-the-way/home') },
    })
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(/^shoal: [^\n]+ — [^\n]+\n$/)
  })
})
