// The seeds' "later" lists (001, Future Considerations): comparing src and test for coverage gaps, and reading files of
// high priority first.
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { memoryLedger } from '@shoal/team/memory-ledger'
import { describe, expect, it } from 'vitest'
import { settingsFrom } from '../../packages/shoal/src/config/resolve.ts'
import { plan } from '../../packages/shoal/src/mcp/tools/plan.ts'
import { analysisTasks } from '../../packages/shoal/src/run/analysis/draft.ts'
import { analyze } from '../../packages/shoal/src/run/library-analysis.ts'
import { planPaths } from '../../packages/shoal/src/run/plan.ts'
import { prioritiesOf } from '../../packages/shoal/src/stages/priorities.ts'
import { readQuestion } from '../../packages/shoal/src/text/question.ts'
import { tempDir } from '../../packages/shoal/tests/cli/temp-dir.ts'
import { makeLab } from '../../packages/shoal/tests/mcp/lab.ts'

const dir = tempDir()

function write(name: string, files: Readonly<Record<string, string>>): string {
  const root = join(dir.path, name)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

const LINE = 'x = 1\n'

describe('001, Cross-directory analysis: comparing src/ and test/ for coverage gaps', () => {
  const files = {
    'src/pay.py':
      'def charge(a):\n    return a\n\n\ndef refund(a):\n    return -a\n\n\nclass Desk:\n    def open(self):\n        return 1\n\n    def close_desk(self):\n        return 0\n',
    'tests/test_pay.py':
      'from src.pay import Desk, charge\n\n\ndef test_charge():\n    """refund is only spoken of."""\n    assert charge(1) == 1\n    assert Desk().open() == 1\n',
    'src/text.ts':
      'export function slug(a: string) {\n  return pad(a)\n}\nexport function pad(a: string) {\n  return a\n}\n',
    'test/text.test.ts': "import { slug } from '../src/text.ts'\nit('pads by pad', () => slug('a'))\n",
    'src/lib.rs':
      'pub fn twice(a: i32) -> i32 { a * 2 }\npub fn thrice(a: i32) -> i32 { a * 3 }\n\n#[cfg(test)]\nmod tests {\n    use super::*;\n    #[test]\n    fn doubles() { assert_eq!(twice(2), 4); }\n}\n',
  }

  it('names the functions that no test names, and says what that rests on', async () => {
    // A folder above the project says nothing about its files.
    const root = write('tests/project', files)
    const { answer } = await analyze(root, { query: 'Which functions have no test?', ledger: memoryLedger() })
    expect(answer).toMatch(/^4 of 8 functions are named in no test file:/)
    for (const name of ['`refund`', '`Desk.close_desk`', '`pad`', '`thrice`']) expect(answer).toContain(name)
    for (const name of ['`charge`', '`slug`', '`twice`', '`doubles`', '`test_charge`'])
      expect(answer).not.toContain(name)
    expect(answer).toContain('This rests on names')
  })

  it('takes a name that two files define for that of the file which the test imports', async () => {
    const root = write('two', {
      'src/a.py': 'def parse(a):\n    return a\n',
      'src/b.py': 'def parse(a):\n    return a\n',
      'tests/test_a.py': 'from src.a import parse\n\n\ndef test_parse():\n    assert parse(1)\n',
    })
    const { answer } = await analyze(root, { query: 'What is not tested in this code?', ledger: memoryLedger() })
    expect(answer).toMatch(/^1 of 2 functions is named in no test file: `parse` \(\S*src\/b\.py:1\)/)
  })

  it('says so when there are no tests among the files', async () => {
    const root = write('none', { 'a.py': 'def parse(a):\n    return a\n' })
    const { answer } = await analyze(root, { query: 'Which functions are untested?', ledger: memoryLedger() })
    expect(answer).toContain('No test file is among the 1 source file')
  })
})

describe('001, Priority-based partition ordering', () => {
  const question = readQuestion('What does src/late.py do?')
  const found = [
    { path: 'src/old.py', mtimeMs: 1 },
    { path: 'src/new.py', mtimeMs: 9 },
    { path: 'src/late.py', mtimeMs: 0 },
    { path: 'docs/guide.md', mtimeMs: 5 },
  ]
  const ordered = (first: readonly string[], asked = readQuestion(null)) => {
    const of = prioritiesOf(found, { question: asked, first })
    return found.toSorted((a, b) => of(b.path) - of(a.path)).map(({ path }) => path)
  }

  it('what the question names, then what is asked for, then what changed last', () => {
    expect(ordered([])).toEqual(found.map(({ path }) => path))
    expect(ordered(['recent'])).toEqual(['src/new.py', 'docs/guide.md', 'src/old.py', 'src/late.py'])
    expect(ordered(['docs/**', 'recent'])).toEqual(['docs/guide.md', 'src/new.py', 'src/old.py', 'src/late.py'])
    expect(ordered(['docs/**', 'recent'], question)).toEqual([
      'src/late.py',
      'docs/guide.md',
      'src/new.py',
      'src/old.py',
    ])
  })

  it('orders the stages and the tasks of a run, not the report', async () => {
    const root = write('order', {
      'big.py': LINE.repeat(1700),
      'mid.py': LINE.repeat(1650),
      'new.py': LINE.repeat(1600),
    })
    utimesSync(join(root, 'big.py'), 1, 1)
    utimesSync(join(root, 'mid.py'), 2, 2)
    const signal = new AbortController().signal
    const plan = (first: readonly string[]) => planPaths([root], null, { ...settingsFrom(), first }, signal)
    const fileOf = new Map((await plan([])).tasks.map(({ id, chunk }) => [id, chunk?.path.split('/').at(-1)]))
    const started = ({ stages }: Awaited<ReturnType<typeof plan>>) => [
      ...new Set(stages.flat().flatMap(id => fileOf.get(id) ?? [])),
    ]
    expect(started(await plan([]))).toEqual(['big.py', 'mid.py', 'new.py'])
    expect(started(await plan(['recent']))).toEqual(['new.py', 'mid.py', 'big.py'])
    const tasks = analysisTasks(await plan(['recent'])).filter(({ priority = 0 }) => priority > 0)
    expect(tasks.toSorted((a, b) => b.priority! - a.priority!).map(({ id }) => fileOf.get(id!))[0]).toBe('new.py')
    const report = async (first: readonly string[]) => {
      const { findings, perType, files } = await analyze(root, { first, ledger: memoryLedger() })
      return { findings, perType, files }
    }
    expect(await report(['recent'])).toEqual(await report([]))
  })
})

describe('over MCP', () => {
  const lab = makeLab()
  const server = lab.server()

  it('plan takes several goals, and `first` decides which chunks come in the first stage', async () => {
    for (const [name, lines] of Object.entries({ big: 4000, mid: 3200 }))
      writeFileSync(join(lab.root, `${name}.py`), LINE.repeat(lines))
    const asked = { paths: ['.'], goal: ['security', 'performance'], dry_run: true }
    const plain = await server.call(plan, asked)
    expect(plain).toMatchObject({ goal: 'security', goals: ['security', 'performance'] })
    const what = ({ stage }: typeof plain) => stage.tasks.map((task: { what: string }) => task.what).join(' ')
    expect(what(plain)).toMatch(/^\D*\d+ of \d+ of big\.py/)
    expect(what(await server.call(plan, { ...asked, first: ['mid.py'] }))).toMatch(/^\D*\d+ of \d+ of mid\.py/)
    expect((await server.call(plan, { ...asked, goal: 'data' })).goals).toEqual(['data'])
  })
})
