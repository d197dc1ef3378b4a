// Every command and every tool that takes a path ends on files made to trap a reader: with an answer, or with one clear line.
// Nothing is given up, for these files are small: what takes long on them does not end on large ones.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ShoalError } from '@shoal/base/model/errors'
import { describe, expect, it } from 'vitest'
import { allCommands } from '../../packages/shoal/src/cli/commands.ts'
import { tools } from '../../packages/shoal/src/mcp/tools.ts'
import { shoal } from '../../packages/shoal/tests/cli/fake-io.ts'
import { allShapes } from '../../packages/shoal/tests/growth/shapes.mjs'
import { makeLab } from '../../packages/shoal/tests/mcp/lab.ts'

/** Of every content type the shapes that hurt most when its reader was young. */
const SHAPES = `
  yaml-question-lines yaml-flow-unclosed json-nested-lists json-escapes jsonl-broken-lines java-switch js-open-templates log-code-like
  csv-one-long-row csv-open-quote xml-open-quote utf16-damaged md-brackets nul-bytes keys-rsa-headers
`
  .trim()
  .split(/\s+/)
/** Two versions of each, for what compares. */
const SIZES = { before: 2048, after: 6144 } as const
const GIVEN_UP = /given up/

const lab = makeLab()
const server = lab.server()
const files: string[] = []
for (const [folder, size] of Object.entries(SIZES))
  for (const name of SHAPES) {
    const { file, make } = allShapes.find(one => one.name === name)!
    const path = join(folder, name, file)
    mkdirSync(dirname(join(lab.root, path)), { recursive: true })
    writeFileSync(join(lab.root, path), make(size))
    if (folder === 'after') files.push(path)
  }
const earlier = (path: string) => path.replace(/^after/, 'before')
/** For what takes one file of a kind: of each kind one, in turn. */
const some = (part: number) => files.filter((_, k) => k % 3 === part)

/** What each command is called with. */
const COMMANDS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  analyze: [['after', 'What is wrong?', '--json']],
  plan: [['after']],
  detect: [['after', '--json']],
  chunk: files.map(file => [file, '--json']),
  profile: files.map(file => [file, 'Which errors are there?']),
  sql: [['after'], ['after', 'SELECT count(*) FROM files', '--json']],
  search: [
    ['after', 'error'],
    ['after', '(a+)+$', '--mode', 'regex', '--json'],
  ],
  diff: [['before', 'after']],
  run: some(0).map(file => [file]),
  agents: some(1).map(file => [file]),
}

const INPUTS: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>> = {
  detect: [{ paths: ['after'] }],
  plan: [{ paths: ['after'], query: 'What is wrong?', max_files: 100 }],
  profile: some(0).map(path => ({ path })),
  query_data: [
    { files: ['after'] },
    { sql: 'SELECT count(*) FROM files', files: ['after'] },
    ...some(1).map(path => ({ files: [path] })),
  ],
  overview: [{ paths: ['after'], question: 'What is wrong?' }],
  search_files: (['text', 'words', 'regex'] as const).map(mode => ({ query: 'a', mode, paths: ['after'] })),
  diff_files: some(2).map(after => ({ before: earlier(after), after })),
  subcall: some(1).map(chunk_path => ({ chunk_path, query: 'What is wrong?' })),
  analyze: [{ paths: ['before'] }],
}
const PATHS = ['path', 'paths', 'files', 'before', 'chunk_path']

describe('files that trap a reader', () => {
  it('are given to every command that takes some', async () => {
    const taking = (await allCommands()).filter(({ usage }) => /PATH|FILE|\bA B\b/.test(usage)).map(({ name }) => name)
    // What asks a model is tried in packages/shoal/tests/run/ask; what watches is `analyze` again and again, and ends only when it is told to.
    expect(taking.filter(name => name !== 'ask' && name !== 'watch').toSorted()).toEqual(
      Object.keys(COMMANDS).toSorted(),
    )
  })

  it('are given to every tool that takes some', () => {
    // The steps of a question reach the files of its run alone: they are tried below.
    const isStep = ({ input }: (typeof tools)[number]) => 'run' in input.shape && !input.shape.run!.isOptional()
    const taking = tools
      .filter(tool => !isStep(tool) && PATHS.some(name => name in tool.input.shape))
      .map(({ name }) => name)
    expect(taking.toSorted()).toEqual(Object.keys(INPUTS).toSorted())
  })

  it.each(Object.entries(COMMANDS))('have an answer or one line of `shoal %s`', async (name, calls) => {
    for (const args of calls) {
      const env = { SHOAL_HOME: lab.home, HOME: lab.home }
      const { status, stdout, stderr } = await shoal([name, ...args], { cwd: lab.root, env })
      const said = `${args.join(' ')}: ${status} ${stdout.slice(0, 300)} ${stderr}`
      if (stdout === '') expect(stderr, said).toMatch(/^shoal: [^\n]+\n$/)
      expect([0, 1, 2, 6], said).toContain(status)
      expect(stdout + stderr, said).not.toMatch(GIVEN_UP)
    }
  })

  it.each(Object.entries(INPUTS))('have an answer or one line of the tool %s', async (name, inputs) => {
    const tool = tools.find(one => one.name === name)!
    for (const input of inputs) {
      const answer = await server.call(tool, input).catch(error => error)
      const said = `${JSON.stringify(input)}: ${answer.message ?? ''}`
      if (answer instanceof Error) expect(answer, said).toBeInstanceOf(ShoalError)
      const text = answer instanceof Error ? answer.message : JSON.stringify(answer)
      expect(text, said).not.toMatch(GIVEN_UP)
      if (answer instanceof Error) expect(text).not.toContain('\n')
    }
  })

  it('have an answer of every step of a question', async () => {
    const of = (name: string) => tools.find(one => one.name === name)!
    const [, run] = /^Run (\S+),/.exec(
      await server.call(of('overview'), { paths: ['after', 'before'], question: 'What is wrong?' }),
    )!
    const calls: readonly (readonly [string, object])[] = [
      ...(['text', 'words', 'regex'] as const).map(mode => ['search', { query: 'a', mode }] as const),
      ['sql', { query: 'SELECT count(*) FROM files' }],
      ...some(1).map(path => ['read', { path }] as const),
      ...some(2).map(after => ['diff', { before: earlier(after), after }] as const),
    ]
    for (const [name, input] of calls) {
      const said = await server.call(of(name), { run, ...input })
      expect(said, `${name} ${JSON.stringify(input)}`).not.toMatch(GIVEN_UP)
    }
  })
})
