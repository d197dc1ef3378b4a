// Adding a language is one file and one line of the registry: src/ is built with a language that does not exist, and every
// stage knows it.
import { readFileSync, rmSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type * as Registry from '../../../../src/content/registry.ts'
import type * as Analyst from '../../../../src/content/source-code/analyst/plain-lines.ts'
import type * as Cut from '../../../../src/content/source-code/cut.ts'
import type * as Detect from '../../../../src/stages/detect.ts'
import type * as Languages from '../../../../src/text/code/languages/registry.ts'
import type * as BuiltIns from '../../../../src/text/code/symbols/built-ins.ts'
import type * as Probe from '../../../../src/text/probe.ts'
import { memorySource } from '../memory-source.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
/** Beside what it imports from packages. */
const bundle = `${root}build/paved-path-${process.pid}.mjs`
const PARTS = [
  'content/registry',
  'content/source-code/analyst/plain-lines',
  'content/source-code/cut',
  'stages/detect',
  'text/code/languages/registry',
  'text/code/symbols/built-ins',
  'text/probe',
]
const signal = new AbortController().signal
const TEXT = `%% Marbles, and where they lie.
fetch bowl
fetch track as way

function roll_all(marbles)
  say <<and
  fetch them back>>
end

function count(marbles)
  return 3
end
`

let shoal: typeof Registry &
  typeof Analyst &
  typeof Cut &
  typeof Detect &
  typeof Languages &
  typeof BuiltIns &
  typeof Probe

beforeAll(async () => {
  await build({
    absWorkingDir: root,
    stdin: {
      contents: PARTS.map(part => `export * from './src/${part}.ts'`).join('\n'),
      resolveDir: root,
      loader: 'ts',
    },
    outfile: bundle,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
    plugins: [
      {
        name: 'one more language',
        setup: ({ onLoad }) =>
          onLoad({ filter: /languages[\\/]registry\.ts$/ }, ({ path }) => ({
            contents: withMurmel(path),
            loader: 'ts',
          })),
      },
    ],
  })
  shoal = await import(pathToFileURL(bundle).href)
})
afterAll(() => rmSync(bundle, { force: true }))

/** The registry with one import and one line more. */
function withMurmel(path: string): string {
  const own = JSON.stringify(fileURLToPath(new URL('murmel.ts', import.meta.url)))
  const text = readFileSync(path, 'utf8')
  const more = text.replace('readonly Language[] = [\n', 'readonly Language[] = [\n  murmel,\n')
  expect(more).not.toBe(text)
  return `import { murmel } from ${own}\n${more}`
}

it.each(['marbles.murmel', 'marbles.mrml', 'Murmelfile'])('%s is detected by its name', name => {
  expect(detected(name, TEXT)).toMatchObject({ contentType: 'source_code', language: 'murmel' })
})

it('a script is detected by its first line', () => {
  expect(detected('marbles', `#!/usr/bin/env murmel2\n${TEXT}`)).toMatchObject({
    contentType: 'source_code',
    language: 'murmel',
  })
})

it('is known by its alias, and knows its own names', () => {
  expect(shoal.canonicalLanguage('MRM')).toBe('murmel')
  expect([shoal.isBuiltIn('murmel', 'roll'), shoal.isBuiltIn('murmel', 'print')]).toEqual([true, false])
})

it('is cut between its functions', async () => {
  const { pieces, method, facts } = await shoal.cut(memorySource(TEXT, 'marbles.murmel'), {
    mode: 'directory',
    sizing: { unit: 'lines', min: 3, target: 4, max: 6, ladder: [4], overlap: () => 0 },
    maxTokens: 20_000,
    language: 'murmel',
    signal,
  })
  expect(method).toBe('declarations')
  expect(facts?.import_lines).toEqual([2, 3])
  expect(pieces.map(({ line }) => line)).toContain(10)
})

it('is read by lines: comments, imports and long strings are told apart', async () => {
  const source = memorySource(TEXT, 'marbles.murmel')
  const figures = await shoal.readPlainLines(source, 'murmel', signal)
  expect(figures).toMatchObject({ language: 'murmel', comment_lines: 1, function_count: 2 })
  expect(figures.imports.map(({ module }) => module)).toEqual(['fetch bowl', 'fetch track as way'])
})

function detected(name: string, text: string) {
  const bytes = Buffer.from(text)
  return shoal.detect(shoal.probeBytes(name, bytes, bytes.length), shoal.createRegistry())
}
