// What programs change in phase plan: noticed, told, or the end of the task; and nobody is blamed for another's work.
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Ending } from '@shoal/base/model/task'
import type { Worker } from '@shoal/base/model/worker'
import { describe, expect, it } from 'vitest'
import { tempDir } from '../../shoal/tests/cli/temp-dir.ts'
import { draftOf } from '../src/pattern-file/draft.ts'
import { parsePatternFile } from '../src/pattern-file/parse.ts'
import { PlanWatch } from '../src/plan-watch.ts'
import { assignmentOf } from './worker-assignment.ts'

const dir = tempDir()
const signal = new AbortController().signal
const PLANNED: Ending = { status: 'planned', plan: { steps: 1 }, summary: 'one step' }
let places = 0

/** A directory with two files. */
function place(): string {
  const name = `place-${++places}`
  dir.write(`${name}/a.txt`, 'a')
  dir.write(`${name}/sub/b.txt`, 'b')
  return join(dir.path, name)
}

const doing = (act: () => void | Promise<void>, ending: Ending = PLANNED): Worker => ({
  kind: 'agent',
  work: async () => {
    await act()
    return ending
  },
})

const plan = (worker: Worker) => worker.work(assignmentOf({ phase: 'plan' }), signal)
const work = (worker: Worker) => worker.work(assignmentOf({ phase: 'work' }), signal)

describe('a plan', () => {
  it('of one that only looks is left as it is', async () => {
    const cwd = place()
    expect(
      await plan(
        new PlanWatch().watched(
          doing(() => {}),
          cwd,
          'read-only',
        ),
      ),
    ).toEqual(PLANNED)
  })

  it.each([
    ['written', 'a.txt', (cwd: string) => appendFileSync(join(cwd, 'a.txt'), '!')],
    ['made', 'sub/new.txt', (cwd: string) => writeFileSync(join(cwd, 'sub/new.txt'), '')],
    ['removed', 'sub/b.txt', (cwd: string) => rmSync(join(cwd, 'sub/b.txt'))],
  ] as const)('fails where a file is %s, and names it', async (_, path, act) => {
    const cwd = place()
    const ending = await plan(
      new PlanWatch().watched(
        doing(() => act(cwd)),
        cwd,
        'read-only',
      ),
    )
    expect(ending).toMatchObject({ status: 'failed', reason: `1 file changed in phase plan: ${path}`, log: path })
    const other = place()
    const noticed = await plan(
      new PlanWatch().watched(
        doing(() => act(other)),
        other,
        'noticed',
      ),
    )
    expect(noticed).toMatchObject({ ...PLANNED, summary: `1 file changed in phase plan: ${path}; one step` })
  })

  it('is not watched where nobody wants it, nor in what git and packages keep', async () => {
    const cwd = place()
    const act = () => appendFileSync(join(cwd, 'a.txt'), '!')
    expect(await plan(new PlanWatch().watched(doing(act), cwd, null))).toEqual(PLANNED)
    const inside = () => {
      mkdirSync(join(cwd, '.git'), { recursive: true })
      writeFileSync(join(cwd, '.git/index'), String(places))
    }
    expect(await plan(new PlanWatch().watched(doing(inside), cwd, 'read-only'))).toEqual(PLANNED)
  })

  it('made where shoal keeps its state, and agents theirs, is not blamed for what is written there', async () => {
    const cwd = place()
    const home = process.env.HOME
    try {
      process.env.HOME = cwd
      const state = join(cwd, 'state')
      const act = () => {
        dir.write(`${cwd.slice(dir.path.length + 1)}/.claude/log.jsonl`, 'x')
        dir.write(`${cwd.slice(dir.path.length + 1)}/state/ledger.db-wal`, 'x')
      }
      expect(await plan(new PlanWatch([state]).watched(doing(act), cwd, 'read-only'))).toEqual(PLANNED)
      const below = () => void dir.write(`${cwd.slice(dir.path.length + 1)}/sub/.env`, 'x')
      expect(await plan(new PlanWatch([state]).watched(doing(below), cwd, 'read-only'))).toMatchObject({
        status: 'failed',
        reason: '1 file changed in phase plan: sub/.env',
      })
    } finally {
      process.env.HOME = home
    }
  })

  it('while another works tells what changed, and blames nobody', async () => {
    const cwd = place()
    const watch = new PlanWatch()
    const worker = watch.watched(
      doing(() => appendFileSync(join(cwd, 'a.txt'), '!'), { status: 'completed', result: 1 }),
      cwd,
      'read-only',
    )
    const planner = watch.watched(
      doing(async () => void (await work(worker))),
      cwd,
      'read-only',
    )
    expect(await plan(planner)).toMatchObject({
      status: 'planned',
      summary: '1 file changed in phase plan, by it or by another that worked meanwhile: a.txt; one step',
    })
    // Work itself is never held to it.
    expect(await work(worker)).toEqual({ status: 'completed', result: 1 })
  })

  it('that failed of itself says why it did', async () => {
    const cwd = place()
    const failed: Ending = { status: 'failed', reason: 'no idea' }
    expect(
      await plan(
        new PlanWatch().watched(
          doing(() => rmSync(join(cwd, 'a.txt')), failed),
          cwd,
          'read-only',
        ),
      ),
    ).toEqual(failed)
  })
})

it('is a key of commands and agents, and agents are held to it by themselves', async () => {
  const cwd = place()
  const of = (worker: string) =>
    draftOf(
      parsePatternFile(`pattern: plan-approval\nworker: {${worker}}\ntasks: [{name: a}]\n`, {
        path: 'x.yaml',
        dir: cwd,
      }),
    ).members[0]!.worker
  const command = `command: 'echo x >> a.txt; echo 1'`
  expect(await plan(of(command))).toMatchObject({ status: 'planned' })
  expect(await plan(of(`${command}, plan: read-only`))).toMatchObject({ status: 'failed' })
  expect(await plan(of(`${command}, plan: noticed`))).toMatchObject({
    status: 'planned',
    summary: expect.stringContaining('a.txt'),
  })
})
