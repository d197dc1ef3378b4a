// Texts made to trap a reader: each is one habit of a format, or one way to break it, repeated until a size is reached.

import { damagedUtf16, fill, id, letters, lines, nested, stairs, stamp } from './make-text.mjs'
import { more } from './more-shapes.mjs'

const config = {
  'yaml-question-marks': ['c.yaml', size => fill(size, '? ')],
  'yaml-question-lines': ['c.yaml', size => fill(size, '? a\n')],
  'yaml-question-stairs': ['c.yaml', size => stairs(size, () => '? a')],
  'yaml-dashes': ['c.yaml', size => fill(size, '- ')],
  'yaml-flow-lists': ['c.yaml', size => `a: ${nested(size, '[', ']')}\n`],
  'yaml-flow-maps': ['c.yaml', size => `a: ${nested(size, '{a: ', '}', '1')}\n`],
  'yaml-flow-unclosed': ['c.yaml', size => `a: ${fill(size, '[')}`],
  'yaml-flow-maps-unclosed': ['c.yaml', size => `a: ${fill(size, '{a: ')}`],
  'yaml-flow-keys': ['c.yaml', size => `a: ${nested(size, '[{', '}: 1]', 'b')}\n`],
  'yaml-deep-keys': ['c.yaml', size => stairs(size, k => `key${id(k)}:`)],
  'yaml-deep-dashes': ['c.yaml', size => stairs(size, k => `- key${id(k)}:`)],
  'yaml-dotted-key': ['c.yaml', size => `${fill(size, 'a.')}z: 1\n`],
  'yaml-dotted-keys': ['c.yaml', size => lines(size, k => `${'a.b'.repeat(30)}.${id(k)}: ${k}`)],
  'yaml-question-in-flow': ['c.yaml', size => `a: [${fill(size, '? b, ')}]\n`],
  'yaml-complex-keys': ['c.yaml', size => lines(size, k => `? [a${id(k)}, b]\n: 1`)],
  'yaml-anchors': ['c.yaml', size => lines(size, k => `k${id(k)}: &a${id(k)} [*a${id(Math.max(0, k - 1))}]`)],
  'yaml-anchor-bomb': ['c.yaml', size => `a0: &a0 [x]\n${lines(size, k => `a${k + 1}: &a${k + 1} [*a${k}, *a${k}]`)}`],
  'yaml-one-anchor': ['c.yaml', size => `base: &b {x: 1}\n${lines(size, k => `k${id(k)}: *b`)}`],
  'yaml-merges': ['c.yaml', size => `base: &b {x: 1}\n${lines(size, k => `k${id(k)}:\n  <<: *b\n  y: ${k}`)}`],
  'yaml-merges-of-all': ['c.yaml', size => `b: &b {x: 1}\nall:\n${lines(size, () => '  <<: *b')}`],
  'yaml-same-key': ['c.yaml', size => fill(size, 'a: 1\n')],
  'yaml-many-keys': ['c.yaml', size => lines(size, k => `k${id(k)}: ${k}`)],
  'yaml-unclosed-quote': ['c.yaml', size => `a: "${fill(size, 'b c\n  ')}`],
  'yaml-quotes': ['c.yaml', size => fill(size, 'a: "b\n')],
  'yaml-tabs': ['c.yaml', size => fill(size, 'a:\n\tb: 1\n')],
  'yaml-documents': ['c.yaml', size => fill(size, '---\na: 1\n')],
  'yaml-block-scalars': ['c.yaml', size => lines(size, k => `k${id(k)}: |\n  text`)],
  'yaml-tags': ['c.yaml', size => fill(size, '!a ')],
  'yaml-comments': ['c.yaml', size => fill(size, '# a\n')],
  'yaml-colons': ['c.yaml', size => fill(size, 'a: ')],
  'yaml-long-line': ['c.yaml', size => `a: ${fill(size, 'word ')}\n`],
  'ini-sections': ['c.ini', size => fill(size, '[a]\n')],
  'ini-open-sections': ['c.ini', size => fill(size, '[a')],
  'ini-same-key': ['c.ini', size => `[s]\n${fill(size, 'key = 1\n')}`],
  'ini-keys': ['c.ini', size => `[s]\n${lines(size, k => `key${id(k)} = value`)}`],
  'properties-continued': ['c.properties', size => fill(size, 'a=b\\\n')],
  'env-quotes': ['.env', size => fill(size, 'A="b\n')],
  'toml-nested-arrays': ['c.toml', size => `a = ${nested(size, '[', ']')}\n`],
  'toml-open-arrays': ['c.toml', size => fill(size, 'a = [\n')],
  'toml-tables': ['c.toml', size => lines(size, k => `[[t.t${id(k)}]]\na = 1`)],
  'toml-dotted-table': ['c.toml', size => `[${fill(size, 'a.')}z]\nb = 1\n`],
  'toml-inline-tables': ['c.toml', size => `a = ${nested(size, '{a = ', '}', '1')}\n`],
  'toml-triple-quotes': ['c.toml', size => fill(size, 'a = """b\n')],
  'nginx-nested': ['nginx.conf', size => nested(size, 'a {\n', '}\n')],
  'nginx-open': ['nginx.conf', size => fill(size, 'server {\n')],
  'hcl-heredocs': ['c.tf', size => fill(size, 'a = <<EOT\n')],
  'dockerfile-continued': ['Dockerfile', size => `FROM a\nRUN ${fill(size, 'a \\\n')}`],
  'dockerfile-env': ['Dockerfile', size => `FROM a\nENV ${fill(size, 'A="b ')}`],
  'makefile-targets': ['Makefile', size => lines(size, k => `t${id(k)}: t${id(k + 1)}\n\techo`)],
}

const json = {
  'json-nested-lists': ['j.json', size => nested(size, '[', ']')],
  'json-nested-objects': ['j.json', size => nested(size, '{"a":', '}', '1')],
  'json-nested-pretty': ['j.json', size => stairs(size, () => '{"a":')],
  'json-open-lists': ['j.json', size => fill(size, '[')],
  'json-open-objects': ['j.json', size => fill(size, '{"a":')],
  'json-long-key': ['j.json', size => `{"${fill(size, 'key')}": 1}`],
  'json-nested-long-keys': ['j.json', size => nested(size, `{"${'key'.repeat(20)}":`, '}', '1')],
  'json-many-keys': ['j.json', size => `{${lines(size, k => `"k${id(k)}": ${k},`)}"z": 1}`],
  'json-same-key': ['j.json', size => `{${fill(size, '"a": 1,\n')}"z": 1}`],
  'json-different-records': ['j.json', size => `[${lines(size, k => `{"k${id(k)}": ${k}},`)}{}]`],
  'json-open-string': ['j.json', size => `{"a": "${fill(size, 'b ')}`],
  'json-escapes': ['j.json', size => `["${fill(size, '\\u0041')}"]`],
  'json-backslashes': ['j.json', size => `["${fill(size, '\\\\')}"]`],
  'json-commas': ['j.json', size => `[${fill(size, ',')}]`],
  'json-numbers': ['j.json', size => `[${fill(size, '1234567,')}1]`],
  'json-long-number': ['j.json', size => `[${fill(size, '9')}]`],
  'json-strings': ['j.json', size => `[${lines(size, k => `"v${id(k)}",`)}""]`],
  'json-mixed-values': ['j.json', size => `[${fill(size, '1,"a",null,{},[],true,')}0]`],
  'jsonl-nested': ['j.jsonl', size => `${nested(size, '{"a":', '}', '1')}\n`],
  'jsonl-broken-lines': ['j.jsonl', size => fill(size, '{"a": 1\n')],
  'jsonl-many-keys': ['j.jsonl', size => lines(size, k => `{"k${id(k)}": ${k}}`)],
  'jsonl-one-long-line': ['j.jsonl', size => `{"a": [${fill(size, '1, ')}1]}\n`],
  'jsonl-log': ['j.jsonl', size => lines(size, k => `{"ts":"${stamp(k)}","level":"error","message":"fail ${id(k)}"}`)],
  'jsonl-empty-objects': ['j.jsonl', size => fill(size, '{}\n')],
}

const code = {
  'python-deep-parentheses': ['c.py', size => `x = ${nested(size, '(\n', ')\n', '1')}\n`],
  'python-open-parentheses': ['c.py', size => `x = ${fill(size, '(')}`],
  'python-deep-blocks': ['c.py', size => stairs(size, () => 'if a:')],
  'python-deep-functions': ['c.py', size => stairs(size, k => `def f${id(k)}():`)],
  'python-triple-quotes': ['c.py', size => fill(size, 'x = """\n')],
  'python-long-sum': ['c.py', size => `x = ${fill(size, 'a + \\\n')}a\n`],
  'python-string-sum': ['c.py', size => `def f(a):\n    q = ${fill(size, "'b' + ")}a\n    db.execute(q)\n`],
  'python-chain': ['c.py', size => `x = a${fill(size, '.b()')}\n`],
  'python-assignments': [
    'c.py',
    size => `def f(a):\n${lines(size, k => `    v${id(k)} = v${id(Math.max(0, k - 1))} + a`)}`,
  ],
  'python-same-variable': ['c.py', size => `def f(a):\n    q = a\n${fill(size, '    q = q + a\n')}    eval(q)\n`],
  'python-branches': ['c.py', size => `def f(a):\n${fill(size, '    if a:\n        a = g(a)\n')}    eval(a)\n`],
  'python-calls-of-calls': ['c.py', size => lines(size, k => `def f${id(k)}(a):\n    return f${id(k + 1)}(a)`)],
  'python-decorators': ['c.py', size => fill(size, '@a\n')],
  'python-imports': ['c.py', size => lines(size, k => `import m${id(k)}`)],
  'python-comments': ['c.py', size => fill(size, '# TODO x\n')],
  'js-callbacks': ['c.js', size => nested(size, 'f(function () {\n', '})\n')],
  'js-arrows': ['c.js', size => `x = ${fill(size, 'a =>\n')}1\n`],
  'js-open-braces': ['c.js', size => fill(size, '{\n')],
  'js-templates': ['c.js', size => `x = ${nested(size, '`${\n', '}`\n', 'a')}\n`],
  'js-open-templates': ['c.js', size => fill(size, '`${')],
  'js-open-comment': ['c.js', size => `/*${fill(size, ' * a\n')}`],
  'js-slashes': ['c.js', size => fill(size, '/a')],
  'js-objects': ['c.js', size => `x = ${nested(size, '{a:\n', '}\n', '1')}\n`],
  'js-ternaries': ['c.js', size => `x = ${fill(size, 'a ? b :\n')}c\n`],
  'js-functions': ['c.js', size => lines(size, k => `function f${id(k)}() { return f${id(k + 1)}() }`)],
  'js-same-functions': ['c.js', size => fill(size, 'function f() {\n  a()\n  b()\n  c()\n  return 1\n}\n')],
  'js-minified': ['c.js', size => fill(size, 'var a=b(c);if(a){d()}else{e()};')],
  'js-chain': ['c.js', size => `a${fill(size, '.b(c)\n')}\n`],
  'js-string-sum': ['c.js', size => `function f(a) { q = ${fill(size, "'b' +\n")}a; db.query(q) }\n`],
  'js-else-ifs': ['c.js', size => `function f(a) { ${fill(size, 'if (a) { b() }\nelse ')}{ c() } }\n`],
  'ts-types': ['c.ts', size => `type A = ${nested(size, 'B<\n', '>\n', 'C')}\n`],
  'tsx-elements': ['c.tsx', size => `x = ${nested(size, '<a>\n', '</a>\n')}\n`],
  'c-preprocessor': ['c.c', size => fill(size, '#if A\n')],
  'c-pointers': ['c.c', size => `int ${fill(size, '*\n')}a;\n`],
  'c-initialiser': ['c.c', size => `int a[] = {${fill(size, '1, ')}1};\n`],
  'cpp-templates': ['c.cpp', size => `${nested(size, 'A<\n', '>\n', 'B')} a;\n`],
  'js-unused-functions': ['c.js', size => lines(size, k => `function f${id(k)}() { return ${k} }`)],
  'java-classes': ['C.java', size => nested(size, 'class A {\n', '}\n')],
  'java-switch': ['C.java', size => `class A { void f(int a) { switch (a) { ${fill(size, 'case 1: b(); ')} } } }\n`],
  'go-blocks': ['c.go', size => `package a\nfunc f() ${nested(size, '{\n', '}\n')}\n`],
  'rust-generics': ['c.rs', size => `fn f(a: ${nested(size, 'A<\n', '>\n', 'B')}) {}\n`],
  'ruby-heredocs': ['c.rb', size => fill(size, 'a = <<EOT\n')],
  'php-open-tags': ['c.php', size => fill(size, '<?php ')],
  'bash-heredocs': ['c.sh', size => `#!/bin/sh\n${fill(size, 'cat <<EOT\n')}`],
  'bash-substitutions': ['c.sh', size => `x=${nested(size, '$(\n', ')\n', 'a')}\n`],
  'sql-selects': ['c.sql', size => `SELECT * FROM ${nested(size, '(SELECT * FROM\n', ')\n', 'a')};\n`],
  'sql-unions': ['c.sql', size => `${fill(size, 'SELECT a FROM b UNION\n')}SELECT 1;\n`],
  'sql-inserts': ['c.sql', size => fill(size, "INSERT INTO a VALUES (1, 'b');\n")],
  'code-unknown-grammar': ['c.zig', size => fill(size, 'fn a() { b(); }\n')],
}

const log = {
  'log-code-like': ['l.log', size => lines(size, k => `${stamp(k)} ERROR x = f(g(${'('.repeat(k % 50)}`)],
  'log-open-brackets': ['l.log', size => fill(size, '[')],
  'log-no-stamps': ['l.log', size => fill(size, '    at a.b(c.js:1:2)\n')],
  'log-one-trace': ['l.log', size => `${stamp(0)} ERROR fail\n${lines(size, k => `    at a.b${id(k)}(c.js:${k}:2)`)}`],
  'log-traces': ['l.log', size => lines(size, k => `${stamp(k)} ERROR fail\n  at a.b(c.js:1:2)`)],
  'log-causes': ['l.log', size => `${stamp(0)} ERROR fail\n${fill(size, 'Caused by: a.B: c\n\tat a.b(C.java:1)\n')}`],
  'log-python-traces': [
    'l.log',
    size => fill(size, 'Traceback (most recent call last):\n  File "a.py", line 1, in b\n'),
  ],
  'log-templates': ['l.log', size => lines(size, k => `${stamp(k)} INFO ${id(k)} ${id(k * 7)} w${id(k)}`)],
  'log-words': [
    'l.log',
    size =>
      lines(size, k => `${stamp(k)} WARN ${Array.from({ length: 8 }, (_, i) => letters(k * 31 + i * 7)).join(' ')}`),
  ],
  'log-long-line': ['l.log', size => `${stamp(0)} INFO ${fill(size, 'word ')}\n`],
  'log-long-token': ['l.log', size => `${stamp(0)} INFO ${fill(size, 'x')}\n`],
  'log-numbers-line': ['l.log', size => `${stamp(0)} INFO ${fill(size, '12.5 ')}\n`],
  'log-pairs-line': ['l.log', size => `${stamp(0)} INFO ${fill(size, 'a=1 ')}\n`],
  'log-json-line': ['l.log', size => `${stamp(0)} INFO ${nested(size, '{"a":', '}', '1')}\n`],
  'log-stamps': ['l.log', size => fill(size, '2024-01-01 ')],
  'log-stamps-line-each': ['l.log', size => fill(size, '2024-01-01 00:00:00\n')],
  'log-backwards': ['l.log', size => lines(size, k => `${stamp(1e6 - k)} INFO a`)],
  'log-bursts': ['l.log', size => lines(size, k => `${stamp(k * (k % 37 < 5 ? 1 : 60))} ERROR a`)],
  'log-access': [
    'access.log',
    size =>
      lines(
        size,
        k =>
          `10.0.${k % 250}.1 - - [10/Oct/2024:13:55:${String(k % 60).padStart(2, '0')} +0000] "GET /p/${id(k)} HTTP/1.1" 500 12 "-" "x"`,
      ),
  ],
  'log-quotes': ['l.log', size => fill(size, '"')],
  'log-tiny-lines': ['l.log', size => fill(size, 'a\n')],
  'log-empty-lines': ['l.log', size => `${stamp(0)} INFO a\n${fill(size, '\n')}`],
  'log-colons': ['l.log', size => fill(size, 'a:')],
  'log-carriage-returns': ['l.log', size => fill(size, '2024-01-01 00:00:00 INFO a\r')],
}

const table = {
  'csv-columns': [
    't.csv',
    size =>
      `${lines(size / 2, k => `c${id(k)}`)
        .trim()
        .replaceAll('\n', ',')}\n${lines(size / 2, () => '1')
        .trim()
        .replaceAll('\n', ',')}\n`,
  ],
  'csv-one-long-row': ['t.csv', size => `a,b\n${fill(size, '1,')}1\n`],
  'csv-ragged': [
    't.csv',
    size => `a,b,c\n${lines(size, k => Array.from({ length: 1 + (k % 9) }, () => '1').join(','))}`,
  ],
  'csv-open-quote': ['t.csv', size => `a,b\n1,"${fill(size, 'x,y\n')}`],
  'csv-quotes': ['t.csv', size => `a,b\n${fill(size, '"')}`],
  'csv-quotes-each': ['t.csv', size => `a,b\n${fill(size, '1,"x\n')}`],
  'csv-different': ['t.csv', size => `id,name,amount\n${lines(size, k => `${k},n${id(k)},${k * 1.5}`)}`],
  'csv-same': ['t.csv', size => `id,name,amount\n${fill(size, '1,a,2\n')}`],
  'csv-wide': [
    't.csv',
    size =>
      `${Array.from({ length: 60 }, (_, k) => `c${k}`).join(',')}\n${lines(size, k => Array.from({ length: 60 }, (_, c) => (k * c) % 97).join(','))}`,
  ],
  'csv-categories': ['t.csv', size => `a,b,c,d\n${lines(size, k => `x${k % 7},y${k % 5},z${k % 3},${k}`)}`],
  'csv-dates': ['t.csv', size => `when,amount\n${lines(size, k => `${stamp(k * 86400)},${k}`)}`],
  'csv-delimiters': ['t.csv', size => fill(size, ',;|\t')],
  'csv-empty-fields': ['t.csv', size => `a,b,c\n${fill(size, ',,\n')}`],
  'csv-carriage-returns': ['t.csv', size => `a,b\r${fill(size, '1,2\r')}`],
  'csv-mixed-ends': ['t.csv', size => `a,b\n${fill(size, '1,2\r\n3,4\r5,6\n')}`],
  'csv-secrets': ['t.csv', size => `user,password\n${lines(size, k => `u${id(k)},Pw${id(k)}!x9Q`)}`],
  'tsv-tabs': ['t.tsv', size => fill(size, '\t')],
}

const markup = {
  'xml-nested': ['m.xml', size => nested(size, '<a>', '</a>')],
  'xml-nested-names': ['m.xml', size => stairs(size, k => `<e${id(k)}>`)],
  'xml-open': ['m.xml', size => fill(size, '<a>')],
  'xml-open-tags': ['m.xml', size => fill(size, '<a ')],
  'xml-less-than': ['m.xml', size => `<a>${fill(size, '<')}`],
  'xml-open-quote': ['m.xml', size => `<a>${fill(size, '<b c="')}`],
  'xml-attributes': ['m.xml', size => `<a ${lines(size, k => `b${id(k)}="c"`)}/>\n`],
  'xml-same-attribute': ['m.xml', size => `<a ${fill(size, 'b="c" ')}/>\n`],
  'xml-comments': ['m.xml', size => `<a>${fill(size, '<!-- b')}`],
  'xml-cdata': ['m.xml', size => `<a>${fill(size, '<![CDATA[ b')}`],
  'xml-entities': [
    'm.xml',
    size =>
      `<!DOCTYPE a [\n${lines(size, k => `<!ENTITY e${id(k)} "&e${id(Math.max(0, k - 1))};&e${id(Math.max(0, k - 1))};">`)}]><a>&e00001;</a>\n`,
  ],
  'xml-entity-uses': ['m.xml', size => `<a>${fill(size, '&amp;')}</a>\n`],
  'xml-declarations': ['m.xml', size => `<a>${fill(size, '<!A [')}`],
  'xml-instructions': ['m.xml', size => `<a>${fill(size, '<?b ')}`],
  'xml-names': ['m.xml', size => `<r>\n${lines(size, k => `<e${id(k)}>1</e${id(k)}>`)}</r>\n`],
  'xml-crossed': ['m.xml', size => `<r>${fill(size, '<a><b></a></b>')}</r>\n`],
  'xml-closing': ['m.xml', size => `<r>${fill(size, '</a>')}`],
  'xml-open-then-close-other': ['m.xml', size => fill(size / 2, '<a>') + fill(size / 2, '</b>')],
  'xml-no-line-end': ['m.xml', size => `<r>${fill(size, '<a b="c">d</a>')}</r>`],
  'html-divs': ['m.html', size => nested(size, '<div>\n', '</div>\n')],
  'html-paragraphs': ['m.html', size => `<html><body>${fill(size, '<p>a')}`],
  'html-scripts': ['m.html', size => `<html>${fill(size, '<script>a')}`],
  'html-script-ends': ['m.html', size => `<html><script>${fill(size, '</s')}`],
  'html-tables': ['m.html', size => `<html>${nested(size, '<table><tr><td>', '</td></tr></table>')}`],
  'html-links': ['m.html', size => `<html>${lines(size, k => `<a href="#${id(k)}">x</a>`)}`],
  'html-ids': ['m.html', size => `<html>${lines(size, k => `<p id="${id(k)}">x</p>`)}`],
  'html-inline-nested': ['m.html', size => `<html>${fill(size, '<b><i>')}`],
  'roff-requests': ['m.1', size => `.TH A 1\n${fill(size, '.SH B\n')}`],
  'utf16-damaged': ['m.xml', size => damagedUtf16(size, '<a b="c">')],
  'utf16-open': ['m.html', size => damagedUtf16(size, '<a ')],
}

const prose = {
  'md-headings': ['p.md', size => fill(size, '# a\n')],
  'md-different-headings': ['p.md', size => lines(size, k => `## Heading ${id(k)}`)],
  'md-deepening-headings': ['p.md', size => lines(size, k => `${'#'.repeat(1 + (k % 6))} h${id(k)}`)],
  'md-quotes': ['p.md', size => fill(size, '> ')],
  'md-quote-lines': ['p.md', size => stairs(size, k => '>'.repeat(k % 60))],
  'md-lists': ['p.md', size => stairs(size, () => '- a')],
  'md-list-openers': ['p.md', size => fill(size, '- ')],
  'md-fences': ['p.md', size => lines(size, k => '`'.repeat(3 + (k % 40)))],
  'md-open-fences': ['p.md', size => fill(size, '```a\n~~~\n')],
  'md-emphasis': ['p.md', size => fill(size, '*a ')],
  'md-stars': ['p.md', size => fill(size, '*')],
  'md-emphasis-both': ['p.md', size => fill(size, '*a _b **c ')],
  'md-brackets': ['p.md', size => fill(size, '[')],
  'md-open-links': ['p.md', size => fill(size, '[a](')],
  'md-nested-links': ['p.md', size => nested(size, '[', '](b)', 'a')],
  'md-images': ['p.md', size => fill(size, '![')],
  'md-links': ['p.md', size => lines(size, k => `[a${id(k)}](#b${id(k)})`)],
  'md-references': ['p.md', size => lines(size, k => `[a${id(k)}]: b\n[c][a${id(k + 1)}]`)],
  'md-footnotes': ['p.md', size => lines(size, k => `[^${id(k)}]: b [^${id(k + 1)}]`)],
  'md-table-columns': ['p.md', size => `|${fill(size / 2, 'a|')}\n|${fill(size / 2, '-|')}\n`],
  'md-table-rows': ['p.md', size => `|a|b|\n|-|-|\n${fill(size, '|1|2|\n')}`],
  'md-table-rules': ['p.md', size => fill(size, '|-')],
  'md-code-spans': ['p.md', size => fill(size, '`a')],
  'md-backticks': ['p.md', size => lines(size, k => `${'`'.repeat(1 + (k % 60))}a`)],
  'md-html': ['p.md', size => fill(size, '<a ')],
  'md-comments': ['p.md', size => fill(size, '<!-- a')],
  'md-entities': ['p.md', size => fill(size, '&')],
  'md-rules': ['p.md', size => fill(size, '- - -\n')],
  'md-underlines': ['p.md', size => fill(size, 'a\n===\n')],
  'md-front-matter': ['p.md', size => `---\n${fill(size, 'a: b\n')}`],
  'md-long-line': ['p.md', size => fill(size, 'word and ')],
  'md-long-word': ['p.md', size => fill(size, 'word')],
  'md-sentences': [
    'p.md',
    size => lines(size, k => `The limit of ${letters(k)} is ${k} MB, as ${letters(k * 3)} says.`),
  ],
  'md-figures': ['p.md', size => lines(size, k => `The timeout is ${k} seconds.`)],
  'md-dots': ['p.md', size => fill(size, 'a. ')],
  'rst-underlines': ['p.rst', size => fill(size, 'a\n=\nb\n-\n')],
  'rst-marks': ['p.rst', size => lines(size, k => `a\n${'=-~^"+*#'[k % 8]}`)],
  'rst-directives': ['p.rst', size => stairs(size, () => '.. note::')],
  'rst-roles': ['p.rst', size => fill(size, ':a:`b ')],
  'rst-tables': ['p.rst', size => fill(size, '+--+\n|a |\n')],
  'asciidoc-blocks': ['p.adoc', size => fill(size, '====\na\n')],
  'text-paragraphs': ['p.txt', size => fill(size, 'A word of this text.\n\n')],
  'text-numbers': ['p.txt', size => lines(size, k => `${k}.1.2 Title`)],
}

const unknown = {
  'base64-line': ['u.dat', size => fill(size, 'QUJDREVGR0hJSktMTU5PUFFS')],
  'base64-lines': ['u.dat', size => fill(size, 'QUJDREVGR0hJSktMTU5PUFFSQUJDREVGR0hJSktMTU5PUFFS\n')],
  'nul-bytes': ['u.dat', size => fill(size, 'a\0b\n')],
  'damaged-utf8': ['u.txt', size => Buffer.alloc(size, Buffer.from([0x61, 0xff, 0xc3, 0x0a]))],
  'half-utf8': ['u.txt', size => Buffer.alloc(size, 0xe2)],
  'utf16-text': ['u.txt', size => damagedUtf16(size, 'word \n')],
  'utf16-one-line': ['u.txt', size => damagedUtf16(size, 'word')],
  'tiny-lines': ['u.dat', size => fill(size, 'a\n')],
  'empty-lines': ['u.dat', size => fill(size, '\n')],
  spaces: ['u.dat', size => `a${fill(size, ' ')}b`],
  'spaces-lines': ['u.dat', size => fill(size, '                    \n')],
  tabs: ['u.dat', size => fill(size, '\t')],
  'mixed-ends': ['u.dat', size => fill(size, 'a\r\nb\rc\n\r')],
  returns: ['u.dat', size => fill(size, '\r')],
  separators: ['u.dat', size => fill(size, 'a\u2028b\u0085')],
  marks: ['u.dat', size => fill(size, '\ufeff')],
  combining: ['u.dat', size => fill(size, 'a\u0301\u0301')],
  emoji: ['u.dat', size => fill(size, '👩‍👩‍👧')],
  'different-lines': ['u.dat', size => lines(size, k => `${letters(k)} ${letters(k * 7)} ${id(k)}`)],
  punctuation: ['u.dat', size => fill(size, '!@#$%^&*()')],
}

const secrets = {
  'keys-rsa-headers': ['s.txt', size => fill(size, '-----BEGIN RSA PRIVATE KEY-----')],
  'keys-rsa-header-lines': ['s.txt', size => fill(size, '-----BEGIN RSA PRIVATE KEY-----\n')],
  'keys-rsa-bodies': [
    's.txt',
    size => fill(size, `-----BEGIN RSA PRIVATE KEY-----\n${'QUJDREVGR0hJSktMTU5PUFFS\n'.repeat(8)}`),
  ],
  'keys-in-code': ['s.py', size => lines(size, k => `K${id(k)} = "-----BEGIN PRIVATE KEY-----\\n"`)],
  passwords: ['s.txt', size => fill(size, 'password=')],
  'password-lines': ['s.txt', size => lines(size, k => `password=Pw${id(k)}!x9Q`)],
  'password-quotes': ['s.txt', size => fill(size, 'password="')],
  tokens: ['s.txt', size => lines(size, k => `ghp_${`${id(k)}aB3dE5`.repeat(4)}`)],
  'web-tokens': ['s.txt', size => fill(size, 'eyJhbGciOiJIUzI1NiJ9.')],
  urls: ['s.txt', size => fill(size, 'https://a:b')],
  bearers: ['s.txt', size => fill(size, 'Bearer ')],
  basics: ['s.txt', size => fill(size, 'Basic QUJD')],
  'long-secret': ['s.txt', size => `api_key=${fill(size, 'aB3dE5gH')}\n`],
  'secrets-in-log': ['s.log', size => lines(size, k => `${stamp(k)} INFO token=aB3${id(k)}dE5gH7`)],
  'secrets-in-yaml': ['s.yaml', size => lines(size, k => `password_${id(k)}: Pw${id(k)}!x9Q`)],
  'secrets-in-json': ['s.json', size => `{${lines(size, k => `"password_${id(k)}": "Pw${id(k)}!x9Q",`)}"z": 1}`],
}

/** By content type: the shapes, each with a file name and a maker of content. */
const first = { config, json, code, log, table, markup, prose, unknown, secrets }
export const shapes = Object.fromEntries(
  Object.entries(first).map(([family, own]) => [family, { ...own, ...more[family] }]),
)

/** Every shape with its family and its name. */
export const allShapes = Object.entries(shapes).flatMap(([family, own]) =>
  Object.entries(own).map(([name, [file, make]]) => ({ family, name, file, make })),
)

/** Those of the law: the others are read by the bench alone, which has the time. */
export const LAW = `
  yaml-question-marks yaml-question-lines yaml-dashes yaml-flow-maps yaml-flow-unclosed yaml-deep-keys yaml-dotted-key
  yaml-complex-keys yaml-merges yaml-same-key yaml-many-keys yaml-quotes yaml-tabs yaml-documents ini-sections
  ini-keys properties-continued toml-nested-arrays toml-tables nginx-nested dockerfile-continued
  json-nested-lists json-nested-objects json-open-objects json-long-key json-many-keys json-same-key json-escapes
  jsonl-broken-lines jsonl-many-keys jsonl-log
  python-deep-parentheses python-long-sum python-branches js-callbacks java-classes go-blocks
  log-code-like log-one-trace log-causes log-templates log-long-line log-tiny-lines log-access
  csv-one-long-row csv-ragged csv-open-quote csv-quotes csv-different csv-same
  xml-nested xml-open-tags xml-less-than xml-open-quote xml-attributes xml-comments xml-cdata xml-entities utf16-damaged
  md-headings md-quotes md-lists md-fences md-emphasis md-brackets md-table-rows md-sentences base64-lines nul-bytes web-tokens md-links rst-underlines damaged-utf8 tiny-lines
  keys-rsa-header-lines password-lines mixed-ends yaml-anchors js-string-sum js-unused-functions
  yaml-nested-tags toml-dotted-tables json-ids-of-others notebook-cells schema-references
  python-one-name-used python-flow ts-unions c-macros rust-raw-strings lua-long-strings sql-joins
  log-services log-multi-line-json csv-quotes-in-quotes csv-many-columns xml-namespaces html-labels
  md-footnotes-used tex-groups marks-on-one-letter nuls-in-lines keys-begun-and-ended secrets-of-commands
`
  .trim()
  .split(/\s+/)

/** Two sizes, one four times the other: a square is sixteen times the work there, and what is read in between tells nothing more. */
const SMALL = [4096, 16_384]
export const LARGE = [32_768, 131_072]
const DEAR_SIZES = [2048, 8192]

/** Shapes that are read fast enough to be tried at sizes where nothing that is bounded still grows. */
const CHEAP = namesIn(`
  yaml-deep-keys json-nested-objects jsonl-broken-lines java-classes js-unused-functions log-one-trace log-long-line
  csv-different csv-one-long-row md-quotes md-links base64-lines python-long-sum xml-cdata
`)

/** Shapes with a finding on every short line, each of which takes about a millisecond. */
const DEAR = namesIn(`
  password-lines yaml-same-key yaml-tabs yaml-quotes yaml-question-lines yaml-documents
`)

export const sizesOf = name => (CHEAP.has(name) ? LARGE : DEAR.has(name) ? DEAR_SIZES : SMALL)

function namesIn(text) {
  return new Set(text.trim().split(/\s+/))
}
