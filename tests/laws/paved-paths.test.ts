// What CONTRIBUTING calls paved is: a content type, a provider and a store are added in a scratch folder, with nothing but what the
// package offers, and a whole analysis goes through all three.
import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, it } from 'vitest'
import { assertBuilt, runBin } from '../../packages/shoal/tests/cli/built-bin.ts'
import { tempDir } from '../../packages/shoal/tests/cli/temp-dir.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const dir = tempDir()
const LINE = 'FEED 17 pump stalled after 40 minutes'

const CONFIG = `import { defineConfig, defineContentType, defineProvider } from 'shoal'
import { scriptedModel } from 'shoal/test'

const feed = defineContentType({ name: 'feed', extends: 'log', extensions: ['.feed'] })

/** Says of the first line that it was shown what a reader would say of it. */
const acme = defineProvider({
  name: 'acme',
  title: 'Acme',
  open: (name, { id }) => scriptedModel(request => {
    if (name === 'broken') throw new Error('the wire is cut')
    if (name !== 'small') return { failure: { kind: 'refused', message: 'acme has only small' } }
    const asked = JSON.stringify(request.turns)
    if (!asked.includes('pump stalled')) return '{}'
    const finding = { summary: 'The pump stalled after 40 minutes.', evidence: ${JSON.stringify(LINE)}, line: 2, severity: 'high', nature: 'problem', type: 'error_cluster' }
    return JSON.stringify({ findings: [finding] })
  }, { id }),
})

export default defineConfig({ types: [feed], providers: [acme] })
`

const PROGRAM = `import { analyze, report } from 'shoal'
import { memoryLedger } from 'shoal/team'
import config from './config.mjs'

/** A store of one's own: it keeps what another keeps, and a list of the moves. */
const moves = []
const kept = memoryLedger()
const ledger = new Proxy(kept, {
  get(target, name) {
    const value = Reflect.get(target, name, target)
    if (typeof value !== 'function') return value
    return (...args) => {
      moves.push(name)
      return value.apply(target, args)
    }
  },
})

const first = await analyze('pump.feed', { query: 'What stalled?', ledger, name: 'pumps', model: 'acme:small', cache: false, ...config })
const again = await report('pumps', { ledger })
console.log(JSON.stringify({
  moves: [...new Set(moves)].sort(),
  found: first.findings.map(({ summary }) => summary),
  same: JSON.stringify(first.findings) === JSON.stringify(again.findings),
}))
`

beforeAll(() => {
  assertBuilt()
  dir.write('shoal.config.ts', CONFIG)
  dir.write('config.mjs', CONFIG.replace('export default defineConfig(', 'export default ('))
  dir.write('program.mjs', PROGRAM)
  dir.write('pump.feed', `FEED 16 pump started\n${LINE}\nFEED 18 pump stopped\n`)
  mkdirSync(join(dir.path, 'node_modules'))
  symlinkSync(root, join(dir.path, 'node_modules/shoal'))
})

const env = () => ({ SHOAL_HOME: join(dir.path, 'home'), HOME: dir.path })

it('a content type of a config file is detected', () => {
  const { stdout } = runBin(['detect', 'pump.feed', '--json'], { cwd: dir.path, env: env() })
  expect(JSON.parse(stdout)).toMatchObject([{ path: 'pump.feed', content_type: 'feed', via: 'extension' }])
})

it('a provider of a config file is listed, and reads', () => {
  const listed = runBin(['info', 'models', '--json'], { cwd: dir.path, env: env() })
  expect(JSON.parse(listed.stdout).providers).toEqual(
    expect.arrayContaining([expect.objectContaining({ name: 'acme', title: 'Acme' })]),
  )
  const args = ['analyze', 'pump.feed', 'What stalled?', '--model', 'acme:small', '--json']
  const { stdout, stderr } = runBin(args, { cwd: dir.path, env: env() })
  expect(stderr).not.toContain('Error')
  const { findings, run } = JSON.parse(stdout)
  const read = findings.filter(({ by }: { by?: string }) => by === 'acme:small')
  expect(read).toMatchObject([{ summary: 'The pump stalled after 40 minutes.', evidence: LINE, line: 2 }])
  // From the record, without asking it again.
  const replay = runBin(['runs', 'replay', run, '--json'], { cwd: dir.path, env: env() })
  const summaries = (all: { summary: string }[]) => all.map(({ summary }) => summary)
  expect(summaries(JSON.parse(replay.stdout).findings)).toEqual(summaries(findings))
})

it.each([
  ['large', 2, 'acme has only small'],
  ['broken', 6, 'acme:broken failed: the wire is cut'],
])('a provider that fails is told as every other: %s', (name, exit, why) => {
  const args = ['analyze', 'pump.feed', 'What stalled?', '--model', `acme:${name}`]
  const { status, stdout, stderr } = runBin(args, { cwd: dir.path, env: env() })
  expect(`${stdout}${stderr}`).toContain(why)
  expect(status).toBe(exit)
})

it.each([
  [
    'a name that is taken',
    "defineProvider({ name: 'openai', open: () => null })",
    'there is a provider "openai" already',
  ],
  ['a name that cannot be typed', "defineProvider({ name: 'A b', open: () => null })", '"A b" is not a name'],
  ['something else', "{ name: 'plain' }", 'is not a provider'],
])('%s is refused in one line', (_, provider, said) => {
  const file = dir.write(
    'wrong/shoal.config.ts',
    `import { defineProvider } from 'shoal'\nexport default { providers: [${provider}] }\n`,
  )
  const { status, stderr } = runBin(['info', 'models'], { cwd: join(file, '..'), env: env() })
  expect(status).toBe(2)
  expect(stderr).toContain(said)
  expect(stderr.trimEnd().split('\n')).toHaveLength(1)
})

it('a store of one’s own keeps a run, beside a provider and a content type of one’s own', () => {
  const said = execFileSync(process.execPath, ['program.mjs'], {
    cwd: dir.path,
    env: { PATH: process.env.PATH, ...env() },
    encoding: 'utf8',
  })
  const { moves, found, same } = JSON.parse(said)
  expect(moves).toEqual(expect.arrayContaining(['claim', 'createTeam', 'finish', 'planRun']))
  expect(found).toContain('The pump stalled after 40 minutes.')
  expect(same).toBe(true)
})
