// More trap shapes: what is said again and again by name, what is opened in another way, and what is long where it is mostly short.
import { damagedUtf16, fill, id, letters, lines, nested, stairs, stamp } from './make-text.mjs'

/** So many lines as make up a size, between two texts. */
const between = (size, head, line, tail) => `${head}${lines(size, line)}${tail}`

const config = {
  'yaml-anchors-of-one-name': ['c.yaml', size => lines(size, k => `k${id(k)}: &a [*a, ${k}]`)],
  'yaml-aliases-of-the-first': ['c.yaml', size => `a: &first {x: 1}\nall: [${fill(size, '*first, ')}1]\n`],
  'yaml-nested-tags': ['c.yaml', size => `a: ${nested(size, '!t [', ']')}\n`],
  'yaml-block-in-block': ['c.yaml', size => stairs(size, () => '- |')],
  'yaml-dash-stairs': ['c.yaml', size => `${fill(size, '- - - a\n')}`],
  'yaml-folded': ['c.yaml', size => `a: >-\n${fill(size, '  word of it\n\n')}`],
  'yaml-long-flow-lines': ['c.yaml', size => `a: {${lines(size, k => `  k${id(k)}: [${k},`)}`],
  'yaml-merge-chain': [
    'c.yaml',
    size => `m0: &m0 {x: 1}\n${lines(size, k => `m${k + 1}: &m${k + 1}\n  <<: *m${k}\n  k${k}: 1`)}`,
  ],
  'yaml-prefixes': ['c.yaml', size => lines(size, k => `${'SERVICE_LIMIT_'.repeat(1 + (k % 6))}${id(k)}: ${k}`)],
  'yaml-jobs': [
    '.gitlab-ci.yml',
    size => lines(size, k => `job${id(k)}:\n  needs: [job${id(Math.max(0, k - 1))}]\n  script: make`),
  ],
  'compose-services': [
    'docker-compose.yml',
    size => between(size, 'services:\n', k => `  s${id(k)}:\n    image: a:latest\n    depends_on: [s${id(k + 1)}]`, ''),
  ],
  'kubernetes-documents': [
    'k.yaml',
    size =>
      lines(
        size,
        k =>
          `---\napiVersion: v1\nkind: Service\nmetadata:\n  name: s${id(k)}\nspec:\n  selector:\n    app: s${id(k + 1)}`,
      ),
  ],
  'toml-dotted-tables': ['c.toml', size => lines(size, k => `[a.b.c${id(k)}.d]\ne.f.g${id(k)} = ${k}`)],
  'toml-stairs': ['c.toml', size => stairs(size, k => `[${'a.'.repeat(k % 200)}b${k}]`)],
  'ini-continued': ['c.ini', size => `[s]\nkey = a\n${fill(size, '  more of it\n')}`],
  'ini-interpolated': ['c.ini', size => `[s]\n${lines(size, k => `k${id(k)} = %(k${id(k + 1)})s`)}`],
  'env-references': ['.env', size => lines(size, k => `V${id(k)}=\${V${id(Math.max(0, k - 1))}}x`)],
  'hcl-nested': ['c.tf', size => `a = ${nested(size, '{ b = ', '}', '1')}\n`],
  'hcl-templates': ['c.tf', size => `a = "${nested(size, '${b("', '")}', 'c')}"\n`],
  'makefile-variables': ['Makefile', size => lines(size, k => `V${id(k)} := $(V${id(Math.max(0, k - 1))}) x`)],
  'dockerfile-stages': [
    'Dockerfile',
    size => lines(size, k => `FROM a AS s${id(k)}\nCOPY --from=s${id(Math.max(0, k - 1))} / /`),
  ],
  'nginx-locations': [
    'nginx.conf',
    size => between(size, 'server {\n', k => `location /p/${id(k)} { proxy_pass http://up; }`, '}\n'),
  ],
  requirements: ['requirements.txt', size => lines(size, k => `package-${id(k)}>=1.0,<2`)],
}

const json = {
  'json-huge-numbers': ['j.json', size => `[${fill(size, '1e999,-9007199254740993,')}0]`],
  'json-exponents': ['j.json', size => `[1e${fill(size, '9')}]`],
  'json-long-values': ['j.json', size => `{${lines(size, k => `"k${id(k)}": "${'word '.repeat(50)}",`)}"z": 1}`],
  'json-rows-that-widen': [
    'j.json',
    size =>
      `[${lines(Math.sqrt(size) * 20, k => `{${Array.from({ length: 1 + (k % 40) }, (_, c) => `"c${c}": ${k}`).join(',')}},`)}{}]`,
  ],
  'json-comments': ['j.json', size => `{"a": 1 ${fill(size, '/* b */ // c\n')}}`],
  'json-ids-of-others': ['j.json', size => `[${lines(size, k => `{"id":"n${id(k)}","parent":"n${id(k + 1)}"},`)}{}]`],
  'json-stamps': ['j.json', size => `[${lines(size, k => `{"at":"${stamp(k)}","end":"${stamp(k + 9)}"},`)}{}]`],
  'json-strings-of-json': ['j.json', size => `["${nested(size, '{\\"a\\":', '}', '1')}"]`],
  'notebook-cells': [
    'n.ipynb',
    size =>
      `{"cells":[${lines(size, k => `{"cell_type":"code","metadata":{},"outputs":[],"source":["x${id(k)} = ${k}\\n"]},`)}{"cell_type":"markdown","metadata":{},"source":["a"]}],"metadata":{},"nbformat":4,"nbformat_minor":5}`,
  ],
  'package-lock': [
    'package-lock.json',
    size =>
      `{"lockfileVersion":3,"packages":{${lines(size, k => `"node_modules/p${id(k)}":{"version":"1.0.${k}","dependencies":{"p${id(k + 1)}":"^1"}},`)}"":{}}}`,
  ],
  'openapi-paths': [
    'openapi.json',
    size =>
      `{"openapi":"3.0.0","paths":{${lines(size, k => `"/p/${id(k)}":{"get":{"operationId":"g${id(k)}","responses":{"200":{"$ref":"#/a/${id(k)}"}}}},`)}"/":{}}}`,
  ],
  'schema-references': [
    's.json',
    size =>
      `{"$schema":"http://json-schema.org/draft-07/schema#","definitions":{${lines(size, k => `"d${id(k)}":{"$ref":"#/definitions/d${id(k + 1)}"},`)}"z":{}}}`,
  ],
  'sarif-results': [
    'r.sarif',
    size =>
      `{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"a"}},"results":[${lines(size, k => `{"ruleId":"r${id(k)}","message":{"text":"m"}},`)}{}]}]}`,
  ],
  'jsonl-one-key-more': ['j.jsonl', size => lines(size, k => `{"a": ${k}, "b${k % 300}": "x${id(k)}"}`)],
  'jsonl-sentences': [
    'j.jsonl',
    size => lines(size, k => `{"text": "The ${letters(k)} of ${letters(k * 3)} was ${letters(k * 7)}."}`),
  ],
}

const code = {
  'python-one-name-used': ['c.py', size => `from m import f\n${fill(size, 'f(1)\n')}`],
  'python-one-import-again': ['c.py', size => fill(size, 'from m import f\n')],
  'python-f-strings': ['c.py', size => `x = ${fill(size, "f'{a}' + \\\n")}b\n`],
  'python-lambdas': ['c.py', size => `x = ${nested(size, '(lambda a:\n', ')\n', '1')}\n`],
  'python-lists-of-lists': ['c.py', size => `x = ${nested(size, '[\n', ']\n', '1')}\n`],
  'python-except': ['c.py', size => fill(size, 'try:\n    a()\nexcept:\n    pass\n')],
  'python-long-name': ['c.py', size => `${fill(size, 'name_of_it')} = 1\n`],
  'python-methods': [
    'c.py',
    size =>
      between(
        size,
        'class A:\n',
        k => `    def m${id(k)}(self):\n        self.m${id(k + 1)}()\n        self.v${id(k)} = 1`,
        '',
      ),
  ],
  'python-subclasses': ['c.py', size => lines(size, k => `class C${id(k + 1)}(C${id(k)}):\n    pass`)],
  'python-flow': [
    'c.py',
    size =>
      `def f(r):\n    v0 = r.args.get('a')\n${lines(size, k => `    v${k + 1} = 'x' + v${k}\n    db.execute(v${k + 1})`)}`,
  ],
  'js-classes-extended': ['c.js', size => lines(size, k => `class C${id(k + 1)} extends C${id(k)} {}`)],
  'js-requires': ['c.js', size => lines(size, k => `const m${id(k)} = require('./m${id(k)}')`)],
  'js-exports': ['c.js', size => lines(size, k => `export const e${id(k)} = e${id(Math.max(0, k - 1))} + 1`)],
  'js-regexes': ['c.js', size => lines(size, () => 'x = /(a+)+$/.test(y)')],
  'js-promises': ['c.js', size => `a${nested(size, '.then(() => b\n', ')\n', '')}\n`],
  'js-optional': ['c.js', size => `x = a${fill(size, '?.b')}\n`],
  'js-spread-nested': ['c.js', size => `x = ${nested(size, '[...\n', ']\n', 'a')}\n`],
  'ts-unions': ['c.ts', size => `type A = ${lines(size, k => `| 'v${id(k)}'`)}\n`],
  'ts-overloads': ['c.ts', size => fill(size, 'declare function f(a: string): void\n')],
  'tsx-attributes': ['c.tsx', size => `x = <a ${fill(size, 'b={c}\n')}/>\n`],
  'c-macros': ['c.c', size => lines(size, k => `#define M${id(k + 1)} (M${id(k)} + M${id(k)})`)],
  'c-gotos': ['c.c', size => `void f(void) {\n${lines(size, k => `l${id(k)}: if (a) goto l${id(k + 1)};`)}}\n`],
  'c-comment-openers': ['c.c', size => fill(size, '/* a ')],
  'cpp-raw-strings': ['c.cpp', size => fill(size, 'auto a = R"x(b\n')],
  'cpp-namespaces': ['c.cpp', size => nested(size, 'namespace a {\n', '}\n')],
  'java-concatenated': ['C.java', size => `class A { String f(String a) { return ${fill(size, '"b" +\n')}a; } }\n`],
  'java-annotations': ['C.java', size => `class A {\n${fill(size, '@A(b = "c")\n')}void f() {} }\n`],
  'csharp-interpolated': ['C.cs', size => `class A { string f(string a) { return ${fill(size, '$"b{a}" +\n')}a; } }\n`],
  'go-defers': ['c.go', size => `package a\nfunc f() {\n${fill(size, 'defer func() { recover() }()\n')}}\n`],
  'go-structs': ['c.go', size => `package a\ntype A ${nested(size, 'struct { B\n', '}\n', '')}\n`],
  'rust-matches': ['c.rs', size => `fn f(a: i32) { ${nested(size, 'match a { _ =>\n', '}\n', '1')} }\n`],
  'rust-raw-strings': ['c.rs', size => `const A: &str = ${fill(size, 'r#"a\n')}`],
  'ruby-blocks': ['c.rb', size => nested(size, 'a do |b|\n', 'end\n')],
  'php-heredocs': ['c.php', size => `<?php\n${fill(size, '$a = <<<EOT\n')}`],
  'php-concatenated': ['c.php', size => `<?php\n$q = ${fill(size, "'a' .\n")}$_GET['b'];\nmysql_query($q);\n`],
  'kotlin-lambdas': ['c.kt', size => `fun f() = ${nested(size, 'run {\n', '}\n', '1')}\n`],
  'swift-closures': ['c.swift', size => `let a = ${nested(size, '{ b in\n', '}\n', '1')}\n`],
  'scala-blocks': ['c.scala', size => `object A { def f = ${nested(size, '{\n', '}\n', '1')} }\n`],
  'haskell-lets': ['c.hs', size => `f = ${fill(size, 'let a = 1 in\n  ')}a\n`],
  'elixir-pipes': ['c.ex', size => `a\n${fill(size, '|> f()\n')}`],
  'lua-long-strings': ['c.lua', size => fill(size, 'a = [==[b\n')],
  'bash-cases': ['c.sh', size => `#!/bin/sh\n${nested(size, 'case $a in b)\n', ';; esac\n')}`],
  'bash-pipes': ['c.sh', size => `#!/bin/sh\na ${fill(size, '| b \\\n')}\n`],
  'sql-joins': [
    'c.sql',
    size => `SELECT * FROM t0\n${lines(size, k => `JOIN t${id(k + 1)} ON t${id(k + 1)}.a = t${id(k)}.a`)};\n`,
  ],
  'sql-columns': ['c.sql', size => `CREATE TABLE a (\n${lines(size, k => `  c${id(k)} INT,`)}  z INT\n);\n`],
  'sql-tables': [
    'c.sql',
    size => lines(size, k => `CREATE TABLE t${id(k)} (id INT REFERENCES t${id(Math.max(0, k - 1))}(id));`),
  ],
  'sql-strings': ['c.sql', size => fill(size, "SELECT 'a\n")],
  'diff-hunks': ['c.diff', size => lines(size, k => `@@ -${k},1 +${k},1 @@\n-a\n+b`)],
}

const log = {
  'log-one-trace-of-causes': [
    'l.log',
    size => `${stamp(0)} ERROR fail\n${lines(size, k => `Caused by: a.E${id(k)}: at ${k}`)}`,
  ],
  'log-same-stamp': ['l.log', size => lines(size, k => `${stamp(0)} ERROR request ${id(k)} failed`)],
  'log-users': [
    'l.log',
    size => lines(size, k => `${stamp(k)} INFO user=u${id(k)} ip=10.${k % 250}.${k % 199}.1 took ${k} ms`),
  ],
  'log-one-id-again': ['l.log', size => lines(size, k => `${stamp(k)} ERROR order o-12345678 failed at step ${k % 7}`)],
  'log-requests': ['l.log', size => lines(size, k => `${stamp(k)} INFO req=${id(k >> 1)} ${k % 2 ? 'end' : 'begin'}`)],
  'log-services': [
    'l.log',
    size => lines(size, k => `${stamp(k)} ERROR [svc-${id(k)}] calling svc-${id(k + 1)} timed out`),
  ],
  'log-syslog-hosts': [
    'l.log',
    size => lines(size, k => `Nov 19 04:00:${String(k % 60).padStart(2, '0')} host${id(k)} app[${k}]: failed`),
  ],
  'log-logfmt': [
    'l.log',
    size => lines(size, k => `ts=${stamp(k)} level=error msg="failed ${id(k)}" ${fill(90, `k${k % 9}=v `)}`),
  ],
  'log-multi-line-json': ['l.log', size => lines(size, k => `${stamp(k)} ERROR {\n  "a": ${k},\n  "b": "${id(k)}"\n}`)],
  'log-of-stamps-in-text': [
    'l.log',
    size => lines(size, k => `${stamp(k)} INFO from ${stamp(k - 9)} to ${stamp(k + 9)}`),
  ],
  'log-widening': ['l.log', size => stairs(size, k => `${stamp(k)} ERROR a`)],
  'log-percentages': ['l.log', size => fill(size, '12% 99.9% 1.5ms ')],
  'log-ansi': ['l.log', size => fill(size, '\u001b[31mERROR\u001b[0m a\n')],
  'log-windows-paths': ['l.log', size => lines(size, k => `${stamp(k)} ERROR C:\\a\\b${id(k)}\\c.txt is missing`)],
}

const table = {
  'csv-quotes-in-quotes': ['t.csv', size => `a,b\n${fill(size, '"x""y","z"\n')}`],
  'csv-many-columns': [
    't.csv',
    size => `${Array.from({ length: size >> 5 }, (_, k) => `c${id(k)}`).join(',')}\n${fill(size >> 1, '1,2,')}1\n`,
  ],
  'csv-same-columns': ['t.csv', size => `${fill(size >> 1, 'a,')}a\n${fill(size >> 1, '1,')}1\n`],
  'csv-long-cells': ['t.csv', size => `id,text\n${lines(size, k => `${k},${'word '.repeat(60)}${id(k)}`)}`],
  'csv-huge-numbers': ['t.csv', size => `a,b\n${lines(size, k => `9007199254740993${k},1e999`)}`],
  'csv-spelled-otherwise': [
    't.csv',
    size => `name,n\n${lines(size, k => `${['Anna', 'anna ', 'ANNA', 'Ana'][k % 4]}${letters(k >> 3)},${k}`)}`,
  ],
  'csv-sums': ['t.csv', size => `price,count,total\n${lines(size, k => `${k % 97},${k % 13},${(k % 97) * (k % 13)}`)}`],
  'csv-hours': [
    't.csv',
    size => `hour,value\n${lines(size, k => `${stamp(k * 3600)},${Math.round(100 * Math.sin(k / 4))}`)}`,
  ],
  'csv-comments': ['t.csv', size => `# a\n${fill(size, '# b, c\n')}a,b\n1,2\n`],
  'csv-titles': ['t.csv', size => `${fill(size, 'A title of it\n\n')}a,b\n1,2\n3,4\n`],
  'tsv-quotes': ['t.tsv', size => `a\tb\n${fill(size, '"x\ty\n')}`],
  'psv-bars': ['t.psv', size => `a|b\n${fill(size, '1||\n')}`],
  'csv-utf16': ['t.csv', size => damagedUtf16(size, 'a,b\n1,2\n')],
}

const markup = {
  'xml-namespaces': ['m.xml', size => `<r ${lines(size, k => `xmlns:n${id(k)}="u${k}"`)}/>\n`],
  'xml-nested-attributes': ['m.xml', size => nested(size, '<a b="c">', '</a>')],
  'xml-entity-openers': ['m.xml', size => `<a>${fill(size, '&a')}`],
  'xml-doctypes': ['m.xml', size => fill(size, '<!DOCTYPE a [')],
  'xml-cdata-ends': ['m.xml', size => `<a><![CDATA[${fill(size, ']]')}`],
  'xml-long-text': ['m.xml', size => `<a>${fill(size, 'word & ')}</a>\n`],
  'xml-records': ['m.xml', size => `<r>${lines(size, k => `<o id="${id(k)}"><n>${k}</n></o>`)}</r>\n`],
  'html-attributes-open': ['m.html', size => fill(size, '<a href=')],
  'html-styles': ['m.html', size => `<html><style>${fill(size, 'a{b:c}\n')}</style></html>`],
  'html-labels': [
    'm.html',
    size => `<html><form>${lines(size, k => `<label for="i${id(k)}">x</label><input id="i${id(k + 1)}">`)}`,
  ],
  'html-headings': [
    'm.html',
    size => `<html>${lines(size, k => `<h${1 + (k % 6)}>h ${id(k)}</h${1 + ((k + 1) % 6)}>`)}`,
  ],
  'svg-paths': [
    'm.svg',
    size => `<svg xmlns="http://www.w3.org/2000/svg"><path d="${fill(size, 'M1 2L3 4')}"/></svg>\n`,
  ],
  'junit-cases': [
    'junit.xml',
    size =>
      `<testsuite>${lines(size, k => `<testcase name="t${id(k)}"><failure message="m"/></testcase>`)}</testsuite>\n`,
  ],
  'css-rules': ['m.css', size => lines(size, k => `.c${id(k)} > a:hover { color: red }`)],
}

const prose = {
  'md-footnotes-used': [
    'p.md',
    size => `${lines(size / 2, k => `A[^${id(k)}].`)}${lines(size / 2, k => `[^${id(k)}]: b`)}`,
  ],
  'md-nested-emphasis': ['p.md', size => `${nested(size, '*a **b ', '** c*', '')}\n`],
  'md-link-titles': ['p.md', size => fill(size, '[a](b "c ')],
  'md-angle-links': ['p.md', size => fill(size, '<https://a.b/')],
  'md-references-of-one': ['p.md', size => `${fill(size, '[a][b] ')}\n\n[b]: c\n`],
  'md-table-cells': ['p.md', size => `|a|\n|-|\n${lines(size, k => `|${'x|'.repeat(k % 40)}`)}`],
  'md-nested-lists': ['p.md', size => stairs(size, k => `${k % 2 ? '*' : '1.'} a`)],
  'md-inline-html': ['p.md', size => `${nested(size, '<div>', '</div>')}\n`],
  'md-same-heading': ['p.md', size => fill(size, '## Setup\n\nRun it.\n\n')],
  'md-tasks': ['p.md', size => fill(size, '- [ ] TODO a\n')],
  'md-numbers-that-differ': ['p.md', size => lines(size, k => `The limit is ${k} MB.\n`)],
  'md-definitions': ['p.md', size => lines(size, k => `**Term ${id(k)}** means ${letters(k)}.\n`)],
  'md-quotes-deep': ['p.md', size => lines(size, k => `${'> '.repeat(1 + (k % 90))}a`)],
  'md-code-blocks': ['p.md', size => lines(size, k => `\`\`\`js\nf${id(k)}()\n\`\`\``)],
  'md-conflicts': ['p.md', size => fill(size, '<<<<<<< a\nb\n=======\nc\n>>>>>>> d\n')],
  'text-quoted-mail': ['p.txt', size => lines(size, k => `${'>'.repeat(k % 50)} On ${stamp(k)} somebody wrote:`)],
  'text-dates': [
    'p.txt',
    size => lines(size, k => `On ${1 + (k % 28)} March 20${10 + (k % 20)} it was ${k} degrees, not ${k + 1}.`),
  ],
  'text-names': [
    'p.txt',
    size => lines(size, k => `Dr. ${letters(k)} Smith met Mr. ${letters(k + 1)} Jones in St. ${letters(k + 2)}.`),
  ],
  'text-commas': ['p.txt', size => fill(size, 'one, two, and three; ')],
  'org-headings': ['p.org', size => lines(size, k => `${'*'.repeat(1 + (k % 30))} a ${id(k)}`)],
  'tex-groups': ['p.tex', size => nested(size, '\\a{', '}')],
  'mail-headers': [
    'm.eml',
    size => `From: a@b.c\nTo: d@e.f\nSubject: x\n${lines(size, k => `X-H${id(k)}: ${k}`)}\ntext\n`,
  ],
}

const unknown = {
  'surrogates-of-utf16': ['u.txt', size => damagedUtf16(size, '\ud83d\ude00')],
  'nuls-in-lines': ['u.txt', size => fill(size, 'word\0word\n\0\0')],
  'marks-on-one-letter': ['u.txt', size => `a${fill(size, '\u0301')}`],
  'right-to-left': ['u.txt', size => fill(size, '\u202eabc\u202c ')],
  ideographs: ['u.txt', size => fill(size, '错误日志。')],
  'hex-dump': [
    'u.txt',
    size => lines(size, k => `${k.toString(16).padStart(8, '0')}  00 01 02 03 04 05 06 07  |........|`),
  ],
  escapes: ['u.txt', size => fill(size, '\u001b[1;31m')],
}

const secrets = {
  'keys-begun-and-ended': ['s.txt', size => fill(size, '-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----\n')],
  'keys-ends': ['s.txt', size => fill(size, '-----END RSA PRIVATE KEY-----\n')],
  'secrets-of-commands': ['s.sh', size => fill(size, 'curl -u user:Pw9x!aQ https://a.b\n')],
  'secrets-in-xml': ['s.xml', size => `<r>${lines(size, k => `<add key="ApiSecret" value="Pw${id(k)}!x9Q"/>`)}</r>\n`],
  'secrets-in-urls': ['s.txt', size => lines(size, k => `postgres://u${id(k)}:Pw${id(k)}!x9Q@db.example.org/main`)],
  'secrets-said': ['s.md', size => lines(size, k => `The password of ${letters(k)} is Pw${id(k)}!x9Q now.`)],
  'secrets-in-quotes': ['s.py', size => lines(size, k => `password = "Pw${id(k)}!x9Q" + "${id(k)}"`)],
  'secrets-repeated': ['s.txt', size => fill(size, 'api_key=aB3dE5gH7jK9mN1p\n')],
}

/** By content type, as those beside them. */
export const more = { config, json, code, log, table, markup, prose, unknown, secrets }
