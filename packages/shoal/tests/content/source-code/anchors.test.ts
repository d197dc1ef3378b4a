// Anchors: the names and values by which the synthesis joins code with configuration, data and logs.

import type { AnchorRole } from '@shoal/base/model/anchor'
import { describe, expect, it } from 'vitest'
import { surveyLawfully } from '../../conformance/analyst.ts'

async function anchorsIn(name: string, content: string, role: AnchorRole): Promise<string[]> {
  const { anchors } = await surveyLawfully({ name, content, type: 'source_code' })
  return anchors
    .filter(anchor => anchor.role === role)
    .map(({ name: what, value, path, line }) => `${line} ${path ?? what}${value === undefined ? '' : `=${value}`}`)
}

const lines = (...text: string[]) => `${text.join('\n')}\n`

describe('environment variables', () => {
  it.each([
    [
      'a.py',
      lines('import os', 'a = os.environ["A"]', 'b = os.getenv("B", "1")', 'c = os.environ.get("C") or "x"'),
      ['2 A', '3 B=1', '4 C=x'],
    ],
    ['a.ts', lines("const a = process.env.A ?? 'x'", "const b = process.env['B']"), ['1 A=x', '2 B']],
    ['A.java', lines('class A {', '  String a = System.getenv("A");', '}'), ['2 A']],
    ['a.go', lines('package a', 'import "os"', 'var a = os.Getenv("A")'), ['3 A']],
    ['a.rb', lines("a = ENV['A']", "b = ENV.fetch('B', 'x')"), ['1 A', '2 B=x']],
    ['a.php', lines('<?php', "$a = getenv('A');", "$b = $_ENV['B'];"), ['2 A', '3 B']],
    ['a.rs', lines('fn f() {', '    let a = std::env::var("A").unwrap_or("x".to_string());', '}'), ['2 A=x']],
    ['A.cs', lines('class A {', '  string a = Environment.GetEnvironmentVariable("A");', '}'), ['2 A']],
    ['a.kt', lines('val a = System.getenv("A")'), ['1 A']],
    ['a.c', lines('char *f(void) { return getenv("A"); }'), ['1 A']],
    ['a.sh', lines('echo "$TARGET_HOST" "${PORT:-80}"', 'OWN=1', 'echo "$OWN"'), ['1 TARGET_HOST', '1 PORT=80']],
  ])('%s', async (name, text, expected) => {
    expect((await anchorsIn(name, text, 'env-use')).sort()).toEqual(expected.sort())
  })
})

describe('settings and fields', () => {
  it.each<[string, string, AnchorRole, string[]]>([
    [
      'a.py',
      lines("a = config['billing']['timeout']", "b = settings.get('retries', 3)", 'c = settings.db.host'),
      'config-use',
      ['1 billing.timeout', '2 retries=3', '3 db.host'],
    ],
    ['a.py', lines('import yaml', 'x = yaml.safe_load(f)', "a = x['port']"), 'config-use', ['3 port']],
    ['a.ts', lines("const a = config.get('a.b')", 'const b = this.settings.c'), 'config-use', ['1 a.b', '2 c']],
    ['A.java', lines('class A {', '  String a = props.getProperty("a.b", "x");', '}'), 'config-use', ['2 a.b=x']],
    ['A.cs', lines('class A {', '  string a = config["A:B"];', '}'), 'config-use', ['2 A:B']],
    [
      'a.py',
      lines('for row in rows:', "    print(row['region'], row.get('amount'))"),
      'field-use',
      ['2 region', '2 amount'],
    ],
    [
      'a.py',
      lines('db.execute("SELECT a, b.c FROM t WHERE d = ? ORDER BY e", x)'),
      'field-use',
      ['1 a', '1 c', '1 d', '1 e'],
    ],
    [
      'a.py',
      lines('TIMEOUT_SECONDS = 5', 'URL = "https://a.example/b"', 'connect(retries=3)'),
      'literal',
      ['1 TIMEOUT_SECONDS=5', '2 URL=https://a.example/b', '3 retries=3'],
    ],
    ['a.go', lines('package a', 'const Limit = 30'), 'literal', ['2 Limit=30']],
    ['a.c', '#define MAX_USERS 30\n', 'literal', ['1 MAX_USERS=30']],
    [
      'a.py',
      lines('open("data/orders.csv")', 'x = "/etc/passwd"', 'y = "no path"'),
      'path',
      ['1 data/orders.csv', '2 /etc/passwd'],
    ],
    [
      'a.py',
      lines('get("https://a.example/b?c=1")', 'h = "db.internal:5432"'),
      'url',
      ['1 https://a.example/b?c=1', '2 db.internal:5432'],
    ],
  ])('%s %j: %s', async (name, text, role, expected) => {
    expect((await anchorsIn(name, text, role)).sort()).toEqual(expected.sort())
  })
})

describe('messages', () => {
  it.each<[string, string, AnchorRole, string[]]>([
    [
      'a.py',
      lines(
        'log.info("charged %d orders", n)',
        'logger.error(f"no {x} in {y.z}")',
        'logging.warning("a " + b)',
        'print("x {}".format(y))',
      ),
      'log-call',
      ['1 charged <*> orders=info', '2 no <*> in <*>=error', '3 a <*>=warning', '4 x <*>=print'],
    ],
    [
      'a.ts',
      lines('console.error(`no ${x}`)', "logger.warn('slow: ' + t + ' ms')"),
      'log-call',
      ['1 no <*>=error', '2 slow: <*> ms=warning'],
    ],
    [
      'A.java',
      lines('class A { void f() {', '  log.info("x {} y", a);', '  System.out.println("b " + c);', '} }'),
      'log-call',
      ['2 x <*> y=info', '3 b <*>=print'],
    ],
    [
      'a.go',
      lines('package a', 'func f() {', '\tlog.Printf("x %s", a)', '\tslog.Error("y")', '}'),
      'log-call',
      ['3 x <*>=print', '4 y=error'],
    ],
    [
      'a.rs',
      lines('fn f() {', '    println!("x {}", a);', '    log::warn!("y {a}");', '}'),
      'log-call',
      ['2 x <*>=print', '3 y <*>=warning'],
    ],
    ['a.rb', 'logger.info("x #{y}")\n', 'log-call', ['1 x <*>=info']],
    ['A.cs', lines('class A { void F() {', '  _log.LogError("x {Id}", id);', '} }'), 'log-call', ['2 x <*>=error']],
    ['a.kt', 'fun f() { log.info("x $a ${b.c}") }\n', 'log-call', ['1 x <*> <*>=info']],
    ['a.c', 'void f(void) { fprintf(stderr, "no %s\\n", a); }\n', 'log-call', ['1 no <*>=print']],
    ['a.sh', 'echo "no $1 here"\n', 'log-call', ['1 no <*> here=print']],
    ['a.py', lines('raise ValueError(f"bad {x}")', 'raise KeyError'), 'raise', ['1 bad <*>=ValueError']],
    [
      'a.ts',
      lines('throw new TypeError(`bad ${x}`)', "Promise.reject(new Error('no'))"),
      'raise',
      ['1 bad <*>=TypeError', '2 no=Error'],
    ],
    [
      'A.java',
      'class A { void f() { throw new IllegalStateException("bad " + a); } }\n',
      'raise',
      ['1 bad <*>=IllegalStateException'],
    ],
    [
      'a.go',
      lines('package a', 'func f() error {', '\treturn fmt.Errorf("bad %d", a)', '}'),
      'raise',
      ['3 bad <*>=fmt.Errorf'],
    ],
    ['a.rs', 'fn f() { panic!("bad {}", a); }\n', 'raise', ['1 bad <*>=panic']],
    ['a.rb', 'raise ArgumentError, "bad #{a}"\n', 'raise', ['1 bad <*>=ArgumentError']],
    ['a.php', lines('<?php', 'throw new \\RuntimeException("bad $a");'), 'raise', ['2 bad <*>=\\RuntimeException']],
  ])('%s %j: %s', async (name, text, role, expected) => {
    expect(await anchorsIn(name, text, role)).toEqual(expected)
  })
})

describe('names', () => {
  it('gives what a file defines, brings in and takes from elsewhere', async () => {
    const { anchors } = await surveyLawfully({
      name: 'a.py',
      content: lines(
        'from shop import Cart',
        'import os',
        '',
        'LIMIT = 3',
        '',
        'class Order(Base):',
        '    def total(self, tax):',
        '        cart = Cart(len(self.lines))',
        '        return round_up(cart.sum(), tax)',
      ),
    })
    const named = (role: AnchorRole) => anchors.filter(anchor => anchor.role === role).map(({ name }) => name)
    expect(named('definition')).toEqual(['LIMIT', 'Order', 'total'])
    expect(named('import')).toEqual(['shop', 'os'])
    expect(named('reference')).toEqual(['Base', 'Cart', 'round_up'])
  })
})
