// A key that some objects lack is told with its rate, whatever the rate; a key that a kind of objects never has is not.
import { describe, expect, it } from 'vitest'
import { surveyLawfully } from '../../conformance/analyst.ts'

const COUNT = 400
const FORMS = {
  json: (records: readonly object[]) => `[\n${records.map(one => JSON.stringify(one)).join(',\n')}\n]\n`,
  jsonl: (records: readonly object[]) => `${records.map(one => JSON.stringify(one)).join('\n')}\n`,
}
type Form = keyof typeof FORMS

/** Spread over the file, in no step with anything else: `k * 7` meets every remainder of 400. */
function isLacking(k: number, percent: number): boolean {
  return (k * 7) % 100 < percent
}

async function variations(form: Form, record: (k: number) => object) {
  const content = FORMS[form](Array.from({ length: COUNT }, (_, k) => record(k)))
  const { findings } = await surveyLawfully({ name: `a.${form}`, content })
  return findings.filter(({ type }) => type === 'schema_variation')
}

const forms = Object.keys(FORMS) as Form[]
const rates = [1, 5, 15, 40]

describe.each(forms)('a key that some objects of %s lack', form => {
  it.each(rates)('is a finding with its rate: %i %%', async percent => {
    const found = await variations(form, k => ({
      id: k,
      name: `n${k}`,
      ...(!isLacking(k, percent) && { source: 'web' }),
    }))
    const lacking = (COUNT * percent) / 100
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({
      count: lacking,
      stats: { lacking, objects: COUNT, share: percent / 100 },
      nature: percent > 20 ? 'fact' : 'problem',
    })
    expect(found[0]!.summary).toContain(`${lacking} of ${COUNT}`)
    expect(found[0]!.summary).toContain(`(${percent} %) lack \`source\``)
  })

  it.each(rates)('is one inside another object too: %i %%', async percent => {
    const found = await variations(form, k => ({
      id: k,
      metadata: { user: k, ...(!isLacking(k, percent) && { source: 'web' }) },
    }))
    expect(found).toHaveLength(1)
    expect(found[0]!.jsonPath).toMatch(/metadata\.source$/)
    expect(found[0]!.summary).toContain(`(${percent} %) lack \`source\``)
  })

  it('is none where a kind of objects never has it', async () => {
    const kinds = [{ x: 1, y: 2 }, { url: '/a' }, { x: 3 }, {}]
    const found = await variations(form, k => ({ id: k, type: `t${k % 4}`, ...kinds[k % 4] }))
    expect(found).toEqual([])
  })

  it('is none where the kind of the object around it never has it', async () => {
    const found = await variations(form, k => ({
      kind: k % 3 ? 'view' : 'click',
      data: k % 3 ? { url: 'a', n: k } : { n: k },
    }))
    expect(found).toEqual([])
  })

  it('is told of the kinds that have it', async () => {
    const found = await variations(form, k => ({
      id: k,
      type: k % 2 ? 'view' : 'click',
      ...(k % 2 === 1 && (k * 7) % 100 >= 10 && { url: '/a' }),
    }))
    const could = COUNT / 2
    const lacking = Array.from({ length: COUNT }, (_, k) => k).filter(k => k % 2 === 1 && (k * 7) % 100 < 10).length
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({ count: lacking, stats: { lacking, objects: could } })
  })

  it('is one where the tag is different for every object', async () => {
    const found = await variations(form, k => ({ type: `only ${k}`, ...(!isLacking(k, 15) && { source: 'web' }) }))
    expect(found).toHaveLength(1)
    expect(found[0]!.summary).toContain('(15 %) lack')
  })
})

describe.each(forms)('a field that one kind of event of %s loses', form => {
  const types = ['login', 'order', 'refund', 'ping'] as const
  const event = (k: number, of: (type: string) => object) => {
    const type = types[(k * 7) % 4]!
    return { at: 1_770_000_000 + k, type, user: `u${k % 9}`, ...of(type) }
  }
  const lostIn = (found: Awaited<ReturnType<typeof variations>>) =>
    found.filter(({ key }) => key.startsWith('json.lost'))

  it('is told with the kind, and the lines where it was and is not', async () => {
    const found = await variations(form, k =>
      event(k, type => (type === 'ping' || (type === 'refund' && k >= 250) ? {} : { amount: k })),
    )
    const own = lostIn(found)
    expect(found).toEqual(own)
    expect(own).toHaveLength(1)
    const refunds = Array.from({ length: COUNT }, (_, k) => k).filter(k => types[(k * 7) % 4] === 'refund')
    const [before, behind] = [refunds.filter(k => k < 250), refunds.filter(k => k >= 250)]
    const shift = form === 'json' ? 2 : 1
    expect(own[0]).toMatchObject({
      severity: 'medium',
      line: behind[0]! + shift,
      stats: { with_field: before.length, without_field: behind.length, last_line: before.at(-1)! + shift },
    })
    expect(own[0]!.summary).toContain('type "refund" loses the field')
  })

  it.each<[string, (k: number, type: string) => object]>([
    ['never had it', (k, type) => (type === 'refund' ? {} : { amount: k })],
    ['lacks it now and then', (k, type) => (type === 'refund' && k % 3 === 0 ? {} : { amount: k })],
    ['lacks the last two', (k, type) => (type === 'refund' && k > 390 ? {} : { amount: k })],
    ['gets it later', (k, type) => (type === 'refund' && k < 200 ? {} : { amount: k })],
  ])('is not told where the kind %s', async (_, of) => {
    expect(lostIn(await variations(form, k => event(k, type => of(k, type))))).toEqual([])
  })
})
