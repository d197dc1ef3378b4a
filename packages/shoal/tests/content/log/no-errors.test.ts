import { describe, expect, it } from 'vitest'
import { surveyLawfully } from '../../conformance/analyst.ts'
import { figuresOf } from './read-survey.ts'

const stamp = (k: number) =>
  `2025-03-01 00:${String(Math.floor(k / 60)).padStart(2, '0')}:${String(k % 60).padStart(2, '0')}`
const log = (line: (k: number) => string) => Array.from({ length: 600 }, (_, k) => `${stamp(k)} ${line(k)}\n`).join('')
const survey = (content: string, query = 'What errors occurred?') =>
  surveyLawfully({ name: 'a.log', content, type: 'log', query })
const answer = async (content: string, query?: string) => (await survey(content, query)).answers[0]!

describe('asked for errors', () => {
  it('counts those whose level stands behind words in another script', async () => {
    const content = log(k => (k % 97 === 0 ? `错误 ERROR 用户 ${k} 登录失败` : `INFO 用户 ${k} 登录成功`))
    const { answers, figures } = await survey(content)
    expect(figuresOf({ figures } as never).levels).toEqual({ info: 593, error: 7 })
    expect(answers[0]!.text).toMatch(
      /^7 errors of 1 kind in 600 entries, the first at 2025-03-01 00:00:00 \(line 1\)\./,
    )
  })

  it('says so plainly where every entry has a calm level and speaks of nothing grave', async () => {
    const content = log(k => `INFO order ${k} accepted`)
    for (const query of ['What errors occurred?', 'How many errors are there?'])
      expect((await answer(content, query)).text).toBe(
        'No errors: none of the 600 entries is at error level or speaks of a grave failure.',
      )
  })

  it('says by what it looked where entries name no level, all or some', async () => {
    expect((await answer(log(k => `order ${k} accepted`))).text).toBe(
      'No errors: none of the 600 entries speaks of a grave failure; they name no levels.',
    )
    expect((await answer(log(k => (k % 50 === 7 ? `-- mark ${k} --` : `INFO order ${k} accepted`)))).text).toBe(
      'No errors: of the 600 entries 588 name a level, none of them error or worse, and none speaks of a grave failure.',
    )
  })

  it('never denies what the words of the entries say', async () => {
    const content = log(k => (k % 5 === 2 ? `INFO peer ${k} answered with ERROR` : `INFO order ${k} accepted`))
    for (const query of ['What errors occurred?', 'How many errors are there?', 'When was the burst of errors?']) {
      const { text } = await answer(content, query)
      expect(text).toContain(
        'No entry is an error for certain: all 600 entries name a level at the head of the line, none of them error or worse. But 120 entries speak of trouble, most often “peer <*> answered with ERROR” (120 times), the first on line 3.',
      )
    }
    const { summary, answers } = await survey(content)
    expect(summary).toContain('no certain errors, 120 entries speak of trouble')
    expect(answers[0]!.evidence).toEqual([{ line: 3, quote: '2025-03-01 00:00:02 INFO peer 2 answered with ERROR' }])
  })

  it('takes no notice of words that deny an error', async () => {
    const content = log(k => (k % 5 === 2 ? `INFO check ${k} ended, no errors found` : `INFO order ${k} accepted`))
    expect((await answer(content)).text).toMatch(/^No errors: none of the 600 entries/)
  })
})

describe('the level of a template over time', () => {
  interface Rows {
    readonly timeline: {
      readonly by_template: { readonly rows: readonly { readonly template: string; readonly level: string }[] }
    }
  }

  it('is the one that at least half of its entries reach, and the gravest come first', async () => {
    const levelOf = (k: number, grave: string, tenths: number) => (Math.floor(k / 4) % 10 < tenths ? grave : 'INFO')
    const content = log(k => {
      if (k % 4 === 0) return `${levelOf(k, 'WARN', 1)} session ${k} opened`
      if (k % 4 === 1) return `${levelOf(k, 'WARN', 6)} pool holds ${k}`
      if (k % 4 === 2) return `${levelOf(k, 'ERROR', 2)} mail ${k} queued`
      return `${Math.floor(k / 4) % 10 < 3 ? 'FATAL' : 'ERROR'} disk ${k} gone`
    })
    const { figures } = await survey(content)
    const { rows } = (figures as unknown as Rows).timeline.by_template
    expect(rows.map(({ template, level }) => `${level}: ${template}`)).toEqual([
      'error: disk <*> gone',
      'warn: pool holds <*>',
      'calm: session <*> opened',
      'calm: mail <*> queued',
    ])
  })
})
