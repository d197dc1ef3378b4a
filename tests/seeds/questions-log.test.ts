// Questions of the seeds about logs: RLM Subcall, "Example"; Content-Aware RLM, example C.
import { describe, expect, it } from 'vitest'
import { surveyLawfully } from '../conformance/analyst.ts'

/** The two lines of the example stand in it as they are written there. */
const QUOTED = [
  '[2024-01-15 14:23:01] ERROR: Connection to db-primary timed out after 30000ms',
  '[2024-01-15 14:25:33] WARN: Request to payment-api timeout after 5000ms - retrying',
]

function appLog(): { readonly content: string; readonly timeouts: readonly string[] } {
  const lines: string[] = []
  const timeouts: string[] = []
  for (let k = 0; k < 600; k++) {
    const at = `[2024-01-15 14:${String(10 + Math.floor(k / 60)).padStart(2, '0')}:${String(k % 60).padStart(2, '0')}]`
    const kinds = [
      `${at} ERROR: Read from cache timed out after ${k}ms`,
      `${at} WARN: Request to mail-api timeout after ${k}ms`,
      `${at} ERROR: TimeoutError: upstream ${k} gave no reply`,
    ]
    if (k % 20 === 7) {
      timeouts.push(kinds[k % 3]!)
      lines.push(kinds[k % 3]!)
    } else if (k % 20 === 9) lines.push(`${at} ERROR: Disk ${k} is full`)
    else if (k % 20 === 11) lines.push(`${at} INFO: The timeout is set to 30 s`)
    else lines.push(`${at} INFO: Request ${k} was answered`)
    if (at.endsWith('14:13:01]')) lines.push(...QUOTED)
  }
  return { content: `${lines.join('\n')}\n`, timeouts: [...timeouts, ...QUOTED] }
}

describe('"Find all timeout errors and their timestamps"', () => {
  const query = 'Find all timeout errors and their timestamps'

  it('lists all of them, warnings included, and nothing else, each with its time', async () => {
    const { content, timeouts } = appLog()
    const { answers, findings } = await surveyLawfully({ name: 'app.log', content, query })
    expect(answers).toHaveLength(1)
    expect(answers[0]!.amount!.count).toBe(timeouts.length)
    expect(answers[0]!.isWhole).toBe(true)
    for (const { quote } of answers[0]!.evidence) expect(timeouts).toContain(quote)
    const listed = findings.find(({ key }) => key === 'asked:timeout')!
    const places = [listed.evidence, ...(listed.more ?? []).map(({ evidence }) => evidence)]
    expect(places.toSorted()).toEqual([...timeouts].sort())
    expect(listed.nature).toBe('fact')
    const times = answers[0]!.text.match(/\d\d:\d\d:\d\d/g) ?? []
    expect(times).toHaveLength(12)
    expect(answers[0]!.text).toContain(`and ${timeouts.length - 12} more`)
  })

  it('says so when there is none', async () => {
    const content = Array.from({ length: 50 }, (_, k) => `2024-01-15 14:00:${10 + k} ERROR Disk ${k} is full\n`).join(
      '',
    )
    const { answers, findings } = await surveyLawfully({ name: 'app.log', content, query })
    expect(answers.map(({ text }) => text)).toEqual(['None of 50 entries is one with “timeout”.'])
    expect(findings.filter(({ key }) => key.startsWith('asked:'))).toEqual([])
  })
})

it.each([
  ['List all refused connections', /refused/, 'refused'],
  ['Show every shutdown', /shut/, 'shutdown'],
])('other things are listed in the same way: %s', async (query, pattern, word) => {
  const kinds = ['INFO Request %k was answered', 'WARN connection %k was refused', 'ERROR the worker was shut down, %k']
  const lines = Array.from(
    { length: 90 },
    (_, k) =>
      `2024-01-15 14:${10 + Math.floor(k / 60)}:${String(k % 60).padStart(2, '0')} ${kinds[k % 3]!.replace('%k', String(k))}`,
  )
  const { findings } = await surveyLawfully({ name: 'app.log', content: `${lines.join('\n')}\n`, query })
  const listed = findings.find(({ key }) => key.startsWith('asked:'))!
  expect(listed.topics).toContain(word)
  const places = [listed.evidence, ...(listed.more ?? []).map(({ evidence }) => evidence)]
  expect(places).toEqual(lines.filter(line => pattern.test(line)))
})

describe('"What errors occurred and are there any patterns in the failures?"', () => {
  it('counts the errors and says when they began', async () => {
    const { content } = appLog()
    const query = 'What errors occurred and are there any patterns in the failures?'
    const { answers } = await surveyLawfully({ name: 'api-server.log', content, query })
    const errors = content.split('\n').filter(line => line.includes('] ERROR:')).length
    expect(answers[0]!.amount).toMatchObject({ count: errors, many: 'errors' })
  })
})
