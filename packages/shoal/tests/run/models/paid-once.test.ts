// Nothing is paid twice: not by a run that goes on, not by one over the same content, not for the same content in two
// files. And what was paid for can be repeated without anybody being asked.
import { EventEmitter, once } from 'node:events'
import type { RunReport } from '@shoal/base/model/report'
import { describe, expect, it } from 'vitest'
import { honestAnalyst, partsIn, purposeOf } from './honest-analyst.ts'
import { Lab, MODEL, modelFindings } from './lab.ts'

const QUESTION = 'What looks wrong?'
const CHUNKED = [QUESTION, '--chunk-size', '200']

function logLines(count: number): string[] {
  return Array.from({ length: count }, (_, k) => `2026-03-01 10:00:00 INFO request ${k} was served in time`)
}

const log = (lines: readonly string[]) => `${lines.join('\n')}\n`
const bodies = (lab: Lab) => lab.asked.map(({ body }) => JSON.stringify(body))
const reportsSince = (lab: Lab, before: number) =>
  lab.asked.slice(before).filter(request => purposeOf(request) === 'report')

/** As the ledger has it. */
async function tokenBudget(lab: Lab): Promise<{ readonly reserved: number; readonly used: number }> {
  const { budgets } = JSON.parse((await lab.shoal('team', 'show', 'lab', '--json')).stdout)
  return budgets.find(({ unit }: { readonly unit: string }) => unit === 'tokens')
}

/** A report without what must differ: the name of the run, and what was asked and paid for it. */
function substance(report: RunReport | null) {
  const { run: _, usage: __, ...rest } = report!
  return rest
}

describe('a run that is interrupted', () => {
  it.each([1, 4, 9])('at request %d goes on without asking again what was answered', async at => {
    const stop = new AbortController()
    const answered = new Set<string>()
    const repeated: number[] = []
    let interrupted: string | null = null
    const honest = honestAnalyst()
    const lab = await Lab.open(async request => {
      const body = JSON.stringify(request.body)
      if (request.number === at) {
        interrupted = body
        stop.abort()
        return { hang: true }
      }
      if (answered.has(body)) repeated.push(request.number)
      answered.add(body)
      return await honest(request)
    })
    lab.write('api.log', log(logLines(2000)))
    const stopped = await lab.analyze([...CHUNKED, '--concurrency', '1'], { signal: stop.signal })
    expect(stopped).toMatchObject({ status: 130, stdout: '', report: null })
    expect(stopped.stderr).toBe('shoal: interrupted — go on with `shoal resume lab`\n')
    expect(lab.stub.count).toBe(at)

    const resumed = await lab.resume()
    expect(resumed).toMatchObject({ status: 0, stderr: '', report: { partial: null, failed: [] } })
    expect(modelFindings(resumed.report)).toMatchObject([{ placeCount: 10 }])
    expect(repeated).toEqual([])
    // The one that was under way is the only one that was sent twice.
    expect(lab.stub.count).toBe(answered.size + 1)
    expect(answered.has(interrupted!)).toBe(true)
    expect(resumed.report!.usage.calls).toBe(lab.stub.count)
  })

  it('by kill -9 goes on as well', async () => {
    const answered = new Set<string>()
    let isKilled = false
    const repeated: number[] = []
    const hung = new EventEmitter()
    const waiting = once(hung, 'hung')
    const lab = await Lab.open(async request => {
      const body = JSON.stringify(request.body)
      if (answered.has(body)) repeated.push(request.number)
      if (!isKilled && answered.size >= 5) {
        hung.emit('hung')
        return { hang: true }
      }
      answered.add(body)
      return await honestAnalyst()(request)
    })
    lab.write('api.log', log(logLines(2000)))
    const limited = [...CHUNKED, '--concurrency', '2', '--max-tokens', '500000']
    const child = lab.start('analyze', lab.data, ...limited, '--model', MODEL, '--name', 'lab')
    await waiting
    // The fifth reply may still be on its way: it is paid for, and must be on disk.
    const kept = async () => JSON.parse((await lab.shoal('calls', 'lab', '--json')).stdout).length
    await expect.poll(kept, { interval: 100 }).toBe(5)
    child.kill('SIGKILL')
    await once(child, 'exit')
    isKilled = true
    const resumed = await lab.resume()
    expect({ status: resumed.status, stderr: resumed.stderr }).toEqual({ status: 0, stderr: '' })
    expect(modelFindings(resumed.report)).toMatchObject([{ placeCount: 10 }])
    // Whether to label, ten chunks, the synthesis.
    expect(answered.size).toBe(12)
    expect(repeated).toEqual([])
    // What the dead had reserved for calls under way may have been used, and counts as if it were.
    const { inputTokens, outputTokens } = resumed.report!.usage
    const { reserved, used } = await tokenBudget(lab)
    expect(reserved).toBe(0)
    expect(used).toBeGreaterThan(inputTokens + outputTokens)
  })

  it('in the middle of many calls leaves no reservation behind', async () => {
    const stop = new AbortController()
    let isResumed = false
    const lab = await Lab.open(async request => {
      if (request.number === 9) stop.abort()
      return request.number >= 6 && !isResumed ? { hang: true } : await honestAnalyst()(request)
    })
    lab.write('api.log', log(logLines(3000)))
    const limited = [...CHUNKED, '--concurrency', '6', '--max-tokens', '500000']
    expect((await lab.analyze(limited, { signal: stop.signal })).status).toBe(130)
    isResumed = true
    const resumed = await lab.resume()
    expect(resumed).toMatchObject({ status: 0, report: { failed: [] } })
    const { inputTokens, outputTokens } = resumed.report!.usage
    expect(await tokenBudget(lab)).toMatchObject({ limit: 500_000, reserved: 0, used: inputTokens + outputTokens })
  })
})

describe('the same again', () => {
  it('asks nobody, costs nothing and says the same', async () => {
    const lab = await Lab.open(honestAnalyst())
    lab.write('api.log', log(logLines(2000)))
    lab.write('notes.md', '# Notes\n\nThe disk of the build host was full.\n')
    lab.write('t.csv', log(['id,region', ...Array.from({ length: 90 }, (_, k) => `${k},r${k % 4}`)]))
    const first = await lab.analyze(CHUNKED)
    const { count } = lab.stub
    const second = await lab.analyze([...CHUNKED, '--name', 'again'])
    expect(second).toMatchObject({ status: 0, stderr: '' })
    expect(lab.stub.count).toBe(count)
    expect(substance(second.report)).toEqual(substance(first.report))
    expect(second.report!.usage).toMatchObject({ calls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0, cached: count })
    expect(second.stdout).toContain(`No model was called: ${count} results paid for before.`)
  })

  it('with --no-cache asks for everything again', async () => {
    const lab = await Lab.open(honestAnalyst())
    lab.write('api.log', log(logLines(2000)))
    await lab.analyze(CHUNKED)
    const { count } = lab.stub
    const second = await lab.analyze([...CHUNKED, '--name', 'again', '--no-cache'])
    expect(lab.stub.count).toBe(2 * count)
    expect(second.report!.usage).toMatchObject({ calls: count, cached: 0 })
    expect(new Set(bodies(lab)).size).toBe(count)
  })

  it('after `shoal cache clear` asks again too', async () => {
    const lab = await Lab.open(honestAnalyst())
    lab.write('api.log', log(logLines(2000)))
    await lab.analyze(CHUNKED)
    const { count } = lab.stub
    const { groups } = JSON.parse((await lab.shoal('cache', '--json')).stdout) as {
      readonly groups: readonly { readonly model: string | null; readonly entries: number }[]
    }
    const paid = groups.filter(({ model }) => model !== null)
    expect(paid.reduce((sum, { entries }) => sum + entries, 0)).toBe(count)
    expect((await lab.shoal('cache', 'clear')).status).toBe(0)
    await lab.analyze([...CHUNKED, '--name', 'again'])
    expect(lab.stub.count).toBe(2 * count)
  })

  it.each([
    ['another question', ['Which requests were slow?', '--chunk-size', '200']],
    ['another goal', [...CHUNKED, '--goal', 'security']],
    ['another model', [...CHUNKED, '--model', 'anthropic:claude-sonnet-4-5']],
  ])('with %s is not the same', async (_, args) => {
    const lab = await Lab.open(honestAnalyst())
    lab.write('api.log', log(logLines(2000)))
    await lab.analyze(CHUNKED)
    const before = lab.stub.count
    const other = await lab.analyze([...args, '--name', 'other'])
    expect(other.status).toBe(0)
    expect(reportsSince(lab, before).length).toBe(10)
  })
})

describe('content that is known', () => {
  it('is paid for once where a large file gets a line at its top', async () => {
    const lab = await Lab.open(honestAnalyst())
    const lines = Array.from({ length: 2300 }, (_, k) => (k % 12 === 0 ? `## Section ${k}` : `Row ${k} of the garden.`))
    lab.write('garden.md', log(lines))
    const args = [QUESTION, '--chunk-size', '300']
    const first = await lab.analyze(args)
    const chunks = reportsSince(lab, 0).length
    const before = lab.stub.count
    const inserted = 'A line that was not there before.'
    lab.write('garden.md', log([inserted, ...lines]))
    const second = await lab.analyze([...args, '--name', 'again'])
    const again = reportsSince(lab, before)
    expect(chunks).toBeGreaterThanOrEqual(6)
    expect(again.length).toBe(1)
    expect(partsIn(again[0]!)[0]!.lines[0]).toEqual({ number: 1, text: inserted })
    // What is known stands one line further down, and is looked up there.
    const placesOf = ({ report }: typeof first) => modelFindings(report).flatMap(({ places }) => places)
    expect(placesOf(second).length).toBe(placesOf(first).length)
    for (const { line, evidence } of placesOf(second)) expect([inserted, ...lines][line - 1]).toBe(evidence)
  })

  it('is paid for once where a log has grown', async () => {
    const lab = await Lab.open(honestAnalyst())
    const lines = logLines(4000)
    lab.write('api.log', log(lines))
    await lab.analyze(CHUNKED)
    const before = lab.stub.count
    lab.write('api.log', log(logLines(4003)))
    const second = await lab.analyze([...CHUNKED, '--name', 'again'])
    expect(second.status).toBe(0)
    expect(reportsSince(lab, before).length).toBeLessThanOrEqual(3)
  })

  it('is paid for once where a change is in the middle', async () => {
    const lab = await Lab.open(honestAnalyst())
    const lines = logLines(4000)
    lab.write('api.log', log(lines))
    await lab.analyze(CHUNKED)
    const before = lab.stub.count
    lab.write('api.log', log(lines.with(2050, '2026-03-01 10:00:00 INFO something else happened here, in time')))
    const second = await lab.analyze([...CHUNKED, '--name', 'again'])
    const again = reportsSince(lab, before)
    expect(again.length).toBe(1)
    expect(again[0]!.text).toContain('something else happened here')
    expect(second.report!.usage).toMatchObject({ cached: 19 })
  })

  it('is paid for once where several files have it, and found in all of them', async () => {
    const lab = await Lab.open(honestAnalyst())
    const names = ['a.log', 'b.log', 'deep/c.log', 'd.log']
    for (const name of names) lab.write(name, log(logLines(1800)))
    const seen = await lab.analyze(CHUNKED)
    expect(seen.status).toBe(0)
    expect(reportsSince(lab, 0).length).toBe(9)
    const paths = modelFindings(seen.report).flatMap(({ places }) => places.map(({ path }) => path))
    expect(new Set(paths)).toEqual(new Set(names.map(name => `${lab.data}/${name}`)))
    expect(modelFindings(seen.report)[0]!.placeCount).toBe(36)
    expect(seen.report!.usage.cached).toBe(27)
  })
})

describe('a replay', () => {
  it('gives the same report with nobody there to ask, and spends nothing', async () => {
    const lab = await Lab.open(honestAnalyst())
    lab.write('api.log', log(logLines(2000)))
    lab.write('notes.md', '# Notes\n\nThe disk of the build host was full.\n')
    const first = await lab.analyze(CHUNKED)
    await lab.stub.close()
    const replayed = await lab.replay()
    expect(replayed).toMatchObject({ status: 0, stderr: '' })
    expect(substance(replayed.report)).toEqual(substance(first.report))
    expect(JSON.parse((await lab.shoal('calls', 'lab', '--json')).stdout).length).toBe(first.report!.usage.calls)
  })

  it('of a run that took everything from the cache works as well, after the cache is gone', async () => {
    const lab = await Lab.open(honestAnalyst())
    lab.write('api.log', log(logLines(2000)))
    await lab.analyze([...CHUNKED, '--name', 'first'])
    const second = await lab.analyze(CHUNKED)
    await lab.shoal('cache', 'clear')
    await lab.stub.close()
    const replayed = await lab.replay()
    expect(replayed).toMatchObject({ status: 0, stderr: '' })
    expect(substance(replayed.report)).toEqual(substance(second.report))
  })

  it('of a run that asked no model says so', async () => {
    const lab = await Lab.open(honestAnalyst())
    lab.write('notes.md', '# Notes\n')
    await lab.shoal('analyze', lab.data, '--name', 'lab', '--quiet')
    expect(await lab.replay()).toMatchObject({
      status: 2,
      stderr: 'shoal: run "lab" asked no model, so there is nothing to replay — analyse the same paths again\n',
    })
  })
})
