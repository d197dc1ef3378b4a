// `--import` as it is used: a scanner's log beside the files that it speaks of.
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { shoal } from './fake-io.ts'
import { tempDir } from './temp-dir.ts'

const dir = tempDir()
const around = { env: { SHOAL_HOME: join(dir.path, 'home') }, cwd: dir.path }
const run = (args: readonly string[]) => shoal(['analyze', ...args], around)

const SOURCE = `import sqlite3


def load(name):
    db = sqlite3.connect("a.db")
    return db.execute("SELECT * FROM users WHERE name = '" + name + "'").fetchall()


def keep():
    token = "AKIAQ3EGRJ7ZX2KLMNOP"
    return token
`

const at = (uri: string, startLine: number, text?: string) => [
  { physicalLocation: { artifactLocation: { uri }, region: { startLine, ...(text && { snippet: { text } }) } } },
]
const results = [
  { ruleId: 'B608', level: 'error', message: { text: 'SQL injection' }, locations: at('store.py', 6) },
  { ruleId: 'B000', message: { text: 'Odd name' }, locations: at('store.py', 9, 'def keep():') },
  { ruleId: 'B001', message: { text: 'Not there' }, locations: at('store.py', 9, 'def dropped_long_ago():') },
  { ruleId: 'B002', message: { text: 'Beyond the end' }, locations: at('store.py', 900) },
  { ruleId: 'B003', message: { text: 'Elsewhere' }, locations: at('other/gone.py', 1) },
  { ruleId: 'B105', message: { text: 'token AKIAQ3EGRJ7ZX2KLMNOP is in the code' }, locations: at('store.py', 10) },
]
const rules = [{ id: 'B608', properties: { tags: ['security', 'CWE-89'] } }]
const LOG = JSON.stringify({ version: '2.1.0', runs: [{ tool: { driver: { name: 'Bandit', rules } }, results }] })

describe('what another scanner found', () => {
  it('is checked, joined with ours and told in every form', async () => {
    dir.write('app/store.py', SOURCE)
    dir.write('bandit.sarif', LOG)
    const json = await run(['app', '--import', 'bandit.sarif', '--json'])
    expect(json.status).toBe(0)
    const report = JSON.parse(json.stdout)
    const said = (rule: string) => report.findings.filter((one: { rule?: { id: string } }) => one.rule?.id === rule)
    expect(said('python.sql-injection')).toEqual([
      expect.objectContaining({ line: 6, tools: [{ tool: 'Bandit', rule: 'B608' }] }),
    ])
    expect(said('bandit.B608')).toEqual([])
    expect(said('bandit.B000')).toEqual([expect.objectContaining({ line: 9, evidence: 'def keep():', verified: true })])
    expect(report.verification.rejected_quotes).toEqual([
      expect.objectContaining({ summary: 'Not there', reason: 'the quote does not stand in the file' }),
      expect.objectContaining({ summary: 'Beyond the end', reason: 'it quotes nothing' }),
    ])
    expect(report.warnings).toContain(
      'bandit.sarif: 5 findings imported; of its results 1 stand in files that are not read here, as other/gone.py',
    )
    expect(json.stdout).not.toContain('AKIAQ3EGRJ7ZX2KLMNOP')
    const text = await run(['app', '--import', 'bandit.sarif', '--full'])
    expect(text.stdout).toContain('python.sql-injection CWE-89, also Bandit B608')
    const sarif = JSON.parse((await run(['app', '--import', 'bandit.sarif', '--format', 'sarif'])).stdout)
    expect(sarif.runs[0].results.map(({ ruleId }: { ruleId: string }) => ruleId)).toContain('bandit.B000')
  }, 60_000)

  it('can be suppressed like our own', async () => {
    dir.write('app/store.py', SOURCE.replace('def keep():', 'def keep():  # shoal-ignore bandit.B000: a good name'))
    dir.write('bandit.sarif', LOG)
    const { findings, suppressed } = JSON.parse((await run(['app', '--import', 'bandit.sarif', '--json'])).stdout)
    expect(findings.some(({ rule }: { rule?: { id: string } }) => rule?.id === 'bandit.B000')).toBe(false)
    expect(suppressed).toEqual([expect.objectContaining({ rule: 'bandit.B000', reason: 'a good name' })])
  }, 60_000)

  it.each([
    ['not JSON', 'nothing', /^shoal: --import bad\.sarif is not JSON/],
    ['no log', '{"a":1}', /^shoal: --import bad\.sarif is not a SARIF log/],
  ])('is refused in one line when it is %s', async (_, text, line) => {
    dir.write('bad.sarif', text)
    const { status, stdout, stderr } = await run(['app', '--import', 'bad.sarif'])
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(line)
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
  })

  it('is refused in one line when it is not there', async () => {
    const { status, stderr } = await run(['app', '--import', 'none.sarif'])
    expect(status).toBe(2)
    expect(stderr).toMatch(/^shoal: --import none\.sarif: no such file[^\n]*\n$/)
  })
})
