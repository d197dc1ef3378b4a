// A name is only a name: whatever every object inherits, a file may be full of it, and its report is that of any other name.

import { lookup } from '@shoal/base/model/lookup'
import { readJson } from '@shoal/base/text/loose-json'
import { stem } from '@shoal/base/text/stem'
import { memoryLedger } from '@shoal/team/memory-ledger'
import { describe, expect, it } from 'vitest'
import { briefOf } from '../../src/text/question.ts'
import { surveyLawfully } from '../conformance/analyst.ts'

/** Each beside a harmless name of the same length and kinds of characters. */
const NAMES = [
  ['__proto__', '__zrato__'],
  ['constructor', 'zonstructer'],
  ['toString', 'zoStrung'],
  ['hasOwnProperty', 'zasOwnPropexty'],
  ['valueOf', 'zalueOz'],
] as const

const SHAPES: readonly (readonly [file: string, type: string, write: (name: string) => string])[] = [
  ['a.csv', 'structured_data', n => `id,${n},level\n${rows(k => `${k},${n},${k % 2 ? n : 'x'}`)}`],
  ['b.json', 'json', n => `[${rows(k => `{"${n}":${k},"v":"${n}","o":{"${n}":{"x":1}}}`, ',')}]`],
  ['c.jsonl', 'jsonl', n => rows(k => `{"level":"${n}","${n}":"${n}","id":${k}}`)],
  ['d.log', 'log', n => rows(k => `2026-02-11 10:00:${10 + k} ERROR ${n}: ${n} failed ${n}=${k}`)],
  ['e.yaml', 'config', n => `${n}: 1\nserver:\n  ${n}: ${n}\n  port: 80\n`],
  ['f.ini', 'config', n => `[${n}]\n${n} = 1\nport = ${n}\n`],
  ['g.toml', 'config', n => `[${n}]\n${n} = "${n}"\nport = 1\n`],
  ['h.md', 'prose', n => `# ${n}\n\nThe ${n} is 5 ${n}. See [${n}](#${n}).\n\n## ${n}\n\n\`\`\`${n}\nx\n\`\`\`\n`],
  ['i.xml', 'markup', n => `<a ${n}="1"><${n}>${n}</${n}></a>\n`],
  [
    'j.py',
    'source_code',
    n => `import ${n}\nclass ${n}x:\n    def ${n}(self, ${n}):\n        ${n}(x.${n}())\n        print(${n})\n`,
  ],
  [
    'k.ts',
    'source_code',
    n => `import { ${n} } from './${n}'\nclass A { ${n}() { ${n}(this.${n}()); console.log(${n}) } }\n`,
  ],
  ['l.java', 'source_code', n => `import a.${n};\nclass A { void ${n}(String ${n}) { b.${n}(${n}); ${n}("x"); } }\n`],
  ['m.go', 'source_code', n => `package a\nimport "${n}"\nfunc ${n}(x int) { ${n}(x); a.${n}("y") }\n`],
  ['n.rb', 'source_code', n => `require '${n}'\ndef ${n}(x)\n  ${n}(x)\n  a.${n}("y")\nend\n`],
  ['o.php', 'source_code', n => `<?php\nfunction ${n}($x) { ${n}($x); $a->${n}("y"); echo $_GET["${n}"]; }\n`],
  ['p.rs', 'source_code', n => `use a::${n};\nfn ${n}(x: i32) { ${n}(x); a.${n}("y"); ${n}!("z"); }\n`],
]

/** Digests differ as the names do, what a language calls by its name is not unused in it, and `toString` hands its value on. */
function withoutDigests(figures: unknown, file: string): unknown {
  return JSON.parse(
    JSON.stringify(figures ?? null, (key, value) =>
      (key === 'unused' && CALLED_BY_NAME.test(file)) || (key === 'names' && typeof value === 'string') ? '' : value,
    ),
    (key, value) => (key === 'flows' ? undefined : value),
  )
}

/** Also where it is cut off, or reduced to its stem. */
function withoutName(text: string, name: string): string {
  let rest = text.replaceAll(name, '\u0001').replaceAll(`"${stem(name)}"`, '"\u0001"')
  for (let length = name.length - 1; length > 1; length--)
    rest = rest.replaceAll(new RegExp(`(?<!\\w|(?<!\\\\)")${name.slice(0, length)}"`, 'g'), '\u0001"')
  return rest
}

const CALLED_BY_NAME = /\.(?:java|ts)$/

function rows(write: (k: number) => string, between = '\n'): string {
  return `${Array.from({ length: 24 }, (_, k) => write(k)).join(between)}${between === '\n' ? '\n' : ''}`
}

describe('a table asked by name', () => {
  it.each(NAMES)('has no %s that was not put in', name => {
    expect(lookup({}, name)).toBeUndefined()
    expect(lookup(Object.fromEntries([[name, 1]]), name)).toBe(1)
  })
})

describe.each(NAMES)('a question, a team and a directory with %s', (name, plain) => {
  const alike = <T>(of: (word: string) => T) =>
    expect(JSON.stringify(of(name)).toLowerCase().replaceAll(name.toLowerCase(), '*')).toBe(
      JSON.stringify(of(plain)).toLowerCase().replaceAll(plain.toLowerCase(), '*'),
    )

  it('is a question like any other', () => {
    alike(word => Object.keys(briefOf(`How many ${word} by "${word}"?`).question))
    expect(briefOf(`Where is "${name}"?`).question.text).toContain(name)
  })

  it('is a reply like any other', () => {
    const reply = (word: string) => readJson(`{"${word}": [{"${word}": {"x": 1}}], "findings": [],}`)
    expect(Object.keys((reply(name) as { value: object }).value)).toEqual([name, 'findings'])
    expect(({} as { x?: unknown }).x).toBeUndefined()
  })

  it('is a task, a member and a team like any other', async () => {
    const ledger = memoryLedger()
    const id = name.replace(/^_+|_+$/g, '')
    await ledger.createTeam({ name: id, tasks: [{ id: name, subject: name, role: name, blockedBy: [] }] })
    expect((await ledger.tasks(id)).map(task => [task.id, task.subject])).toEqual([[name, name]])
    expect(await ledger.result(id, name)).toBeNull()
  })
})

describe.each(NAMES)('a file full of %s', (name, plain) => {
  it.each(SHAPES)('%s has the report of any other name', async (file, type, write) => {
    const survey = (text: string) => surveyLawfully({ name: file, content: text, size: 4000, type })
    const [odd, even] = [await survey(write(name)), await survey(write(plain))]
    // What is told in alphabetical order or by a hash may stand elsewhere: what is told is compared, not where.
    const told = (result: unknown, from: string) =>
      withoutName(JSON.stringify(result).toLowerCase(), from.toLowerCase())
        .match(/[^,{}[\]]+/g)
        ?.sort()
    const facts = ({ summary, findings, notes, figures, anchors }: typeof odd) => ({
      summary,
      notes,
      figures: withoutDigests(figures, file),
      anchors,
      findings: findings.map(each => [each.type, each.summary, each.line, each.evidence]),
    })
    expect(told(facts(odd), name)).toEqual(told(facts(even), plain))
  })
})
