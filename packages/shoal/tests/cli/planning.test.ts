// A run is there before it is planned: killed at any point of its planning, it is listed and resumes to the same report.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { stuckProcess, toolCall } from '../run/bounds/stuck-process.ts'
import { assertBuilt, bin } from './built-bin.ts'
import { shoal } from './fake-io.ts'
import { tempDir } from './temp-dir.ts'

const dir = tempDir()
const FILES = 40

/** Tells how far planning is, by the files that were looked at and cut; and waits there for its end. */
const CONFIG = `
import { appendFileSync } from 'node:fs'
const { REACHED, STOP_AT } = process.env
let count = 0
const reached = () => {
  if (!REACHED || ++count < Number(STOP_AT)) return
  appendFileSync(REACHED, 'x')
  for (;;);
}
export default {
  types: [{
    name: 'counted',
    extensions: { '.counted': { language: null, confidence: 'low' } },
    sniff: () => { reached(); return { score: 0.5, language: null, reason: 'it is' } },
  }],
}
`

const run = (home: string, ...args: readonly string[]) => shoal(args, { cwd: dir.path, env: { SHOAL_HOME: home } })
const same = (stdout: string) => ({ ...JSON.parse(stdout), run: null })
let undisturbed: unknown

beforeAll(async () => {
  assertBuilt()
  dir.write('shoal.config.mjs', CONFIG)
  for (let n = 0; n < FILES; n++) dir.write(`data/${n}.counted`, `text ${n}\n`.repeat(200))
  undisturbed = same((await run(join(dir.path, 'home-undisturbed'), 'analyze', 'data', '--json')).stdout)
})

it.each([1, 2, 17, FILES])(
  'a run that is killed while it is planned (at file %i) is listed, and resumes to the same report',
  async at => {
    const home = join(dir.path, `home-${at}`)
    const reached = join(dir.path, `reached-${at}`)
    const child = spawn(process.execPath, [bin, 'analyze', 'data'], {
      cwd: dir.path,
      env: { PATH: process.env.PATH, SHOAL_HOME: home, REACHED: reached, STOP_AT: String(at) },
      stdio: 'ignore',
    })
    const closed = once(child, 'close')
    while (!existsSync(reached)) await sleep(20)
    child.kill('SIGKILL')
    await closed
    expect(JSON.parse((await run(home, 'runs', '--json')).stdout)).toMatchObject([
      { run: 'analyze-data', pattern: 'analyze', status: 'interrupted' },
    ])
    expect(await run(home, 'report', 'analyze-data')).toEqual({
      status: 2,
      stdout: '',
      stderr: 'shoal: run "analyze-data" is not planned yet — go on with `shoal resume analyze-data`\n',
    })
    const resumed = await run(home, 'resume', 'analyze-data', '--json')
    expect({ status: resumed.status, stderr: resumed.stderr }).toEqual({ status: 0, stderr: '' })
    expect(same(resumed.stdout)).toEqual(undisturbed)
  },
)

describe('others than an analysis', () => {
  const where = 'inspect'
  const PATTERN = `pattern: rlm
name: check
paths: [read]
analyst: { command: [node, -e, 'console.log(JSON.stringify({ relevant: false, findings: [] }))'] }
`

  beforeAll(() => {
    dir.write('read/stuck.csv', `a,b\n${'1,2\n'.repeat(300)}`)
    dir.write('check.yaml', PATTERN)
  })

  it('a run that agents of a client were to read', async () => {
    const home = join(dir.path, 'home-delegated')
    const plan = toolCall('plan', { paths: ['read'], query: 'How many rows?' })
    const server = stuckProcess(['mcp'], { cwd: dir.path, home, where })
    server.child.stdin.write(plan)
    await server.stuck()
    server.child.kill('SIGKILL')
    await server.ended
    const [killed] = JSON.parse((await run(home, 'runs', '--json')).stdout)
    expect(killed).toMatchObject({ status: 'interrupted' })
    const resumed = await run(home, 'resume', killed.run, '--force', '--json')
    const again = stuckProcess(['mcp'], { cwd: dir.path, home, where: '' })
    again.child.stdin.write(plan)
    await again.saying(/"id":2/)
    again.child.stdin.end()
    await again.ended
    const [other] = JSON.parse((await run(home, 'runs', '--json')).stdout).filter(
      (one: { run: string }) => one.run !== killed.run,
    )
    const whole = await run(home, 'resume', other.run, '--force', '--json')
    expect(same(resumed.stdout)).toEqual(same(whole.stdout))
    expect(resumed.status).toBe(whole.status)
  })

  it('a pattern that reads files', async () => {
    const home = join(dir.path, 'home-pattern')
    const killed = stuckProcess(['run', 'check.yaml'], { cwd: dir.path, home, where })
    await killed.stuck()
    killed.child.kill('SIGKILL')
    await killed.ended
    expect(JSON.parse((await run(home, 'runs', '--json')).stdout)).toMatchObject([
      { run: 'check', status: 'interrupted' },
    ])
    const resumed = await run(home, 'resume', 'check', '--json')
    const whole = await run(home, 'run', 'check.yaml', '--name', 'again', '--json')
    // How long it took is another matter.
    const told = ({ stdout }: { stdout: string }) =>
      JSON.parse(stdout, (key, value) => (key === 'run' || key.startsWith('took_') ? null : value))
    expect(resumed.status).toBe(0)
    expect(told(resumed)).toEqual(told(whole))
  })
})

it('what cannot be planned leaves no run behind', async () => {
  const home = join(dir.path, 'home-none')
  dir.write('nothing/empty.txt', '')
  expect((await run(home, 'analyze', 'nothing')).status).toBe(2)
  expect((await run(home, 'analyze', 'nowhere')).status).toBe(2)
  expect(JSON.parse((await run(home, 'runs', '--json')).stdout)).toEqual([])
})
