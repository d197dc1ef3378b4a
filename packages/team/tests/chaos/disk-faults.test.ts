// Disks that are full and places that cannot be written: one line that says so, and nothing lost.
import { spawnSync } from 'node:child_process'
import { chmodSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { assertBuilt, bin } from '../../../shoal/tests/cli/built-bin.ts'
import { tempDir } from '../../../shoal/tests/cli/temp-dir.ts'
import { expectLine, fileOf, fixture, homesIn, integrityOf, shoal, soundLedger } from './homes.ts'

const dir = tempDir()
const { add: home, open } = homesIn(dir.path)
/** Root passes every permission; then these tests are somebody else. */
const asOther = process.getuid?.() === 0 ? { uid: 65_534 } : {}

beforeAll(() => {
  assertBuilt()
  // Somebody else must get as far as the directories under test.
  chmodSync(dir.path, 0o755)
})

describe('a full disk', () => {
  const small = smallDisk()

  it.skipIf(small === null)('refuses moves and keeps all there is; what was finished waits for space', () => {
    const path = home()
    const { stdout, stderr } = spawnSync(
      small![0]!,
      [...small!.slice(1), path, process.execPath, fixture('fill-disk.mjs')],
      {
        encoding: 'utf8',
      },
    )
    expect(stderr).toBe('')
    const seen = JSON.parse(stdout)
    for (const refusal of seen.refused)
      expect(refusal).toMatchObject({ code: 'no-space', advice: 'free some space, or write to another disk' })
    expectLine(seen.cli, 2, /no space left on the device — free some space/)
    expect(seen).toMatchObject({ unchanged: true, added: 10, sound: [{ integrity_check: 'ok' }] })
    expect(seen).toMatchObject({ end: { end: 'done' }, counts: { total: 12, completed: 12 } })
    expect(seen.done, 'nothing was done again').toBe(12)
  })

  it('a file that may not grow is the same with another word', async () => {
    const path = home()
    const ledger = open(path)
    await ledger.createTeam({ name: 'kept' })
    // In blocks of 512 or 1024 bytes: in between lies enough for the tables, and too little for the tasks.
    const limited = ['-c', 'ulimit -f 300 && exec "$@"', 'sh', process.execPath, fixture('create-team.mjs')]
    const { status, stderr } = spawnSync('sh', [...limited, fileOf(path), 'large', '2000'], { encoding: 'utf8' })
    expect(status).not.toBe(0)
    expect(stderr).toContain('cannot be read or written')
    expect((await ledger.teams()).map(({ name }) => name)).toEqual(['kept'])
    await ledger.createTeam({ name: 'more' })
    expect(integrityOf(path)).toBe('ok')
  })
})

describe('a place that cannot be written', () => {
  const create = ['team', 'create', 'x']

  it('a read-only state directory, with and without a ledger', () => {
    const empty = home()
    chmodSync(empty, 0o555)
    expectLine(shoal(create, empty, asOther), 2, /ledger\.db cannot be opened — check the permissions/)
    const full = home(soundLedger(home))
    for (const path of [fileOf(full), full]) chmodSync(path, 0o555)
    for (const args of [create, ['runs']])
      expectLine(shoal(args, full, asOther), 2, /ledger\.db cannot be (opened|written) — /)
    expect(readFileSync(fileOf(full)).equals(soundLedger(home))).toBe(true)
    expect(readdirSync(full)).toEqual(['ledger.db'])
    expect(readdirSync(empty)).toEqual([])
  })

  it('one that may not be entered, or not be made', () => {
    const closed = home()
    chmodSync(closed, 0)
    expectLine(shoal(create, closed, asOther), 2, /cannot be opened — check the permissions/)
    const above = home()
    chmodSync(above, 0o555)
    expectLine(shoal(create, join(above, 'state'), asOther), 2, /state: permission denied — check the permissions/)
    chmodSync(closed, 0o700)
  })

  it('a ledger that may not be read', () => {
    const path = home(soundLedger(home))
    chmodSync(path, 0o777)
    chmodSync(fileOf(path), 0)
    expectLine(shoal(['runs'], path, asOther), 2, /ledger\.db cannot be opened — check the permissions/)
  })

  it('a file where the directory should be', () => {
    const path = dir.write('a-file', 'mine')
    for (const place of [path, join(path, 'below')])
      expectLine(shoal(create, place), 2, /not a directory — (move the file away|name a directory)/)
    expect(readFileSync(path, 'utf8')).toBe('mine')
  })

  const readOnly = smallDisk('ro')
  it.skipIf(readOnly === null)('a read-only file system', () => {
    const path = home()
    const { status, stdout, stderr } = spawnSync(
      readOnly![0]!,
      [
        ...readOnly!.slice(1),
        path,
        'sh',
        '-c',
        'SHOAL_HOME="$3" exec "$1" "$2" team create x',
        'sh',
        process.execPath,
        bin,
      ],
      { encoding: 'utf8' },
    )
    expectLine(
      { status: status ?? -1, stdout, stderr },
      2,
      /ledger\.db cannot be opened — |the file system is read-only — /,
    )
  })
})

/**
 * How to run a command with a disk of two megabytes of its own: `… DIRECTORY COMMAND …` runs it with the directory as
 * its last argument. The disk goes with the command. Null where that cannot be done.
 */
function smallDisk(mode = 'rw'): readonly string[] | null {
  const script = `mount -t tmpfs -o size=2m,${mode} tmpfs "$1" && at=$1 && shift && exec "$@" "$at"`
  const ways = ['-m', '-rm'].map(flags => ['unshare', flags, 'sh', '-c', script, 'sh'])
  const works = ([command, ...args]: readonly string[]) =>
    spawnSync(command!, [...args, dir.path, 'test', '-d'], { stdio: 'ignore' }).status === 0
  return ways.find(works) ?? null
}
