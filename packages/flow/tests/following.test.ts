// What following values means: where they come from decides how grave a danger is, and what happened on the way counts.
import { describe, expect, it } from 'vitest'
import { parserFor } from '../../shoal/src/text/code/parser.ts'
import { findDangers } from '../src/find-dangers.ts'
import { dangersOf, followed } from './analyse.ts'

const told = async (text: string, language = 'python') =>
  (await dangersOf(text, language)).map(({ rule, line, severity, confidence }) => [rule.id, line, severity, confidence])

describe('where a value comes from', () => {
  it('a request is graver than an argument of the program, and that graver than a parameter', async () => {
    const run = (source: string) =>
      `import os, sys\nfrom flask import request\n\ndef go(name):\n    os.system(${source})\n`
    expect(await told(run(`'ls ' + request.args['name']`))).toEqual([['python.command-injection', 5, 'high', 'high']])
    expect(await told(run(`'ls ' + sys.argv[1]`))).toEqual([['python.command-injection', 5, 'medium', 'medium']])
    expect(await told(run(`'ls ' + name`))).toEqual([['python.command-injection', 5, 'medium', 'medium']])
    expect(await told(run(`'ls ' + 'name'`))).toEqual([])
  })

  it('a random number is grave where it protects something, whatever its name: not in a MIME boundary', async () => {
    const drawn = (fn: string) =>
      `import random, sys\n\ndef ${fn}():\n    token = random.randrange(sys.maxsize)\n    return token\n`
    expect(await told(drawn('new_login'))).toEqual([['python.weak-random', 4, 'high', 'medium']])
    for (const name of ['make_boundary', 'with_jitter', 'shuffle_cards'])
      expect((await told(drawn(name))).map(([, , severity]) => severity)).toEqual(['low'])
  })

  it('a query that is put together is grave whatever the value is', async () => {
    const text = `class Orders:\n    def by_customer(self, customer):\n        query = f"SELECT * FROM orders WHERE customer = '{customer}'"\n        self.connection.execute(query)\n`
    expect(await told(text)).toEqual([['python.sql-injection', 4, 'high', 'medium']])
  })

  it('says where it came from, with its line', async () => {
    const [danger] = await dangersOf(
      `import os\nfrom flask import request\n\ndef go():\n    name = request.args.get('name')\n    os.system('ls ' + name)\n`,
      'python',
    )
    expect(danger).toMatchObject({
      message: 'Command built from untrusted text: `request.args` (line 5) reaches `os.system`.',
      scope: 'function:go',
      key: 'python.command-injection:go:os.system',
      rule: { cwe: 'CWE-78' },
    })
    expect(danger!.topics).toContain('command injection')
  })
})

describe('calls inside of the file', () => {
  it('a private function is judged by its calls', async () => {
    const text = (call: string) =>
      `const { execSync } = require('child_process')\n\nfunction run(line) {\n  return execSync(line)\n}\n\nrun('ls')\n${call}\n`
    expect(await told(text(''), 'javascript')).toEqual([])
    expect(await told(text('run(process.argv[2])'), 'javascript')).toEqual([
      ['javascript.command-injection', 4, 'low', 'medium'],
    ])
  })

  it('follows values through several functions and into recursion without end', async () => {
    const text = `import os\nfrom flask import request\n\ndef a(x):\n    return b(x)\n\ndef b(x):\n    return a(x) or x\n\ndef page():\n    os.system(a(request.args['q']))\n`
    expect((await told(text)).map(([id]) => id)).toEqual(['python.command-injection'])
  })

  it('knows what a field was set to in the constructor', async () => {
    const text = (value: string) =>
      `import os\nfrom flask import request\n\nclass Job:\n    def __init__(self):\n        self.line = ${value}\n\n    def run(self):\n        os.system(self.line)\n`
    expect(await told(text(`'ls'`))).toEqual([])
    expect(await told(text(`request.args['line']`))).toEqual([['python.command-injection', 9, 'high', 'high']])
  })
})

describe('conditions', () => {
  const page = (check: string) =>
    `import os\nfrom flask import request, abort\n\nNAMES = ['a', 'b']\n\ndef go():\n    name = request.args['name']\n${check}    os.system('ls ' + name)\n`

  it.each([
    ['a list of what is allowed', '    if name not in NAMES:\n        abort(400)\n'],
    ['a comparison', "    if name != 'a' and name != 'b':\n        return\n"],
    ['a strict pattern', "    import re\n    if not re.fullmatch('[a-z]+', name):\n        raise ValueError(name)\n"],
    ['a test for digits', '    if not name.isdigit():\n        return\n'],
    ['an assertion', '    assert name in NAMES\n'],
    ['a new value', "    name = 'a'\n"],
  ])('%s makes it safe', async (_, check) => {
    expect(await told(page(check))).toEqual([])
  })

  it.each([
    ['a check that is not followed by anything', '    if name not in NAMES:\n        print(name)\n'],
    ['a loose pattern', "    import re\n    if not re.match('.*', name):\n        return\n"],
    ['a check for emptiness', '    if not name:\n        return\n'],
    ['a branch that cannot be taken', "    if 1 > 2:\n        name = 'a'\n"],
    ['a loop that may not run', "    for each in request.args:\n        name = 'a'\n"],
  ])('%s does not', async (_, check) => {
    expect((await told(page(check))).map(([id]) => id)).toEqual(['python.command-injection'])
  })
})

describe('what is safe for one use is not for another', () => {
  it('escaping for HTML does not help in a query', async () => {
    const text = `from flask import request\nimport html, sqlite3\n\ndef go():\n    name = html.escape(request.args['name'])\n    sqlite3.connect('x').execute("SELECT * FROM t WHERE n = '" + name + "'")\n`
    expect((await told(text)).map(([id]) => id)).toEqual(['python.sql-injection'])
  })
})

describe('what costs too much', () => {
  it('is named, and the rest is followed', async () => {
    const costly = `def go(x):\n    y = x\n${'    y = y + x\n    if y: y = (y, x)\n'.repeat(1500)}    os.system(y)\n`
    const text = `import os\nfrom flask import request\n\ndef page():\n    os.system(request.args['a'])\n\n${costly}`
    const { dangers, givenUp } = await followed(text, 'python')
    expect(dangers.map(({ rule, line }) => [rule.id, line])).toEqual([['python.command-injection', 5]])
    expect(givenUp).toEqual([7])
  })

  it('is said of code that nests too deep', async () => {
    const text = `import os\nos.system(${'('.repeat(2000)}x${')'.repeat(2000)})\n`
    expect((await followed(text, 'python')).givenUp).toEqual([2])
  })
})

describe('secrets', () => {
  const key = ['AKIA', 'Q3EGRIJ7SMXNNP2T'].join('')

  it('are known by their shape wherever they stand, and told once', async () => {
    const text = `# the key is ${key}\nname = 'x'\npassword = '${key}'\n`
    const dangers = await dangersOf(text, 'python')
    expect(dangers.map(({ rule, line }) => [rule.id, line])).toEqual([
      ['secret.aws-access-key', 1],
      ['python.hardcoded-secret', 3],
    ])
    expect(dangers[0]!.evidence).toBe(`# the key is ${key}`)
  })

  it('matter less in tests', async () => {
    const text = `password = 'kV9!rT2#qLm8'\n`
    expect(await told(text)).toEqual([['python.hardcoded-secret', 1, 'high', 'high']])
    const parser = (await parserFor('python'))!
    const tree = parser.parse(text, new AbortController().signal)!
    expect(findDangers(tree.rootNode, text, 'python', 'tests/test_login.py').dangers[0]).toMatchObject({
      severity: 'low',
    })
    tree.delete()
  })
})
