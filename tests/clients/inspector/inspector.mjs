// The reference inspector without its window: it lints the schemas of our tools, lists them and calls one, in both eras
// of the protocol.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from '../installed.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const shop = join(root, 'fixtures/clients/shop')

export const inspector = {
  name: 'inspector',
  command: 'mcp-inspector',
  variable: 'SHOAL_INSPECTOR',
  package: '@modelcontextprotocol/inspector',

  /** Why it cannot be run, or null. */
  async obstacle(command) {
    const { stdout } = await run('node', ['--version'], { env: environment(command), seconds: 30 })
    const [major = 0, minor = 0] = stdout.slice(1).split('.').map(Number)
    return major > 22 || (major === 22 && minor >= 19) ? null : `it needs Node 22.19 in PATH, not ${stdout.trim()}`
  },
}

export async function proveInspector(command) {
  const home = mkdtempSync(join(tmpdir(), 'shoal-inspector-'))
  const inspect = (...args) => {
    const server = [process.execPath, join(root, 'dist/bin.js'), 'mcp', '--tools', 'all', '--root', shop]
    const env = { ...environment(command), HOME: home, SHOAL_HOME: join(home, 'state') }
    return run(command, ['--cli', '--format', 'json', ...args, ...server], { cwd: shop, env, seconds: 60 })
  }
  try {
    const listed = await inspect('--method', 'tools/list', '--strict')
    assert.equal(listed.status, 0, `the linter objects: ${listed.stderr.slice(0, 4000)}`)
    const { tools } = JSON.parse(listed.stdout).result
    for (const era of ['legacy', 'modern']) {
      const detect = ['--tool-name', 'detect', '--tool-args-json', '{"paths":["."]}']
      const called = await inspect('--protocol-era', era, '--method', 'tools/call', ...detect)
      assert.equal(called.status, 0, `${era}: ${called.stderr}`)
      assert.equal(JSON.parse(called.stdout).result.structuredContent.total, 4)
    }
    const warnings = listed.stderr.match(/^Warning: /gm)?.length ?? 0
    return `${tools.length} tools pass --strict with ${warnings} warnings, detect called in both eras`
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

/** A Node that lies beside the inspector goes before that of PATH. */
function environment(command) {
  return { PATH: [dirname(command), process.env.PATH].join(delimiter) }
}
