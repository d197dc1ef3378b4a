// What is listed of many findings: the first in rank, and a third from models where there are so many.

import type { Finding } from '@shoal/base/model/finding'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fairShare } from '../../../src/stages/report/fair-share.ts'
import { reportMarkdown } from '../../../src/stages/report/markdown.ts'
import { reportText } from '../../../src/stages/report/text.ts'
import { sampleFinding, sampleReport } from './sample-report.ts'

const made = (id: string, rest: Partial<Finding> = {}) =>
  sampleFinding({ id, key: id, summary: `finding ${id}`, severity: 'medium', ...rest })
const exact = Array.from({ length: 30 }, (_, k) => made(`exact-${k}`))
const read = Array.from({ length: 9 }, (_, k) => made(`read-${k}`, { by: 'stub:small' }))
const idsOf = (findings: readonly Finding[]) => findings.map(({ id }) => id)

describe('a fair share', () => {
  it('gives models a third, the first of each kind, in the order of rank', () => {
    expect(idsOf(fairShare([...exact, ...read], 6))).toEqual([
      ...['exact-0', 'exact-1', 'exact-2', 'exact-3'],
      ...['read-0', 'read-1'],
    ])
  })

  it('changes nothing where models have theirs, where there are none, or where all are shown', () => {
    const mixed = [exact[0]!, read[0]!, exact[1]!, read[1]!, exact[2]!]
    expect(fairShare(mixed, 3)).toEqual(mixed.slice(0, 3))
    expect(fairShare(exact, 6)).toEqual(exact.slice(0, 6))
    expect(fairShare(mixed, 9)).toEqual(mixed)
  })

  it('hides nothing urgent behind what is good to know', () => {
    const urgent = exact.map(finding => ({ ...finding, severity: 'high' as const }))
    const trifles = read.map(finding => ({ ...finding, severity: 'low' as const }))
    expect(fairShare([...urgent, ...trifles], 6)).toEqual(urgent.slice(0, 6))
    expect(idsOf(fairShare([...urgent, ...read], 6)).slice(-2)).toEqual(['read-0', 'read-1'])
  })

  it('is as long as without it, keeps the order, and holds a third whatever the mix', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 60 }), fc.integer({ min: 0, max: 30 }), (kinds, most) => {
        const ranked = kinds.map((isRead, k) => made(`${k}`, isRead ? { by: 'stub:small' } : {}))
        const listed = fairShare(ranked, most)
        const ofModels = (all: readonly Finding[]) => all.filter(({ by }) => by !== undefined).length
        expect(listed.length).toBe(Math.min(most, ranked.length))
        expect(listed).toEqual(ranked.filter(finding => listed.includes(finding)))
        expect(ofModels(listed)).toBeGreaterThanOrEqual(Math.min(Math.ceil(listed.length / 3), ofModels(ranked)))
      }),
    )
  })

  it('is what text and Markdown list', () => {
    const report = sampleReport({ findings: [...exact, ...read] })
    const view = { width: 100, color: false, top: 6, full: true, verification: true }
    for (const form of [reportText(report, view), reportMarkdown(report, view)])
      expect(form.match(/finding (exact|read)-\d+/g)).toEqual(
        ['exact-0', 'exact-1', 'exact-2', 'exact-3', 'read-0', 'read-1'].map(id => `finding ${id}`),
      )
  })
})
