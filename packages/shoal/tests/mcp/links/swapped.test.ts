// The law of the jail: whatever part of a path is swapped for a link, at whatever moment, nothing of what lies outside of the
// roots is in any answer.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { failureLine } from '../../../src/mcp/answer.ts'
import type { Tool } from '../../../src/mcp/tool.ts'
import { analyze } from '../../../src/mcp/tools/analyze.ts'
import { detect } from '../../../src/mcp/tools/detect.ts'
import { plan } from '../../../src/mcp/tools/plan.ts'
import { profile } from '../../../src/mcp/tools/profile.ts'
import { queryData } from '../../../src/mcp/tools/query-data.ts'
import { readChunk } from '../../../src/mcp/tools/read-chunk.ts'
import { report } from '../../../src/mcp/tools/report.ts'
import { searchFiles as search } from '../../../src/mcp/tools/search-files.ts'
import { renderReport } from '../../../src/run/render-report.ts'
import { excerptsIn } from '../../../src/run/report-page/excerpts-in.ts'
import { search as searchHere } from '../../../src/run/search.ts'
import { sampleReport } from '../../stages/report/sample-report.ts'
import { makeLab } from '../lab.ts'
import { aroundCalls, MARKER, SwappedRoot } from './swapping.ts'

const FILE = 'area/part/data.csv'
/** The search that leaked did so in 32 of 202: so many calls miss such a leak once in 30,000 runs. */
const CALLS = 60
/** An analysis opens files by the same function, hundreds of times in so many calls. */
const DEAR_CALLS = 15

interface Asked {
  readonly what: string
  readonly tool: Tool
  readonly input: Readonly<Record<string, unknown>>
}

const ASKED: readonly Asked[] = [
  ...(['text', 'words', 'regex'] as const).map(mode => ({
    what: `search (${mode}) of a directory`,
    tool: search,
    input: { query: 'row', mode, paths: ['area'] },
  })),
  { what: 'search of a file', tool: search, input: { query: 'row', mode: 'text', paths: [FILE] } },
  { what: 'detect', tool: detect, input: { paths: ['.'] } },
  { what: 'plan', tool: plan, input: { paths: ['area/part'], dry_run: true } },
  { what: 'profile', tool: profile, input: { path: FILE } },
  { what: 'query_data', tool: queryData, input: { sql: 'SELECT * FROM data', files: [FILE], limit: 5 } },
  { what: 'the tables of query_data', tool: queryData, input: { files: [FILE] } },
  { what: 'analyze', tool: analyze, input: { paths: ['area'], query: 'how many rows by note?' } },
]

describe.skipIf(process.platform === 'win32').each(['file', 'directory'] as const)('a %s that becomes a link', what => {
  const lab = makeLab()
  const world = new SwappedRoot(lab.root, join(lab.root, '..'), what)
  const server = lab.server()
  afterAll(() => world.remove())

  /** The answer or the refusal, as a client would read it. */
  const said = async (work: () => Promise<unknown>): Promise<string> => {
    try {
      return JSON.stringify(await work()) ?? ''
    } catch (error) {
      return failureLine('it', error)
    }
  }
  /** Once for every call of the file system: swapped for that call alone, and from it on. */
  const atEveryCall = async (ask: () => Promise<unknown>, least = 3, step = 1) => {
    const whole = await aroundCalls(lab.root, { before: () => {}, after: () => {} }, () => said(ask))
    expect(whole).toBeGreaterThanOrEqual(least)
    for (const stays of [false, true]) {
      for (let at = 1; at <= whole; at += step) {
        let isOut = false
        const turn = { before: (call: number) => call === at, after: (call: number) => call === at && !stays }
        const before = (call: number) => {
          if (!turn.before(call)) return
          world.swapOut()
          isOut = true
        }
        const back = () => {
          if (isOut) world.swapBack()
          isOut = false
        }
        let answer = ''
        const after = (call: number) => void (turn.after(call) && back())
        await aroundCalls(lab.root, { before, after }, async () => {
          answer = await said(ask)
        }).finally(back)
        expect(answer, `swapped at call ${at} of ${whole}${stays ? ' and after' : ''}`).not.toContain(MARKER)
      }
    }
  }

  it.each(ASKED)('shows nothing of the outside in $what, at whichever call it is swapped', async ({ tool, input }) => {
    // For an analysis a swapped directory is tried at every call; a swapped file, which all tools open alike, at every third.
    await atEveryCall(() => server.call(tool, input), 3, tool === analyze && what === 'file' ? 3 : 1)
  })

  it('shows nothing of it in what a delegated run reads', async () => {
    const made = await server.call(plan, { paths: [FILE], query: 'what is odd?' })
    const task = made.stage.tasks[0].task
    // A small file is one chunk, and is opened once.
    await atEveryCall(() => server.call(readChunk, { run: made.run, task }), 2)
    await atEveryCall(() => server.call(profile, { run: made.run, task }))
    // The rest of its calls are made by a thread: see below.
    await atEveryCall(() => server.call(search, { run: made.run, query: 'row', mode: 'text' }), 1)
  })

  it.each(['text', 'words', 'regex'] as const)(
    'shows nothing of it in what a thread does for a search (%s), done here',
    async mode => {
      const file = join(lab.root, FILE)
      const files = [{ path: FILE, file, sizeBytes: statSync(file).size, isTable: true }]
      const { signal } = new AbortController()
      const order = { query: 'row', mode, caseSensitive: false, files, limit: 5, cursor: null, signal }
      await atEveryCall(() => searchHere(order))
    },
  )

  it('shows nothing of it in what a thread does for the lines around quotes, done here', async () => {
    const file = join(lab.root, FILE)
    const read = { file, sizeBytes: statSync(file).size, mtimeMs: null }
    const quotes = [{ line: 2, text: '1,row,', isShown: true }]
    const order = {
      path: FILE,
      quotes,
      leftOut: 0,
      closed: new Set<number>(),
      read,
      chunks: [],
      isTable: true,
      room: 9999,
    }
    await atEveryCall(() => excerptsIn(order, new AbortController().signal))
  })

  it('is not looked at for the report of a run that has ended', async () => {
    const { run } = await server.call(analyze, { paths: ['area'] })
    for (const tool of [report, analyze]) {
      const calls = await aroundCalls(lab.root, { before: () => {}, after: () => {} }, () => server.call(tool, { run }))
      expect(calls, tool.name).toBe(0)
    }
  })

  it('shows nothing of it in the page of a report that names the file', async () => {
    const [planned] = sampleReport().files
    const { size: sizeBytes } = statSync(join(lab.root, FILE))
    const answerEvidence = [{ path: FILE, line: 2, quote: '1,row,' }]
    const files = [{ ...planned!, path: FILE, sizeBytes }]
    const made = sampleReport({ files, findings: [], crossFile: [], answerEvidence })
    await atEveryCall(() => renderReport(made, 'html', { root: lab.root }))
  })

  // A swapped directory is the harder case of the two; of a file, the tool that was seen to leak.
  const often = what === 'directory' ? ASKED : ASKED.filter(({ tool }) => tool === search)
  it.each(often)('shows nothing of it in $what, called many times while it is swapped all the time', async asked => {
    const times = asked.tool === analyze ? DEAR_CALLS : CALLS
    const stop = await world.keepSwapping()
    let [answered, refused, escaped] = [0, 0, 0]
    try {
      for (let k = 0; k < times; k++) {
        const answer = await said(async () => {
          const data = await server.call(asked.tool, asked.input)
          answered++
          return data
        })
        if (answer.includes(MARKER)) escaped++
      }
      refused = times - answered
    } finally {
      await stop()
    }
    expect({ escaped, all: answered + refused }).toEqual({ escaped: 0, all: times })
  })
})
