// The file form of the patterns: what is read, and the exact line and words of every mistake.
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ShoalError } from '@shoal/base/model/errors'
import type { Json } from '@shoal/base/model/json'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tempDir } from '../../shoal/tests/cli/temp-dir.ts'
import { draftOf } from '../src/pattern-file/draft.ts'
import { parsePatternFile, readPatternFile, storedPatternFile } from '../src/pattern-file/parse.ts'
import { patterns } from '../src/pattern-file/patterns.ts'

const dir = tempDir()
const parse = (text: string | Uint8Array) => parsePatternFile(text, { path: 'x.yaml', dir: dir.path })
const specOf = (text: string): unknown => parse(text).spec

const examples = fileURLToPath(new URL('../../../examples/patterns/', import.meta.url))

/** The message of the one error that a file may cause. */
function mistake(text: string | Uint8Array): string {
  try {
    parse(text)
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(ShoalError)
    expect((thrown as ShoalError).code).toBe('pattern-invalid')
    return (thrown as Error).message
  }
  return 'no mistake'
}

const pipeline = 'pattern: pipeline\nstages:\n  - name: build\n    command: [make]\n'
const swarm = 'pattern: swarm\nworker: {command: [count]}\n'
const refactoring = 'pattern: refactoring\nworker: {command: [change]}\nvalidation: {command: [test]}\n'

writeFileSync(join(dir.path, 'empty.md'), '---\nname: nobody\n---\n\n')

describe('what is read', () => {
  it('becomes plain JSON', () => {
    const file = parse(
      `name: ship
pattern: pipeline # a comment
purpose: To the customer
concurrency: 2
lease: 30s
input: {target: [1, 2.5, true, null, "x"]}
stages:
  - name: build
    command: [make, all, ""]
    timeout: 1.5m
    env: {MODE: fast}
    retries: 2
  - name: pack
    subject: Pack it
    description: |
      Two
      lines
    command: tar c . | wc -c
    output: text
`,
    )
    const json: Json = file
    expect(JSON.parse(JSON.stringify(json))).toEqual(file)
    expect(file).toEqual({
      path: 'x.yaml',
      dir: dir.path,
      spec: {
        name: 'ship',
        pattern: 'pipeline',
        purpose: 'To the customer',
        concurrency: 2,
        lease: '30s',
        input: { target: [1, 2.5, true, null, 'x'] },
        stages: [
          { name: 'build', command: ['make', 'all', ''], timeout: '1.5m', env: { MODE: 'fast' }, retries: 2 },
          {
            name: 'pack',
            subject: 'Pack it',
            description: 'Two\nlines\n',
            command: 'tar c . | wc -c',
            output: 'text',
          },
        ],
      },
    })
  })

  it('has the name of the file where it gives none', () => {
    const named = (path: string) => parsePatternFile(pipeline, { path, dir: dir.path }).spec.name
    expect(named('a/b/nightly.build.yaml')).toBe('nightly.build')
    expect(named('nightly')).toBe('nightly')
    expect(named('-.yaml')).toBe('pipeline')
    expect(named('über.yaml')).toBe('pipeline')
  })

  it('may use anchors, aliases and merge keys; own keys win', () => {
    const text = `pattern: pipeline
stages:
  - &first
    name: a
    command: &argv [run]
    retries: 1
  - {<<: *first, name: b}
  - <<: [{name: c}, *first]
    timeout: 5s
  - {name: d, command: *argv}
`
    expect(specOf(text)).toMatchObject({
      stages: [
        { name: 'a', command: ['run'], retries: 1 },
        { name: 'b', command: ['run'], retries: 1 },
        { name: 'c', command: ['run'], retries: 1, timeout: '5s' },
        { name: 'd', command: ['run'] },
      ],
    })
  })

  it('may have Windows line ends and a byte-order mark', () => {
    const bytes = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(pipeline.replaceAll('\n', '\r\n'))])
    expect(parse(bytes).spec).toEqual(parse(pipeline).spec)
    expect(mistake(`${pipeline}foo: 1`.replaceAll('\n', '\r\n'))).toMatch(/^x\.yaml:5: foo: unknown key/)
  })

  it('is understood when it is read again from what a run has kept', () => {
    const file = parse(`${swarm}tasks: [a, {input: {b: 1}}]\nfinish: {command: [sum], timeout: 5s}\n`)
    expect(storedPatternFile(JSON.parse(JSON.stringify(file)))).toEqual(file)
  })

  it('is refused in words when another version kept it', () => {
    const file = parse(pipeline)
    expect(() => storedPatternFile({ ...file, spec: { ...file.spec, later: 1 } } as Json)).toThrow(
      "the run's definition is not understood: later: unknown key — ",
    )
    expect(() => storedPatternFile(null)).toThrow('the run was not started from a pattern file')
  })

  it('is drafted with the limits of the file', () => {
    const draft = draftOf(parse(`${pipeline}concurrency: 3\nlease: 1.5m\n`))
    expect(draft).toMatchObject({ concurrency: 3, leaseMs: 90_000, members: [{ worker: { kind: 'command' } }] })
    expect(draftOf(parse(pipeline))).not.toHaveProperty('concurrency')
  })
})

describe('tasks that are looked for', () => {
  it('are the files that match, sorted, as a list', () => {
    for (const name of ['t/b.txt', 't/a.txt', 't/deep/c.txt', 't/.hidden.txt', 't/d.md', 'u/a.txt']) dir.write(name, '')
    symlinkSync('a.txt', join(dir.path, 't/link.txt'))
    symlinkSync('nowhere', join(dir.path, 't/dead.txt'))
    symlinkSync('.', join(dir.path, 't/loop'))
    const found = (glob: string) =>
      (specOf(`${swarm}tasks: {files: ${JSON.stringify(glob)}}`) as { tasks: unknown }).tasks
    expect(found('t/*.txt')).toEqual(['t/a.txt', 't/b.txt', 't/link.txt'])
    expect(found('./t/**/*.txt')).toEqual(['t/a.txt', 't/b.txt', 't/deep/c.txt', 't/link.txt'])
    expect(found('{t,u}/a.txt')).toEqual(['t/a.txt', 'u/a.txt'])
    expect(found('t/deep/c.txt')).toEqual(['t/deep/c.txt'])
    expect(found('t/.*.txt')).toEqual(['t/.hidden.txt'])
  })

  it('are the lines of a file that say something', () => {
    dir.write('list.txt', `one\r\n\n  two words  \n${'x'.repeat(300)}`)
    expect(specOf(`${swarm}tasks: {lines: list.txt}`)).toMatchObject({
      tasks: [
        { id: 'line-1', subject: 'one', input: 'one' },
        { id: 'line-3', subject: 'two words', input: '  two words  ' },
        { id: 'line-4', input: 'x'.repeat(300) },
      ],
    })
  })

  it.each([
    ['tasks: {files: "none/*.txt"}', '3: tasks.files: no file matches "none/*.txt"'],
    ['tasks:\n  files: ../*', '4: tasks.files: must be below the directory of this file'],
    ['tasks: {files: /etc/*}', '3: tasks.files: must be below the directory of this file'],
    ['tasks: {lines: none.txt}', '3: tasks.lines: no such file or directory'],
    ['tasks: {lines: .}', '3: tasks.lines: "." is not a regular file'],
    ['tasks: {lines: blank.txt}', '3: tasks.lines: "blank.txt" has no lines'],
    ['tasks: {lines: latin.txt}', '3: tasks.lines: "latin.txt" is not UTF-8 text'],
    ['tasks: {}', '3: tasks: needs "files" or "lines", one of them'],
    ['tasks: {files: a, lines: b}', '3: tasks: needs "files" or "lines", one of them'],
    ['tasks: {file: a}', '3: tasks.file: unknown key — did you mean "files"?'],
    ['tasks: {files: 5}', '3: tasks.files: must be text; it is 5 — put it in quotes'],
    ['tasks: {files: none}\nworkers: 0', '3: tasks.files: no file matches "none" (and 1 more)'],
  ])('%j: %s', (text, message) => {
    dir.write('blank.txt', '\n \n')
    writeFileSync(join(dir.path, 'latin.txt'), Buffer.from([0xe9]))
    expect(mistake(swarm + text)).toBe(`x.yaml:${message}`)
  })
})

describe('a file that is no pattern file', () => {
  const known = 'the patterns are specialists, pipeline, swarm, research, plan-approval, refactoring, rlm'
  it.each([
    ['', '1: the file is empty — it starts with "pattern: NAME"'],
    ['\n# only words\n', '1: the file is empty — it starts with "pattern: NAME"'],
    ['just words', '1: must be a mapping; it is "just words"'],
    ['\n- pattern: swarm', '2: must be a mapping; it is [{"pattern":"swarm"}]'],
    ['# top\nname: x', `2: "pattern" is missing — ${known}`],
    ['name: x\npattern: swram', '2: pattern: there is no pattern "swram" — did you mean "swarm"?'],
    ['pattern: map-reduce', `1: pattern: there is no pattern "map-reduce" — ${known}`],
    ['pattern: toString', `1: pattern: there is no pattern "toString" — ${known}`],
    ['pattern: 5', `1: pattern: must be text; it is 5 — ${known}`],
    ['pattern: swarm\n---\npattern: rlm', '2: the file must hold one document; a second one starts here'],
  ])('%j', (text, message) => {
    expect(mistake(text)).toBe(`x.yaml:${message}`)
  })

  it('is not UTF-8, and the line is named', () => {
    const bytes = Buffer.concat([Buffer.from('# é\nname: '), Buffer.from([0xe9]), Buffer.from('\npattern: x\n')])
    expect(mistake(bytes)).toBe('x.yaml:2: not UTF-8 text')
    expect(mistake(Buffer.from('pattern: swarm', 'utf16le'))).not.toBe('no mistake')
  })

  it('is too large, or no file at all', () => {
    const large = `${pipeline}# ${'x'.repeat(1_000_000)}`
    expect(mistake(large)).toBe('x.yaml:1: a pattern file has at most 1 MB')
    dir.write('large.yaml', large)
    mkdirSync(join(dir.path, 'folder'))
    const read = (path: string) => () => readPatternFile(path, dir.path)
    expect(read('large.yaml')).toThrow('large.yaml:1: a pattern file has at most 1 MB')
    expect(read('folder')).toThrow('folder: is a directory')
    expect(read('none.yaml')).toThrow('none.yaml: no such file or directory')
    expect(read('/dev/null')).toThrow('/dev/null: not a regular file')
  })
})

describe('YAML that cannot be read', () => {
  it.each([
    ['a: [1\nb: 2', /^x\.yaml:2: not YAML: Flow sequence/],
    ['pattern: swarm\n\tworkers: 1', /^x\.yaml:2: not YAML: Tabs are not allowed/],
    ['pattern: "swarm', /^x\.yaml:1: not YAML: Missing closing "quote/],
    ['a: b: c', /^x\.yaml:1: not YAML: Nested mappings/],
    ['? [a]\n: 1', /^x\.yaml:1: not YAML: .*keys must be strings$/],
  ])('%j', (text, message) => {
    expect(mistake(text)).toMatch(message)
  })

  it.each([
    ['name: a\npattern: swarm\nname: b', '3: name: the key is in line 1 already'],
    [`${pipeline}    name: again`, '5: stages[0].name: the key is in line 3 already'],
    ['pattern: swarm\ninput: *none', '2: input: nothing above is named &none'],
    ['pattern: swarm\ninput: &a [1, *a]', '2: input[1]: *a would contain itself'],
    ['pattern: swarm\ninput: &a {<<: *a}', '2: input: *a would contain itself'],
    ['pattern: swarm\n<<: 5', '2: <<: must be a mapping, or a list of mappings'.replace('<<', '["<<"]')],
    ['pattern: swarm\ninput: .nan', '2: input: must be a number that JSON can hold; it is .nan'],
    [
      'pattern: swarm\ninput: [123456789012345678901]',
      '2: input[0]: 123456789012345678901 is too large to be exact — put it in quotes',
    ],
    ['pattern: swarm\ninput: !secret x', '2: tags are not used here; leave it out'],
    ['pattern: swarm\ninput: !!binary aGk=', '2: tags are not used here; leave it out'],
  ])('%j', (text, message) => {
    expect(mistake(text)).toBe(`x.yaml:${message}`)
  })

  it('is nested without end', () => {
    expect(mistake(`pattern: ${'['.repeat(100_000)}`)).toBe('x.yaml:1: nested more than 100 deep')
    expect(mistake(`pattern: swarm\ninput: ${'['.repeat(150)}${']'.repeat(150)}`)).toBe(
      'x.yaml:2: input: nested more than 100 deep',
    )
  })

  it.each(['- ', '? ', '{a: ', '[', '- ? '])('is %j again and again', text => {
    for (const length of [2000, 8000, 400_000])
      expect(mistake(`pattern: swarm\ninput:\n  ${text.repeat(length / text.length)}`)).toBe(
        'x.yaml:3: nested more than 100 deep',
      )
  })

  it('has very many aliases', () => {
    const uses = Array.from({ length: 40_000 }, (_, k) => `  k${k}: *a`).join('\n')
    expect(mistake(`pattern: swarm\ninput:\n  a: &a [1]\n${uses}\n  z: *b`)).toBe(
      'x.yaml:40004: input.z: nothing above is named &b',
    )
  })

  it('grows without end by its aliases', () => {
    const bomb = ['a: &a [x, x]']
    for (const [name, last] of ['ba', 'cb', 'dc', 'ed', 'fe', 'gf', 'hg'])
      bomb.push(`${name}: &${name} [${`*${last},`.repeat(9)}]`)
    const tooLarge = 'more than 200000 values or 4000000 characters, aliases counted as often as they are used'
    expect(mistake(bomb.join('\n'))).toMatch(new RegExp(`^x\\.yaml:\\d: ${tooLarge}$`))
    const long = `a: &a ${'x'.repeat(500_000)}\nb: [${'*a,'.repeat(1000)}]`
    expect(mistake(long)).toBe(`x.yaml:2: ${tooLarge}`)
  })
})

it('agents of its own stand at the top of a file, and may be named like known ones', () => {
  const text = `pattern: pipeline
agents:
  mine: {command: [mine, run], reply: {form: text}}
  claude: {command: [my-claude], reply: {form: json, text: result}}
stages:
  - {name: a, agent: mine, access: write, schema: {type: object}, max_cost: 0.5, cwd: sub, args: [--fast]}
  - {name: b, agent: claude, model: opus, prompt: Be brief.}
`
  const file = parse(text)
  expect(draftOf(file).members.map(({ worker }) => worker.kind)).toEqual(['agent', 'agent'])
  expect(storedPatternFile(JSON.parse(JSON.stringify(file)))).toEqual(file)
})

it('agents of the config file become part of a file that names them, and only those', () => {
  const row = { command: ['mine', 'run'], reply: { form: 'text' } }
  const place = { path: 'x.yaml', dir: '/', agents: { mine: row, other: row, claude: row } }
  const text = `pattern: pipeline
agents: {claude: {command: [my-claude], reply: {form: text}}}
stages: [{name: a, agent: mine}, {name: b, agent: claude, input: {agent: other}}]
`
  const file = parsePatternFile(text, place)
  expect(file.spec.agents).toEqual({ mine: row, claude: { command: ['my-claude'], reply: { form: 'text' } } })
  expect(draftOf(storedPatternFile(JSON.parse(JSON.stringify(file)))).members).toHaveLength(2)
  const wrong = { ...place, agents: { mine: { command: 'mine' } } }
  expect(() => parsePatternFile(text, wrong)).toThrow(
    'the config file: codingAgents.mine.command: must be a list of words',
  )
})

it('tools are for models, and the known ones', () => {
  const of = (worker: string) => parse(`pattern: pipeline\nstages: [{name: a, ${worker}}]\n`)
  expect(of('model: "x:y", tools: [read, search, write], cwd: sub').spec).toMatchObject({ pattern: 'pipeline' })
  expect(() => of('agent: claude, tools: [read]')).toThrow('is not for a worker with "agent"')
  expect(() => of('command: x, tools: [read]')).toThrow('is not for a worker with "command"')
  expect(() => of('model: "x:y", tools: [shell]')).toThrow('must be search, read, sql, diff, write')
})

describe('keys and values', () => {
  it.each([
    // Unknown keys.
    [
      'pattern: pipeline\nstages:\n- name: a\n  command: [x]\n- name: b\n  comand: [x]',
      '6: stages[1].comand: unknown key — did you mean "command"?',
    ],
    [`${pipeline}    timeot: 5s`, '5: stages[0].timeot: unknown key — did you mean "timeout"?'],
    [
      `${pipeline}colour: red`,
      '5: colour: unknown key — the keys are pattern, name, purpose, concurrency, lease, max_cost, max_turns, agents, input, stages',
    ],
    [
      `${pipeline}__proto__: {a: 1}`,
      '5: __proto__: unknown key — the keys are pattern, name, purpose, concurrency, lease, max_cost, max_turns, agents, input, stages',
    ],
    [
      'pattern: pipeline\nstages:\n  - name: build\n    command: [make]\n    env: {A: b, __proto__: c}',
      '5: stages[0].env: must not name a variable "__proto__"',
    ],
    [`${swarm}tasks: [{inptu: 1}]`, '3: tasks[0].inptu: unknown key — did you mean "input"?'],
    // Missing keys, on the line of what they are missing in.
    ['# top\npattern: pipeline', '2: "stages" is missing'],
    [
      'pattern: pipeline\nstages:\n  - name: build\n  - command: [make]',
      '3: stages[0]: "command" is missing (and 1 more)',
    ],
    ['pattern: pipeline\nstages:\n  - command: [make]', '3: stages[0]: "name" is missing'],
    [`${refactoring}changes: [{subject: x}]`, '4: changes[0]: "name" is missing'],
    ['pattern: research\nresearch: {command: [x]}', '1: "implementation" is missing'],
    // Empty values.
    ['pattern: pipeline\nstages: []', '2: stages: must not be empty'],
    ['pattern: pipeline\nstages:', '2: stages: must be a list; it is empty'],
    [`${swarm}tasks: []`, '3: tasks: must not be empty'],
    ['pattern: pipeline\nstages:\n- name: a\n  command: []', '4: stages[0].command: must not be empty'],
    ['pattern: pipeline\nstages:\n- name: a\n  command: ""', '4: stages[0].command: must not be empty'],
    ['pattern: pipeline\nstages:\n- name: a\n  command: [" "]', '4: stages[0].command[0]: must not be empty'],
    ['pattern: rlm\npaths: []\nanalyst: {command: [x]}\nsynthesizer: {command: [x]}', '2: paths: must not be empty'],
    // Wrong types and values.
    ['pattern: pipeline\nstages: {a: 1}', '2: stages: must be a list; it is {"a":1}'],
    ['pattern: pipeline\nstages: [build]', '2: stages[0]: must be a mapping; it is "build"'],
    ['pattern: swarm\nworker: count\ntasks: [a]', '2: worker: must be a mapping; it is "count"'],
    [
      'pattern: pipeline\nstages:\n- name: a\n  command: 5',
      '4: stages[0].command: must be a list of words, or one text for the shell; it is 5',
    ],
    [
      'pattern: pipeline\nstages:\n- name: a\n  command:\n    - sleep\n    - 5',
      '6: stages[0].command[1]: must be text; it is 5 — put it in quotes',
    ],
    [
      'pattern: pipeline\nstages:\n- name: a\n  command: ["a\\0b"]',
      '4: stages[0].command[0]: must be text without a zero character; it is "a\\u0000b"',
    ],
    [`${pipeline}    env: {A: 1}`, '5: stages[0].env.A: must be text; it is 1 — put it in quotes'],
    [`${pipeline}    env: {A: }`, '5: stages[0].env.A: must be text; it is empty'],
    [`${pipeline}    env: {"A=B": x}`, '5: stages[0].env["A=B"]: must be the name of a variable; it is "x"'],
    [`${pipeline}    env: [A]`, '5: stages[0].env: must be a mapping of names to texts; it is ["A"]'],
    [`${pipeline}    retries: 1.5`, '5: stages[0].retries: must be a whole number from 0 to 100; it is 1.5'],
    [`${pipeline}    output: xml`, '5: stages[0].output: must be json or text; it is "xml"'],
    [`${pipeline}    subject: "a\\nb"`, '5: stages[0].subject: must be one line of text; it is "a\\nb"'],
    [`${pipeline}concurrency: many`, '5: concurrency: must be a whole number from 1 to 1000; it is "many"'],
    [`${pipeline}concurrency: 0`, '5: concurrency: must be a whole number from 1 to 1000; it is 0'],
    [
      `${pipeline}name: no spaces`,
      '5: name: must be of letters, digits, ".", "_" and "-", at most 64, not starting with "." or "-"; it is "no spaces"',
    ],
    [`${swarm}workers: 0\ntasks: [a]`, '3: workers: must be a whole number from 1 to 1000; it is 0'],
    [`${swarm}tasks: a`, '3: tasks: must be a list, or a mapping with "files" or "lines"; it is "a"'],
    [`${swarm}tasks: [a, 7]`, '3: tasks[1]: must be text, or a mapping with "input"; it is 7'],
    // Durations.
    [
      `${pipeline}    timeout: 30`,
      '5: stages[0].timeout: must be a duration from 1ms to 24h, such as 30s, 5m or 2h; it is 30',
    ],
    [
      `${pipeline}    timeout: 30 sec`,
      '5: stages[0].timeout: must be a duration from 1ms to 24h, such as 30s, 5m or 2h; it is "30 sec"',
    ],
    [
      `${pipeline}    timeout: 0s`,
      '5: stages[0].timeout: must be a duration from 1ms to 24h, such as 30s, 5m or 2h; it is "0s"',
    ],
    [`${pipeline}lease: 100ms`, '5: lease: must be a duration from 1s to 24h, such as 30s, 5m or 2h; it is "100ms"'],
    [`${pipeline}lease: 25h`, '5: lease: must be a duration from 1s to 24h, such as 30s, 5m or 2h; it is "25h"'],
    // Names.
    [`${pipeline}  - name: build\n    command: [x]`, '5: stages[1].name: "build" is the name of stages[0] already'],
    [
      `${pipeline}  - name: lead\n    command: [x]`,
      '5: stages[1].name: "lead" is the name of every team\'s lead; choose another',
    ],
    [
      `${pipeline}  - name: a b\n    command: [x]`,
      '5: stages[1].name: must be of letters, digits, ".", "_" and "-", at most 64, not starting with "." or "-"; it is "a b"',
    ],
    [
      'pattern: specialists\nsynthesis: {command: [x]}\nspecialists:\n- {name: synthesis, command: [x]}',
      '4: specialists[0].name: "synthesis" is the name of the last task; choose another',
    ],
    [`${swarm}tasks:\n  - a\n  - b\n  - a`, '6: tasks[2]: "a" is the name of tasks[0] already'],
    [`${swarm}tasks:\n  - a\n  - id: a\n`, '5: tasks[1].id: "a" is the name of tasks[0] already'],
    [`${swarm}tasks: [finish]`, '3: tasks[0]: "finish" is the name of the last task; choose another'],
    // The order of changes.
    [
      `${refactoring}changes:\n  - {name: one}\n  - name: two\n    after: [oen]`,
      '7: changes[1].after[0]: there is no "oen" here — did you mean "one"?',
    ],
    [`${refactoring}changes:\n  - {name: one, after: [zebra]}`, '5: changes[0].after[0]: there is no "zebra" here'],
    [
      `${refactoring}changes:\n  - {name: x}\n  - {name: a, after: [c]}\n  - {name: b, after: [a]}\n  - {name: c, after: [b]}`,
      '6: changes[1].after: tasks would wait for each other: a → c → b → a',
    ],
    [`${refactoring}changes: [{name: a, after: [a]}]`, '4: changes[0].after: tasks would wait for each other: a → a'],
    [
      'pattern: plan-approval\nworker: {command: [x]}\nreviewer: {command: [x], retries: 1}\ntasks: [{name: a}]',
      '3: reviewer.retries: unknown key — the keys are command, agent, timeout, env, cwd, output, model, prompt, agent_file, access, schema, max_cost, max_turns, args, plan, tools',
    ],
    // Agents.
    [
      'pattern: pipeline\nstages:\n  - name: a\n    agent: claud',
      '4: stages[0].agent: there is no agent "claud" — did you mean "claude"?',
    ],
    [
      'pattern: pipeline\nstages:\n  - name: a\n    agent: cursor',
      '4: stages[0].agent: there is no agent "cursor" — the agents are claude, codex, gemini',
    ],
    [`${pipeline}    agent: claude`, '5: stages[0].agent: cannot stand beside "command"'],
    [`${pipeline}    schema: {type: object}`, '5: stages[0].schema: is not for a worker with "command"'],
    [
      'pattern: pipeline\nstages:\n- {name: a, agent: codex, output: text}',
      '3: stages[0].output: is not for a worker with "agent"',
    ],
    [
      'pattern: pipeline\nstages:\n- name: a\n  agent: codex\n  schema: {type: colour}',
      '5: stages[0].schema: cannot be checked: Unsupported type: colour',
    ],
    [
      'pattern: pipeline\nstages:\n- {name: a, model: anthropic, access: write}',
      '3: stages[0].access: is not for a worker with "model"',
    ],
    [
      'pattern: pipeline\nstages:\n- name: a\n  model: anthropic\n  schema: {type: colour}',
      '5: stages[0].schema: cannot be checked: Unsupported type: colour',
    ],
    [
      'pattern: pipeline\nstages:\n- name: a\n  model: anthropic\n  agent_file: nobody.md',
      '5: stages[0].agent_file: "nobody.md": no such file or directory',
    ],
    [
      'pattern: pipeline\nstages:\n- {name: a, agent: codex, agent_file: .}',
      '3: stages[0].agent_file: "." is not a regular file',
    ],
    [
      'pattern: pipeline\nstages:\n- {name: a, agent: codex, agent_file: empty.md}',
      '3: stages[0].agent_file: "empty.md" tells an agent nothing',
    ],
    [`${pipeline}    agent_file: a.md`, '5: stages[0].agent_file: is not for a worker with "command"'],
    ['pattern: pipeline\nmax_cost: 0\nstages: [{name: a, agent: codex}]', '2: max_cost: must be more than 0; it is 0'],
    [
      'pattern: pipeline\nagents: {mine: {command: [mine]}}\nstages: [{name: a, agent: mine}]',
      '2: agents.mine: "reply" is missing',
    ],
    // Several.
    [
      `${pipeline}    timeout: soon\nlease: never\ncolor: red`,
      '5: stages[0].timeout: must be a duration from 1ms to 24h, such as 30s, 5m or 2h; it is "soon" (and 2 more)',
    ],
    // A mistake behind an alias is where it is written.
    [
      'pattern: pipeline\nstages:\n- &a\n  name: a\n  command: [x]\n  output: xml\n- {<<: *a, name: b}',
      '6: stages[0].output: must be json or text; it is "xml" (and 1 more)',
    ],
  ])('%j', (text, message) => {
    expect(mistake(text)).toBe(`x.yaml:${message}`)
  })

  it('a mistake keeps its place in the advice for scripts', () => {
    try {
      parse(`${pipeline}foo: 1`)
    } catch (thrown) {
      expect(thrown).toMatchObject({ detail: 'x.yaml:5', exit: 2, advice: 'correct the file' })
    }
    expect.assertions(1)
  })
})

describe('the guides', () => {
  const guides = fileURLToPath(new URL('../../../docs/patterns/', import.meta.url))

  it.each(Object.keys(patterns))('%s.md shows a file of its pattern that is read', name => {
    const [, text = ''] = /^```yaml\n(.*?)^```/ms.exec(readFileSync(join(guides, `${name}.md`), 'utf8')) ?? []
    expect(parsePatternFile(text, { path: `${name}.md`, dir: examples }).spec.pattern).toBe(name)
  })

  it('show a mistake as it is reported', () => {
    const page = readFileSync(join(guides, 'README.md'), 'utf8')
    const twelve = `${'# \n'.repeat(6)}pattern: pipeline\nstages:\n- name: a\n  command: [x]\n- name: b\n  comand: [x]`
    expect(page).toContain(`\n${mistake(twelve)}\n`)
  })
})

describe('any text at all', () => {
  it('is read or refused in one line', () => {
    const words = [
      'pattern',
      'swarm',
      'pipeline',
      'stages',
      'name',
      'command',
      'tasks',
      ': ',
      ':',
      '\n',
      '  ',
      '- ',
      '[',
      ']',
      '{',
      '}',
      '*a',
      '&a ',
      '<<',
      '"',
      "'",
      '|',
      '#',
      '\t',
      '!!set ',
      '5',
      '~',
      ',',
      '? ',
      '---\n',
      '%YAML 1.1\n',
    ]
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(fc.constantFrom(...words), { maxLength: 30 }).map(all => all.join('')),
          fc.string(),
        ),
        text => {
          const said = mistake(text)
          expect(said).toMatch(/^(no mistake|x\.yaml:\d+: .+)$/)
        },
      ),
      { numRuns: 1500 },
    )
  })

  it('bytes too', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), bytes => {
        expect(mistake(bytes)).toMatch(/^x\.yaml:\d+: .+$/)
      }),
    )
  })
})

describe('the examples', () => {
  const names = ['specialists', 'pipeline', 'swarm', 'research', 'plan-approval', 'refactoring', 'rlm']

  it('there is one for every pattern', () => {
    expect(Object.keys(patterns)).toEqual(names)
  })

  it.each([...names, 'plan-approval-by-hand'])('%s.yaml is a pattern file', name => {
    const { spec, dir } = readPatternFile(`${name}.yaml`, examples)
    expect(name).toContain(spec.pattern)
    expect(dir).toBe(join(examples, '.'))
  })

  it('the swarm has its 200 texts', () => {
    const { spec } = readPatternFile('swarm.yaml', examples)
    expect(spec).toMatchObject({ pattern: 'swarm' })
    expect(spec.pattern === 'swarm' && spec.tasks).toHaveLength(200)
    expect(readFileSync(join(examples, 'swarm/texts/001.txt'), 'utf8')).not.toBe('')
  })
})
