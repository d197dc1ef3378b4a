// Incidents with a known cause, planted among louder noise: the cause has to come first, what misleads is named with what speaks
// against it, and where there is no cause none is made up.
import { describe, expect, it } from 'vitest'
import { answerQuestion } from '../../../src/question/answer.ts'
import { answerIncident } from '../../../src/question/incident/answer.ts'
import { timeText } from '../../../src/question/incident/say.ts'
import { askedOfFiles } from './files.ts'
import { HARDER } from './harder.ts'
import { Scene, SHAPES } from './made.ts'

const STYLES = ['plain', 'logfmt', 'json', 'syslog'] as const
/** Two that are written without a style of their own. */
const PLAIN = new Set(['a short one in three days', 'requests that fail, and a note', 'no end'])

describe('what caused the outage', () => {
  it.each(Object.entries({ ...SHAPES, ...HARDER }).map(([name, shape], k) => [name, shape, k] as const))(
    '%s',
    async (name, shape, k) => {
      const made = shape(new Scene(k + 1, PLAIN.has(name) ? 'plain' : STYLES[k % STYLES.length]))
      const asked = await askedOfFiles(made.files)
      const answer = await answerIncident('What caused the outage?', asked)
      if (!made.cause) {
        expect(answer).toMatchObject({ status: 'unanswered', unused: [] })
        expect(answer!.text).toMatch(
          made.onset === null ? /^No trouble/ : /nothing in the files before them stands out/,
        )
        return
      }
      expect(answer!.status, answer!.text).toBe('answered')
      expect(answer!.rows[0], answer!.text).toMatchObject({ rank: 1, what: expect.stringMatching(made.cause) })
      expect(answer!.text).toMatch(/^Candidates, not proof: 1\./)
      for (const { rank, against, path, line } of answer!.rows) {
        expect(line).toBeGreaterThan(0)
        expect(Object.keys(made.files)).toContain(path)
        if (rank === null) expect(against).not.toBe('')
      }
      const loud = answer!.rows.find(({ what }) => /mail provider/.test(String(what)))
      if (made.files['shop.log']?.includes('mail provider') && loud)
        expect(loud).toMatchObject({ rank: null, against: expect.stringMatching(/as frequent without the trouble/) })
    },
  )
})

describe('notes of the day before', () => {
  it.each([3, 11, 29])('change neither when it began nor when it ended (seed %i)', async seed => {
    const scene = new Scene(seed)
    const { files } = SHAPES.deploy!(scene)
    const notes = [17, 12, 9].map(
      hours =>
        `${new Date(scene.start - hours * 3_600_000).toISOString()} INFO release of mailer 1.8.${hours} by kim\n`,
    )
    const [without, beside] = [await askedOfFiles(files), await askedOfFiles({ ...files, 'notes.log': notes.join('') })]
    for (const question of ['when did the errors start?', 'when did it recover?', 'how long did the outage last?']) {
      const expected = await answerQuestion(question, without)
      expect(expected.status, question).toBe('answered')
      expect((await answerQuestion(question, beside)).rows, question).toEqual(expected.rows)
    }
  })
})

describe('one incident, asked in other ways', async () => {
  const scene = new Scene(5)
  const made = SHAPES.deploy!(scene)
  const asked = await askedOfFiles(made.files)
  const onset = timeText(made.onset!)
  const clock = (at: number) => new Date(at).toISOString().slice(11, 16)

  it('names what speaks against what misleads', async () => {
    const { rows } = await answerQuestion('why did checkout fail?', asked)
    const against = (pattern: RegExp) => rows.find(({ what }) => pattern.test(String(what)))
    expect(against(/mail provider/)).toMatchObject({ rank: null, against: expect.stringMatching(/as frequent/) })
    expect(against(/thumbnail/)).toMatchObject({ rank: null, against: expect.stringMatching(/at another time/) })
    expect(rows[0]).toMatchObject({ for: expect.stringMatching(/pool-size 50 → 5.*undone at/) })
  })

  it('begins and ends to the entry', async () => {
    const begin = await answerQuestion('When did the errors start?', asked)
    expect(begin).toMatchObject({ status: 'answered', rows: [{ time: onset }] })
    const end = await answerQuestion('when did it recover?', asked)
    const last = made.files['shop.log']!.trimEnd()
      .split('\n')
      .filter(line => line.includes('timed out'))
      .at(-1)!
    expect(end.rows[0]).toMatchObject({ time: last.slice(0, 23).replace('T', ' '), first: onset })
  })

  it('tells what changed before it, and before a time of day', async () => {
    for (const question of [
      'what changed before the errors began?',
      `what was changed shortly before ${clock(made.onset!)}?`,
    ]) {
      const { status, rows } = await answerQuestion(question, asked)
      expect(status).toBe('answered')
      expect(rows[0], question).toMatchObject({
        what: expect.stringMatching(/v2\.31\.0/),
        differs: 'v2.30.4 → v2.31.0, pool-size 50 → 5',
      })
    }
  })

  it('tells which hosts, users and endpoints it touched', async () => {
    const { rows, status } = await answerQuestion('Which hosts were affected?', asked)
    expect(status).toBe('answered')
    expect(rows.map(({ host }) => host).sort()).toEqual([...made.hosts].sort())
    const lines = made.files['shop.log']!.split('\n').filter(line => line.includes('timed out'))
    const counted = (pattern: RegExp) => {
      const counts = new Map<string, number>()
      for (const line of lines) counts.set(pattern.exec(line)![1]!, (counts.get(pattern.exec(line)![1]!) ?? 0) + 1)
      return counts
    }
    const { rows: paths } = await answerQuestion('which endpoints were hit?', asked)
    for (const { endpoint, entries } of paths) expect(entries).toBe(counted(/path=(\S+)/).get(String(endpoint)))
    const { rows: users } = await answerQuestion('who was affected?', asked)
    expect(users.length).toBe(counted(/user=(\S+)/).size)
  })

  it('tells what happened between two times, before and after', async () => {
    const [from, to] = [made.onset! - 10 * 60_000, made.onset! + 5 * 60_000]
    const between = await answerQuestion(`what happened between ${clock(from)} and ${clock(to)}?`, asked)
    const minute = (at: number) => Math.floor(at / 60_000) * 60_000
    const inside = made.files['shop.log']!.trimEnd()
      .split('\n')
      .filter(line => {
        const at = Date.parse(line.slice(0, 24))
        return at >= minute(from) && at <= minute(to)
      })
    expect(between.rows.reduce((sum, { entries }) => sum + Number(entries), 0)).toBe(inside.length)
    const before = await answerQuestion('what happened before the timeouts?', asked)
    expect(before.rows.some(({ what }) => /v2\.31\.0|starting checkout/.test(String(what)))).toBe(true)
  })

  it('refuses what no file knows', async () => {
    const { status } = await answerQuestion('why did the printers fail?', asked)
    expect(status).not.toBe('answered')
    expect(await answerIncident('how many users are there?', asked)).toBeNull()
  })
})

describe('a question that names a day, or asks for several things at once', async () => {
  const line = (second: number, text: string) =>
    `${new Date(Date.UTC(2026, 2, 12, 11, 0, second)).toISOString()} ${text}`
  const [from, to] = [3 * 3600, 4 * 3600]
  const seconds = Array.from({ length: 1_500 }, (_, k) => k * 15)
  const failed = seconds.filter(second => second >= from && second < to)
  const log = seconds.map(second =>
    failed.includes(second)
      ? line(second, `ERROR billing payment ${40_000 + second} failed: connection refused`)
      : line(second, `INFO billing payment ${40_000 + second} taken`),
  )
  const asked = await askedOfFiles({ 'billing.log': `${log.join('\n')}\n` })
  const begin = '2026-03-12 14:00:00'

  it.each(['Why did payments fail on 12 March?', 'When did payments start failing in March 2026?'])(
    '%s',
    async text => {
      const { status, unused, readAs, text: told } = await answerQuestion(text, asked)
      expect({ status, unused }).toEqual({ status: 'answered', unused: [] })
      expect(readAs).toMatch(/March/)
      expect(told).toContain(begin)
    },
  )

  it.each([
    ['Why did payments fail on 13 March?', /^No log has an entry on March 13: 1,500 entries/],
    ['Why did payments fail in the evening?', /^No trouble with "payments" at 17:00 to 23:00/],
  ])('%s is known not to be there, and nothing else is told', async (text, expected) => {
    const answer = await answerQuestion(text, asked)
    expect(answer).toMatchObject({ status: 'unanswered', isNone: true })
    expect(answer.text).toMatch(expected)
  })

  it.each([
    'Why did payments fail on 12 March, from when to when, and how many payments failed?',
    'Why did payments fail, when did it start, how long did it last and how many payments failed?',
  ])('%s', async text => {
    const { status, text: told } = await answerQuestion(text, asked)
    expect(status).toBe('answered')
    expect(told).toMatch(/^Candidates|^No change|nothing in the files before them/)
    expect(told).toContain('2026-03-12 14:59:45')
    expect(told).toMatch(new RegExp(`\\b${failed.length}\\. Read as: the number of different \`payment\``))
  })

  it('numbers that tell things apart are counted and not added up', async () => {
    const { rows, status, alternatives } = await answerQuestion('How many payments failed?', asked)
    expect(status).toBe('answered')
    expect(Object.values(rows[0]!)).toContain(failed.length)
    // Each is told of once: to count entries would come to the same.
    expect(alternatives).toEqual([])
  })
})
