// A naive or hostile client: whatever it sends, every request is answered, the server lives on, nothing from outside the
// roots comes back, and no file of the user changes.
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { tools } from '../../packages/shoal/src/mcp/tools.ts'
import { hostileArguments, type JsonSchema, type Words } from './hostile-arguments.ts'
import { type RawAnswer, RawClient } from './raw-client.ts'
import { makeWorkspace, type Workspace } from './server-process.ts'

const SECRET = 'CANARY-7f3a-outside-of-the-roots'
const repository = fileURLToPath(new URL('../..', import.meta.url))

interface ListedTool {
  readonly name: string
  readonly inputSchema: JsonSchema
}

let workspace: Workspace
let client: RawClient
let listed: readonly ListedTool[]
let words: Words
let outside: string

beforeAll(async () => {
  workspace = makeWorkspace('clients/shop')
  outside = join(workspace.home, 'outside')
  mkdirSync(outside)
  writeFileSync(join(outside, 'secret.csv'), `name,value\nkey,${SECRET}\n`)
  symlinkSync(join(outside, 'secret.csv'), join(workspace.directory, 'linked.csv'))
  symlinkSync(outside, join(workspace.directory, 'linked'))
  client = new RawClient({ ...workspace, args: [...workspace.args, '--tools', 'all'] })
  await client.initialize()
  listed = (await client.request('tools/list', {})).result!.tools as ListedTool[]
  words = await wordsOf()
})

afterAll(async () => {
  await client?.close()
  workspace?.remove()
})

describe('tools', () => {
  it('answer whatever they are asked, and tell nothing that is not theirs to tell', async () => {
    const before = digestOf(workspace.directory)
    const answersOf = answerChecks()
    const call = fc
      .constantFrom(...listed)
      .chain(tool => fc.tuple(fc.constant(tool.name), hostileArguments(tool.inputSchema, wordsFor(tool.name))))
    await fc.assert(
      fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: 6 }), async calls => {
        const answers = await Promise.all(calls.map(([name, args]) => client.call(name, args)))
        for (const [index, answer] of answers.entries()) answersOf(calls[index]![0], calls[index]![1], answer)
      }),
      { numRuns: 200, endOnFailure: true },
    )
    expect(client.exitStatus).toBeUndefined()
    expect(digestOf(workspace.directory)).toBe(before)
    const detected = await client.call('detect', { paths: ['.'] })
    expect(detected.result).toMatchObject({ structuredContent: { by_type: { source_code: 1 } } })
  })

  it.each(['linked.csv', 'linked/secret.csv', '../outside/secret.csv', 'file:///etc/passwd', '/etc/passwd', '..', '/'])(
    'reach nothing by way of %s',
    async path => {
      const calls: readonly [string, object][] = [
        ['detect', { paths: [path] }],
        ['plan', { paths: [path] }],
        ['profile', { path }],
        ['search_files', { query: 'CANARY', paths: [path] }],
        ['overview', { paths: [path], question: 'What is the key?' }],
        ['analyze', { paths: [path] }],
        ['query_data', { sql: 'SELECT * FROM secret', files: [path] }],
        ['query_data', { sql: `SELECT * FROM read_csv('${path}')` }],
      ]
      for (const [name, args] of calls) {
        const answer = await client.call(name, args)
        expect({ name, isRefused: answer.result?.isError === true || isEmpty(answer) }).toEqual({
          name,
          isRefused: true,
        })
        expect(JSON.stringify(answer)).not.toContain(SECRET)
      }
    },
  )
})

describe('the wire', () => {
  const broken = [
    ['no JSON', '{"jsonrpc":"2.0","id":1,'],
    ['an empty line', ''],
    ['a number', '42'],
    ['another protocol', '{"jsonrpc":"1.0","id":"a","method":"tools/list"}'],
    ['an empty batch', '[]'],
    ['a batch', '[{"jsonrpc":"2.0","id":"b","method":"ping"}]'],
    ['an answer to nothing', '{"jsonrpc":"2.0","id":"c","result":{}}'],
    ['an unknown method', '{"jsonrpc":"2.0","id":"d","method":"tools/explode"}'],
    ['a tool that is none', '{"jsonrpc":"2.0","id":"e","method":"tools/call","params":{"name":"rm"}}'],
    [
      'arguments that are a list',
      '{"jsonrpc":"2.0","id":"f","method":"tools/call","params":{"name":"plan","arguments":[1]}}',
    ],
    ['a cancelled stranger', '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"nobody"}}'],
    ['depth', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
    ['bytes that are no text', '\u0000\ufffd\u0007'],
  ] as const

  it.each(broken)('carries on after %s', async (_, line) => {
    client.write(line)
    expect(await client.request('ping', {})).toMatchObject({ result: {} })
  })

  it('ends with its client', async () => {
    const other = new RawClient(workspace)
    await other.initialize()
    void other.call('analyze', { paths: ['.'] }).catch(() => {})
    expect(await other.close()).toBe(0)
  })
})

/** What holds for every answer. */
function answerChecks(): (name: string, args: unknown, answer: RawAnswer) => void {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  const validators = new Map<string, ValidateFunction>(
    tools.map(({ name, output }) => [name, ajv.compile(z.toJSONSchema(output, { unrepresentable: 'any' }))]),
  )
  const privatePaths = [repository, join(workspace.home, 'state'), outside]
  return (name, args, { result, error }) => {
    const said = JSON.stringify(result ?? error)
    const asked = JSON.stringify(args) ?? ''
    const where = `${name} ${asked.slice(0, 500)}`
    expect(said, where).not.toContain(SECRET)
    expect(said, where).not.toMatch(/\\n\s+at .{0,200}:\d+:\d+|node:internal/)
    for (const path of privatePaths) if (!asked.includes(path)) expect(said, where).not.toContain(path)
    if (error) {
      expect(error.code, where).toBe(-32602)
    } else if (result?.isError === true) {
      const [{ text }] = result.content as [{ text: string }]
      expect(text, where).not.toMatch(/failed inside shoal/)
      // What is wrong with an answer is said sentence by sentence.
      if (!isText(name)) expect(text, where).not.toContain('\n')
      expect(text.length, where).toBeLessThan(isText(name) ? 6_100 : 3_000)
    } else {
      const validate = validators.get(name)!
      const data = isText(name) ? textIn(result) : result?.structuredContent
      expect(validate(data), `${where}: ${ajv.errorsText(validate.errors)}`).toBe(true)
      expect(said.length, where).toBeLessThan(150_000)
    }
  }
}

/** A run, a team and files that exist, so that calls get past the first check; and ways out of the roots. */
async function wordsOf(): Promise<Words> {
  const planned = await client.call('plan', { paths: ['.'], query: 'refunds' })
  const { run, stage } = planned.result!.structuredContent as { run: string; stage: { tasks: { task: string }[] } }
  const opened = await client.call('overview', { paths: ['.'], question: 'What is refunded?' })
  const [, asked] = /^Run (\S+),/.exec((opened.result!.content as [{ text: string }])[0].text)!
  await client.call('team_create', { team: 'crew' })
  await client.call('task_create', { team: 'crew', id: 't1', subject: 'first' })
  const secret = join(outside, 'secret.csv')
  const paths = [
    '.',
    'refund.py',
    'orders.csv',
    'app.log',
    'shop.yaml',
    'missing',
    'linked',
    'linked.csv',
    '..',
    secret,
  ]
  const names = [run, run, asked!, asked!, 'crew', 'crew', 'none', '../crew']
  const tasks = [...stage.tasks.map(({ task }) => task), 't1', 't2']
  return {
    '': [
      '/etc/passwd',
      '../../etc/passwd',
      'file:///etc/passwd',
      '~',
      'C:\\Windows',
      '%2e%2e/',
      './/../..',
      '*',
      '**/*',
      '[',
    ],
    path: paths,
    paths,
    files: paths,
    tables: paths,
    file_path: paths,
    run: names,
    team: names,
    task: tasks,
    id: tasks,
    blocked_by: tasks,
    add_blocked_by: tasks,
    member: ['ida', 'lead', 'all'],
    from: ['ida', 'lead'],
    to: ['ida', 'all'],
    evidence: ['refunded', 'except Exception:', 'nothing of the kind'],
    query: ['refund', 'A-1003', '(a+)+$', '[', '\\'],
    sql: [
      'SELECT * FROM orders',
      `SELECT * FROM read_text('${secret}')`,
      `SELECT * FROM '${secret}'`,
      `COPY (SELECT 1) TO '${join(workspace.directory, 'made.csv')}'`,
      `ATTACH '${join(workspace.home, 'x.db')}'`,
      "SELECT getenv('HOME')",
      'INSTALL httpfs',
      "SET enable_external_access = true; SELECT * FROM glob('/**')",
      'DROP TABLE orders',
      'SELECT',
      ';',
    ],
  }
}

function textIn(result: RawAnswer['result']): string | undefined {
  return (result?.content as { text: string }[] | undefined)?.[0]?.text
}

/** It answers with text, and is told what is wrong in text. */
function isText(tool: string): boolean {
  return tools.find(({ name }) => name === tool)?.output instanceof z.ZodString
}

/** What the other calls need is not deleted. */
function wordsFor(tool: string): Words {
  return tool === 'team_delete' ? { ...words, team: ['gone', 'none'] } : words
}

function isEmpty({ result }: RawAnswer): boolean {
  const data = (result?.structuredContent ?? {}) as { total?: number; totals?: { files: number } }
  return data.total === 0 || data.totals?.files === 0
}

/** Of all files below a directory, names and contents; links are not followed. */
function digestOf(directory: string): string {
  const hash = createHash('sha256')
  for (const entry of readdirSync(directory, { recursive: true, encoding: 'utf8' }).sort()) {
    const file = join(directory, entry)
    if (statSync(file).isFile()) hash.update(`${entry}\0`).update(readFileSync(file))
  }
  return hash.digest('hex')
}
