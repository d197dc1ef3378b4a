// The map is the way: ARCHITECTURE.md tells by which files an analysis goes, and a real one enters them in that order. Every function
// of these files is made to say that it is entered; what is done on threads is built apart, and says nothing.
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { memoryLedger } from '@shoal/team/memory-ledger'
import { build } from 'esbuild'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { assertBuilt } from '../../packages/shoal/tests/cli/built-bin.ts'
import { tempDir } from '../../packages/shoal/tests/cli/temp-dir.ts'
import { ownPackages } from '../../scripts/packages.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const product = join(root, 'packages/shoal/src')
// Packages are found from below the root only.
const dir = tempDir(join(root, 'node_modules/.cache'))

const told = /^The walk, by the files (.*?)\n\n/ms.exec(readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8'))![1]!
const walk = [...told.matchAll(/`(\w[\w/-]*\.ts)`(?= →|\.)/g)].map(([, file]) => file!)

const entered: string[] = []

/** The text of a file, in which every function begins by telling the file's name. */
function telling(path: string): string {
  const text = readFileSync(path, 'utf8')
  const bodies: number[] = []
  const visit = (node: ts.Node): void => {
    // What is only made is not entered yet.
    if (
      ts.isFunctionLike(node) &&
      !ts.isConstructorDeclaration(node) &&
      'body' in node &&
      node.body &&
      ts.isBlock(node.body as ts.Node)
    )
      bodies.push((node.body as ts.Block).getStart() + 1)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true))
  const word = `globalThis.onEntered?.(${JSON.stringify(relative(product, path))});`
  return bodies.sort((a, b) => b - a).reduce((told, at) => told.slice(0, at) + word + told.slice(at), text)
}

it('is walked by an analysis', async () => {
  assertBuilt()
  expect(walk.length).toBeGreaterThan(10)
  const paths = new Set(walk.map(file => join(product, file)))
  await build({
    entryPoints: [join(product, 'index.ts')],
    absWorkingDir: root,
    outdir: join(dir.path, 'walk'),
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    logLevel: 'error',
    plugins: [
      {
        name: 'telling',
        setup: bundler =>
          bundler.onLoad({ filter: /\.ts$/ }, ({ path }) =>
            paths.has(path) ? { contents: telling(path), loader: 'ts' } : undefined,
          ),
      },
      ownPackages(root),
    ],
  })
  Object.assign(globalThis, { onEntered: (file: string) => entered.includes(file) || entered.push(file) })
  const { analyze } = await import(pathToFileURL(join(dir.path, 'walk/index.js')).href)
  const rows = Array.from({ length: 40 }, (_, k) => `${k},${k % 4 === 0 ? 'north' : 'south'}`)
  const file = dir.write('orders.csv', `id,region\n${rows.join('\n')}\n`)
  const query = 'How many orders are there in the north?'
  const { answer } = await analyze(file, { query, ledger: memoryLedger(), cache: false })
  expect(answer).toMatch(/^10\b/)
  expect(entered).toEqual(walk)
})
