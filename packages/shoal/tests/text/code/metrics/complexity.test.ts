// Complexity, nesting and parameters against counts made by hand: each fixture says what it expects. The rules are those
// of ESLint and lizard: if, loops, cases but the default, catch, ternaries and short-circuit operators.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { indexed } from '../indexed.ts'

const FOLDER = join(import.meta.dirname, '../../../../../../fixtures/code-analyst/measured')
const LANGUAGES: Readonly<Record<string, string>> = {
  py: 'python',
  js: 'javascript',
  ts: 'typescript',
  java: 'java',
  go: 'go',
  rb: 'ruby',
  php: 'php',
  c: 'c',
  cpp: 'cpp',
  cs: 'csharp',
  rs: 'rust',
  kt: 'kotlin',
  sh: 'bash',
}
const EXPECTED = /expect (\S+) complexity=(\d+) nesting=(\d+) params=(\d+)/g

describe('functions measured by hand', () => {
  const files = readdirSync(FOLDER)

  it('has a fixture for each of the main languages', () => {
    expect(files.map(file => LANGUAGES[file.split('.').at(-1)!]).sort()).toEqual(Object.values(LANGUAGES).sort())
  })

  for (const file of files)
    it(file, async () => {
      const text = readFileSync(join(FOLDER, file), 'utf8')
      const { definitions, tree } = await indexed(text, LANGUAGES[file.split('.').at(-1)!]!)
      const expected = [...text.matchAll(EXPECTED)].map(([, path, complexity, nesting, params]) => ({
        path,
        complexity: Number(complexity),
        nesting: Number(nesting),
        params: Number(params),
      }))
      const found = definitions
        .filter(({ isFunction }) => isFunction)
        .map(({ path, complexity, nesting, parameters }) => ({ path, complexity, nesting, params: parameters }))
      expect(tree.brokenRows).toBe(0)
      expect(found).toEqual(expected)
    })
})

describe('what does not count', () => {
  it.each([
    ['javascript', 'function f(a = 1) { return a?.b?.c }', 1],
    ['python', 'def f():\n    try:\n        g()\n    finally:\n        h()\n    with a: pass\n', 1],
    ['java', 'class A { void f() { switch (x) { default: g(); } } }', 1],
    ['rust', 'fn f() { match x { _ => 1 }; let c = |a, b| a; g(&&a); }', 1],
    ['bash', 'f() {\n case $1 in\n *) x ;;\n esac\n}\n', 1],
  ])('in %s', async (language, text, complexity) => {
    const { definitions } = await indexed(text, language)
    expect(definitions.find(({ isFunction }) => isFunction)!.complexity).toBe(complexity)
  })
})
