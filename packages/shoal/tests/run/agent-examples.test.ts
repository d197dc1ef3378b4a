// The seven patterns with coding agents as workers, run as a user runs them, with programs that stand in for the agents.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../../tests/patience.ts'
import { isAlive } from '../../../team/tests/live-processes.ts'
import { assertBuilt, bin, runBin } from '../cli/built-bin.ts'
import { tempDir } from '../cli/temp-dir.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const standIns = join(root, 'fixtures/workers/agents/bin')
const examples = readdirSync(join(root, 'examples/agents'))
const dir = tempDir()

interface Call {
  readonly agent: string
  readonly task: string
  readonly phase: string
  readonly pid: number
}

/** A place with a state of its own, whose agents are the stand-ins. */
function place(more: Record<string, string> = {}) {
  const path = mkdtempSync(join(dir.path, 'agents-'))
  const calls = join(path, 'calls')
  const env = {
    PATH: `${standIns}${delimiter}${process.env.PATH}`,
    SHOAL_HOME: join(path, 'home'),
    AGENT_CALLS: calls,
    ...more,
  }
  const made = (): readonly Call[] =>
    existsSync(calls)
      ? readFileSync(calls, 'utf8')
          .trim()
          .split('\n')
          .map(line => JSON.parse(line))
      : []
  return { path, env, made }
}

/** The project of the example as a repository of its own. */
function project(path: string): string {
  const top = join(path, 'project')
  cpSync(join(root, 'examples/patterns/refactoring/project'), top, { recursive: true })
  const file = join(top, 'examples/agents/refactoring.yaml')
  mkdirSync(dirname(file), { recursive: true })
  const example = readFileSync(join(root, 'examples/agents/refactoring.yaml'), 'utf8')
  writeFileSync(file, example.replace('access: write', 'access: write\n  cwd: ../..'))
  const who = ['-c', 'user.name=ann', '-c', 'user.email=ann@example.org']
  for (const args of [
    ['init', '--quiet'],
    ['add', '.'],
    [...who, 'commit', '--quiet', '-m', 'First'],
  ])
    execFileSync('git', args, { cwd: top })
  return top
}

beforeAll(assertBuilt)

describe('every pattern', () => {
  it('has an example with agents', () => {
    expect(examples.sort()).toEqual(
      ['pipeline', 'plan-approval', 'refactoring', 'research', 'rlm', 'specialists', 'swarm'].map(
        name => `${name}.yaml`,
      ),
    )
  })

  it.each(examples)('%s is carried out', name => {
    const { path, env, made } = place()
    const cwd = name === 'refactoring.yaml' ? project(path) : root
    const { status, stderr } = runBin(['run', `examples/agents/${name}`, '--json'], { cwd, env })
    expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' })
    expect(made().length).toBeGreaterThan(0)
  })

  it('a plan is made by one agent without changing a file, decided on by another, and then carried out', () => {
    const { env, made } = place()
    runBin(['run', 'examples/agents/plan-approval.yaml'], { cwd: root, env })
    expect(made().map(({ agent, phase }) => `${agent} ${phase}`)).toEqual(['claude plan', 'codex work', 'claude work'])
  })

  it('what agents cost is taken from the budget of the run, and none is started when it is used up', () => {
    const { path, env, made } = place()
    mkdirSync(join(path, 'files'))
    const file = join(path, 'files/swarm.yaml')
    const swarm =
      'pattern: swarm\nmax_cost: 0.025\nconcurrency: 1\nworkers: 1\nworker: {agent: claude}\ntasks: [a, b, c, d, e]\n'
    writeFileSync(file, swarm)
    const { status, stdout, stderr } = runBin(['run', file, '--json'], { cwd: path, env })
    expect(status).toBe(6)
    expect(made().map(({ task }) => task)).toEqual(['a', 'b', 'c'])
    expect(stdout).toContain('2 tasks failed')
    expect(stderr).toContain('the budget of $0.025 is used up, so no agent was started')
    const again = runBin(['resume', 'swarm'], { cwd: path, env })
    expect(again.status).toBe(6)
    expect(made()).toHaveLength(3)
    const more = runBin(['resume', 'swarm', '--max-cost', '1'], { cwd: path, env })
    expect({ status: more.status, stderr: more.status === 0 ? '' : more.stderr }).toEqual({ status: 0, stderr: '' })
    expect(made().map(({ task }) => task)).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  it('what a reviewer costs is taken from it as well', () => {
    const { path, env, made } = place()
    mkdirSync(join(path, 'files'))
    const file = join(path, 'files/reviewed.yaml')
    const team = 'worker: {agent: claude}\nreviewer: {agent: claude}\ntasks: [{name: a}]\n'
    writeFileSync(file, `pattern: plan-approval\nmax_turns: 3\n${team}`)
    const { status, stderr } = runBin(['run', file], { cwd: path, env })
    expect(status).toBe(6)
    expect(made().map(({ phase }) => phase)).toEqual(['plan', 'work'])
    expect(stderr).toContain('the budget of 3 turns is used up, so no agent was started')
  })
})

describe('turns', () => {
  it('that all agents of a run may take together are counted, and none is started once they are used up', () => {
    const { path, env, made } = place()
    const file = join(path, 'turns.yaml')
    writeFileSync(file, 'pattern: swarm\nmax_turns: 3\nworkers: 1\nworker: {agent: claude}\ntasks: [a, b, c]\n')
    const { status, stderr } = runBin(['run', file], { cwd: path, env })
    expect(status).toBe(6)
    expect(stderr).toContain('the budget of 3 turns is used up')
    expect(made().map(({ task }) => task)).toEqual(['a', 'b'])
  })
})

describe('killed in the middle', () => {
  it('leaves no agent running, and calls none again whose task was done', async () => {
    const { path, env, made } = place({ AGENT_HOLDS_AT: 'second' })
    const go = join(path, 'go')
    const file = join(path, 'steps.yaml')
    writeFileSync(
      file,
      'pattern: pipeline\nlease: 1s\nstages:\n- {name: first, agent: claude}\n- {name: second, agent: codex}\n- {name: third, agent: gemini}\n',
    )
    const shoal = spawn(process.execPath, [bin, 'run', file, '--name', 'steps'], {
      cwd: path,
      env: { ...env, AGENT_GO: go },
    })
    await eventually(() => expect(made().map(({ task }) => task)).toEqual(['first', 'second']))
    const gone = once(shoal, 'exit')
    shoal.kill('SIGKILL')
    await gone
    await eventually(() => expect(made().filter(({ pid }) => isAlive(pid))).toEqual([]))
    writeFileSync(go, '')
    const { status, stderr } = runBin(['resume', 'steps'], { cwd: path, env: { ...env, AGENT_GO: go } })
    expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' })
    expect(made().map(({ task }) => task)).toEqual(['first', 'second', 'second', 'third'])
  })

  it('at every reader and every follow-up of an RLM run, one after the other: each is asked once more, nothing that was paid is, and the report is the same', async () => {
    const files = (path: string) => {
      mkdirSync(join(path, 'data'))
      writeFileSync(join(path, 'data/notes.md'), '# Notes\n\nAda Quill bolted the valves by hand.\n')
      writeFileSync(join(path, 'data/rows.csv'), 'name,amount\nann,3\nbob,4\n')
      writeFileSync(join(path, 'data/pump.log'), '2026-03-01T10:00:00Z INFO [pump] pressure fine\n'.repeat(30))
      const file = join(path, 'read.yaml')
      writeFileSync(file, 'pattern: rlm\npaths: [data]\nconcurrency: 1\nlease: 1s\nanalyst: {agent: claude}\n')
      return file
    }
    const asks = { AGENT_ASKS: 'Who bolted the valves by hand?\nWhich amount has bob?' }
    const read = (json: string) => {
      const { findings, reading } = JSON.parse(json)
      return [
        findings.map(({ summary, path, line }: Record<string, unknown>) => [summary, path, line]),
        reading?.missing,
      ]
    }
    const whole = place(asks)
    const uninterrupted = runBin(['run', files(whole.path), '--json'], { cwd: whole.path, env: whole.env })
    const order = whole.made().map(({ task }) => task)
    expect(order).toHaveLength(5)
    expect(order.map(task => task.startsWith('follow-up-'))).toEqual([false, false, false, true, true])

    const { path, env, made } = place(asks)
    const file = files(path)
    const go = join(path, 'go')
    for (const [at, held] of order.entries()) {
      const args = at === 0 ? ['run', file, '--name', 'readers', '--concurrency', '1'] : ['resume', 'readers']
      const shoal = spawn(process.execPath, [bin, ...args], {
        cwd: path,
        env: { ...env, AGENT_HOLDS_AT: held, AGENT_GO: go },
      })
      await eventually(() => expect(made().at(-1)?.task).toBe(held))
      const gone = once(shoal, 'exit')
      shoal.kill('SIGKILL')
      await gone
      await eventually(() => expect(made().filter(({ pid }) => isAlive(pid))).toEqual([]))
    }
    const { status, stdout, stderr } = runBin(['resume', 'readers', '--json'], { cwd: path, env })
    expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' })
    // Of each only the call that was killed is made again.
    expect(made().map(({ task }) => task)).toEqual(order.flatMap(task => [task, task]))
    expect(read(stdout)).toEqual(read(uninterrupted.stdout))
  })
})
