// What is taken of a reply that should have labels: never more than a label of the set for a record that was asked for.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readLabels } from '../../../src/stages/labels/read-labels.ts'
import { tones } from './parts.ts'

const names = tones.labels.map(({ name }) => name)
const entry = fc.record({
  id: fc.oneof(fc.integer({ min: 0, max: 8 }), fc.constantFrom('1', ' 2 ', 'x', null, 1.5)),
  label: fc.oneof(fc.constantFrom(...names), fc.constantFrom('PRAISE', 'angry', '', 7, null)),
})
const reply = fc.oneof(
  fc.string(),
  fc.json(),
  fc.array(entry).map(labels => JSON.stringify({ labels })),
  fc.array(entry).map(labels => `Here they are: ${JSON.stringify(labels)}`),
  fc
    .dictionary(fc.constantFrom('1', '2', '3', 'total'), fc.constantFrom(...names, 'angry'))
    .map(map => JSON.stringify(map)),
)

it('any reply: labels of the set for ids that were asked for, and a complaint exactly when one is missing', () => {
  const ids = [1, 2, 3, 4]
  fc.assert(
    fc.property(reply, text => {
      const { labels, complaint } = readLabels(text, ids, tones)
      for (const [id, label] of labels) {
        expect(ids).toContain(id)
        expect(names).toContain(label)
      }
      expect(complaint === null).toBe(labels.size === ids.length)
    }),
  )
})

it('a reply that was cut off keeps what is whole', () => {
  const { labels } = readLabels('{"labels": [{"id": 1, "label": "praise"}, {"id": 2, "la', [1, 2], tones)
  expect([...labels]).toEqual([[1, 'praise']])
})

it('a complaint names ten ids at most', () => {
  const ids = Array.from({ length: 60 }, (_, k) => k + 1)
  const { complaint } = readLabels('{"labels": [{"id": 1, "label": "angry"}]}', ids, tones)
  expect(complaint).toBe(
    '1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 50 more got no label of the set; the set does not have "angry".',
  )
})
