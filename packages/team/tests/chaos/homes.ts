// State directories for tests, and what is looked at in them.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Ledger } from '@shoal/base/model/ledger'
import Database from 'libsql'
import { afterAll, expect } from 'vitest'
import { type ProcessOptions, runBin } from '../../../shoal/tests/cli/built-bin.ts'
import type { Outcome } from '../../../shoal/tests/cli/fake-io.ts'
import { openSqliteLedger, type SqliteLedgerOptions } from '../../src/sqlite/ledger.ts'

export interface Homes {
  /** A new state directory, with this as the ledger's file if anything. */
  add(content?: string | Uint8Array): string
  /** Opens the ledger of a state directory; it is closed when the tests are over. */
  open(home: string, options?: SqliteLedgerOptions): Ledger
}

/** Below a directory that the test has made. */
export function homesIn(dir: string): Homes {
  const ledgers: Ledger[] = []
  let count = 0
  afterAll(async () => {
    for (const ledger of ledgers) await ledger.close()
  })
  return {
    add(content) {
      const home = join(dir, `home-${count++}`)
      mkdirSync(home)
      if (content !== undefined) writeFileSync(fileOf(home), content)
      return home
    },
    open(home, options) {
      const ledger = openSqliteLedger(fileOf(home), options)
      ledgers.push(ledger)
      return ledger
    },
  }
}

let sound: Buffer | null = null

/** The file of a ledger with a team `kept`, whole and with nothing in its log: made by a process that is over. */
export function soundLedger(home: () => string): Buffer {
  if (sound) return sound
  const path = home()
  const made = spawnSync(process.execPath, [fixture('create-team.mjs'), fileOf(path), 'kept'], { encoding: 'utf8' })
  expect(made).toMatchObject({ status: 0, stderr: '' })
  expect(readdirSync(path)).toEqual(['ledger.db'])
  sound = readFileSync(fileOf(path))
  return sound
}

export function fileOf(home: string): string {
  return join(home, 'ledger.db')
}

export function blobsOf(home: string): readonly string[] {
  return readdirSync(join(home, 'blobs'), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
}

/** What SQLite finds wrong with the ledger; `ok` if nothing. */
export function integrityOf(home: string): unknown {
  const database = new Database(fileOf(home))
  try {
    return (database.prepare('PRAGMA integrity_check').get() as { integrity_check: unknown }).integrity_check
  } finally {
    database.close()
  }
}

/** Runs the built command over a state directory. */
export function shoal(args: readonly string[], home: string, options: ProcessOptions = {}): Outcome {
  return runBin(args, { ...options, env: { ...options.env, SHOAL_HOME: home } })
}

/** One line that says what is wrong and what to do, and nothing else. */
export function expectLine({ status, stdout, stderr }: Outcome, exit: number, said: RegExp): void {
  expect(stderr).toMatch(/^shoal: [^\n]+ — [^\n]+\n$/)
  expect(stderr).toMatch(said)
  expect({ status, stdout }).toEqual({ status: exit, stdout: '' })
}

/** A program or file of fixtures/chaos. */
export function fixture(name: string): string {
  return fileURLToPath(new URL(`../../../../fixtures/chaos/${name}`, import.meta.url))
}
