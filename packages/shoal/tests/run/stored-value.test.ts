import type { AnalystResult } from '@shoal/base/model/report'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  analystResults,
  finalResults,
  labelChoices,
  partialResults,
  typeReports,
} from '../../src/run/analysis/stored-results.ts'
import { askReports, askTurns } from '../../src/run/ask/stored.ts'

const KINDS = { analystResults, typeReports, finalResults, partialResults, labelChoices, askReports, askTurns }

describe.each(Object.entries(KINDS))('%s', (_, kind) => {
  it('are nothing where nothing is stored', () => {
    expect([kind.read(null), kind.read(undefined)]).toEqual([null, null])
  })

  it('are never believed of another shape', () => {
    const odd = fc.jsonValue().filter(value => value !== null)
    fc.assert(
      fc.property(odd, value => {
        expect(() => kind.read(value)).toThrow(/another version of shoal wrote it/)
      }),
    )
  })
})

it('what is stored is what is read', () => {
  const result: AnalystResult = { reports: [], unread: [{ path: 'a.log', reason: 'gone' }] }
  expect(analystResults.read(JSON.parse(JSON.stringify(analystResults.toJson(result))))).toEqual(result)
})

it('a result of another kind is refused in one line, with what to do', () => {
  expect(() => finalResults.read({ reports: [], unread: [] })).toThrow(
    expect.objectContaining({ code: 'not-a-run', advice: 'start the run again' }),
  )
})
