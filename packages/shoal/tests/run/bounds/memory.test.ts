// What asks for more memory than there is costs the file that it stands in, and no other.
import { readdirSync, readFileSync } from 'node:fs'
import { memoryLedger } from '@shoal/team/memory-ledger'
import { beforeAll, expect, it } from 'vitest'
import { settingsFrom } from '../../../src/config/resolve.ts'
import { analyzePaths } from '../../../src/run/analysis/analyze.ts'
import { parserFor } from '../../../src/text/code/parser.ts'
import { assertBuilt } from '../../cli/built-bin.ts'
import { tempDir } from '../../cli/temp-dir.ts'

const dir = tempDir()
const fixtures = new URL('../../../../../fixtures/code/', import.meta.url)
/** The parser tries to make sense of what has no end with all that stands before it, at once. */
const pipe = (programs: number, end = '|') => `#!/bin/sh\na ${'| b \\\n'.repeat(programs)}${end}`

beforeAll(() => {
  assertBuilt()
  for (const name of readdirSync(fixtures)) dir.write(`code/${name}`, readFileSync(new URL(name, fixtures)))
  dir.write('code/a-pipe.sh', pipe(15_000))
})

it('a pipe of thousands of programs is not parsed for long', async () => {
  const parser = (await parserFor('bash'))!
  const { signal } = new AbortController()
  expect(parser.parse(pipe(5000), signal)).toBeNull()
  const tree = parser.parse(pipe(10, '\n'), signal)
  expect(tree?.rootNode.hasError).toBe(false)
  tree?.delete()
})

it('one that breaks the parsers of its thread is given up, and all others are parsed', async () => {
  const options = { ledger: memoryLedger(), signal: new AbortController().signal, env: {}, cwd: dir.path }
  const { report } = await analyzePaths(['code'], null, settingsFrom(), options)
  const { files, skipped, failed, perType } = report!
  const told = [
    ...skipped.map(({ path, reason }) => [path, reason]),
    ...failed.map(({ what, reason }) => [what, reason]),
  ]
  expect(told).toEqual([['code/a-pipe.sh', 'given up: there is not enough memory to read it']])
  expect(files).toHaveLength(readdirSync(fixtures).length)
  expect(JSON.stringify(perType)).not.toContain('too much memory')
})
