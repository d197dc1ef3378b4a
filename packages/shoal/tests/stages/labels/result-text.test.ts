// Counts of labels as they are told: whoever reads them can check what was counted as what, where records differ in few words.
import { describe, expect, it } from 'vitest'
import { labelledOf, labelledText, labelSetOf } from '../../../src/run/ask/label-action.ts'

const input = {
  judged: 'whether money is asked for',
  labels: [
    { name: 'yes', meaning: '' },
    { name: 'no', meaning: '' },
  ],
  fields: [],
}

async function told(different: number) {
  const texts = Array.from({ length: different }, (_, k) => `wording ${k} of a ticket`)
  const records = texts.flatMap((_, of) =>
    Array.from({ length: of + 1 }, () => ({ of, path: 'a.csv', line: of + 1, group: null })),
  )
  const given = texts.map((_, k) => (k % 2 === 0 ? 'yes' : 'no'))
  const files = { lines: async (_path: string, line: number) => [`line ${line}`] }
  const labelled = await labelledOf(files, labelSetOf(input), { texts, records, empty: 0 }, { given, by: 'someone' })
  return labelledText(labelled, input)
}

describe('a result of labels', () => {
  it('lists each different record with its label and its count, where these are few', async () => {
    const text = await told(13)
    for (let k = 0; k < 13; k++)
      expect(text).toContain(`\n${k % 2 === 0 ? 'yes' : 'no'} | ${k + 1} | wording ${k} of a ticket`)
    expect(text).not.toContain('Examples:')
  })

  it('gives examples where these are many, in no more than a page', async () => {
    const text = await told(31)
    expect(text).toContain('Examples:\n')
    expect(text).not.toContain('each different record')
    expect(text.length).toBeLessThanOrEqual(6_000)
  })
})
