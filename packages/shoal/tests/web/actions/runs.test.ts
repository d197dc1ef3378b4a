// Runs that are planned, started, stopped and resumed over the API: real processes of the built command.
import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../../../tests/patience.ts'
import { currentOverview } from '../../../src/run/overviews.ts'
import { assertBuilt } from '../../cli/built-bin.ts'
import { served } from '../served.ts'

const server = served()
const statusOf = async (run: string) => (await currentOverview(server.ledger(), run)).status
const until = async (run: string, ...wanted: string[]) =>
  await eventually(async () => expect(wanted).toContain(await statusOf(run)))
const start = async (body: object) => {
  const { status, text } = await server.post('/api/runs', body)
  expect({ status, text }).toEqual({ status: 201, text: expect.any(String) })
  return JSON.parse(text).run as string
}
const refused = async (path: string, body: unknown = {}) => {
  const { status, text } = await server.post(path, body)
  const { code, message } = JSON.parse(text).error
  return { status, code, message }
}

beforeAll(() => {
  assertBuilt()
  const rows = (count: number) => Array.from({ length: count }, (_, n) => `${n},name ${n},${n * 2}`).join('\n')
  server.directory.write('data/orders.csv', `id,name,amount\n${rows(300)}\n`)
  server.directory.write('data/app.log', '2024-05-01T10:00:00Z ERROR payment failed for order 7\n'.repeat(40))
  server.directory.write('-q.csv', 'id\n1\n2\n')
})

describe('a plan', () => {
  it('says what would be read, by type, the largest first', async () => {
    const { status, text } = await server.post('/api/plan', { paths: ['data'], query: 'What failed?' })
    expect(status).toBe(200)
    expect(JSON.parse(text)).toEqual({
      files: 2,
      bytes: expect.any(Number),
      tasks: expect.any(Number),
      byType: [
        { contentType: 'structured_data', files: 1, bytes: expect.any(Number) },
        { contentType: 'log', files: 1, bytes: 54 * 40 },
      ],
      skipped: { count: 0, reasonCount: 0, reasons: [] },
      engine: 'built-in',
      inputTokens: expect.any(Number),
      costUsd: 0,
      warnings: [],
    })
  })

  it('says what a model would cost, and starts nothing', async () => {
    const { text } = await server.post('/api/plan', { paths: ['data'], model: 'anthropic:claude-haiku-4-5' })
    const { engine, costUsd } = JSON.parse(text)
    expect(engine).toContain('anthropic:claude-haiku-4-5')
    expect(costUsd).toBeGreaterThan(0)
    expect(JSON.parse((await server.get('/api/runs')).text).runs).toEqual([])
  })

  it('of a path that is not there is a mistake', async () => {
    expect(await refused('/api/plan', { paths: ['data', 'none'] })).toEqual({
      status: 400,
      code: 'not-found',
      message: 'none: no such file or directory',
    })
  })
})

describe('a run', () => {
  it('is started, is led by a process of its own, and has a report', async () => {
    const run = await start({ paths: ['data'], query: '--help me?' })
    expect(run).toBe('analyze-data')
    await until(run, 'completed')
    const [first, again] = await Promise.all([1, 2].map(() => server.get(`/api/runs/${run}/report`)))
    const { status, headers, text } = first!
    expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'application/json; charset=utf-8' })
    expect(again!.text).toBe(text)
    expect(text).toBe(JSON.stringify(JSON.parse(text)))
    expect(JSON.parse(text).report.query).toBe('--help me?')
    const file = await server.get(`/api/runs/${run}/report.html`)
    expect(file.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-disposition': 'attachment; filename="analyze-data.html"',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect(file.text).toMatch(/^<!doctype html>/i)
    expect(file.text).toContain('id="shoal-report"')
  })

  it('may be of a path that looks like an option', async () => {
    await until(await start({ paths: ['-q.csv'] }), 'completed')
  })

  it('is named apart from those that are started in the same moment', async () => {
    const names = await Promise.all([1, 2, 3].map(() => start({ paths: ['data'] })))
    expect(names.toSorted()).toEqual(['analyze-data-2', 'analyze-data-3', 'analyze-data-4'])
    for (const name of names) await until(name, 'completed')
  })

  it.each([
    ['a path that is not there', { paths: ['none'] }, 400, 'not-found', 'none: no such file or directory'],
    ['a model of no provider', { paths: ['data'], model: 'Nobody!' }, 400, 'bad-value', /^model must be PROVIDER:NAME/],
    ['a provider that is not known', { paths: ['data'], model: 'nobody:x' }, 400, 'bad-value', /nobody/],
    ['a model without its key', { paths: ['data'], model: 'anthropic' }, 400, 'no-credentials', /ANTHROPIC_API_KEY/],
    ['a limit without a model', { paths: ['data'], maxCostUsd: 1 }, 400, 'bad-value', 'a limit of cost needs a model'],
    ['nothing to read', { paths: ['empty'] }, 400, 'bad-value', /nothing to read/],
  ])(
    'is not started with %s, and it is said why',
    async (_, body, status, code, message) => {
      server.directory.write('empty/.gitignore', '*\n')
      expect(await refused('/api/runs', body)).toEqual({
        status,
        code,
        message: typeof message === 'string' ? message : expect.stringMatching(message),
      })
    },
    30_000,
  )

  it('that is completed can be neither stopped nor resumed', async () => {
    expect(await refused('/api/runs/analyze-data/stop')).toMatchObject({ status: 409, code: 'wrong-state' })
    expect(await refused('/api/runs/analyze-data/resume')).toEqual({
      status: 409,
      code: 'wrong-state',
      message: 'run "analyze-data" is completed; nothing is left to do',
    })
    expect(await refused('/api/runs/none/stop')).toMatchObject({ status: 404, code: 'not-a-run' })
    expect(await refused('/api/runs/none/resume')).toMatchObject({ status: 404, code: 'not-a-run' })
  })

  it('is stopped, resumed, and stopped in order when the server ends', async () => {
    const line = (n: number) => `2024-05-01T10:00:00Z INFO worker ${n} took ${n * 7} ms for request ${n * 31}\n`
    const large = Array.from({ length: 20_000 }, (_, n) => line(n)).join('')
    for (let n = 0; n < 60; n++) server.directory.write(`large/app-${n}.log`, large)
    const run = await start({ paths: ['large'] })
    await until(run, 'running', 'waiting')
    expect(await refused(`/api/runs/${run}/resume`)).toMatchObject({ status: 409, code: 'run-alive' })
    const stopped = await server.post(`/api/runs/${run}/stop`, {})
    expect({ status: stopped.status, text: stopped.text }).toEqual({ status: 200, text: '{"ok":true}' })
    await until(run, 'stopped')
    expect(JSON.parse((await server.get(`/api/runs/${run}`)).text)).toMatchObject({
      status: 'stopped',
      canResume: true,
      canStop: false,
    })
    const resumes = await Promise.all([1, 2].map(() => server.post(`/api/runs/${run}/resume`, {})))
    expect(resumes.map(({ status }) => status).toSorted()).toEqual([200, 409])
    await until(run, 'running', 'waiting')
    await server.end()
    expect(await statusOf(run)).toBe('interrupted')
    // Its process was waited for, and has given back what it had: nobody is left to go on.
    expect(await server.ledger().overview(run)).toMatchObject({
      alive: 0,
      leadAlive: false,
      tasks: { inProgress: 0 },
    })
  })

  it('a server that has ended takes no more', async () => {
    await expect(server.get('/api/runs')).rejects.toThrow('ECONNREFUSED')
    expect(server.notes).toEqual([])
  })
})
