// What works on a file and never ends is given up and named, the rest goes on; and a signal ends the process whatever its
// threads do.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { assertBuilt, bin, runBin } from './built-bin.ts'
import { shoal } from './fake-io.ts'
import { tempDir } from './temp-dir.ts'
import { setTraps } from './traps.ts'

const dir = tempDir()

beforeAll(assertBuilt)

describe('a file that a program never comes to the end of', () => {
  it('is given up while it is worked on, named with its reason, and the rest is read', () => {
    const cwd = setTraps(dir, 'given-up', ['sniff', 'cut', 'read', 'merge'])
    const args = ['analyze', 'data', '--give-up-after', '1', '--json']
    const { status, stdout } = runBin(args, { cwd, env: { SHOAL_HOME: join(cwd, 'home') } })
    const report = JSON.parse(stdout)
    expect(status).toBe(6)
    const named = [...report.skipped, ...report.failed.map((one: { what: string }) => ({ ...one, path: one.what }))]
    const given = ['trap.sniffed', 'trap.cuttrap', 'trap.readtrap'].map(name => join('data', name))
    for (const path of [...given, 'What all files say together (merge_trap)'])
      expect(named).toContainEqual(
        expect.objectContaining({
          path,
          reason: expect.stringMatching(/given up after \d+ seconds? of work without progress/),
        }),
      )
    expect(Object.keys(report.per_type).sort()).toEqual(
      expect.arrayContaining(['merge_trap', 'prose', 'structured_data']),
    )
    expect(report.coverage.files_read).toBe(3)
  })

  it.each([
    ['detect', ['detect', 'data', '--json'], 'trap.sniffed'],
    ['plan', ['plan', 'data', '--json'], 'trap.cuttrap'],
  ] as const)('is left out by `shoal %s`', (_, args, name) => {
    const cwd = setTraps(dir, `left-out-${name}`, ['sniff', 'cut'])
    const { stdout, stderr } = runBin([...args, '--give-up-after', '1'], { cwd })
    expect(stdout + stderr).toMatch(new RegExp(`${name}[\\s\\S]{0,40}given up after`))
    expect(stdout).toContain('good.csv')
  })

  it.each(['chunk', 'profile'])('is one line and exit status 6 from `shoal %s`', command => {
    const name = command === 'chunk' ? 'trap.cuttrap' : 'trap.readtrap'
    const cwd = setTraps(dir, `alone-${command}`, ['cut', 'read'])
    const { status, stderr } = runBin([command, join('data', name), '--give-up-after', '1'], { cwd })
    expect(stderr).toMatch(new RegExp(`^shoal: data/${name}: given up after .* — .*\\n$`))
    expect(status).toBe(6)
  })
})

describe('a signal', () => {
  const loops = [
    ['plan', ['plan', 'data']],
    ['detect', ['detect', 'data']],
    ['chunk', ['chunk', 'data/trap.cuttrap']],
    ['profile', ['profile', 'data/trap.readtrap']],
  ] as const

  it.each(loops)('ends %s, though a thread of it loops', async (name, args) => {
    const traps = { plan: 'cut', detect: 'sniff', chunk: 'cut', profile: 'read' } as const
    const cwd = setTraps(dir, `signal-${name}`, [traps[name]])
    expect((await stopped(args, cwd, 'SIGTERM')).status).toBe(130)
  })

  it('ends it though the very thread of the program loops', async () => {
    const cwd = setTraps(dir, 'looping-program', [])
    // The config file itself: nothing but the main thread is free.
    dir.write(
      'looping-program/shoal.config.mjs',
      `import { writeFileSync } from 'node:fs'
       writeFileSync(process.env.TRAP_REACHED, '')
       for (;;);`,
    )
    const { status, stderr } = await stopped(['analyze', 'data'], cwd, 'SIGINT')
    expect({ status, stderr }).toEqual({ status: 130, stderr: 'shoal: interrupted — run the command again\n' })
  })

  it.each(['read', 'cut'] as const)('leaves a run that resumes to its end (a loop in %s)', async trap => {
    const cwd = setTraps(dir, `resumes-${trap}`, [trap])
    const { status, stderr } = await stopped(['analyze', 'data'], cwd, 'SIGTERM')
    expect({ status, stderr }).toEqual({
      status: 130,
      stderr: 'shoal: interrupted — go on with `shoal resume analyze-data`\n',
    })
    process.env.TRAPS_OPEN = '1'
    const around = { cwd, env: { SHOAL_HOME: join(cwd, 'home') } }
    const [listed] = JSON.parse((await shoal(['runs', '--json'], around)).stdout)
    expect(listed).toMatchObject({ run: 'analyze-data', status: 'interrupted' })
    const resumed = await shoal(['resume', 'analyze-data', '--json'], around)
    expect({ status: resumed.status, stderr: resumed.stderr }).toEqual({ status: 0, stderr: '' })
    const undisturbed = await shoal(['analyze', 'data', '--name', 'again', '--json'], around)
    const same = ({ stdout }: { stdout: string }) => ({ ...JSON.parse(stdout), run: null })
    expect(same(resumed)).toEqual(same(undisturbed))
  })
})

/** Starts it, waits until a thread of it loops, and sends the signal. */
async function stopped(args: readonly string[], cwd: string, signal: NodeJS.Signals) {
  const reached = join(cwd, 'reached')
  const env = { PATH: process.env.PATH, SHOAL_HOME: join(cwd, 'home'), TRAP_REACHED: reached }
  const child = spawn(process.execPath, [bin, ...args], { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] })
  let stderr = ''
  child.stderr.on('data', text => {
    stderr += text
  })
  const closed = once(child, 'close')
  while (!existsSync(reached)) await sleep(20)
  child.kill(signal)
  const [status] = await closed
  return { status, stderr }
}
