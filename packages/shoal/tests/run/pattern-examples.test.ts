// The examples of the seven patterns, run as a user runs them: real commands, the real ledger, no key.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Json } from '@shoal/base/model/json'
import type { Ledger } from '@shoal/base/model/ledger'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openLedger } from '../../src/run/ledger.ts'
import { runPatternFile } from '../../src/run/pattern.ts'
import { tempDir } from '../cli/temp-dir.ts'

const cwd = fileURLToPath(new URL('../../../..', import.meta.url))
const state = tempDir()
const runDirectory = (run: string) => join(state.path, 'runs', run)

let ledger: Ledger
beforeAll(async () => {
  ledger = await openLedger(state.path)
})
afterAll(() => ledger.close())

async function run(name: string): Promise<string> {
  const file = `examples/patterns/${name}.yaml`
  const outcome = await runPatternFile(file, { ledger, cwd, runDirectory, signal: AbortSignal.timeout(60_000) })
  expect({ ...outcome, tookMs: 0 }).toMatchObject({ ended: 'completed', reason: null })
  const { total, completed } = await ledger.counts(outcome.run)
  expect(completed).toBe(total)
  const alive = (await ledger.members(outcome.run)).filter(({ state }) => state === 'working' || state === 'idle')
  expect(alive).toEqual([])
  return outcome.run
}

function result<T extends Json>(team: string, task: string): Promise<T> {
  return ledger.result(team, task) as Promise<T>
}

describe('examples of patterns', () => {
  it('swarm: counts the words of 200 files, each once', async () => {
    const team = await run('swarm')
    const tasks = (await ledger.tasks(team)).filter(({ id }) => id.endsWith('.txt'))
    expect(tasks).toHaveLength(200)
    let words = 0
    for (const { id } of tasks) {
      const text = readFileSync(join(cwd, 'examples/patterns', id), 'utf8')
      const counted = text.split(/\s+/).filter(Boolean).length
      expect(await ledger.result(team, id)).toBe(counted)
      words += counted
    }
    expect(await result(team, 'finish')).toMatchObject({ words })
    const claims = (await ledger.events({ team, after: 0, limit: 10_000 })).filter(
      ({ kind }) => kind === 'task-claimed',
    )
    expect(new Set(claims.map(({ task }) => task)).size).toBe(201)
    expect(new Set(claims.map(({ member }) => member)).size).toBeGreaterThan(4)
  })

  it('pipeline: builds, tests and packs, one after the other', async () => {
    const team = await run('pipeline')
    const order = (await ledger.events({ team, after: 0, limit: 1000 }))
      .filter(({ kind }) => kind === 'task-claimed' || kind === 'task-completed')
      .map(({ kind, task }) => `${task} ${kind.slice(5)}`)
    expect(order).toEqual([
      'build claimed',
      'build completed',
      'test claimed',
      'test completed',
      'package claimed',
      'package completed',
    ])
    const { file: archive } = await result<{ file: string }>(team, 'package')
    expect(archive.startsWith(runDirectory(team))).toBe(true)
    expect(readFileSync(archive).length).toBeGreaterThan(100)
  })

  it('specialists: three reviews at once, one report that knows them all', async () => {
    const team = await run('specialists')
    const reports = await Promise.all(
      ['security', 'performance', 'style'].map(name => result<{ findings: Json[] }>(team, name)),
    )
    for (const { findings } of reports) expect(findings.length).toBeGreaterThan(0)
    const report = JSON.stringify(await result(team, 'synthesis'))
    expect(report.length).toBeGreaterThan(100)
    expect((await ledger.task(team, 'synthesis')).blockedBy).toEqual(['security', 'performance', 'style'])
  })

  it('research: the implementation acts on what was found', async () => {
    const team = await run('research')
    const { calls } = await result<{ calls: { path: string }[] }>(team, 'research')
    const { file, paths } = await result<{ file: string; paths: string[] }>(team, 'implementation')
    expect(calls.length).toBeGreaterThan(2)
    expect(new Set(calls.map(({ path }) => path))).toEqual(new Set(paths))
    const patch = readFileSync(file, 'utf8')
    for (const path of paths) expect(patch).toContain(`+++ b/${path}`)
    expect(patch).toMatch(/^\+.*toIsoDate/m)
    expect(patch).toMatch(/^-.*formatDate/m)
  })

  it('plan approval: a plan without a backup is rejected, revised, approved and carried out', async () => {
    const team = await run('plan-approval')
    const { approval } = await ledger.task(team, 'settings')
    expect(approval).toMatchObject({ status: 'approved', round: 2 })
    const kinds = (await ledger.events({ team, after: 0, limit: 1000 }))
      .map(({ kind }) => kind)
      .filter(kind => kind.startsWith('plan-'))
    expect(kinds).toEqual(['plan-submitted', 'plan-rejected', 'plan-submitted', 'plan-approved'])
    expect(JSON.stringify(approval?.plan)).toContain('backup')
  })

  it('plan approval by hand: waits for a person, who rejects and then approves', async () => {
    const controller = new AbortController()
    const file = 'examples/patterns/plan-approval-by-hand.yaml'
    let team = ''
    const onStart = (name: string) => {
      team = name
    }
    const running = runPatternFile(file, { ledger, cwd, runDirectory, onStart, signal: controller.signal })
    const waiting = async (round: number) => {
      for (;;) {
        const { approval } = team ? await ledger.task(team, 'settings') : { approval: null }
        if (approval?.status === 'requested' && approval.round === round) return
        await ledger.changed(await ledger.lastEvent(), 100)
      }
    }
    await waiting(1)
    await ledger.reject(team, 'settings', { by: 'lead', feedback: 'make a backup first' })
    await waiting(2)
    await ledger.approve(team, 'settings', { by: 'lead' })
    expect(await running).toMatchObject({ ended: 'completed' })
  })

  it('refactoring: renames in three files and validates by running the tests', async () => {
    const team = await run('refactoring')
    const names = (await ledger.tasks(team)).map(({ id }) => id)
    expect(names).toHaveLength(4)
    const last = names.at(-1)!
    expect((await ledger.task(team, last)).blockedBy).toEqual(names.slice(0, 3))
    expect(JSON.stringify(await result(team, last))).toMatch(/"(passed|tests)":\s*[1-9]/)
  })

  it('rlm: every chunk is read, every quote checked, and the result is a report', async () => {
    const team = await run('rlm')
    const tasks = await ledger.tasks(team)
    expect(tasks.filter(({ id }) => id.startsWith('analyze-')).length).toBeGreaterThan(3)
    expect(tasks.at(-1)?.id).toBe('synthesize-cross')
    const summaries = (await ledger.unread(team, 'lead')).filter(({ kind }) => kind === 'task-report')
    expect(summaries.length).toBeGreaterThan(3)
    for (const { line } of summaries) expect(line).not.toContain('\n')
    const { cross } = (await result(team, 'synthesize-cross')) as { cross: { findings: { by?: string }[] } }
    expect(JSON.stringify(cross.findings)).toContain('node:rlm-chunk-analyzer')
  })
})

describe('rlm', () => {
  const write = (name: string, paths: string) =>
    state.write(name, `pattern: rlm\npaths: ${paths}\nanalyst: { command: 'echo 1' }\n`)
  const names = async () => (await ledger.teams()).map(({ name }) => name)
  const go = (file: string) => runPatternFile(file, { ledger, cwd, signal: AbortSignal.timeout(60_000) })

  it('a directory with one large file is cut as the plan has cut it', async () => {
    const lines = Array.from({ length: 5000 }, (_, at) => `2026-01-01T00:00:00Z INFO line ${at}`)
    state.write('logs/a.log', `${lines.join('\n')}\n`)
    expect(await go(write('directory.yaml', '[logs]'))).toMatchObject({ ended: 'completed' })
    expect(await go(write('file.yaml', '[logs/a.log]'))).toMatchObject({ ended: 'completed' })
  })

  it('a path that is not there, or nothing to read, is refused and leaves no run behind', async () => {
    const before = await names()
    await expect(go(write('missing.yaml', '[logs/a.log, logs/nope]'))).rejects.toMatchObject({
      code: 'not-found',
      exit: 2,
    })
    await expect(go(write('none.yaml', '[logs/nope]'))).rejects.toMatchObject({ exit: 2 })
    state.write('empty/x.bin', new Uint8Array([0, 1, 2, 0]))
    await expect(go(write('nothing.yaml', '[empty]'))).rejects.toMatchObject({ code: 'nothing-to-read', exit: 2 })
    expect(await names()).toEqual(before)
  })
})
