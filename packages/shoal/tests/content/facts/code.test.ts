// Definitions, uses and imports of code as rows.
import { describe, expect, it } from 'vitest'
import { factsLawfully } from '../../conformance/facts.ts'
import { rowsOf } from './told-rows.ts'

describe('code', () => {
  const PYTHON = [
    'from .store import Store as Disk, save',
    'import os',
    '',
    'LIMIT = 5',
    '',
    'class Loader(Disk):',
    '    def read(self, path):',
    '        return self.parse(save(path, LIMIT))',
    '',
    '    def parse(self, text):',
    '        text = text.strip()',
    '        return text',
    '',
    'def _hidden(): return Loader().read("x")',
  ]

  it('defines', async () => {
    expect(await rowsOf('a.py', PYTHON, 'symbols')).toMatchObject([
      { line: 4, name: 'LIMIT', kind: 'constant', exported: true },
      { line: 6, name: 'Loader', kind: 'class', exported: true, end_line: 12, signature: 'class Loader(Disk):' },
      { line: 7, name: 'read', kind: 'method', scope: 'Loader', end_line: 8 },
      { line: 10, name: 'parse', kind: 'method', scope: 'Loader', language: 'python' },
      { line: 14, name: '_hidden', kind: 'function', exported: false },
    ])
  })

  it('imports', async () => {
    expect(await rowsOf('a.py', PYTHON, 'imports')).toMatchObject([
      { line: 1, name: 'Store', alias: 'Disk', module: '.store' },
      { line: 1, name: 'save', module: '.store' },
      { line: 2, name: '*', module: 'os' },
    ])
  })

  it('uses, variables of a function apart', async () => {
    const uses = await rowsOf('a.py', PYTHON, 'uses')
    expect(uses.filter(use => use.line > 3)).toMatchObject([
      { line: 6, name: 'Disk' },
      { line: 8, name: 'parse', kind: 'call', scope: 'Loader.read', target_line: 10 },
      { line: 8, name: 'save', kind: 'call', scope: 'Loader.read' },
      { line: 8, name: 'LIMIT', kind: 'reference', target_line: 4 },
      { line: 11, name: 'strip', kind: 'call', scope: 'Loader.parse' },
      { line: 14, name: 'Loader', kind: 'call', scope: '_hidden', target_line: 6 },
      { line: 14, name: 'read', kind: 'call', scope: '_hidden' },
    ])
  })

  it.each<[string, string[], string[]]>([
    [
      'a.ts',
      [
        "import { a as b } from './x.ts'",
        'export const run = (n: number): Out => b(n)',
        'interface Out { size: number }',
      ],
      [
        'symbols 2 function .run',
        'symbols 3 interface .Out',
        'symbols 3 field Out.size',
        'imports 1 a',
        'uses 1 import a',
        'uses 1 import b',
        'uses 2 type Out',
        'uses 2 call b',
      ],
    ],
    [
      'a.js',
      ["const { join } = require('node:path')", 'class A { go() { return join(this.x) } }', 'module.exports = { A }'],
      [
        'symbols 2 class .A',
        'symbols 2 method A.go',
        'imports 1 join',
        'uses 1 import join',
        'uses 1 call require',
        'uses 2 call join',
        'uses 2 reference x',
        'uses 3 reference exports',
        'uses 3 reference A',
      ],
    ],
    [
      'A.java',
      [
        'import java.util.List;',
        'class A {',
        '  static final int MAX = 5;',
        '  List<A> all() { return make(MAX); }',
        '}',
      ],
      [
        'symbols 2 class .A',
        'symbols 3 field A.MAX',
        'symbols 4 method A.all',
        'imports 1 List',
        'uses 1 import List',
        'uses 4 type List',
        'uses 4 type A',
        'uses 4 call make',
        'uses 4 reference MAX',
      ],
    ],
    [
      'a.go',
      [
        'package a',
        'import "fmt"',
        'type T struct { Name string }',
        'func (t *T) Say() { fmt.Println(t.Name); t.Say() }',
      ],
      [
        'symbols 3 type .T',
        'symbols 3 field T.Name',
        'symbols 4 method T.Say',
        'imports 2 *',
        'uses 4 type T',
        'uses 4 reference fmt',
        'uses 4 call Println',
        'uses 4 reference Name',
        'uses 4 call Say',
      ],
    ],
    [
      'a.c',
      [
        '#include "x.h"',
        '#define MAX 5',
        'typedef struct { int n; } item_t;',
        'static int sum(item_t *i) { return add(i->n, MAX); }',
      ],
      [
        'symbols 2 constant .MAX',
        'symbols 3 type .item_t',
        'symbols 4 function .sum',
        'imports 1 *',
        'uses 3 reference n',
        'uses 4 type item_t',
        'uses 4 call add',
        'uses 4 reference n',
        'uses 4 reference MAX',
      ],
    ],
    [
      'A.cs',
      [
        'using System;',
        'namespace N {',
        '  public class A {',
        '    int n = 1;',
        '    public int Go() { return Help(n); }',
        '  }',
        '}',
      ],
      [
        'symbols 2 namespace .N',
        'symbols 3 class N.A',
        'symbols 4 field N.A.n',
        'symbols 5 method N.A.Go',
        'imports 1 *',
        'uses 5 call Help',
        'uses 5 reference n',
      ],
    ],
    [
      'a.php',
      ['<?php', 'use X\\Y;', 'class A { const MAX = 5; function go($n) { return helper($n, self::MAX); } }'],
      [
        'symbols 3 class .A',
        'symbols 3 field A.MAX',
        'symbols 3 method A.go',
        'imports 2 Y',
        'uses 2 import Y',
        'uses 3 call helper',
        'uses 3 reference MAX',
      ],
    ],
    [
      'a.rb',
      ["require_relative 'x'", 'class A', '  MAX = 5', '  def go(n)', '    help(n, MAX)', '  end', 'end'],
      [
        'symbols 2 class .A',
        'symbols 3 field A.MAX',
        'symbols 4 method A.go',
        'imports 1 *',
        'uses 1 call require_relative',
        'uses 5 call help',
        'uses 5 reference MAX',
      ],
    ],
    [
      'a.rs',
      [
        'use std::fs::{self, File};',
        'const MAX: u32 = 5;',
        'struct A;',
        'impl A { fn go(&self) -> u32 { help(MAX) } }',
      ],
      [
        'symbols 2 constant .MAX',
        'symbols 3 struct .A',
        'symbols 4 method A.go',
        'imports 1 fs',
        'imports 1 File',
        'uses 1 import fs',
        'uses 1 import File',
        'uses 4 type A',
        'uses 4 call help',
        'uses 4 reference MAX',
      ],
    ],
    [
      'a.kt',
      ['import java.io.File', 'const val MAX = 5', 'class A { fun go(n: Int) = help(n, MAX, File("x")) }'],
      [
        'symbols 2 constant .MAX',
        'symbols 3 class .A',
        'symbols 3 method A.go',
        'imports 1 File',
        'uses 1 import File',
        'uses 3 call help',
        'uses 3 reference MAX',
        'uses 3 call File',
      ],
    ],
  ])('of %s', async (name, lines, expected) => {
    const rows = await factsLawfully({ name, content: lines.map(line => `${line}\n`).join('') })
    const told = rows.filter(({ relation }) => relation !== 'settings')
    expect(
      told.map(({ relation, line, values: { name: what, kind, scope } }) =>
        [relation, line, kind ?? [], relation === 'symbols' ? `${scope ?? ''}.${what}` : what].flat().join(' '),
      ),
    ).toEqual(expected)
  })

  it('of a language without a parser defines by its lines', async () => {
    const found = await rowsOf(
      'a.sql',
      ['CREATE TABLE orders (', '  id INT', ');', 'CREATE VIEW late AS SELECT 1;'],
      'symbols',
    )
    expect(found).toMatchObject([
      { line: 1, name: 'orders' },
      { line: 4, name: 'late' },
    ])
  })
})
