// A run that stopped at its limit, on the page: what was spent, what the rest may take, and a higher limit to go on with. And
// what is heard of a run whose standing changes.

import type { LiveLimit, LiveRun } from '@shoal/base/model/live'
import fc from 'fast-check'
import type { BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../tests/patience.ts'
import { limitWords, proposedLimit, readLimit } from '../src/live/run/limit-form.ts'
import { breachesOf } from './axe.ts'
import { wordsOf } from './findings-list.ts'
import { inChromium, NARROW, WIDE } from './in-chromium.ts'
import { type MadeLiveServer, madeRun, madeTask, Refused, startMadeLive } from './made-live-server.ts'

const COST: LiveLimit = { unit: 'micro_usd', limit: 250_000, used: 228_700, next: 54_600, rest: 410_000 }
const TOKENS: LiveLimit = { unit: 'tokens', limit: 90_000, used: 88_100, next: 12_000, rest: 140_000 }

describe('a limit that was reached', () => {
  it('is told with what was used and what the rest may take', () => {
    expect(limitWords(COST)).toBe(
      'It stopped at its limit of $0.25: $0.23 was spent, and the rest is estimated to take about $0.41 more.',
    )
    expect(limitWords(TOKENS)).toBe(
      'It stopped at its limit of 90,000 tokens: 88,100 tokens were used, and the rest is estimated to take about 140,000 tokens more.',
    )
    expect(limitWords({ ...COST, rest: null })).toMatch(/, and what the rest takes is not known\.$/)
  })

  it('is proposed higher, in round numbers, with room for the rest and one call beside it', () => {
    expect([COST, TOKENS, { ...COST, rest: null }].map(proposedLimit)).toEqual(['0.78', '270,000', '0.54'])
    const amount = fc.integer({ min: 1, max: 1e10 })
    const limits = fc.record({
      unit: fc.constantFrom('micro_usd' as const, 'tokens' as const),
      limit: amount,
      used: amount,
      next: amount,
      rest: fc.option(amount),
    })
    fc.assert(
      fc.property(limits, limit => {
        const read = readLimit(limit, proposedLimit(limit))
        const { maxCostUsd, maxTokens } = 'resume' in read ? read.resume : { maxCostUsd: null, maxTokens: null }
        const proposed = limit.unit === 'tokens' ? maxTokens! : Math.round(maxCostUsd! * 1e6)
        expect([maxCostUsd === null, maxTokens === null]).toEqual([limit.unit === 'tokens', limit.unit !== 'tokens'])
        expect(proposed).toBeGreaterThan(limit.limit)
        expect(proposed).toBeGreaterThanOrEqual(limit.used + limit.next + (limit.rest ?? 0))
      }),
    )
  })

  it.each([
    ['0.50', { maxCostUsd: 0.5, maxTokens: null }],
    ['$2', { maxCostUsd: 2, maxTokens: null }],
    ['0,5', { maxCostUsd: 0.5, maxTokens: null }],
    ['0.228701', { maxCostUsd: 0.228701, maxTokens: null }],
  ])('%s dollars are a limit', (typed, resume) => expect(readLimit(COST, typed)).toEqual({ resume }))

  it.each([
    ['100000', 100_000],
    ['100,000', 100_000],
    ['100 000', 100_000],
    ['100k', 100_000],
    ['2M', 2_000_000],
  ])('%s tokens are a limit', (typed, maxTokens) =>
    expect(readLimit(TOKENS, typed)).toEqual({ resume: { maxCostUsd: null, maxTokens } }),
  )

  it.each(['', '0', '-1', 'much', '1e3', 'Infinity'])('%j is none', typed => {
    expect(readLimit(COST, typed)).toEqual({ problem: 'Write a sum above zero, such as 0.50' })
    expect(readLimit(TOKENS, typed)).toEqual({ problem: 'Write a whole number, such as 500,000' })
  })

  it('must be above what was used', () => {
    for (const typed of ['0.2287', '0.1'])
      expect(readLimit(COST, typed)).toEqual({ problem: 'Write more than what was used so far, $0.23' })
    expect(readLimit(TOKENS, '88100')).toEqual({ problem: 'Write more than what was used so far, 88,100' })
  })
})

const SCREENS: readonly BrowserContextOptions[] = [
  { viewport: WIDE, colorScheme: 'light' },
  { viewport: NARROW, colorScheme: 'dark' },
]

inChromium('a run on the live page', chromium => {
  const stopped = (limit: LiveLimit) =>
    madeRun('dear', {
      status: 'stopped',
      reason: 'what is left of the cost limit is less than the $0.0546 that the next call may cost',
      taskList: [madeTask('one')],
      canResume: true,
      limit,
    })
  const running = () => madeRun('dear', { status: 'running', endedAt: null, canStop: true, limit: null, cursor: 2 })
  let run: LiveRun
  let refusal: Refused | null = null
  let made: MadeLiveServer
  beforeAll(async () => {
    made = await startMadeLive({
      'runs/dear': () => run,
      'runs/dear/resume': () => refusal ?? { ok: true },
    })
  })
  afterAll(async () => await made?.close())

  it.each(SCREENS)('that stopped at its limit is resumed with a higher one', async screen => {
    run = stopped(COST)
    refusal = null
    const { page } = await chromium.open(made.at('#/runs/dear'), screen)
    const offer = page.getByRole('region', { name: 'Stopped at its limit' })
    const field = offer.getByRole('textbox', { name: 'New limit, in US dollars' })
    await expect.poll(() => wordsOf(offer)).toContain(limitWords(COST))
    await expect.poll(() => field.inputValue()).toBe('0.78')
    // One button, and it does not lead to where the run stopped before.
    await expect.poll(() => page.getByRole('button', { name: 'Resume' }).count()).toBe(1)
    await expect.poll(() => wordsOf(page.getByRole('main'))).not.toMatch(/--max|`/)
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
      .toBeLessThanOrEqual(0)
    await expect.poll(() => breachesOf(page)).toEqual([])

    const sent: unknown[] = []
    page.on('request', request => {
      if (request.method() === 'POST') sent.push(request.postDataJSON())
    })
    await field.fill('0.2')
    await offer.getByRole('button', { name: 'Resume' }).click()
    await offer.getByText('Write more than what was used so far, $0.23').waitFor()
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => breachesOf(page)).toEqual([])
    expect(sent).toEqual([])

    refusal = new Refused(400, 'a limit of $0.50 is not above it')
    await field.fill('0.50')
    await field.press('Enter')
    await offer.getByRole('alert').getByText('a limit of $0.50 is not above it').waitFor()
    refusal = null
    await field.fill('$0,9')
    await offer.getByRole('button', { name: 'Resume' }).click()
    await offer.getByRole('button', { name: 'Resuming…' }).waitFor()
    expect(sent).toEqual([
      { maxCostUsd: 0.5, maxTokens: null },
      { maxCostUsd: 0.9, maxTokens: null },
    ])
    run = running()
    made.cut()
    await offer.waitFor({ state: 'detached' })
  })

  it('is offered the same above its report, in tokens where those ran out', async () => {
    run = { ...stopped(TOKENS), hasReport: true }
    const { page } = await chromium.open(made.at('#/runs/dear/report'))
    const field = page.getByRole('textbox', { name: 'New limit, in tokens' })
    await field.waitFor()
    await expect.poll(() => field.inputValue()).toBe('270,000')
  })

  it('is heard of at once when it stands otherwise than was said', async () => {
    run = madeRun('dear', { status: 'interrupted', endedAt: null, taskList: [madeTask('one')], canResume: true })
    const { page } = await chromium.open(made.at('#/runs/dear'))
    const heard = page.getByRole('status').filter({ hasText: 'of 1 task done' })
    await expect.poll(() => wordsOf(heard)).toBe('interrupted: 1 of 1 task done, 0 findings')
    run = { ...running(), taskList: run.taskList, tasks: run.tasks }
    made.cut()
    // Sooner than the next sentence would come: those are fifteen seconds apart.
    await expect.poll(() => wordsOf(heard)).toBe('running: 1 of 1 task done, 0 findings')
  })

  it.each([
    [NARROW, false],
    [WIDE, true],
  ])('is begun in a form that keeps its fields inside, %o', async (viewport, isBeside) => {
    made.answers = { ...made.answers, runs: () => ({ runs: [], total: 0, cwd: '/x', model: null, shoal: '0' }) }
    const { page } = await chromium.open(made.at('#/new'), { viewport })
    await page.getByRole('button', { name: 'Start' }).waitFor()
    const boxOf = async (selector: string) => (await page.locator(selector).boundingBox())!
    await eventually(async () => {
      const [form, preview] = [await boxOf('.new-run-form'), await boxOf('.plan-card')]
      expect(preview.x > form.x + form.width).toBe(isBeside)
      expect(preview.y >= form.y + form.height).toBe(!isBeside)
      for (const field of await page.locator('.new-run-form .field').all()) {
        const { x, width } = (await field.boundingBox())!
        expect(x).toBeGreaterThanOrEqual(form.x)
        expect(x + width).toBeLessThanOrEqual(form.x + form.width)
      }
    })
  })
})
