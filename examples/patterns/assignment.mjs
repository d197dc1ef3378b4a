// What the programs of these examples share: how a worker is told its task, where it may write, how it answers.
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'

/**
 * Reads the assignment, one JSON document on stdin: { protocol, team, member, task, input, blocked_by }. What the
 * function gives back is the result, one JSON document on stdout; its `summary` goes to the lead as a line. What it
 * throws is the failure: the last line of stderr becomes the reason.
 */
export async function work(doTask) {
  try {
    const result = await doTask(JSON.parse(await text(process.stdin)))
    process.stdout.write(`${JSON.stringify(result)}\n`)
  } catch (error) {
    process.stderr.write(`${error.stack}\n${error.message}\n`)
    process.exitCode = 1
  }
}

/** The results of the tasks that had to be done before. A task that a person skipped has none. */
export function resultsOf({ blocked_by: blockers }) {
  return blockers.map(({ result }) => result).filter(result => result !== null)
}

/** The result of the one task before, where nothing can be done without it. */
export function resultOf({ blocked_by: [blocker] }) {
  if (blocker.result === null) throw new Error(`"${blocker.subject}" was skipped, so there is nothing to go on with`)
  return blocker.result
}

/**
 * Where the tasks of one run may write: never beside the sources. Every task of the run finds the same directory, in
 * whichever process it runs and after a restart too.
 */
export function workDir({ team }) {
  const dir = process.env.SHOAL_RUN_DIR ?? join(tmpdir(), `shoal-examples-${process.getuid?.() ?? 'user'}`, team)
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  return dir
}

/**
 * Writes a file whole or not at all. A task may be done twice, when a worker dies before its result is known; so the
 * content goes to a name of this process first, and then takes the place of whatever an earlier attempt has left.
 */
export function writeWhole(path, content) {
  mkdirSync(dirname(path), { recursive: true })
  const draft = `${path}.${process.pid}.draft`
  try {
    writeFileSync(draft, content)
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}
