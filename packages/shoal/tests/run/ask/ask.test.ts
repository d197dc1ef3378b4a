// `shoal ask` as a user meets it: the command line over a real ledger, the stub's HTTP for a provider. Killed anywhere it goes on, nothing
// is asked twice, and the record alone gives the same answer.
import { once } from 'node:events'
import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'
import { main } from '../../../src/cli/main.ts'
import { askFiles } from '../../../src/index.ts'
import { fakeIo } from '../../cli/fake-io.ts'
import { allShapes } from '../../growth/shapes.mjs'
import type { StubAction, StubRequest } from '../../models/stub/exchange.ts'
import { Lab } from '../models/lab.ts'

const QUESTION = 'Why do orders fail?'
const MODEL = ['--model', 'anthropic:claude-sonnet-4-5']

/** Too long to be read at once. */
function orderLog(lines = 9_000): string {
  return Array.from({ length: lines }, (_, k) => {
    const at = new Date(Date.UTC(2026, 4, 4, 6, 0, k)).toISOString()
    if (k === 4_000) return `${at} INFO config reloaded: pool-size=5`
    return k > 4_100 && k % 10 === 0
      ? `${at} ERROR order ${k} failed: no free connection in the pool`
      : `${at} INFO order ${k} was taken and is on its way`
  }).join('\n')
}

const FAILED = Array.from({ length: 9_000 }, (_, k) => k).filter(k => k > 4_100 && k % 10 === 0).length

/** Results of tools so far, the sceptic's request apart. */
const resultsIn = ({ messages }: StubRequest) => JSON.stringify(messages).split('"tool_result"').length - 1
const isSceptic = ({ system }: StubRequest) => system.startsWith('You check an answer')
const isReader = ({ system }: StubRequest) => system.startsWith('You read one passage')

const PLAN: readonly StubAction['toolCalls'][] = [
  [{ name: 'sql', input: { query: "SELECT count(*) AS failed FROM entries WHERE level = 'ERROR'" } }],
  [{ name: 'search', input: { query: 'config reloaded' } }],
  [
    {
      name: 'run',
      input: {
        code: 'var rows = sql("SELECT min(line) AS first FROM entries WHERE level = \'ERROR\'"); rows[0].first',
      },
    },
  ],
  [{ name: 'run', input: { code: 'rows.length' } }],
  [
    {
      name: 'llm',
      input: { question: 'What fails?', passages: [{ path: 'data/orders.log', from: 4_105, to: 4_120 }] },
    },
  ],
  [
    {
      name: 'note',
      input: {
        claim: `The pool was set to 5 by a reload, and because of it ${FAILED} orders failed for want of a connection`,
        quotes: [
          { path: 'data/orders.log', line: 4_001, quote: 'config reloaded: pool-size=5' },
          { path: 'data/orders.log', line: 4_111, quote: 'failed: no free connection in the pool' },
        ],
        results: ['R2'],
      },
    },
  ],
  [
    {
      name: 'answer',
      input: { sentences: [{ text: `${FAILED} orders failed because the pool was set to 5.`, cites: ['N1'] }] },
    },
  ],
]

function root(request: StubRequest): StubAction {
  if (isSceptic(request)) return { json: { objections: [], rival: null } }
  if (isReader(request))
    return {
      json: { answer: 'Orders fail for want of a connection.', quotes: [{ line: 4_111, quote: 'no free connection' }] },
    }
  return { toolCalls: PLAN[resultsIn(request)] ?? [] }
}

const ask = (lab: Lab, ...args: readonly string[]) =>
  lab.shoal('ask', 'data', QUESTION, ...MODEL, '--name', 'lab', ...args)

interface Told {
  readonly status: string
  readonly answer: string
  readonly notes: readonly { readonly quotes: readonly unknown[] }[]
  readonly steps: readonly { readonly tool: string; readonly result: string | null; readonly text: string }[]
  readonly usage: { readonly calls: number; readonly cached: number }
}

const told = (stdout: string) => JSON.parse(stdout) as Told
const substance = ({ status, answer, notes, steps }: Told) => ({ status, answer, notes, steps })

describe('shoal ask', () => {
  it('answers with figures that programs worked out and lines that stand there', async () => {
    const lab = await Lab.open(root)
    lab.write('orders.log', orderLog())
    const { status, stdout, stderr } = await ask(lab)
    expect(stderr).toBe('')
    expect(status).toBe(0)
    expect(stdout).toContain(`${FAILED} orders failed because the pool was set to 5. [N1]`)
    expect(stdout).toContain('data/orders.log:4001')
    expect(stdout).toContain("SELECT count(*) AS failed FROM entries WHERE level = 'ERROR'")
    const again = await lab.shoal('report', 'lab', '--json')
    const report = told(again.stdout)
    expect(report.steps.map(({ tool, result }) => [tool, result])).toEqual([
      ['sql', 'R2'],
      ['search', 'R3'],
      ['run', 'R4'],
      ['run', 'R5'],
      ['llm', 'R6'],
    ])
    expect(report.steps[0]!.text).toContain(String(FAILED))
    expect(report.steps[2]!.text).toBe('4111')
    // Seven of the root, one of a reader, one of the sceptic.
    expect(report.usage.calls).toBe(9)
    expect((await lab.shoal('report', 'lab', '--format', 'md')).stdout).toMatch(/^# Why do orders fail\?/)
  })

  it.each([3, 6, 9])('killed at request %i goes on and asks nothing twice', async at => {
    const seen: string[] = []
    let isHeld = true
    const held = new EventTarget()
    const lab = await Lab.open(async request => {
      if (isHeld && request.number === at) {
        held.dispatchEvent(new Event('held'))
        return { hang: true }
      }
      seen.push(JSON.stringify(request.body))
      return root(request)
    })
    lab.write('orders.log', orderLog())
    const reached = once(held, 'held')
    const child = lab.start('ask', 'data', QUESTION, ...MODEL, '--name', 'lab')
    await reached
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
    isHeld = false
    const { stdout, stderr } = await lab.shoal('resume', 'lab', '--json')
    expect(stderr).toBe('')
    expect(told(stdout)).toMatchObject({ status: 'answered', usage: { calls: 9 } })
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen).toHaveLength(9)
  })

  it('a question within the question is looked up by the smaller model; killed in it, nothing is asked twice', async () => {
    const nested: readonly StubAction['toolCalls'][] = [
      [{ name: 'search', input: { query: 'config reloaded' } }],
      [
        {
          name: 'answer',
          input: {
            sentences: [
              {
                text: 'A reload set pool-size to 5.',
                quotes: [{ path: 'data/orders.log', line: 4_001, quote: 'config reloaded: pool-size=5' }],
              },
            ],
          },
        },
      ],
    ]
    const asked: readonly StubAction['toolCalls'][] = [
      [{ name: 'llm', input: { question: 'What was changed?', paths: ['data/orders.log'] } }],
      [{ name: 'answer', input: { sentences: [{ text: 'A reload set pool-size to 5.', results: ['R2'] }] } }],
    ]
    const seen: string[] = []
    const offered = new Set<string>()
    let isHeld = true
    const held = new EventTarget()
    const lab = await Lab.open(async request => {
      const isChild = request.model === 'claude-haiku-4-5'
      if (isHeld && isChild && resultsIn(request) === 1) {
        held.dispatchEvent(new Event('held'))
        return { hang: true }
      }
      seen.push(JSON.stringify(request.body))
      if (isSceptic(request)) return { json: { objections: [], rival: null } }
      if (isChild) for (const { name } of request.tools) offered.add(name)
      return { toolCalls: (isChild ? nested : asked)[resultsIn(request)] ?? [] }
    })
    lab.write('orders.log', orderLog())
    const reached = once(held, 'held')
    const small = ['--sub-model', 'anthropic:claude-haiku-4-5']
    const child = lab.start('ask', 'data', QUESTION, ...MODEL, ...small, '--name', 'lab')
    await reached
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
    isHeld = false
    const { stdout, stderr } = await lab.shoal('resume', 'lab', '--json')
    expect(stderr).toBe('')
    const report = told(stdout)
    expect(report.steps.map(({ tool, text }) => [tool, text])).toEqual([
      ['llm', 'A reload set pool-size to 5.\n  data/orders.log:4001| config reloaded: pool-size=5'],
    ])
    expect(report).toMatchObject({ status: 'answered', usage: { calls: 5 } })
    expect(new Set(seen).size).toBe(seen.length)
    // One level deep.
    expect([...offered].sort()).toEqual(['answer', 'diff', 'note', 'read', 'run', 'search', 'sql'])
  })

  it('a file that changes while it is stopped voids the steps that read it, and no other', async () => {
    const readings = ['orders', 'stock'].map(name => ({
      name: 'read',
      input: { path: `data/${name}.log`, from: 5_000, to: 5_002 },
    }))
    let isHeld = true
    const held = new EventTarget()
    const lab = await Lab.open(async request => {
      const known = resultsIn(request)
      if (isHeld && known === 2) {
        held.dispatchEvent(new Event('held'))
        return { hang: true }
      }
      return known === 0 ? { toolCalls: readings } : root(request)
    })
    lab.write('orders.log', orderLog())
    lab.write('stock.log', orderLog())
    const reached = once(held, 'held')
    const child = lab.start('ask', 'data', QUESTION, ...MODEL, '--name', 'lab')
    await reached
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
    isHeld = false
    lab.write('stock.log', orderLog().replace('order 4999 was', 'order 4998 was'))
    const stopped = lab.asked.length
    const { stdout } = await lab.shoal('resume', 'lab', '--json')
    const { steps } = told(stdout)
    expect(steps[1]!.text).toContain('order 4998 was taken')
    const { tasks } = JSON.parse((await lab.shoal('team', 'tasks', 'lab', '--json')).stdout) as {
      tasks: readonly { readonly subject: string; readonly status: string }[]
    }
    const done = (name: string) =>
      tasks.filter(
        ({ subject, status }) => subject.startsWith('read') && subject.includes(name) && status === 'completed',
      )
    expect(done('orders.log')).toHaveLength(1)
    expect(done('stock.log')).toHaveLength(2)
    // The first request says the same of the files as before: it is not sent again.
    expect(resultsIn(lab.asked[stopped]!)).toBeGreaterThan(0)
  })

  it('replayed gives the same answer and asks nobody; resumed when it is done, the same', async () => {
    const lab = await Lab.open(root)
    lab.write('orders.log', orderLog())
    const first = told((await ask(lab, '--json')).stdout)
    const asked = lab.asked.length
    const replayed = told((await lab.shoal('replay', 'lab', '--json')).stdout)
    expect(substance(replayed)).toEqual(substance(first))
    expect(replayed.usage).toMatchObject({ calls: 0, cached: asked })
    expect(substance(told((await lab.shoal('resume', 'lab', '--json')).stdout))).toEqual(substance(first))
    expect(lab.asked).toHaveLength(asked)
  })

  it('tells whoever watches a terminal each step with what came of it, its cost, notes, what is open, and the sceptic', async () => {
    const lab = await Lab.open(request => {
      if (isSceptic(request))
        return { json: { objections: [{ sentence: 1, why: 'It shows what came first.' }], rival: null } }
      const calls = PLAN[resultsIn(request)] ?? []
      const rivals = ['the database was down', 'too many orders']
      return {
        toolCalls: calls.map(call =>
          call.name === 'note' ? { ...call, input: { ...(call.input as object), rivals } } : call,
        ),
      }
    })
    lab.write('orders.log', orderLog())
    const io = fakeIo({ env: lab.env, cwd: lab.path })
    Object.assign(io.stderr, { isTTY: true })
    await main(['ask', 'data', QUESTION, ...MODEL, '--name', 'lab'], io)
    const shown = io.stderr.text.replace(/\u001b\[[\d;]*[A-Za-z]|\r/g, '')
    expect(shown).toMatch(/ {2}1\. sql SELECT count\(\*\) AS failed .* \(\$0\.\d+\)\n {5}R2: .*489/)
    expect(shown).toContain('  N1  The pool was set to 5 by a reload')
    expect(shown).toContain('  open: the database was down; too many orders')
    expect(shown).toContain('  the sceptic, of sentence 1: It shows what came first.')
    expect((await lab.shoal('report', 'lab')).stderr).toBe('')
  })

  it('small files are read at once, with one call and the sceptic', async () => {
    const line = 'retries: 3'
    const lab = await Lab.open(request => {
      if (isSceptic(request)) return { json: { objections: [], rival: null } }
      const sentence = { text: 'retries is set to 3.', quotes: [{ path: 'data/app.yaml', line: 2, quote: line }] }
      return { toolCalls: [{ name: 'answer', input: { sentences: [sentence] } }] }
    })
    lab.write('app.yaml', `name: shop\n${line}\n`)
    const { stdout, status } = await ask(lab, '--json')
    expect(status).toBe(0)
    expect(told(stdout)).toMatchObject({ status: 'answered', steps: [], usage: { calls: 2 } })
    expect(lab.asked[0]!.text).toContain('2| retries: 3')
  })

  it('shows no secret to the model, in no result and in no report', async () => {
    const secret = 'hunter2-Zx81qLmN0pQ'
    const lab = await Lab.open(request =>
      isSceptic(request)
        ? { json: { objections: [], rival: null } }
        : resultsIn(request) === 0
          ? {
              toolCalls: [
                { name: 'search', input: { query: 'password' } },
                { name: 'read', input: { path: 'data/app.log' } },
                { name: 'sql', input: { query: "SELECT message FROM entries WHERE message LIKE '%password%'" } },
                { name: 'run', input: { code: 'JSON.stringify([read("data/app.log", 1, 3), search("password")])' } },
              ],
            }
          : { toolCalls: [{ name: 'answer', input: { sentences: [], missing: ['what it is for'] } }] },
    )
    lab.write('app.log', `2026-05-04 06:00:00 INFO connecting with password=${secret}\n${orderLog()}`)
    const { stdout, status } = await ask(lab, '--json')
    expect(status).toBe(6)
    expect(told(stdout).steps.map(({ result }) => result)).toEqual(['R2', 'R3', 'R4', 'R5'])
    expect(stdout).not.toContain(secret)
    expect(JSON.stringify(lab.asked)).not.toContain(secret)
    for (const [name, content] of lab.kept()) expect(content.includes(secret), name).toBe(false)
  })

  it('reaches nothing but its files, whatever path is asked for', async () => {
    const paths = [
      '/etc/hostname',
      '../outside.txt',
      'data/../outside.txt',
      'data/link.txt',
      '~/x',
      'file:///etc/hostname',
    ]
    const lab = await Lab.open(request =>
      resultsIn(request) === 0
        ? {
            toolCalls: [
              ...paths.map(path => ({ name: 'read', input: { path } })),
              { name: 'sql', input: { query: "SELECT * FROM read_csv('/etc/hostname')" } },
              { name: 'diff', input: { before: '/etc', after: 'data' } },
            ],
          }
        : { toolCalls: [{ name: 'answer', input: { sentences: [], missing: ['all'] } }] },
    )
    lab.write('orders.log', orderLog())
    lab.write('../outside.txt', 'kept apart: 77123\n')
    const { stdout } = await ask(lab, '--json')
    expect(told(stdout).steps.map(({ result }) => result)).toEqual(told(stdout).steps.map(() => null))
    expect(JSON.stringify(lab.asked)).not.toContain('77123')
  })

  it('a budget that is spent stops it with what was noted; with a higher one it goes on', async () => {
    const lab = await Lab.open(request => ({
      ...root(request),
      usage: { input: 10_000, output: 100, cacheRead: 0, cacheWrite: 0 },
    }))
    lab.write('orders.log', orderLog())
    const stopped = await ask(lab, '--json', '--max-tokens', '60000')
    expect(stopped.status).not.toBe(0)
    const count = lab.asked.length
    const resumed = await lab.shoal('resume', 'lab', '--json', '--max-tokens', '2000000')
    expect(told(resumed.stdout)).toMatchObject({ status: 'answered' })
    const bodies = lab.asked.map(({ body }) => JSON.stringify(body))
    expect(new Set(bodies.slice(0, count)).size).toBe(count)
  })

  it.each(['openai:gpt-5', 'google:gemini-2.5-pro', 'openai-compatible:local'])('works with %s', async model => {
    const lab = await Lab.open(request => {
      if (isSceptic(request)) return { json: { objections: [], rival: null } }
      const isFirst = !JSON.stringify(request.messages).includes('(1 row)')
      const sentence = { text: `${FAILED} orders failed.`, results: ['R2'] }
      const call = isFirst ? PLAN[0]![0]! : { name: 'answer', input: { sentences: [sentence] } }
      return request.tools.length > 0 ? { toolCalls: [call] } : { json: { calls: [call] } }
    })
    lab.write('orders.log', orderLog())
    const { stdout, stderr } = await lab.shoal(
      ...['ask', 'data', QUESTION, '--model', model, '--json', '--base-url', `${lab.stub.url}/v1`],
    )
    expect(stderr).toBe('')
    expect(told(stdout)).toMatchObject({ status: 'answered', answer: `${FAILED} orders failed.` })
  })

  it('ends on files that trap a reader, whatever it is asked for', async () => {
    const lab = await Lab.open(request => {
      const { text } = request
      const paths = [...new Set(text.match(/data\/[\w.-]+/g) ?? [])]
      const done = resultsIn(request)
      const calls = paths.flatMap(path => [
        { name: 'read', input: { path } },
        { name: 'search', input: { query: '(a+)+$', mode: 'regex', paths: [path] } },
      ])
      const next = [...calls, { name: 'diff', input: { before: paths[0]!, after: paths[1]! } }].slice(done, done + 8)
      return { toolCalls: next.length > 0 ? next : [{ name: 'answer', input: { sentences: [], missing: ['all'] } }] }
    })
    for (const { name, file, make } of allShapes.filter((_, k) => k % 4 === 0))
      lab.write(`${name}-${basename(file)}`, make(4096))
    lab.write('orders.log', orderLog())
    const { status, stderr, stdout } = await ask(lab, '--json')
    expect(stderr).toBe('')
    expect(status).toBe(6)
    const { steps } = told(stdout)
    expect(steps.length).toBeGreaterThan(20)
    expect(steps.filter(({ text }) => /tool failed|internal/i.test(text))).toEqual([])
  })

  it('is a function of the library as well', async () => {
    const lab = await Lab.open(root)
    const file = lab.write('orders.log', orderLog())
    const steps: string[] = []
    const before = { ...process.env }
    Object.assign(process.env, lab.env)
    try {
      const report = await askFiles(file, QUESTION, {
        model: 'anthropic:claude-sonnet-4-5',
        onStep: ({ tool }) => steps.push(tool),
      })
      expect(report).toMatchObject({ question: QUESTION, files: 1, status: 'answered' })
      expect(steps).toEqual(['sql', 'search', 'run', 'run', 'llm'])
    } finally {
      process.env = before
    }
  })

  it('a provider that fails for good stops it with what was noted; later it goes on', async () => {
    let isDown = true
    const lab = await Lab.open(request =>
      isDown && resultsIn(request) === 6 ? { status: 400, body: { error: { message: 'no' } } } : root(request),
    )
    lab.write('orders.log', orderLog())
    const stopped = await ask(lab, '--json')
    expect(stopped.status).not.toBe(0)
    expect(told(stopped.stdout)).toMatchObject({ status: 'partial', notes: [{ id: 'N1' }], answer: null })
    isDown = false
    expect(told((await lab.shoal('resume', 'lab', '--json')).stdout)).toMatchObject({ status: 'answered' })
  })

  it.each([
    [['data', QUESTION], /shoal ask needs --model/],
    [['data', ...MODEL], /needs a QUESTION/],
    [['data', QUESTION, ...MODEL, '--output', 'a.sarif'], /no document of the form .sarif/],
    [['nothing-here', QUESTION, ...MODEL], /nothing-here: no such file/],
  ])('says in one line what is wrong: %j', async (args, complaint) => {
    const lab = await Lab.open(root)
    lab.write('orders.log', 'x\n')
    const { status, stderr } = await lab.shoal('ask', ...args)
    expect(status).toBe(2)
    expect(stderr).toMatch(complaint)
    expect(stderr.trim().split('\n')).toHaveLength(1)
  })
})
