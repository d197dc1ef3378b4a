// `shoal team …`, verb by verb, over the in-memory ledger.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Ledger } from '@shoal/base/model/ledger'
import { teamVerbs } from '@shoal/base/model/option'
import type { Session } from '@shoal/base/model/team'
import { displayWidth } from '@shoal/base/text/printable'
import { memoryLedger } from '@shoal/team/memory-ledger'
import { beforeEach, describe, expect, it } from 'vitest'
import { verbs } from '../../src/cli/team/verbs.ts'
import { optionRows, shownFlag } from '../../src/config/options.ts'
import { parseCommandLine } from '../../src/config/parse.ts'
import { resolveOptions } from '../../src/config/resolve.ts'
import { shoal } from './fake-io.ts'
import { type Around, over } from './over-ledger.ts'
import { tempDir } from './temp-dir.ts'

const dir = tempDir()
const LEASE = 3_600_000

let ledger: Ledger
let clock: number
let worker: Session

/** A team in the midst of its work: `model` failed, `callers` has a plan, `docs` is done, `test` and `release` wait. */
beforeEach(async () => {
  clock = Date.UTC(2026, 0, 1, 12)
  ledger = memoryLedger({ now: () => clock })
  await ledger.createTeam({
    name: 'rename',
    purpose: 'Rename the loader',
    definition: { pattern: 'refactoring' },
    tasks: [
      { id: 'model', subject: 'Rename the class' },
      { id: 'callers', subject: 'Change the callers', needsApproval: true },
      { id: 'docs', subject: 'Change the docs', description: 'All pages', input: { pages: 2 }, retries: 2 },
      { id: 'test', subject: 'Run the tests', blockedBy: ['model', 'docs'] },
      { id: 'release', subject: 'Release', blockedBy: ['test'], role: 'releaser', priority: 5 },
    ],
  })
  await ledger.join('rename', { name: 'lead' }, LEASE)
  const process = { host: 'here', pid: 4242, started: '1' }
  worker = await ledger.join('rename', { name: 'worker-1', role: 'coder', kind: 'command', process }, LEASE)
  const model = await ledger.claim(worker)
  clock += 2500
  await ledger.finish(model!, { status: 'failed', reason: 'exit 1', log: 'one\ntwo\n' })
  const callers = await ledger.claim(worker)
  await ledger.finish(callers!, { status: 'planned', plan: { steps: ['find', 'edit'] }, summary: 'two steps' })
  const docs = await ledger.claim(worker)
  await ledger.finish(docs!, { status: 'completed', result: { changed: 2 }, summary: 'changed 2 pages' })
  clock += 180_000
})

const team = (argv: readonly string[], around: Around = {}) =>
  over(ledger, ['team', ...argv], { now: () => clock, ...around })

const fine = async (...argv: string[]) => {
  const { status, stdout, stderr } = await team(argv)
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  return stdout
}

const json = async (...argv: string[]) => JSON.parse(await fine(...argv, '--json'))

const refused = async (argv: readonly string[], around: Around = {}) => {
  const { status, stdout, stderr } = await team(argv, around)
  expect(stdout).toBe('')
  expect(stderr).toMatch(/^shoal: [^\n]+ — [^\n]+\n$/)
  return { status, line: stderr.slice('shoal: '.length, -1) }
}

/** A right command line for every verb, on the team above. */
const lines: Readonly<Record<(typeof teamVerbs)[number], readonly string[]>> = {
  list: [],
  show: ['rename'],
  tasks: ['rename'],
  task: ['rename', 'model'],
  messages: ['rename'],
  create: ['another'],
  add: ['rename', 'More'],
  block: ['rename', 'release', 'docs'],
  send: ['rename', 'worker-1', 'Hello'],
  join: ['rename', 'ann'],
  claim: ['rename', '--as', 'ann'],
  plan: ['rename', 'callers', 'Rename it', '--as', 'ann'],
  done: ['rename', 'model', '{"renamed": 3}', '--as', 'ann'],
  fail: ['rename', 'model', '--as', 'ann', '--reason', 'No class there'],
  inbox: ['rename', '--as', 'ann'],
  answer: ['rename', 'stay', '--as', 'ann', '--reason', 'Not yet'],
  approve: ['rename', 'callers'],
  reject: ['rename', 'callers', '--feedback', 'No'],
  retry: ['rename', 'model'],
  skip: ['rename', 'model'],
  release: ['rename', 'model'],
  reassign: ['rename', 'model', 'ann'],
  shutdown: ['rename'],
  delete: ['rename', '--force'],
}

/** What must be so before some of them are right. */
const before: Partial<Record<(typeof teamVerbs)[number], () => Promise<unknown>>> = {
  claim: () => ledger.retry('rename', 'model'),
  plan: () => ledger.reject('rename', 'callers', { by: 'lead', feedback: 'Again' }),
  done: () => ledger.retry('rename', 'model'),
  fail: () => ledger.retry('rename', 'model'),
  inbox: async () => {
    await ledger.join('rename', { name: 'ann', kind: 'agent' }, LEASE)
    await ledger.send('rename', { from: 'lead', to: 'ann', text: 'Hello' })
  },
  answer: async () => {
    await ledger.join('rename', { name: 'ann', kind: 'agent' }, LEASE)
    await ledger.requestShutdown('rename', 'ann', { by: 'lead' })
  },
  release: async () => {
    await ledger.retry('rename', 'model')
    await ledger.claim(worker, { task: 'model' })
  },
  reassign: async () => {
    await ledger.retry('rename', 'model')
    await ledger.join('rename', { name: 'ann', kind: 'agent' }, LEASE)
  },
}

describe('every verb', () => {
  it('is in the table, in order, with an example that is understood', () => {
    expect(verbs.map(({ name }) => name)).toEqual(teamVerbs)
    for (const { name, examples } of verbs) {
      expect(examples.length, name).toBeGreaterThan(0)
      for (const { line } of examples) {
        const words = line.match(/'[^']*'|\S+/g)!.map(word => word.replace(/^'(.*)'$/, '$1'))
        const { command, args, values } = parseCommandLine(words.slice(1))
        expect([command, args[0]]).toEqual(['team', name])
        expect(() => resolveOptions(values, {}, '')).not.toThrow()
      }
    }
  })

  it.each(teamVerbs)('%s does its work, for people and for scripts', async verb => {
    await before[verb]?.()
    const first = await fine(verb, ...lines[verb])
    expect(first).toMatch(/\n$/)
    expect(first).not.toContain('\u001b')
  })

  it.each(teamVerbs)('%s speaks snake_case', async verb => {
    const keys = (value: unknown): string[] =>
      typeof value !== 'object' || value === null
        ? []
        : Array.isArray(value)
          ? value.flatMap(keys)
          : Object.entries(value).flatMap(([key, inner]) => [key, ...keys(inner)])
    await before[verb]?.()
    const found = keys(await json(verb, ...lines[verb]))
    expect(found.filter(key => !/^[a-z]+(_[a-z]+)*$/.test(key))).toEqual([])
  })

  it.each(teamVerbs.filter(verb => verb !== 'list' && verb !== 'create'))(
    '%s refuses a team that is not there',
    async verb => {
      const [, ...rest] = lines[verb]
      expect(await refused([verb, 'nowhere', ...rest])).toEqual({
        status: 2,
        line: 'there is no team "nowhere" — run `shoal team list` for the teams',
      })
      expect((await refused([verb, 'renmae', ...rest])).line).toBe('there is no team "renmae" — did you mean rename?')
    },
  )

  it.each(teamVerbs.filter(verb => verb !== 'list'))('%s says what is missing', async verb => {
    const { status, line } = await refused([verb])
    expect({ status, line }).toEqual({
      status: 2,
      line: expect.stringMatching(new RegExp(`^shoal team ${verb} needs a TEAM — write \`shoal team ${verb} TEAM`)),
    })
  })

  it.each(teamVerbs.filter(verb => verb !== 'block'))('%s refuses what is too much', async verb => {
    const { status, line } = await refused([verb, 'a', 'b', 'c', 'd'])
    expect({ status, line }).toEqual({ status: 2, line: expect.stringMatching(/ takes .* — write `shoal team /) })
  })

  it.each([
    ['fail', '--reason'],
    ['release', '--reason'],
    ['reject', '--feedback'],
  ])('%s says where a text goes that is too much', async (verb, flag) => {
    expect((await refused([verb, 'rename', '1', 'because'])).line).toContain(`TEAM TASK ${flag} TEXT\``)
  })

  it('refuses the options of other verbs', async () => {
    for (const verb of teamVerbs)
      for (const option of optionRows.filter(row => row.commands.includes('team') && row.verbs)) {
        if (option.verbs?.includes(verb)) continue
        const value = option.type === 'boolean' ? '' : `=${option.example}`
        const { status, line } = await refused([verb, ...lines[verb], `${shownFlag(option)}${value}`])
        expect(status).toBe(2)
        expect(line).toMatch(
          `${shownFlag(option)} is not an option of \`shoal team ${verb}\` — it belongs to \`shoal team `,
        )
      }
  })

  it.each([
    'task',
    'block',
    'plan',
    'done',
    'fail',
    'approve',
    'reject',
    'retry',
    'skip',
    'release',
    'reassign',
  ] as const)('%s refuses a task that is not there', async verb => {
    const [, , ...rest] = lines[verb]
    expect(await refused([verb, 'rename', 'nothing', ...rest])).toEqual({
      status: 2,
      line: 'team "rename" has no task "nothing" — run `shoal team tasks` for the tasks',
    })
  })
})

describe('no verb, or a wrong one', () => {
  it('lists the verbs with a line each', async () => {
    const { status, stdout, stderr } = await team([])
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    for (const { name } of verbs) expect(stdout.replace(/\s+/g, ' ')).toContain(` ${name} `)
    for (const { summary } of verbs) expect(stdout.replace(/\s+/g, ' ')).toContain(summary)
    expect((await shoal(['team', '--help'])).stdout).toBe(stdout)
  })

  it('suggests what was meant', async () => {
    expect(await refused(['shwo', 'rename'])).toEqual({
      status: 2,
      line: 'shoal team has no verb "shwo" — did you mean `shoal team show`?',
    })
    expect((await refused(['frobnicate'])).line).toBe(
      'shoal team has no verb "frobnicate" — run `shoal team` for its verbs',
    )
  })

  it('has help for each verb, with its own options only', async () => {
    const { status, stdout } = await shoal(['help', 'team', 'send'])
    expect(status).toBe(0)
    expect(stdout).toContain('Usage: shoal team send TEAM MEMBER|--all TEXT [options]')
    expect(stdout).toContain('--as NAME')
    expect(stdout).not.toContain('--follow')
    expect((await shoal(['help', 'team', 'sned'])).stderr).toBe(
      'shoal: shoal team has no verb "sned" — did you mean `shoal team send`?\n',
    )
  })

  it('empty arguments are told by name', async () => {
    expect((await refused(['show', ''])).line).toBe('the TEAM is empty — write `shoal team show TEAM`')
    expect((await refused(['block', 'rename', 'a', ' '])).line).toBe(
      'the BLOCKER is empty — write `shoal team block TEAM TASK BLOCKER…`',
    )
  })
})

describe('before there is a ledger', () => {
  const home = join(dir.path, 'not-there')
  const around = { cwd: dir.path, env: { SHOAL_HOME: home } }

  it('there are no teams, and nothing is made', async () => {
    expect(await shoal(['team', 'list'], around)).toEqual({ status: 0, stdout: '', stderr: 'no teams yet\n' })
    expect(await shoal(['team', 'list', '--json'], around)).toEqual({
      status: 0,
      stdout: '[]\n',
      stderr: 'no teams yet\n',
    })
    expect(await shoal(['team', 'list', '--quiet'], around)).toEqual({ status: 0, stdout: '', stderr: '' })
    expect(await shoal(['team', 'show', 'x'], around)).toEqual({
      status: 2,
      stdout: '',
      stderr: 'shoal: there is no team "x" — there are none yet; `shoal run` and `shoal team create` make them\n',
    })
    expect(existsSync(home)).toBe(false)
  })

  it('an empty ledger has none either', async () => {
    ledger = memoryLedger()
    expect(await team(['list'])).toEqual({ status: 0, stdout: '', stderr: 'no teams yet\n' })
  })
})

describe('list', () => {
  it('has the newest first, with status, tasks, members and age', async () => {
    await ledger.createTeam({ name: 'by-hand' })
    clock += 3_600_000 * 3
    const [titles, ...rows] = (await fine('list')).trimEnd().split('\n')
    expect(titles).toMatch(/^team +status +done +failed +alive +created +purpose$/)
    expect(rows[0]).toMatch(/^by-hand +open +0\/0 +0 +0 +3 h ago$/)
    expect(rows[1]).toMatch(/^rename +interrupted +1\/5 +1 +0 +3 h ago +Rename the loader$/)
  })

  it('gives scripts these keys', async () => {
    expect(await json('list')).toEqual([
      {
        team: 'rename',
        purpose: 'Rename the loader',
        is_run: true,
        status: expect.any(String),
        tasks: {
          total: 5,
          ready: 0,
          blocked: 2,
          awaiting_approval: 1,
          in_progress: 0,
          completed: 1,
          failed: 1,
          skipped: 0,
        },
        members_alive: 2,
        lead_alive: true,
        ended: null,
        ended_reason: null,
        created_at: '2026-01-01T12:00:00.000Z',
        ended_at: null,
      },
    ])
  })

  it('tells every status', async () => {
    const statusNow = async () => (await json('list'))[0].status
    expect(await statusNow()).toBe('waiting')
    expect(await fine('list')).toContain('waiting for approval')
    await ledger.approve('rename', 'callers', { by: 'lead' })
    expect(await statusNow()).toBe('running')
    for (const ended of ['failed', 'stopped', 'completed'] as const) {
      await ledger.endRun('rename', ended)
      expect(await statusNow()).toBe(ended)
    }
  })

  it('buries the dead before it speaks of them', async () => {
    await ledger.approve('rename', 'callers', { by: 'lead' })
    await ledger.claim(worker)
    clock += LEASE + 1
    expect((await json('list'))[0]).toMatchObject({
      members_alive: 0,
      status: 'interrupted',
      tasks: { in_progress: 0 },
    })
    expect((await ledger.members('rename')).map(({ state }) => state)).toEqual(['dead', 'dead'])
  })
})

describe('show', () => {
  it('has members, counts, plans with the commands that decide, unread and last messages', async () => {
    const text = await fine('show', 'rename')
    expect(text).toMatch(/^rename: waiting for approval\nRename the loader\n/)
    expect(text).toMatch(/^created +3 min ago$/m)
    expect(text).toMatch(/^tasks +1 completed, 1 failed, 1 awaiting approval, 2 blocked$/m)
    expect(text).toMatch(/^members +2 alive$/m)
    expect(text).toMatch(/^unread +3 messages for the lead: shoal team messages rename --unread$/m)
    expect(text).toContain('\ncallers: Change the callers (round 1)\n    shoal team task rename callers\n')
    expect(text).toContain(
      '    shoal team approve rename callers\n    shoal team reject rename callers --feedback TEXT\n',
    )
    expect(text).toMatch(/^worker-1 +idle +coder +command +- +1 +4242$/m)
    expect(text).toMatch(/^3 min ago +worker-1 → lead +changed 2 pages \(task docs\)$/m)
  })

  it('gives scripts these keys', async () => {
    const shown = await json('show', 'rename')
    expect(shown).toMatchObject({
      team: 'rename',
      status: 'waiting',
      unread: 3,
      budgets: [],
      last_event: expect.any(Number),
    })
    expect(shown.approvals).toEqual([
      { task: 'callers', subject: 'Change the callers', round: 1, plan: { steps: ['find', 'edit'] } },
    ])
    expect(shown.members[1]).toEqual({
      name: 'worker-1',
      role: 'coder',
      kind: 'command',
      state: 'idle',
      task: null,
      completed: 1,
      shutdown: 'none',
      session: 1,
      pid: 4242,
      host: 'here',
      joined_at: '2026-01-01T12:00:00.000Z',
      lease_until: '2026-01-01T13:00:00.000Z',
    })
    expect(shown.messages.at(-1)).toEqual({
      number: 3,
      at: '2026-01-01T12:00:02.500Z',
      kind: 'task-report',
      from: 'worker-1',
      to: 'lead',
      line: 'changed 2 pages',
      task: 'docs',
      has_more: false,
    })
  })

  it('has the last of many messages, and the budgets', async () => {
    for (let n = 1; n <= 70; n++) await ledger.send('rename', { from: 'lead', to: 'worker-1', text: `message ${n}` })
    await ledger.setBudget('rename', 'tokens', 5000)
    const shown = await json('show', 'rename')
    expect(shown.messages.map(({ line }: { line: string }) => line)).toEqual(
      [66, 67, 68, 69, 70].map(n => `message ${n}`),
    )
    expect(shown.budgets).toEqual([{ unit: 'tokens', limit: 5000, used: 0, reserved: 0 }])
    expect(await fine('show', 'rename')).toMatch(/^budget +0 of 5,000 tokens used, 0 reserved$/m)
  })

  it('says how to go on with a run that stopped, and why it ended', async () => {
    await ledger.endRun('rename', 'stopped', 'asked to')
    const text = await fine('show', 'rename')
    expect(text).toMatch(/^rename: stopped \(asked to\)\n/)
    expect(text).toMatch(/^go on with +shoal resume rename$/m)
  })

  it('quotes a task in a command as a shell needs it', async () => {
    await ledger.createTeam({
      name: 't',
      tasks: [
        { id: "it's -- odd; rm", subject: 'S', needsApproval: true },
        { id: '-x', subject: 'T', needsApproval: true },
      ],
    })
    const session = await ledger.join('t', { name: 'w' }, LEASE)
    for (let n = 0; n < 2; n++) await ledger.finish((await ledger.claim(session))!, { status: 'planned', plan: 1 })
    const text = await fine('show', 't')
    expect(text).toContain("shoal team approve t 'it'\\''s -- odd; rm'\n")
    expect(text).toContain("shoal team reject --feedback TEXT t -- '-x'\n")
  })
})

describe('tasks', () => {
  it('shows where each stands, and of a blocked one the root of it', async () => {
    const [titles, ...rows] = (await fine('tasks', 'rename')).trimEnd().split('\n')
    expect(titles).toMatch(/^id +status +subject +owner +tries +note$/)
    expect(rows[0]).toMatch(/^model +failed +Rename the class +worker-1 +1 +exit 1$/)
    expect(rows[1]).toMatch(/^callers +awaiting approval +Change the callers +- +1$/)
    expect(rows[2]).toMatch(/^docs +completed +Change the docs +worker-1 +1 +changed 2 pages$/)
    expect(rows[3]).toMatch(/^test +blocked +Run the tests +- +0 +waits for model \(failed: exit 1\)$/)
    expect(rows[4]).toMatch(/^release +blocked +Release +- +0 +.*model \(failed: exit 1\).*$/)
  })

  it.each([
    ['pending', ['callers', 'test', 'release']],
    ['blocked', ['test', 'release']],
    ['awaiting_approval', ['callers']],
    ['ready', []],
    ['failed', ['model']],
    ['completed', ['docs']],
    ['skipped', []],
  ])('of status %s', async (status, ids) => {
    const { stdout, stderr } = await team(['tasks', 'rename', '--status', status, '--json'])
    expect(JSON.parse(stdout).tasks.map(({ id }: { id: string }) => id)).toEqual(ids)
    expect(stderr).toBe(ids.length > 0 ? '' : 'team rename has no task of this status\n')
  })

  it('refuses a status that does not exist', async () => {
    expect((await refused(['tasks', 'rename', '--status', 'done'])).line).toMatch(
      /^--status must be pending, ready, .* or skipped; it is "done"/,
    )
  })

  it('gives scripts these keys', async () => {
    const { team: name, tasks } = await json('tasks', 'rename')
    expect(name).toBe('rename')
    expect(tasks[4]).toEqual({
      id: 'release',
      subject: 'Release',
      description: null,
      active_form: null,
      status: 'pending',
      state: 'blocked',
      owner: null,
      role: 'releaser',
      priority: 5,
      attempts: 0,
      retries: 0,
      blocked_by: ['test'],
      open_blockers: 1,
      why_blocked: expect.stringContaining('model (failed: exit 1)'),
      approval: null,
      reason: null,
      summary: null,
      result_bytes: null,
      has_log: false,
      created_at: '2026-01-01T12:00:00.000Z',
      claimed_at: null,
      ended_at: null,
    })
  })

  it('are listed however many there are', async () => {
    await ledger.createTasks(
      'rename',
      Array.from({ length: 2500 }, (_, n) => ({
        id: `n${n}`,
        subject: `Number ${n}`,
        blockedBy: [n === 0 ? 'test' : `n${n - 1}`],
      })),
    )
    const { tasks } = await json('tasks', 'rename')
    expect(tasks).toHaveLength(2505)
    expect(new Set(tasks.map(({ id }: { id: string }) => id)).size).toBe(2505)
  })
})

describe('task', () => {
  it('has everything: blockers with their status, why it waits, times', async () => {
    const text = await fine('task', 'rename', 'test')
    expect(text).toMatch(/^test: Run the tests\n/)
    expect(text).toMatch(/^status +blocked: waits for model \(failed: exit 1\)$/m)
    expect(text).toMatch(/^model +failed +Rename the class +exit 1$/m)
    expect(text).toMatch(/^docs +completed +Change the docs +changed 2 pages$/m)
  })

  it('shows input, result and description', async () => {
    const text = await fine('task', 'rename', 'docs')
    expect(text).toMatch(/^summary +changed 2 pages$/m)
    expect(text).toMatch(/^tries +1; a failure is tried again, 2 times at most$/m)
    expect(text).toContain('\nDescription\n  All pages\n')
    expect(text).toContain('\nInput\n  {"pages": 2}\n')
    expect(text).toContain('\nResult (13 B)\n  {"changed": 2}\n')
  })

  it('shows the reason and the tail of the log', async () => {
    const text = await fine('task', 'rename', 'model')
    expect(text).toMatch(/^reason +exit 1$/m)
    expect(text).toMatch(/took 2\.5 s$/m)
    expect(text).toContain('\nLog\n  one\n  two\n')
  })

  it('shows the plan, what was said of it, and how to decide', async () => {
    const text = await fine('task', 'rename', 'callers')
    expect(text).toContain('\nPlan\nawaits a decision, round 1\n')
    expect(text).toContain('    shoal team approve rename callers\n')
    await ledger.reject('rename', 'callers', { by: 'lead', feedback: 'Keep the old name' })
    const later = await fine('task', 'rename', 'callers')
    expect(later).toContain('\nrejected, round 1\nFeedback:\n  Keep the old name\n')
    expect(later).not.toContain('shoal team approve')
  })

  it('shortens what is long, and says how to get it; JSON has it whole', async () => {
    await ledger.approve('rename', 'callers', { by: 'lead' })
    const rows = Array.from({ length: 500 }, (_, n) => n)
    const log = rows.map(n => `line ${n}`).join('\n')
    await ledger.finish((await ledger.claim(worker))!, { status: 'completed', result: rows, log })
    const text = await fine('task', 'rename', 'callers')
    expect(text).toContain('… 462 more lines; add --json for all\n')
    expect(text).toContain('… 460 lines before; add --json for all\n  line 460\n')
    expect(text.trimEnd().endsWith('line 499')).toBe(true)
    const whole = await json('task', 'rename', 'callers')
    expect(whole).toMatchObject({ result: rows, log, approval: { status: 'approved', round: 1 } })
  })

  it('gives scripts what the list gives, and blockers, input, result and log', async () => {
    const [listed] = (await json('tasks', 'rename', '--status', 'failed')).tasks
    expect(await json('task', 'rename', 'model')).toEqual({
      schema_version: 1,
      team: 'rename',
      ...listed,
      blockers: [],
      input: null,
      result: null,
      log: 'one\ntwo\n',
    })
    expect((await json('task', 'rename', 'test')).blockers).toEqual([
      { id: 'model', subject: 'Rename the class', status: 'failed', reason: 'exit 1' },
      { id: 'docs', subject: 'Change the docs', status: 'completed', reason: null },
    ])
  })
})

describe('messages', () => {
  beforeEach(async () => {
    await ledger.join('rename', { name: 'worker-2' }, LEASE)
    await ledger.send('rename', { from: 'lead', to: 'worker-1', text: 'Only you\nand more' })
    await ledger.send('rename', { from: 'lead', to: 'worker-2', text: 'Only worker-2' })
    await ledger.send('rename', { from: 'worker-2', to: null, text: 'Hello all' })
  })

  const linesOf = async (...argv: string[]) =>
    (await json('messages', 'rename', ...argv)).messages.map(({ line }: { line: string }) => line)

  it('of all, of one member, unread, and after a number', async () => {
    expect(await linesOf()).toHaveLength(6)
    expect(await linesOf('--member', 'worker-1')).toEqual(
      expect.arrayContaining(['changed 2 pages', 'Only you', 'Hello all']),
    )
    expect(await linesOf('--member', 'worker-1')).not.toContain('Only worker-2')
    expect(await linesOf('--unread', '--member', 'worker-1')).toEqual(['Only you', 'Hello all'])
    expect(await linesOf('--unread')).toHaveLength(4)
    expect(await linesOf('--after', '5')).toEqual(['Hello all'])
  })

  it('marks nothing as read', async () => {
    const first = await linesOf('--unread')
    expect(await linesOf('--unread')).toEqual(first)
  })

  it('for people, with who to whom, and where there is more', async () => {
    const { stdout, stderr } = await team(['messages', 'rename'])
    expect(stdout).toMatch(/^4 +just now +lead → worker-1 +Only you …$/m)
    expect(stdout).toMatch(/^6 +just now +worker-2 → all +Hello all$/m)
    expect(stderr).toBe('… means there is more: shoal team messages rename 4\n')
  })

  it('one in full', async () => {
    expect(await fine('messages', 'rename', '4')).toBe('lead → worker-1, message, just now\nOnly you\nand more\n')
    expect(await json('messages', 'rename', '4')).toMatchObject({
      number: 4,
      has_more: true,
      text: 'Only you\nand more',
    })
    expect(await refused(['messages', 'rename', '99'])).toEqual({
      status: 2,
      line: 'team "rename" has no message 99 — run `shoal team messages` for the messages',
    })
    expect((await refused(['messages', 'rename', 'x'])).line).toBe(
      '"x" is no number of a message — run `shoal team messages rename` for the messages',
    )
    expect((await refused(['messages', 'rename', '4', '--unread'])).line).toMatch(/^a NUMBER asks for one message/)
  })

  it('refuses a member that is not there', async () => {
    const line = 'team "rename" has no member "nobody"'
    expect((await refused(['messages', 'rename', '--member', 'nobody'])).line).toContain(line)
    expect((await refused(['messages', 'rename', '--member', 'nobody', '--unread'])).line).toContain(line)
  })

  it('says so when there is nothing', async () => {
    await ledger.createTeam({ name: 'silent' })
    expect(await team(['messages', 'silent'])).toEqual({ status: 0, stdout: '', stderr: 'no messages\n' })
    expect(await team(['messages', 'silent', '--unread'])).toEqual({
      status: 0,
      stdout: '',
      stderr: 'nothing unread\n',
    })
  })
})

describe('create, add and block', () => {
  it('make a team with tasks that wait for each other', async () => {
    expect(await fine('create', 'hand', '--purpose', 'By hand')).toBe('created team hand\n')
    expect(await fine('add', 'hand', 'First')).toBe('added task 1 to hand\n')
    expect(await fine('add', 'hand', 'Second', '--blocked-by', '1')).toBe('added task 2 to hand\n')
    expect(await fine('add', 'hand', 'Third')).toBe('added task 3 to hand\n')
    expect(await fine('block', 'hand', '3', '1', '2')).toBe('task 3 waits for 1, 2\n')
    expect((await ledger.task('hand', '3')).blockedBy).toEqual(['1', '2'])
  })

  it('take all that a task can have', async () => {
    const given = [
      '--id',
      'x',
      '--role',
      'coder',
      '--description',
      'At length',
      '--active-form',
      'Doing',
      '--priority=-3',
    ]
    const more = [
      '--retries',
      '2',
      '--needs-approval',
      '--blocked-by',
      'docs',
      '--blocked-by',
      'test',
      '--input',
      '{"a": [1]}',
    ]
    expect(await json('add', 'rename', 'New', ...given, ...more)).toMatchObject({
      team: 'rename',
      id: 'x',
      role: 'coder',
      description: 'At length',
      active_form: 'Doing',
      priority: -3,
      retries: 2,
      approval: { status: 'wanted', round: 0 },
      blocked_by: expect.arrayContaining(['docs', 'test']),
    })
    expect(await ledger.input('rename', 'x')).toEqual({ a: [1] })
    await team(['add', 'rename', 'From stdin', '--id', 'y', '--input', '-'], { stdin: '"text"\n' })
    expect(await ledger.input('rename', 'y')).toBe('text')
  })

  it.each([
    [['create', 'rename'], /^there is a team "rename" already — choose another name/],
    [['create', '../x'], /^"\.\.\/x" is no team name — use letters/],
    [['add', 'rename', 'X', '--id', 'docs'], /^there is a task "docs" already — /],
    [['add', 'rename', 'X', '--blocked-by', 'gone'], /^task "1" is blocked by "gone", which does not exist — /],
    [['add', 'rename', 'X', '--input', '{a}'], /^--input is no JSON: .* — write JSON in single quotes/],
    [['add', 'rename', 'X', '--priority', 'high'], /^--priority must be a whole number; it is "high" — /],
    [
      ['add', 'rename', 'two words', 'more'],
      /^shoal team add takes TEAM SUBJECT; it got 3 arguments — .* with a text in quotes$/,
    ],
    [['block', 'rename', 'model', 'release'], /^tasks would wait for each other: model → release → test → model — /],
    [['block', 'rename', 'docs', 'model'], /^task "docs" is completed and cannot get blockers — /],
    [['block', 'rename', 'model'], /^shoal team block needs a BLOCKER — write `shoal team block TEAM TASK BLOCKER…`$/],
  ])('%j is refused', async (argv, line) => {
    expect(await refused(argv)).toEqual({ status: 2, line: expect.stringMatching(line) })
  })
})

describe('send', () => {
  it('goes from the lead to one, from another, to all, and from stdin', async () => {
    await ledger.join('rename', { name: 'worker-2' }, LEASE)
    expect(await fine('send', 'rename', 'worker-1', 'Hello')).toBe('sent message 4, lead → worker-1\n')
    expect(await fine('send', 'rename', 'lead', 'Hi', '--as', 'worker-2')).toBe('sent message 5, worker-2 → lead\n')
    expect(await fine('send', 'rename', '--all', 'All')).toBe('sent message 6, lead → all\n')
    await team(['send', 'rename', 'worker-2', '-'], { stdin: 'first\nsecond\n' })
    expect(await ledger.messageText('rename', 7)).toBe('first\nsecond')
    expect(await json('send', 'rename', 'worker-1', 'x')).toMatchObject({
      team: 'rename',
      number: 8,
      kind: 'message',
      to: 'worker-1',
    })
  })

  it.each([
    [
      ['send', 'rename', 'nobody', 'Hello'],
      'team "rename" has no member "nobody" — run `shoal team show` for its members',
    ],
    [
      ['send', 'rename', 'all', 'Hello'],
      'team "rename" has no member "all" — `shoal team send rename --all TEXT` sends to everybody',
    ],
    [
      ['send', 'rename', 'lead', 'Hello', '--as', 'nobody'],
      'team "rename" has no member "nobody" — run `shoal team show` for its members',
    ],
    [['send', 'rename', 'worker-1'], 'shoal team send needs a TEXT — write `shoal team send TEAM MEMBER TEXT`'],
    [['send', 'rename', '--all'], 'shoal team send needs a TEXT — write `shoal team send TEAM TEXT`'],
    [['send', 'rename', 'worker-1', '-'], 'a message needs a text — run the command with `--help` for what it takes'],
  ])('%j is refused', async (argv, line) => {
    expect(await refused(argv)).toEqual({ status: 2, line })
  })

  it('to all is refused when there is nobody else', async () => {
    await ledger.createTeam({ name: 'alone' })
    expect((await refused(['send', 'alone', '--all', 'Hello'])).line).toMatch(/^team "alone" has nobody but "lead"/)
  })
})

describe('approve and reject', () => {
  it('decide on a plan once', async () => {
    expect(await fine('reject', 'rename', 'callers', '--feedback', 'Keep the alias')).toBe(
      'rejected the plan of task callers; it will be revised\n',
    )
    const claim = await ledger.claim(worker)
    expect(claim).toMatchObject({
      phase: 'plan',
      task: { approval: { status: 'rejected', feedback: 'Keep the alias' } },
    })
    await ledger.finish(claim!, { status: 'planned', plan: 'better' })
    expect(await json('approve', 'rename', 'callers', '--feedback', 'Good')).toMatchObject({
      id: 'callers',
      state: 'ready',
      approval: { status: 'approved', round: 2, feedback: 'Good' },
    })
    expect(await refused(['approve', 'rename', 'callers'])).toEqual({
      status: 2,
      line: 'no plan of task "callers" awaits a decision — run `shoal team show` to see what is asked for',
    })
    expect((await refused(['reject', 'rename', 'docs', '--feedback', 'x'])).status).toBe(2)
  })

  it('a rejection needs feedback', async () => {
    expect(await refused(['reject', 'rename', 'callers'])).toEqual({
      status: 2,
      line: 'shoal team reject needs --feedback: what is wrong with the plan — add --feedback TEXT',
    })
  })
})

describe('retry and skip', () => {
  it('let a run go on', async () => {
    expect(await fine('retry', 'rename', 'model')).toBe('task model is to be done again\n')
    expect(await ledger.task('rename', 'model')).toMatchObject({ status: 'pending', attempts: 1 })
    expect(await fine('skip', 'rename', 'model', '--reason', 'not needed')).toBe(
      'skipped task model; others no longer wait for it\n',
    )
    expect(await ledger.task('rename', 'model')).toMatchObject({ status: 'skipped', reason: 'not needed' })
    expect(await json('tasks', 'rename', '--status', 'ready')).toMatchObject({ tasks: [{ id: 'test' }] })
  })

  it('say how to go on when nobody is at work', async () => {
    clock += LEASE + 1
    const { status, stderr } = await team(['retry', 'rename', 'model'])
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: 'nobody is at work on it: go on with `shoal resume rename`\n',
    })
  })

  it.each([
    [
      ['retry', 'rename', 'docs'],
      'task "docs" is completed and cannot be retried — run `shoal team task` to see where it stands',
    ],
    [
      ['skip', 'rename', 'docs'],
      'task "docs" is completed and cannot be skipped — run `shoal team task` to see where it stands',
    ],
  ])('%j is refused', async (argv, line) => {
    expect(await refused(argv)).toEqual({ status: 2, line })
  })
})

describe('shutdown and delete', () => {
  it('ask every living member but the lead, or one', async () => {
    await ledger.join('rename', { name: 'worker-2' }, LEASE)
    expect(await json('shutdown', 'rename', '--reason', 'Enough')).toEqual({
      schema_version: 1,
      team: 'rename',
      requested: ['worker-1', 'worker-2'],
      stopped: false,
      reason: 'Enough',
    })
    expect(await ledger.renew([worker], LEASE)).toMatchObject([{ shutdown: { by: 'lead', reason: 'Enough' } }])
    expect(await fine('show', 'rename')).toMatch(/^worker-1 +idle, asked to leave /m)
    expect(await fine('shutdown', 'rename', 'worker-1')).toBe('asked worker-1 to leave after the task at hand\n')
  })

  it('stop the whole team at once', async () => {
    expect(await fine('shutdown', 'rename', '--now', '--reason', 'Fire')).toBe('told team rename to stop at once\n')
    expect(await ledger.renew([worker], LEASE)).toMatchObject([{ stop: 'Fire' }])
    expect((await refused(['shutdown', 'rename', 'worker-1', '--now'])).line).toMatch(/^--now stops the whole team/)
  })

  it('nobody to ask is no error, a member that is gone is', async () => {
    await ledger.leave(worker)
    expect(await team(['shutdown', 'rename'])).toEqual({
      status: 0,
      stdout: 'asked nobody to leave\n',
      stderr: 'nobody in team rename is alive, the lead apart\n',
    })
    expect(await refused(['shutdown', 'rename', 'worker-1'])).toEqual({
      status: 2,
      line: '"worker-1" is not alive and would not answer — run `shoal team show` for who is alive',
    })
    expect((await refused(['shutdown', 'rename', 'nobody'])).line).toMatch(/^team "rename" has no member "nobody"/)
  })

  it('a team is deleted when its members are gone, dead or passed over', async () => {
    expect(await refused(['delete', 'rename'])).toEqual({
      status: 2,
      line: 'team "rename" cannot be deleted: lead and 1 more are alive — shut them down with `shoal team shutdown`, or pass `--force`',
    })
    expect(await json('delete', 'rename', '--force')).toEqual({ schema_version: 1, team: 'rename', deleted: true })
    expect((await refused(['show', 'rename'])).line).toMatch(/^there is no team "rename"/)
    await ledger.createTeam({ name: 'rename' })
    await ledger.join('rename', { name: 'w' }, LEASE)
    clock += LEASE + 1
    expect(await fine('delete', 'rename')).toBe('deleted team rename\n')
  })
})

describe('on a terminal', () => {
  const long = 'Rename the class in every file of the package and of all packages that depend on it, tests included'
  const documents = [['list'], ['show', 'rename'], ['tasks', 'rename'], ['messages', 'rename']]

  beforeEach(async () => {
    await ledger.createTasks('rename', [
      { id: 'long', subject: long },
      { id: 'wide', subject: '名前を変える'.repeat(20) },
    ])
    await ledger.send('rename', { from: 'worker-1', to: 'lead', text: long })
    await ledger.createTeam({ name: 'n'.repeat(64), purpose: long })
  })

  it.each([80, 120])('no line is longer than %i columns', async columns => {
    for (const argv of documents) {
      const { stdout } = await team(argv, { isTTY: true, columns, env: { NO_COLOR: '1' } })
      const tooLong = stdout.split('\n').filter(line => displayWidth(line) > columns)
      expect(tooLong, argv.join(' ')).toEqual([])
    }
  })

  it('elsewhere nothing is cut', async () => {
    expect(await fine('tasks', 'rename')).toContain(long)
    expect(await fine('messages', 'rename')).toContain(long)
    expect(await fine('list')).toContain(long)
    const { stdout } = await team(['tasks', 'rename', '--json'], { isTTY: true, columns: 80 })
    expect(stdout).toContain(long)
  })
})

describe('text of others', () => {
  const hostile = 'a\u001b[2J\u202eb\u0007\r\u009b31mc'

  it('moves no cursor, whatever it holds', async () => {
    await ledger.createTeam({
      name: 'bad',
      purpose: hostile,
      definition: {},
      tasks: [{ id: '1', subject: 'S', description: hostile, input: hostile, activeForm: hostile }],
    })
    const session = await ledger.join('bad', { name: 'w', kind: hostile }, LEASE)
    await ledger.send('bad', { from: 'w', to: 'lead', text: `${hostile}\n${hostile}` })
    const claim = await ledger.claim(session)
    await fine('task', 'bad', '1')
    await ledger.finish(claim!, { status: 'completed', result: { [hostile]: hostile }, summary: hostile, log: hostile })
    await ledger.createTasks('bad', [{ id: `x${'\u202e'}y`, subject: `s${'\u001b'}[31m`, needsApproval: true }])
    await ledger.finish((await ledger.claim(session))!, { status: 'planned', plan: hostile })
    await ledger.endRun('bad', 'failed', hostile)
    const all = [
      ['list'],
      ['show', 'bad'],
      ['show', 'bad', '--follow', '--after', '0'],
      ['tasks', 'bad'],
      ['task', 'bad', '1'],
      ['task', 'bad', 'x\u202ey'],
      ['messages', 'bad'],
      ['messages', 'bad', '1'],
    ]
    for (const argv of all) {
      const { status, stdout, stderr } = await team(argv)
      expect(status).toBe(0)
      expect(stdout + stderr, argv.join(' ')).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/)
    }
  })
})
