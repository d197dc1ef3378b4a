// The commands of the tutorials and of the README, run as they stand there: what is printed in the page is what comes out; `…` stands for
// what is left out.
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { assertBuilt, bin } from '../packages/shoal/tests/cli/built-bin.ts'
import { tempDir } from '../packages/shoal/tests/cli/temp-dir.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const tutorials = join(root, 'docs/tutorials')
const dir = tempDir()

beforeAll(() => {
  assertBuilt()
  chmodSync(dir.write('bin/shoal', `#!/bin/sh\nexec "${process.execPath}" "${bin}" "$@"\n`), 0o755)
})

interface Step {
  readonly line: string
  /** Lines that follow each other, in order; between them others may come. */
  readonly expected: readonly (readonly string[])[]
}

/** Runs the steps one after the other in a directory with the examples. `told` is what of a line must be equal. */
function expectPrinted(
  page: string,
  steps: readonly Step[],
  { examples = '', told = (line: string) => line } = {},
): void {
  const cwd = join(dir.path, page)
  mkdirSync(cwd)
  cpSync(join(root, 'examples'), join(cwd, examples), { recursive: true })
  // Programs import the package by its name.
  mkdirSync(join(cwd, 'node_modules'))
  symlinkSync(root, join(cwd, 'node_modules/shoal'))
  const env = { PATH: `${dir.path}/bin:${process.env.PATH}`, SHOAL_HOME: join(cwd, 'home'), HOME: cwd }
  expect(steps.length).toBeGreaterThan(0)
  for (const { line, expected } of steps) {
    const { stdout, stderr } = spawnSync('sh', ['-c', line], { cwd, env, encoding: 'utf8' })
    let at = 0
    const printed = stdout.split('\n').map(one => told(one.trimEnd()))
    for (const lines of expected.map(group => group.map(told))) {
      const found = printed.findIndex((_, k) => k >= at && lines.every((one, n) => isLine(one, printed[k + n])))
      expect(found, `${line}\n${lines.join('\n')}\n--- printed:\n${stdout}${stderr}`).toBeGreaterThanOrEqual(0)
      at = found + lines.length
    }
    if (expected.length === 0) expect(stderr, line).toBe('')
  }
}

describe('tutorials', () => {
  const pages = readdirSync(tutorials).filter(name => name !== 'README.md')

  it.each(pages)('%s', page => expectPrinted(page, stepsOf(readFileSync(join(tutorials, page), 'utf8'))))
})

it('README.md shows what is printed', () => {
  const steps = stepsOf(readFileSync(join(root, 'README.md'), 'utf8'))
    .filter(({ expected }) => expected.length > 0)
    .map(({ line, expected }) => ({ line: line.replace(/^npx /, ''), expected }))
  expect(steps.length).toBeGreaterThan(3)
  // Times differ, and columns are as wide as they are long.
  const told = (line: string) => line.replace(/\d+(?:\.\d+)? m?s\b/g, 'TIME').replace(/ +/g, ' ')
  expectPrinted('README.md', steps, { examples: 'examples', told })
})

/** A line may end with `…`. */
function isLine(expected: string, printed: string | undefined): boolean {
  return expected.endsWith('…') ? (printed?.startsWith(expected.slice(0, -1)) ?? false) : printed === expected
}

function stepsOf(page: string): Step[] {
  return [...page.matchAll(/^```console\n(.*?)^```/gms)].flatMap(([, block]) =>
    block!
      .split(/^\$ /m)
      .slice(1)
      .map(part => {
        const [line = '', ...rest] = part.trimEnd().split('\n')
        const groups = rest
          .map(one => one.trimEnd())
          .join('\n')
          .split(/^…$/m)
        const expected = groups
          .map(text => text.replace(/^\n|\n$/g, '').split('\n'))
          .filter(lines => lines.join('') !== '')
        return { line, expected }
      }),
  )
}
