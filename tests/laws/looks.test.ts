// A test of a page never looks once at what comes later. What a key, a click or the server does is drawn in a turn of its own, and
// on a busy machine that turn comes late: whoever judges what is seen waits for it with `expect.poll` or `eventually`. The same
// of what a process said: it may come after the process has ended.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { PACKAGES } from '../../scripts/packages.mjs'

const root = new URL('../../', import.meta.url).pathname
const folder = join(root, 'packages/page/tests')

/** What may be judged at one look, by the reason: the names of the functions that are awaited. */
const AT_ANY_TIME: Readonly<Record<string, string>> = {
  'holds at every moment, whatever the page does': 'foreignMarkup programsOf',
  'waits by itself': 'crawl eventually',
  'waits a while for what must not come; what must come is waited for': 'settle',
  'asks no page': 'fetch json takeLease pdf differenceOf bundled startMadeLive',
}

/** Single looks, as they are written, each with the reason why nothing comes later. */
const ONCE: Readonly<Record<string, string>> = {
  'served.test.ts: await wordsOf(tasks)': 'the head and the tasks are drawn from one state; the head was waited for',
  'hostile.test.ts: refused': 'what the page itself tried in the same turn',
  'hostile.test.ts: await page.evaluate(() => ({}) as { polluted?: unknown; isAdmin?: unknown })':
    'an object that is made by the look',
  'report-habits.test.ts: drawn': 'a browser prints as soon as it has told the page that it will',
  'report.test.ts: names': 'the look scrolls through the page and waits for its frames',
}

describe('a look at a page', () => {
  it('is repeated until it shows what is expected, or is listed with the reason', () => {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.ts'))
    const single = files.flatMap(name =>
      singleLooks(readFileSync(join(folder, name), 'utf8')).map(at => `${name}: ${at}`),
    )
    expect(new Set(single)).toEqual(new Set(Object.keys(ONCE)))
  })

  it.each([
    ['in the expectation', "expect(await list.count()).toBe('3 findings')", ['await list.count()']],
    ['in a part of it', 'expect.soft({ view, seen: await breaches(page) }).toEqual([])', ['await breaches(page)']],
    ['kept in a name', 'const isSeen = await page.evaluate(top); expect(isSeen).toBe(true)', ['isSeen']],
    ['kept in parts', 'const [first] = await rows.allInnerTexts(); expect(first).toMatch(/x/)', ['first']],
    ['kept by way of another', 'const t = plain(await l.textContent()); const n = t.length; expect(n).toBe(1)', ['n']],
    ['of a promise', 'await expect(figure.count()).resolves.toBe(1)', ['figure.count()']],
    ['of troubles that must come', 'expect(await seen.settle()).toContain(x)', ['await seen.settle()']],
    ['of troubles that must not', 'expect((await seen.settle()).filter(x)).toEqual([])', []],
    ['repeated', "await expect.poll(() => list.count()).toBe('3 findings')", []],
    ['repeated as a whole', 'await eventually(async () => { const x = await l.count(); expect(x).toBe(1) })', []],
    ['kept to compare with', 'const before = await at(); await expect.poll(at).not.toBe(before)', []],
    ['that holds at any time', 'expect(await foreignMarkup(page)).toEqual([])', []],
  ])('is found: %s', (_, text, found) => {
    expect(singleLooks(`it('x', async () => { ${text} })`)).toEqual(found)
  })
})

describe('what a process said', () => {
  it('is judged once its pipes are closed, which may be later than its end', () => {
    const folders = ['tests', ...PACKAGES.map(name => `packages/${name}/tests`)]
    const files = folders.flatMap(from =>
      readdirSync(join(root, from), { recursive: true, encoding: 'utf8' })
        .filter(name => name.endsWith('.ts'))
        .map(name => `${from}/${name}`),
    )
    const early = files.filter(name => {
      const text = readFileSync(join(root, name), 'utf8')
      return /std(?:out|err)\)?\.on\('data'/.test(text) && text.includes("once(child, 'exit')")
    })
    expect(early).toEqual([])
  })
})

/** What is expected of a single look: the awaited call, or the name under which what was seen is kept. */
function singleLooks(text: string): string[] {
  const steady = new Set(Object.values(AT_ANY_TIME).flatMap(names => names.split(' ')))
  const kept = new Set<string>()
  const found: string[] = []

  const looksIn = (node: ts.Node, isNone = true): ts.AwaitExpression[] => {
    if (ts.isFunctionLike(node)) return []
    const inner = childrenOf(node).flatMap(child => looksIn(child, isNone))
    const name = ts.isAwaitExpression(node) && ts.isCallExpression(node.expression) && calledName(node.expression)
    const isLook = name !== false && (!steady.has(name) || (name === 'settle' && !isNone))
    return isLook && inner.length === 0 ? [node] : inner
  }
  const keptIn = (node: ts.Node): string[] => {
    if (ts.isIdentifier(node)) return kept.has(node.text) ? [node.text] : []
    if (ts.isPropertyAccessExpression(node)) return keptIn(node.expression)
    return childrenOf(node).flatMap(keptIn)
  }
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const called = node.expression.getText()
      if (called === 'expect.poll' || called === 'eventually') return
      if ((called === 'expect' || called === 'expect.soft') && node.arguments[0]) {
        const [judged] = node.arguments
        const isNone = /^expect\b.*\.toEqual\(\[\]\)$/s.test(node.parent.parent.getText())
        const isPromise = ts.isPropertyAccessExpression(node.parent) && node.parent.name.text === 'resolves'
        found.push(
          ...(isPromise
            ? [judged.getText()]
            : [...looksIn(judged, isNone).map(look => look.getText()), ...keptIn(judged)]),
        )
      }
    }
    if (ts.isVariableDeclaration(node) && node.initializer && !isOpening(node.initializer))
      if (looksIn(node.initializer).length > 0 || keptIn(node.initializer).length > 0)
        for (const name of namesOf(node.name)) kept.add(name)
    // A name is known in its function only.
    const outside = new Set(kept)
    ts.forEachChild(node, visit)
    if (ts.isFunctionLike(node)) for (const name of kept) if (!outside.has(name)) kept.delete(name)
  }
  visit(ts.createSourceFile('x.ts', text, ts.ScriptTarget.Latest, true))
  return found
}

function childrenOf(node: ts.Node): ts.Node[] {
  const children: ts.Node[] = []
  ts.forEachChild(node, child => void children.push(child))
  return children
}

function calledName({ expression }: ts.CallExpression): string {
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText()
}

function namesOf(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text]
  return name.elements.flatMap(element => (ts.isBindingElement(element) ? namesOf(element.name) : []))
}

/** A page, a process or a server that is opened is nothing seen. */
function isOpening(initializer: ts.Expression): boolean {
  return /^\(?await (?:chromium\.open|open|start\w+|launch\w+|shoal|import|run|\w+\.newPage|page\.waitForEvent|Promise\.all)\(/.test(
    initializer.getText(),
  )
}
