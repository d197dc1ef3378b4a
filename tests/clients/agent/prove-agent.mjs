// Has an agent's client carry out the scripted analysis with our server, and checks what came of it.
import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from '../installed.mjs'
import { startModelStub } from './model-stub.mjs'
import { analysis, fabricated, question, summaries } from './script.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Throws if anything is not as it should be; else what was seen, in one line. */
export async function proveAgent(client, command) {
  const home = realpathSync(mkdtempSync(join(tmpdir(), `shoal-${client.name}-`)))
  const workspace = join(home, 'shop')
  const seen = {}
  cpSync(join(root, 'fixtures/clients/shop'), workspace, { recursive: true })
  const stub = await startModelStub(client.dialect, analysis(workspace, seen))
  try {
    const server = {
      command: process.execPath,
      args: [join(root, 'dist/bin.js'), 'mcp', '--root', workspace],
      env: { SHOAL_HOME: join(home, 'state') },
    }
    const { args, env } = client.prepare({ home: join(home, 'client'), server, modelUrl: stub.url })
    const done = await run(command, args(question), {
      cwd: workspace,
      env: { PATH: process.env.PATH, TERM: 'dumb', ...env },
      seconds: 120,
    })
    const said = client.answerIn(done.stdout)
    if (stub.state.error !== null) throw stub.state.error
    assert.equal(done.status, 0, `${client.name} ended with ${done.status}: ${done.stderr.slice(-2000)}`)
    check(stub.state, seen, said)
    const { tasks } = seen.planned.stage
    return `${Object.keys(stub.state.offered).length} tools offered, ${stub.state.calls.length} calls, ${tasks.length} tasks read, 1 fabricated quote refused and corrected, the report's answer given`
  } finally {
    stub.close()
    rmSync(home, { recursive: true, force: true })
  }
}

function check(state, seen, said) {
  assert.equal(seen.planned.stage.tasks.length, 4)
  assert.equal(seen.quotesDelivered, 4, 'each chunk holds the text that its reader quotes')

  assert.equal(seen.refused.status, 'needs_correction')
  assert.equal(seen.refused.accepted, 0)
  assert.equal(seen.refused.rejected.length, 1)
  assert.equal(seen.lines.length, 4)
  for (const line of seen.lines) assert.match(line, /complete: 1 finding/)

  const stored = seen.findings.findings
  for (const summary of summaries)
    assert.ok(
      stored.some(one => one.summary === summary),
      `is stored: ${summary}`,
    )
  assert.ok(!JSON.stringify(stored).includes(fabricated))
  assert.deepEqual([seen.findings.tasks.total, seen.findings.tasks.done], [4, 4])

  assert.ok(seen.report.text.includes(summaries[0]))
  assert.equal(said, state.answer, 'the client says what the model said')
  assert.ok(seen.synthesis.answer.length > 0 && said.includes(seen.synthesis.answer))
}
