// Imports, visibility and the flat tree, over languages.
import { describe, expect, it } from 'vitest'
import { readCall } from '../../../../src/text/code/symbols/calls.ts'
import { readImports } from '../../../../src/text/code/symbols/import-names.ts'
import { messageOf } from '../../../../src/text/code/symbols/string-value.ts'
import { VisibilityReader } from '../../../../src/text/code/symbols/visibility.ts'
import { indexed } from '../indexed.ts'

describe('imports', () => {
  it.each<[string, string, string[]]>([
    [
      'python',
      'import os.path, sys as s\nfrom ..a.b import c, d as e\nfrom f import *\n',
      ['os.path: os', 'sys: s', '..a.b: c e', 'f: '],
    ],
    [
      'typescript',
      "import a, { b as c, type D } from './x'\nimport * as e from 'y'\nimport 'z'\nexport { f } from './f'\n",
      ['./x: a c D', 'y: e', 'z: ', './f: '],
    ],
    ['javascript', "const a = require('a')\nconst { b, c } = require('./b')\n", ['a: a', './b: b c']],
    [
      'java',
      'import java.util.List;\nimport static a.B.c;\nimport a.*;\n',
      ['java.util.List: List', 'a.B.c: c', 'a.*: '],
    ],
    ['go', 'package a\nimport (\n\t"fmt"\n\tx "a/b"\n\t_ "c"\n)\n', ['fmt: fmt', 'a/b: x', 'c: ']],
    ['ruby', "require 'json'\nrequire_relative '../a'\n", ['json: ', '../a: ']],
    ['php', '<?php\nuse A\\B;\nuse C\\{D, E as F};\n', ['A\\B: B', 'C\\D: D', 'C\\E: F']],
    ['c', '#include <stdio.h>\n#include "a/b.h"\n', ['stdio.h: ', 'a/b.h: ']],
    ['csharp', 'using System.Text;\n', ['System.Text: ']],
    ['rust', 'use std::io::Read;\n', ['std::io::Read: ']],
    ['kotlin', 'import a.b.C\nimport d.E as F\n', ['a.b.C: C', 'd.E: F']],
    ['bash', 'source ./a.sh\n. b.sh\n', ['./a.sh: ', 'b.sh: ']],
  ])('%s', async (language, text, expected) => {
    const imports = readImports(await indexed(text, language))
    expect(imports.map(({ specifier, names }) => `${specifier}: ${names.map(({ name }) => name).join(' ')}`)).toEqual(
      expected,
    )
  })
})

describe('what others can see', () => {
  it.each<[string, string, string[], string[]]>([
    [
      'python',
      'def a(): pass\ndef _b(): pass\nclass C:\n    def d(self): pass\n    def _e(self): pass\n',
      ['a', 'C', 'C.d'],
      [],
    ],
    [
      'typescript',
      'export function a() {}\nfunction b() {}\nexport class C { d() {} private e() {} }\nfunction f() {}\nexport { f }\n',
      ['a', 'C', 'C.d', 'f'],
      ['b', 'C.e'],
    ],
    ['javascript', 'function a() {}\nfunction b() {}\nmodule.exports = { a }\n', ['a'], ['b']],
    ['java', 'public class A { public void b() {} private void c() {} void d() {} }', ['A', 'A.b'], ['A.c']],
    ['go', 'package a\nfunc Open() {}\nfunc shut() {}\n', ['Open'], []],
    ['rust', 'pub fn a() {}\nfn b() {}\npub(crate) fn c() {}\n', ['a'], []],
    ['c', 'int a(void) { return 0; }\nstatic int b(void) { return 0; }\n', ['a'], ['b']],
    ['kotlin', 'fun a() {}\nprivate fun b() {}\n', ['a'], ['b']],
    ['php', '<?php\nclass A { public function b() {} private function c() {} }\n', ['A', 'A.b'], ['A.c']],
  ])('%s', async (language, text, exported, local) => {
    const index = await indexed(text, language)
    const visibility = new VisibilityReader(index)
    const paths = (what: 'exported' | 'local') =>
      index.definitions.filter(one => visibility.of(one)[what]).map(({ path }) => path)
    expect(paths('exported')).toEqual(exported)
    expect(paths('local')).toEqual(local)
  })
})

describe('calls', () => {
  it.each<[string, string, string]>([
    ['python', 'a.b["c"].d(1)\n', 'a.b["c"].d'],
    ['typescript', 'new Map<string, number>(x)\n', 'Map'],
    ['typescript', 'a?.b!.c(1)\n', 'a.b.c'],
    ['php', '<?php $a->b(1);', 'a.b'],
    ['php', '<?php A::b(1);', 'A.b'],
    ['rust', 'fn f() { a::b!("x"); }', 'a.b'],
    ['cpp', 'void f() { a->b(1); }', 'a.b'],
    ['java', 'class A { void f() { a.b(1); } }', 'a.b'],
    ['kotlin', 'fun f() { a?.b(1) }', 'a.b'],
    ['bash', 'grep -r x\n', 'grep'],
  ])('%s %j', async (language, text, callee) => {
    const { tree, calls } = await indexed(text, language)
    expect(readCall(tree, calls[0]!).callee).toBe(callee)
  })
})

describe('messages', () => {
  it.each<[string, string, string | null]>([
    ['python', 'x("a %s b %(c)d 100%%", d)\n', 'a <*> b <*> 100%'],
    ['python', 'x(f"a {b!r:>10} c")\n', 'a <*> c'],
    ['python', 'x("a" "b" + c)\n', 'ab<*>'],
    ['python', 'x(y)\n', null],
    ['typescript', 'x(`a ${b} ${c.d()}`)\n', 'a <*> <*>'],
    ['java', 'class A { void f() { x(String.format("a %s", b)); } }', 'a <*>'],
    ['php', '<?php x("a $b {$c->d}");', 'a <*> <*>'],
    ['ruby', 'x("a #{b} c")\n', 'a <*> c'],
    ['csharp', 'class A { void F() { X($"a {b}"); } }', 'a <*>'],
  ])('%s %j', async (language, text, message) => {
    const { tree, calls } = await indexed(text, language)
    expect(messageOf(tree, readCall(tree, calls[0]!).arguments[0]!)).toBe(message)
  })
})
