// A list of findings that is bounded says what it leaves out: the file's notes, a total beside the list, or a warning.
import { describe, expect, it } from 'vitest'
import { limitWarnings } from '../../packages/shoal/src/stages/report/limits.ts'
import { timelineOf } from '../../packages/shoal/src/stages/timeline.ts'
import { uniteByKey } from '../../packages/shoal/src/stages/unite.ts'
import { surveyLawfully } from '../../packages/shoal/tests/conformance/analyst.ts'
import { crossOf, other, python } from '../../packages/shoal/tests/stages/cross-files.ts'
import { FINDING, PLACE } from './some-finding.ts'

const many = (count: number, make: (k: number) => string, between = '\n') =>
  Array.from({ length: count }, (_, k) => make(k)).join(between)

interface Case {
  readonly name: string
  readonly content: string
  /** What the notes say. */
  readonly says: RegExp
}

const CASES: Readonly<Record<string, Case>> = {
  'fields of several types': {
    name: 'a.jsonl',
    content: `${nested('1')}\n${nested('"a"')}\n`,
    says: /Only 1,000 of 1,100 fields of several types are listed/,
  },
  'fields with nulls': {
    name: 'a.jsonl',
    content: many(30, n => nested(n === 7 ? 'null' : '1')),
    says: /Only 1,000 of 1,100 fields with nulls are listed/,
  },
  'numbers that climb': {
    name: 'a.log',
    content: many(280, k => {
      const says = [
        'reader is behind',
        'copier',
        'mirror of the archive',
        'index of words and their places',
        'mail',
        'old ledger now',
        'feed from afar today',
      ][k % 7]!
      const clock = `0${Math.floor(k / 60)}:${String(k % 60).padStart(2, '0')}:00`
      return `2025-01-01 ${clock} INFO ${says}${' so'.repeat(k % 7)} lag=${10 + k * k}`
    }),
    says: /Only 5 of 7 numbers that climb are told of/,
  },
  'columns with few values': {
    name: 'a.csv',
    content: `${many(12, k => `c${k}`, ',')}\n${many(60, n => many(12, k => ['red', 'green', 'blue'][(n * n * (k + 3) + n * k + (n >> (k % 5))) % 3]!, ','))}\n`,
    says: /Only 8 of 12 columns with few values are listed/,
  },
  'links of a document': {
    name: 'a.md',
    content: `# Title\n\n${many(5200, k => `See [part ${k}](#title) and more.`)}\n`,
    says: /Only the first 5,000 of 5,200 links were looked at/,
  },
  'targets of links': {
    name: 'a.md',
    content: `# Title\n\n${many(20_100, k => `<a id="t${k}"></a> text`)}\n\n[there](#t20050)\n`,
    says: /too many headings and targets to tell which links lead nowhere/,
  },
  'figures of a passage': {
    name: 'a.md',
    content: `# Title\n\nThere are ${many(60, k => `${k + 2} boats`, ' and ')} here.\n`,
    says: /Only the first 40 figures were taken of 1 passage/,
  },
  'names of a text': {
    name: 'a.md',
    content: `# Title\n\n${many(5100, k => `we saw Ship${word(k)} there.`)}\n`,
    says: /Only the first 5,000 different names were counted/,
  },
  'names of code in a text': {
    name: 'a.md',
    content: `# Title\n\n${many(520, k => `call \`of_${word(k)}\` now.`)}\n`,
    says: /Only the first 500 names of code and files are compared/,
  },
  'bursts of single messages': {
    name: 'a.log',
    content: `${many(60 * 24, minute => entriesOf(minute))}\n`,
    says: /Only 3 of \d+ bursts of single messages are told of/,
  },
  'links within a page': {
    name: 'a.html',
    content: `<!doctype html>\n<html><body id="x">\n${many(3100, () => '<a href="#x">up</a>')}\n</body></html>\n`,
    says: /Only 3,000 of 3,100 links within the document were looked at/,
  },
}

/** One day of a log: a few entries in every minute, and in every fourth hour a message that comes then alone. */
function entriesOf(minute: number): string {
  const [hour, rest] = [Math.floor(minute / 60), minute % 60]
  const at = `2026-01-02 ${String(hour).padStart(2, '0')}:${String(rest).padStart(2, '0')}`
  const usual = many(
    8,
    k => `${at}:${String(k * 7).padStart(2, '0')} INFO kept the ${['red', 'blue', 'green', 'old'][k % 4]} one`,
  )
  const isBurst = hour % 4 === 1 && rest >= 20 && rest < 26
  return isBurst ? `${usual}\n${many(9, k => `${at}:5${k} INFO turned ${word(hour)} around`)}` : usual
}

/** A record of 11 objects with 100 fields each: of one with very many the names count as data. */
function nested(value: string): string {
  return `{${many(11, g => `"g${g}": {${many(100, k => `"${word(100 * g + k)}": ${value}`, ',')}}`, ',')}}`
}

/** No two alike, and no digits that a template would leave out. */
function word(k: number): string {
  return [...k.toString().padStart(4, '0')].map(digit => 'abcdefghij'[Number(digit)]).join('')
}

describe('a bounded list', () => {
  for (const [what, { name, content, says }] of Object.entries(CASES))
    it(`says what it leaves out: ${what}`, async () => {
      const { notes } = await surveyLawfully({ name, content })
      expect(notes.join('\n')).toMatch(says)
    })

  it('leads to no false claim about what is beyond', async () => {
    const { findings } = await surveyLawfully(CASES['targets of links']!)
    expect(findings.filter(({ type }) => type === 'broken_link')).toEqual([])
  })

  it('counts every element that is not closed', async () => {
    const { findings } = await surveyLawfully({ name: 'a.xml', content: `<r>\n${many(300, () => '<a>')}` })
    expect(findings.find(({ key }) => key === 'markup.unclosed')).toMatchObject({ count: 301 })
  })

  it('of values and files in a united finding has its total beside it', () => {
    const [one] = uniteByKey(
      Array.from({ length: 30 }, (_, k) => ({
        ...FINDING,
        path: `f${k}.csv`,
        places: [{ ...PLACE, path: `f${k}.csv` }],
        distribution: [
          { value: `only in ${k}`, count: 1 },
          ...many(5, n => `v${k}-${n}`)
            .split('\n')
            .map(share),
        ],
        count: k,
        stats: { rows: k },
      })),
    )
    expect(one!.distribution).toHaveLength(100)
    expect(one!.distributionTotal).toBe(180)
    expect(one!.stats).toMatchObject({ rows: 435, by_file_total: 30 })
  })

  it('of events in a timeline has its total beside it', () => {
    const events = Array.from({ length: 130 }, () => ({ ...FINDING, stats: { first: '2025-01-01T00:00:00Z' } }))
    expect(timelineOf(events)).toMatchObject({ timeline_total: 130 })
    expect(timelineOf(events.slice(0, 100))).not.toHaveProperty('timeline_total')
  })

  it('of names that are compared across files is told with the report', () => {
    const names = Array.from({ length: 2100 }, (_, k) => `col_${word(k)}`)
    const asked = [names[0]!, names[1]!, 'nowhere_at_all']
    const { leftOut } = crossOf([
      other('structured_data', 'a.csv', [names.join(','), ...names.map(name => ['column', name] as const)]),
      python('etl.py', ...asked.map(name => [`row["${name}"]`, ['field-use', name]] as const)),
    ])
    expect(leftOut).toEqual([expect.stringMatching(/^Only 2,000 of 2,100 names of fields and columns were compared/)])
  })

  it('of all files of a type is told in a warning', () => {
    const perType = [
      { contentType: 'log', findingCount: 0, metadata: { left_out: ['Only 10 of 12 errors are listed.'] } },
    ]
    const verification = { quotes: 0, verified: 0, relocated: 0, rejected: 0 }
    expect(limitWarnings({ findings: [], perType, crossFile: [], verification, rejected: [] })).toEqual([
      'log, all files together: Only 10 of 12 errors are listed.',
    ])
  })
})

function share(value: string) {
  return { value, count: 2 }
}
