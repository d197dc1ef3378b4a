import { posix } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ModulePaths } from '../../../../src/text/code/graph/module-paths.ts'

describe('the files that an import loads', () => {
  const paths = [
    'main.py',
    'helper.py',
    'shop/__init__.py',
    'shop/orders.py',
    'shop/cart.py',
    'lib/tax.py',
    'a.ts',
    'b.ts',
  ]
  const modules = new ModulePaths(paths)

  it.each([
    ['.', ['helper'], 'main.py', 'python', ['helper.py']],
    ['helper', [], 'main.py', 'python', ['helper.py']],
    ['shop', ['orders', 'cart'], 'main.py', 'python', ['shop/orders.py', 'shop/cart.py']],
    ['shop', ['Order'], 'main.py', 'python', ['shop/__init__.py']],
    ['.', ['cart'], 'shop/orders.py', 'python', ['shop/cart.py']],
    ['.cart', ['Cart'], 'shop/orders.py', 'python', ['shop/cart.py']],
    ['lib', ['tax'], 'main.py', 'python', ['lib/tax.py']],
    ['lib', ['rate'], 'main.py', 'python', []],
    ['orders', [], 'shop/cart.py', 'python', []],
    ['./b.js', ['b'], 'a.ts', 'typescript', ['b.ts']],
    ['b', [], 'a.ts', 'typescript', []],
  ] as const)('%s with %j in %s', (module, names, from, language, expected) => {
    expect(modules.loaded(module, names, from, language)).toEqual(expected)
  })

  it('knows a package by an empty file that was not read', () => {
    const files = ['shop/orders.py', 'shop/queue.py']
    expect(new ModulePaths(files).resolve('queue', 'shop/orders.py', 'python')).toBe('shop/queue.py')
    const known = new ModulePaths(files, undefined, ['shop/__init__.py'])
    expect(known.resolve('queue', 'shop/orders.py', 'python')).toBe(null)
  })

  it('are files that are there, whatever is imported', () => {
    const module = fc.stringMatching(/^\.{0,3}[a-z]{0,6}([./][a-z]{0,6}){0,3}$/)
    const language = fc.constantFrom('python', 'typescript', 'java', 'c', 'ruby', 'go', 'rust', 'csharp', '')
    fc.assert(
      fc.property(module, fc.constantFrom(...paths), language, (name, from, of) => {
        for (const path of modules.loaded(name, ['orders', posix.basename(name)], from, of))
          expect(paths).toContain(path)
      }),
    )
  })
})
