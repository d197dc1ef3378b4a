// Puts the tests beside the changed files and runs them. Nothing counts as done before they pass.
import { spawnSync } from 'node:child_process'
import { cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { resultsOf, work, workDir } from '../assignment.mjs'

await work(assignment => {
  const changed = resultsOf(assignment)
  const dir = workDir(assignment)
  const tests = join(assignment.input.project, 'test')
  cpSync(tests, join(dir, 'test'), { recursive: true })
  const files = readdirSync(tests).map(name => join('test', name))
  // Without the mark of a test that is being run, which the inner tests would take for their own.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const { status, stdout } = spawnSync(process.execPath, ['--test', '--test-reporter=tap', ...files], {
    cwd: dir,
    env,
    encoding: 'utf8',
  })
  const number = word => Number(stdout.match(new RegExp(`^# ${word} (\\d+)$`, 'm'))?.[1] ?? 0)
  const [passed, failed] = [number('pass'), number('fail')]
  process.stderr.write(stdout)
  if (status !== 0) throw new Error(`${failed} tests failed, ${passed} passed`)
  const places = changed.reduce((sum, change) => sum + change.places, 0)
  return { summary: `${passed} tests passed after ${places} changes in ${changed.length} files`, passed, places, dir }
})
