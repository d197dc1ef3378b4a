// The last argument is a path or a question: a path that was typed wrong is refused, and a question is asked.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { splitQuery } from '../../src/cli/paths.ts'
import { fakeIo, shoal } from './fake-io.ts'
import { tempDir } from './temp-dir.ts'

const dir = tempDir()
for (const name of ['examples/data/a.csv', 'src/main.ts', 'tests/x.py', 'logs/api.log', 'my file.csv', 'report.json'])
  dir.write(name, 'id,name\n1,a\n2,b\n')
mkdirSync(join(dir.path, 'errors-2026'))

/** What comes out: the question, null when all are paths, or the path that was meant. */
type Verdict = { readonly ask: string | null } | { readonly refuse: string | null }
const ask = (query: string | null): Verdict => ({ ask: query })
const refuse = (meant: string | null = null): Verdict => ({ refuse: meant })

const table: readonly (readonly [args: readonly string[], verdict: Verdict])[] = [
  // Questions.
  [['src', 'errors?'], ask('errors?')],
  [['src', 'errors'], ask('errors')],
  [['src', 'why?'], ask('why?')],
  [['src', 'security'], ask('security')],
  [['src', 'What looks wrong?'], ask('What looks wrong?')],
  [['src', 'what is in config.yaml'], ask('what is in config.yaml')],
  [['src', 'Compare src/a and src/b'], ask('Compare src/a and src/b')],
  [['src', 'compare a/b with a/c'], ask('compare a/b with a/c')],
  [['src', 'and/or in the conditions'], ask('and/or in the conditions')],
  [['src', '/api/users answers 500 often'], ask('/api/users answers 500 often')],
  [['src', 'user.name'], ask('user.name')],
  [['src', 'metadata.user_id'], ask('metadata.user_id')],
  [['src', 'error.message'], ask('error.message')],
  [['src', '3.14'], ask('3.14')],
  [['src', 'v1.2'], ask('v1.2')],
  [['src', '404'], ask('404')],
  [['src', 'TODO'], ask('TODO')],
  [['src', 'état'], ask('état')],
  [['src', '慢'], ask('慢')],
  [['src', 'summarise'], ask('summarise')],
  [['src', 'summary'], ask('summary')],
  [['src', "what's"], ask("what's")],
  [['src', 'it'], ask('it')],
  [['src', 'toString'], ask('toString')],
  [['src', '__proto__'], ask('__proto__')],
  [['src', ''], ask(null)],
  [['src', 'logs/api.log', 'How many errors are there?'], ask('How many errors are there?')],
  // Paths that are there.
  [['src', 'tests'], ask(null)],
  [['src', './tests'], ask(null)],
  [['src', 'my file.csv'], ask(null)],
  [['src', 'examples/data/'], ask(null)],
  // Paths that are not.
  [['src', 'exmples/data'], refuse('examples/data')],
  [['src', 'examples/dta'], refuse('examples/data')],
  [['src', 'lgos'], refuse('logs')],
  [['src', 'test'], refuse('tests')],
  [['src', 'Tests'], refuse('tests')],
  [['src', 'logs/api.lgo'], refuse('logs/api.log')],
  [['src', './lgos/api.log'], refuse('./logs/api.log')],
  [['src', 'report.jsn'], refuse('report.json')],
  [['src', 'my flie.csv'], refuse('my file.csv')],
  [['src', 'other.csv'], refuse()],
  [['src', 'nowhere/at/all'], refuse()],
  [['src', '../nowhere'], refuse()],
  [['src', '~/data'], refuse()],
  [['src', '.github'], refuse()],
  [['src', '*.csvx'], refuse()],
  [['src', 'src/*.rs'], refuse()],
  [['src', 'data[0-9].csv'], refuse()],
  [['src', 'logs/?.log'], refuse()],
  [['src', 'https://example.org/data'], refuse()],
  [['src', './my missing.csv'], refuse()],
]

describe('the last argument', () => {
  it.each(table)('of %j', (args, verdict) => {
    const io = fakeIo({ cwd: dir.path })
    if ('ask' in verdict) expect(splitQuery(io, args, null).query).toBe(verdict.ask)
    else {
      const hint = verdict.refuse === null ? '' : ` (did you mean ${verdict.refuse}?)`
      expect(() => splitQuery(io, args, null)).toThrow(`no such file: "${args.at(-1)}"${hint}`)
    }
  })

  it('is a path whatever it looks like when the question has a flag of its own', () => {
    const io = fakeIo({ cwd: dir.path })
    expect(splitQuery(io, ['src', 'lgos'], 'why?')).toEqual({ paths: ['src', 'lgos'], query: 'why?' })
  })

  it.each(['analyze', 'plan', 'profile'])('is refused by %s in one line, with status 2', async command => {
    const { status, stdout, stderr } = await shoal([command, 'report.json', 'exmples/data'], { cwd: dir.path })
    expect(status).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toBe(
      'shoal: no such file: "exmples/data" (did you mean examples/data?) — check the path; for a question use -q\n',
    )
  })

  it('gets a hint where it stands alone', async () => {
    const { status, stderr } = await shoal(['plan', 'exmples/data'], { cwd: dir.path })
    expect(status).toBe(2)
    expect(stderr).toContain('did you mean examples/data?')
  })
})

describe('--output', () => {
  const refused: readonly string[][] = [
    ['analyze', 'src', '--output', 'report.pdf'],
    ['analyze', 'src', '--output', 'report.md', '--output', 'report.docx'],
    ['analyze', 'src', '-o', 'report.tex'],
    ['plan', 'src', '--output', 'plan.pdf'],
    ['plan', 'src', '--output', 'plan.html'],
    ['detect', 'src', '--output', 'types.csv'],
    ['profile', 'report.json', '--output', 'profile.md'],
    ['types', '--output', 'types.yaml'],
  ]

  it.each(refused.map(line => [line]))('%j is refused in one line, with status 2', async line => {
    const { status, stdout, stderr } = await shoal(line, { cwd: dir.path, env: { SHOAL_HOME: join(dir.path, 'home') } })
    expect(status).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toMatch(/^shoal: --output \S+: there is no document of the form \.\w+ — end it in .* --format\n$/)
  })

  it('tells the form of any document by its ending, unless --format does', async () => {
    const { readFileSync } = await import('node:fs')
    const written = async (file: string, ...more: string[]) => {
      const outcome = await shoal(['types', '--output', file, ...more], { cwd: dir.path })
      expect(outcome).toMatchObject({ status: 0, stderr: '' })
      return readFileSync(join(dir.path, file), 'utf8')
    }
    expect(JSON.parse(await written('types.json'))).toBeTruthy()
    expect(JSON.parse(await written('types.pdf', '--json'))).toBeTruthy()
    expect((await written('types.txt')).startsWith('[')).toBe(false)
    expect((await written('types')).startsWith('[')).toBe(false)
  })
})
