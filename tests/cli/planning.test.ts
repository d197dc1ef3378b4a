// A run is there before it is planned: killed at any point of its planning, it is listed and resumes to the same report.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, it } from 'vitest'
import { assertBuilt, bin, runBin } from './built-bin.ts'
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

beforeAll(() => {
  assertBuilt()
  dir.write('shoal.config.mjs', CONFIG)
  for (let n = 0; n < FILES; n++) dir.write(`data/${n}.counted`, `text ${n}\n`.repeat(200))
})

it.each([1, 2, 17, FILES])(
  'a run that is killed while it is planned (at file %i) is listed, and resumes to the same report',
  async at => {
    const home = join(dir.path, `home-${at}`)
    const reached = join(dir.path, `reached-${at}`)
    const env = { PATH: process.env.PATH, SHOAL_HOME: home }
    const child = spawn(process.execPath, [bin, 'analyze', 'data'], {
      cwd: dir.path,
      env: { ...env, REACHED: reached, STOP_AT: String(at) },
      stdio: 'ignore',
    })
    const closed = once(child, 'close')
    while (!existsSync(reached)) await sleep(20)
    child.kill('SIGKILL')
    await closed
    const run = (args: readonly string[]) => runBin(args, { cwd: dir.path, env: { SHOAL_HOME: home } })
    expect(JSON.parse(run(['runs', '--json']).stdout)).toMatchObject([
      { run: 'analyze-data', pattern: 'analyze', status: 'interrupted' },
    ])
    expect(run(['report', 'analyze-data'])).toEqual({
      status: 2,
      stdout: '',
      stderr: 'shoal: run "analyze-data" is not planned yet — go on with `shoal resume analyze-data`\n',
    })
    const resumed = run(['resume', 'analyze-data', '--json'])
    expect({ status: resumed.status, stderr: resumed.stderr }).toEqual({ status: 0, stderr: '' })
    const again = run(['analyze', 'data', '--name', 'again', '--json'])
    const same = (stdout: string) => ({ ...JSON.parse(stdout), run: null })
    expect(same(resumed.stdout)).toEqual(same(again.stdout))
  },
)

it('what cannot be planned leaves no run behind', () => {
  const env = { SHOAL_HOME: join(dir.path, 'home-none') }
  dir.write('nothing/empty.txt', '')
  expect(runBin(['analyze', 'nothing'], { cwd: dir.path, env }).status).toBe(2)
  expect(runBin(['analyze', 'nowhere'], { cwd: dir.path, env }).status).toBe(2)
  expect(JSON.parse(runBin(['runs', '--json'], { cwd: dir.path, env }).stdout)).toEqual([])
})
