// Whatever the text: the rules do not throw, do not hang, and quote what stands there.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parserFor } from '../../shoal/src/text/code/parser.ts'
import { rulesOf } from '../src/languages.ts'
import type { Call } from '../src/rules/language-rules.ts'
import { UNKNOWN } from '../src/values.ts'
import { dangersOf } from './analyse.ts'
import { caseBooks } from './case-book.ts'

/** The first bad sample of every rule. */
const samples = [
  ...new Map(
    caseBooks()
      .filter(({ isBad }) => isBad)
      .reverse()
      .map(sample => [`${sample.family}.${sample.rule}`, sample]),
  ).values(),
]
const languages = [...new Set(samples.map(({ grammar }) => grammar))]

async function check(text: string, language: string): Promise<void> {
  const lines = text.split('\n')
  for (const { line, endLine, evidence } of await dangersOf(text, language)) {
    expect(lines.slice(line - 1, endLine).join('\n')).toContain(evidence)
  }
}

it('has nothing to say about a language without rules, and about no text', async () => {
  expect(await dangersOf('eval(x)', 'lua')).toEqual([])
  for (const language of languages) expect(await dangersOf('', language)).toEqual([])
})

it('every rule takes a call with no arguments at all', async () => {
  const parser = (await parserFor('python'))!
  const tree = parser.parse('f()', new AbortController().signal)!
  const call: Call = {
    node: tree.rootNode,
    text: 'f()',
    path: 'f',
    method: 'f',
    receiver: null,
    args: [],
    named: new Map(),
    isNew: false,
    purpose: '',
    source: 'f()',
  }
  for (const language of languages) {
    const { sinks, checks, settings, properties } = rulesOf(language).rules
    for (const row of sinks) row.when?.(call, UNKNOWN)
    for (const row of checks) row.check(call)
    for (const row of settings) row.check(UNKNOWN, 'x', '')
    for (const row of properties) row.when?.(UNKNOWN, 'x')
  }
  tree.delete()
})

it('takes any part of a file', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...samples), fc.nat(), fc.nat(), async ({ text, grammar }, from, length) => {
      const start = from % text.length
      await check(text.slice(start, start + (length % text.length)), grammar)
    }),
    { numRuns: 300 },
  )
})

it('takes a file with another language in its middle', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...samples),
      fc.constantFrom(...samples),
      fc.nat(),
      async ({ text, grammar }, other, at) => {
        const cut = at % text.length
        await check(text.slice(0, cut) + other.text + text.slice(cut), grammar)
      },
    ),
    { numRuns: 100 },
  )
})

describe('effort is bounded', () => {
  const head = 'import os\nfrom flask import request\n\ndef go():\n    x = request.args["x"]\n'
  const cases: Readonly<Record<string, string>> = {
    'branches one after the other': `${head}${'    if x: y = x\n    else: y = "a"\n    z = y + x\n'.repeat(5000)}    os.system(x)\n`,
    'branches in branches': `${head}${Array.from({ length: 90 }, (_, i) => `${' '.repeat(4 + i)}if x:\n`).join('')}${' '.repeat(94)}os.system(x)\n`,
    'loops in loops': `${head}${Array.from({ length: 60 }, (_, i) => `${' '.repeat(4 + i)}for a${i} in x:\n`).join('')}${' '.repeat(64)}os.system(x)\n`,
    'a long sum': `${head}    os.system(${'x + '.repeat(5000)}x)\n`,
    'deep brackets': `${head}    os.system(${'('.repeat(3000)}x${')'.repeat(3000)})\n`,
    'functions that call each other twice': `${Array.from({ length: 200 }, (_, i) => `def f${i}(x):\n    return f${(i + 1) % 200}(x) + f${(i + 7) % 200}(x)\n`).join('')}import os\nos.system(f0(input()))\n`,
    'a large table': `TABLE = [${'"a", '.repeat(60_000)}]\nimport os\n`,
    'a text that doubles': `${head}    t = 'aa'\n${"    t = t.replace('a', 'aa')\n".repeat(60)}    os.system(t + x)\n`,
    'lists in lists': `${head}    l = [x]\n${'    l = [l, l]\n'.repeat(3000)}    if x: l = [l]\n    os.system(l[0])\n`,
    'long names': `${head}    os.system(${'is_valid_'.repeat(4000)}(x))\n    if ${'get_sanitize_'.repeat(4000)}(x): pass\n`,
    'a strange format': `${head}    os.system('%${'0'.repeat(50_000)}' % x)\n`,
    'a strange pattern': `${head}    import re\n    if re.match('^${'['.repeat(50_000)}$', x): os.system(x)\n`,
    'tuples in tuples': `${'('.repeat(4000)}a${',)'.repeat(4000)} = input()\nimport os\nos.system(a)\n`,
    'many variables': `${head}${Array.from({ length: 4000 }, (_, i) => `    v${i} = x\n`).join('')}${'    if x: v1 = x\n'.repeat(500)}`,
  }
  it.each(Object.keys(cases))('%s', async name => {
    // What grows without bounds does not come back in the time a test has.
    await check(cases[name]!, 'python')
  })
})
