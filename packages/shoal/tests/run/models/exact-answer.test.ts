// Models are told what the relations answer, before they read; the report says the same, and a replay sends the same bytes.
import { expect, it } from 'vitest'
import { honestAnalyst, purposeOf } from './honest-analyst.ts'
import { Lab } from './lab.ts'

const STATES = ['open', 'refunded', 'closed']
const rows = Array.from({ length: 90 }, (_, k) => `${k},${STATES[k % 3]},${k}`)

it('a figure is counted once, for the report and for every model', async () => {
  const lab = await Lab.open(honestAnalyst({}))
  lab.write('orders.csv', `order_id,status,amount\n${rows.join('\n')}\n`)
  const seen = await lab.analyze(['How many orders are refunded?'])
  expect(seen.status).toBe(0)
  expect(seen.report!.answer).toMatch(/^30\. Read as: the number of rows of `orders` where `status` is "refunded"/)
  const asked = lab.asked.map(request => ({ purpose: purposeOf(request), text: JSON.stringify(request) }))
  // What programs count is not judged.
  expect(asked.map(({ purpose }) => purpose)).toEqual(expect.arrayContaining(['report', 'synthesis']))
  expect(asked.some(({ purpose }) => purpose === 'labels' || purpose === 'label-set')).toBe(false)
  for (const { text } of asked) expect(text).toContain('30. Read as: the number of rows of `orders`')
  const before = lab.asked.length
  const again = await lab.replay()
  expect(again.status).toBe(0)
  expect(again.report!.answer).toBe(seen.report!.answer)
  expect(lab.asked.length).toBe(before)
})
