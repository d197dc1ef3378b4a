// Findings across files that say the same of others: one stands for all, and none is lost.

import type { CrossFinding } from '@shoal/base/model/report'
import { describe, expect, it } from 'vitest'
import { alikeOf } from '../src/report/alike.ts'

const cross = (kind: CrossFinding['kind'], rest: Partial<CrossFinding> = {}): CrossFinding => ({
  kind,
  summary: 'x',
  severity: 'low',
  nature: 'problem',
  files: [],
  evidence: [],
  relevance: 1,
  ...rest,
})

describe('findings that are alike', () => {
  it('stand together behind the first of them, from three on', () => {
    const missing = cross('field-missing')
    const other = cross('shape-differs')
    expect(alikeOf([missing, other, missing, missing, other])).toEqual([[0, 2, 3], [1], [4]])
  })

  it('are as grave as each other, and said by a program', () => {
    const grave = cross('field-missing', { severity: 'high' })
    const said = cross('field-missing', { by: 'stub:one' })
    const one = cross('field-missing')
    expect(alikeOf([grave, one, one, one, said, said, said])).toEqual([[0], [1, 2, 3], [4], [5], [6]])
  })
})
