// Faults planted in small files are found, each where it stands; their sound twins are left alone.

import type { FindingDraft } from '@shoal/base/model/finding'
import { describe, expect, it } from 'vitest'
import { surveyLawfully } from '../../conformance/analyst.ts'

/** The findings of our own rules as `rule line`; the security rules have tests of their own. */
async function rulesIn(name: string, content: string): Promise<string[]> {
  const { findings } = await surveyLawfully({ name, content, type: 'source_code' })
  return findings.filter(isOurs).map(({ rule, line }) => `${rule!.id} ${line}`)
}

function isOurs({ type, nature }: FindingDraft): boolean {
  return type !== 'vulnerability' && nature === 'problem'
}

const lines = (...text: string[]) => `${text.join('\n')}\n`

describe('dead code', () => {
  it.each<[string, string, string[]]>([
    ['behind a return', lines('def f(a):', '    return a', '    print(a)'), ['code.unreachable 3']],
    ['behind a raise', lines('def f(a):', '    raise ValueError(a)', '    return a'), ['code.unreachable 3']],
    [
      'behind a continue',
      lines('def f(a):', '    for b in a:', '        continue', '        print(b)'),
      ['code.unreachable 4'],
    ],
    ['a generator is none', lines('def f():', '    return', '    yield'), []],
    ['under a condition', lines('def f(a):', '    if a:', '        return a', '    return None'), []],
    ['an import', lines('import os', 'import sys', '', 'print(sys.argv)'), ['code.unused-import 1']],
    ['imports by their own names', lines('from a import b as c, d', '', 'd()'), ['code.unused-import 1']],
    ['an import for a type comment', lines('from typing import List', '', 'x = []  # type: List[int]'), []],
    ['an import that may fail', lines('try:', '    import fast', 'except ImportError:', '    fast = None'), []],
    ['an import that is marked', lines('import os  # noqa: F401'), []],
    ['an exported import', lines('from a import b', '', '__all__ = ["b"]'), []],
    ['a variable', lines('def f(a):', '    total = a + 1', '    return a'), ['code.unused-variable 2']],
    ['a variable in a string', lines('def f(a):', '    name = a', '    return "%(name)s" % locals()'), []],
    [
      'a variable of an inner function',
      lines('def f(a):', '    b = a', '    def g():', '        return b', '    return g'),
      [],
    ],
    ['an attribute of an inner class', lines('def f(a):', '    class B:', '        name = a', '    return B'), []],
  ])('python: %s', async (_, text, expected) => {
    expect(await rulesIn('sample.py', text)).toEqual(expected)
  })

  it.each<[string, string, string[]]>([
    ['behind a throw', lines('export function f(a) {', '  throw new Error(a)', '  g(a)', '}'), ['code.unreachable 3']],
    [
      'a hoisted function is none',
      lines('export function f(a) {', '  return g(a)', '  function g(b) { return b }', '}'),
      [],
    ],
    [
      'break behind a return is none',
      lines('export function f(a) {', '  switch (a) {', '    case 1:', '      return 2', '      break', '  }', '}'),
      [],
    ],
    [
      'imports',
      lines("import a, { b as c, d } from './x.js'", "import * as e from './y.js'", 'export default d'),
      ['code.unused-import 1'],
    ],
    [
      'an import for JSX',
      lines("import React from 'react'", "import { Box } from './box.js'", 'export const a = () => <Box />'),
      [],
    ],
    [
      'a function nobody calls',
      lines("import { a } from './a.js'", 'function b() { return a }', 'export const c = 1'),
      ['code.unused-function 2'],
    ],
    [
      'a function that only calls itself',
      lines('export const c = 1', 'function b(n) { return b(n - 1) }'),
      ['code.unused-function 2'],
    ],
    ['a function in a script', 'function onload_() { return 1 }\n', []],
    ['a function that is exported below', lines('function b() { return 1 }', 'export { b }'), []],
    ['a variable', lines('export function f(a) {', '  const b = a + 1', '  return a', '}'), ['code.unused-variable 2']],
  ])('javascript: %s', async (_, text, expected) => {
    expect(await rulesIn('sample.jsx', text)).toEqual(expected)
  })

  it.each<[string, string, string[]]>([
    [
      'A.java',
      lines(
        'import java.util.List;',
        'import java.util.Map;',
        'class A {',
        '  Map<String, String> m;',
        '  private void gone() { m = null; }',
        '  @Override',
        '  private void hook() { }',
        '}',
      ),
      ['code.unused-import 1', 'code.unused-function 5'],
    ],
    [
      'a.c',
      lines('static int gone(int a) {', '  return a;', '}', 'int main(void) {', '  return 0;', '}'),
      ['code.unused-function 1'],
    ],
    [
      'a.php',
      lines('<?php', 'use A\\B;', 'use A\\C;', 'class D {', '  private function gone() { return new C(); }', '}'),
      ['code.unused-import 2', 'code.unused-function 5'],
    ],
    ['a.rs', lines('fn f(a: i32) -> i32 {', '    return a;', '    g(a);', '}'), ['code.unreachable 3']],
    ['a.go', lines('package a', '', 'func f(a int) int {', '\treturn a', '\tprintln(a)', '}'), ['code.unreachable 5']],
    ['A.cs', lines('class A {', '  int F(int a) {', '    return a;', '    G(a);', '  }', '}'), ['code.unreachable 4']],
    ['a.kt', lines('fun f(a: Int): Int {', '    return a', '    println(a)', '}'), ['code.unreachable 3']],
  ])('%s', async (name, text, expected) => {
    expect(await rulesIn(name, text)).toEqual(expected)
  })
})

describe('errors that are lost', () => {
  it.each<[string, string, string[]]>([
    ['a.py', lines('try:', '    f()', 'except Exception:', '    pass'), ['code.swallowed-error 3']],
    ['a.py', lines('try:', '    f()', 'except:', '    log()'), ['code.bare-except 3']],
    ['a.py', lines('try:', '    f()', 'except:', '    raise'), []],
    ['a.py', lines('try:', '    f()', 'except KeyError:', '    pass'), []],
    ['a.py', lines('try:', '    f()', 'except Exception:', '    # best effort', '    pass'), []],
    ['a.js', 'try { f() } catch (e) {}\n', ['code.swallowed-error 1']],
    ['a.js', lines('try {', '  f()', '} catch {', '  // not there yet', '}'), []],
    [
      'A.java',
      lines(
        'class A {',
        '  void f() {',
        '    try { g(); } catch (Exception e) { }',
        '    try { g(); } catch (Exception ignored) { }',
        '  }',
        '}',
      ),
      ['code.swallowed-error 3'],
    ],
    ['a.rb', lines('begin', '  f', 'rescue', 'end'), ['code.swallowed-error 3']],
    ['a.php', lines('<?php', 'try { f(); } catch (Exception $e) { }'), ['code.swallowed-error 2']],
    ['A.cs', lines('class A {', '  void F() { try { G(); } catch { } }', '}'), ['code.swallowed-error 2']],
    ['a.kt', lines('fun f() {', '    try { g() } catch (e: Exception) { }', '}'), ['code.swallowed-error 2']],
    ['a.cpp', lines('void f() {', '  try { g(); } catch (...) { }', '}'), ['code.swallowed-error 2']],
  ])('%s: %j', async (name, text, expected) => {
    expect(await rulesIn(name, text)).toEqual(expected)
  })
})

describe('habits and loops', () => {
  it.each<[string, string, string, string[]]>([
    [
      'a mutable default',
      'a.py',
      lines('def f(a=[]):', '    a.append(1)', '    return a'),
      ['python.mutable-default 1'],
    ],
    ['a fixed default', 'a.py', lines('def f(a=()):', '    return a'), []],
    ['== None', 'a.py', lines('def f(a):', '    return a == None'), ['python.none-equality 2']],
    ['== None in a query', 'a.py', lines('def f(q):', '    return q.filter(A.b == None)'), []],
    [
      'a file left open',
      'a.py',
      lines('def f(p):', '    a = open(p)', '    return a.read()'),
      ['code.unclosed-file 2'],
    ],
    ['a file closed', 'a.py', lines('def f(p):', '    with open(p) as a:', '        return a.read()'), []],
    ['a file handed on', 'a.py', lines('def f(p):', '    a = open(p)', '    return a'), []],
    ['a breakpoint', 'a.py', lines('def f(a):', '    breakpoint()', '    return a'), ['code.debugging-left 2']],
    ['debugger', 'a.js', lines('export function f(a) {', '  debugger', '  return a', '}'), ['code.debugging-left 2']],
    [
      'globals',
      'a.py',
      lines('count = 0', 'def f():', '    global count', '    count += 1'),
      ['python.global-state 3'],
    ],
    [
      'a query in a loop',
      'a.py',
      lines('def f(db, ids):', '    for i in ids:', '        db.execute("SELECT * FROM a WHERE b = ?", (i,))'),
      ['code.query-in-loop 3'],
    ],
    [
      'a query before a loop',
      'a.py',
      lines('def f(db):', '    for row in db.execute("SELECT * FROM a"):', '        print(row)'),
      [],
    ],
    [
      'a query in forEach',
      'a.js',
      lines('export const f = ids => {', '  ids.forEach(id => db.query(`SELECT * FROM a`, [id]))', '}'),
      ['code.query-in-loop 2'],
    ],
    [
      'a finder in a loop',
      'a.ts',
      lines('export async function f(ids: string[]) {', '  for (const id of ids) await User.findOne({ id })', '}'),
      ['code.query-in-loop 2'],
    ],
    [
      'a growing string',
      'A.java',
      lines(
        'class A {',
        '  String f(String[] a) {',
        '    String s = "";',
        '    for (String b : a) s += b;',
        '    return s;',
        '  }',
        '}',
      ),
      ['code.concat-in-loop 4'],
    ],
    [
      'a growing number',
      'A.java',
      lines(
        'class A {',
        '  int f(int[] a) {',
        '    int s = 0;',
        '    for (int b : a) s += b;',
        '    return s;',
        '  }',
        '}',
      ),
      [],
    ],
    ['a spinning loop', 'a.js', lines('export function f(a) {', '  while (!a.ready) {}', '}'), ['code.busy-loop 2']],
    ['a loop whose head works', 'a.c', lines('void f(char *a) {', '  while (*a++) {}', '}'), []],
    [
      'sleep in a coroutine',
      'a.py',
      lines('import time', 'async def f():', '    time.sleep(1)'),
      ['code.blocking-in-async 3'],
    ],
    ['sleep in a function', 'a.py', lines('import time', 'def f():', '    time.sleep(1)'), []],
    [
      'a coroutine nobody awaits',
      'a.py',
      lines('async def g():', '    return 1', 'async def f():', '    g()', '    await g()'),
      ['code.floating-promise 4'],
    ],
    [
      'a promise nobody awaits',
      'a.ts',
      lines(
        'async function g() {}',
        'export async function f() {',
        '  g()',
        '  await g()',
        '  void g()',
        '  return g()',
        '}',
      ),
      ['code.floating-promise 3'],
    ],
    [
      'commented-out code',
      'a.js',
      lines('export const a = 1', '// const b = f(a);', '// if (b) {', '//   return b;', '// }'),
      ['code.commented-out 2'],
    ],
    [
      'a comment in words',
      'a.js',
      lines(
        '// The first line says what this is for,',
        '// the second one why it must be so;',
        '// and the third goes on about it.',
        'export const a = 1',
      ),
      [],
    ],
    ['FIXME', 'a.go', lines('package a', '', '// FIXME: wrong in leap years', 'var a = 1'), ['code.todo 3']],
  ])('%s', async (_, name, text, expected) => {
    expect(await rulesIn(name, text)).toEqual(expected)
  })

  it('tells a function too complex by its measures, and whom it concerns', async () => {
    const content = lines('def f(a):', ...Array.from({ length: 24 }, (_, i) => `    if a == ${i}: g(${i})`))
    const { findings } = await surveyLawfully({ name: 'a.py', content })
    expect(findings).toHaveLength(1)
    expect(findings[0]).toMatchObject({
      type: 'complexity',
      severity: 'low',
      scope: 'function:f',
      line: 1,
      endLine: 25,
      summary: '`f` has a cyclomatic complexity of 25.',
      stats: { complexity: 25, nesting: 1, parameters: 1, lines: 25 },
    })
  })

  it.each([
    ['nested', (i: number) => `        if a == ${i}:\n            if b: g(${i})`, 12, 'medium'],
    ['nested, and much of it', (i: number) => `        if a == ${i}:\n            if b: g(${i})`, 40, 'medium'],
    ['flat', (i: number) => `        if a == ${i}: g(${i})`, 20, 'low'],
    ['flat, and very long', (i: number) => `        if a == ${i}: g(${i})`, 40, 'medium'],
  ])('weighs decisions by whether they are tangled: %s', async (_, line, times, severity) => {
    const content = lines('def f(a, b):', '    for c in a:', ...Array.from({ length: times }, (_, i) => line(i)))
    const { findings } = await surveyLawfully({ name: 'a.py', content })
    expect(findings.find(({ type }) => type === 'complexity')).toMatchObject({ severity })
  })

  it('counts the cases of a switch, and does not weigh them', async () => {
    const content = lines(
      'function f(a) {',
      '  for (;;) {',
      '    switch (a) {',
      ...Array.from({ length: 40 }, (_, i) => `      case ${i}: return ${i}`),
      '    }',
      '  }',
      '}',
    )
    const { findings } = await surveyLawfully({ name: 'a.js', content })
    expect(findings.find(({ type }) => type === 'complexity')).toMatchObject({ severity: 'low' })
  })

  it('tells many places of one rule as one finding', async () => {
    const content = Array.from({ length: 40 }, (_, i) => `try { f${i}() } catch (e) {}\n`).join('')
    const { findings } = await surveyLawfully({ name: 'a.js', content })
    expect(findings).toHaveLength(1)
    expect(findings[0]).toMatchObject({ count: 40, line: 1 })
  })
})
