// Budgets over the whole run: what the provider bills never exceeds what the user allows, what is left undone is said,
// and going on pays for nothing twice.
import { describe, expect, it } from 'vitest'
import { honestAnalyst } from './honest-analyst.ts'
import { Lab, modelFindings, type Seen } from './lab.ts'
import { Meter } from './metered.ts'

const QUESTION = 'What looks wrong?'

async function labWithLog(meter: Meter): Promise<Lab> {
  const lab = await Lab.open(meter.metered(honestAnalyst()))
  // No two lines are alike but for numbers: then all are sent.
  const name = (k: number) =>
    [26 * 26, 26, 1].map(unit => String.fromCharCode(97 + (Math.floor(k / unit) % 26))).join('')
  const lines = Array.from(
    { length: 2400 },
    (_, k) => `2026-03-01 10:00:00 INFO request ${name(k)} was served in time\n`,
  )
  lab.write('api.log', lines.join(''))
  return lab
}

const ARGS = [QUESTION, '--chunk-size', '200', '--concurrency', '3']

/** What the whole job takes when nothing limits it, and what it finds. */
async function unlimited(): Promise<{ readonly meter: Meter; readonly seen: Seen; readonly requests: number }> {
  const meter = new Meter()
  const lab = await labWithLog(meter)
  const seen = await lab.analyze(ARGS)
  expect(seen.status).toBe(0)
  return { meter, seen, requests: lab.stub.count }
}

const bodies = (lab: Lab) => lab.asked.map(({ body }) => JSON.stringify(body))
/** What models found, wherever the data lies. */
const said = ({ report }: Seen) =>
  modelFindings(report).map(({ summary, places }) => [summary, places.map(({ line, evidence }) => [line, evidence])])

describe.each([
  { flag: '--max-tokens', used: (meter: Meter) => meter.tokens, written: (amount: number) => String(amount) },
  {
    flag: '--max-cost',
    used: (meter: Meter) => meter.microUsd,
    written: (amount: number) => (amount / 1e6).toFixed(6),
  },
])('$flag', ({ flag, used, written }) => {
  it('stops before it is passed, and a higher one finishes with nothing paid twice', async () => {
    const whole = await unlimited()
    const limit = Math.floor(used(whole.meter) / 2)
    const meter = new Meter()
    const lab = await labWithLog(meter)

    const stopped = await lab.analyze([...ARGS, flag, written(limit)])
    expect(stopped.status).toBe(3)
    expect(used(meter)).toBeLessThanOrEqual(limit)
    expect(used(meter)).toBeGreaterThan(0)
    expect(stopped.stderr).toMatch(
      new RegExp(
        `^shoal: what is left of the (?:cost|token) limit is less than the .* — go on with \`shoal resume lab\` and a higher \`${flag}\`\\n$`,
      ),
    )
    const { partial, coverage, usage } = stopped.report!
    const [, read, of] =
      /models read (\d+) of (\d+) tasks; exact figures cover all of them\. `shoal resume lab` goes on once it is given a higher limit\.$/.exec(
        partial!,
      )!
    expect(partial).not.toContain('--')
    expect(Number(read)).toBe(modelFindings(stopped.report)[0]?.placeCount ?? 0)
    expect(Number(read)).toBeLessThan(Number(of))
    expect(coverage).toMatchObject({ lines: 2400, linesRead: 2400, tasksFailed: 0 })
    expect(usage.inputTokens + usage.outputTokens).toBe(meter.tokens)
    expect(Math.round(usage.costUsd! * 1e6)).toBe(meter.microUsd)
    expect(stopped.stdout).toContain('Partial report')
    const shown = await lab.shoal('report', 'lab', '--json')
    expect(JSON.parse(shown.stdout).partial).toBe(partial)

    const still = await lab.resume()
    expect(still.status).toBe(3)
    expect(used(meter)).toBeLessThanOrEqual(limit)

    // A limit that is used up already is refused before anything is sent or stored.
    const asked = lab.stub.count
    for (const amount of [used(meter), 1])
      expect(await lab.resume([flag, written(amount)])).toMatchObject({
        status: 2,
        stdout: '',
        stderr: expect.stringMatching(
          /^shoal: a limit of \S+(?: tokens?)? is not above the \S+ that the run has (?:cost|used) so far — give a higher one: it is for the run as a whole\n$/,
        ),
      })
    expect(lab.stub.count).toBe(asked)

    const resumed = await lab.resume([flag, written(4 * used(whole.meter))])
    expect({ status: resumed.status, stderr: resumed.stderr }).toEqual({ status: 0, stderr: '' })
    expect(resumed.report!.partial).toBeNull()
    expect(new Set(bodies(lab)).size).toBe(lab.stub.count)
    expect(lab.stub.count).toBe(whole.requests)
    expect(said(resumed)).toEqual(said(whole.seen))
    const [file] = whole.seen.report!.files
    expect(resumed.report!.answer).toBe(whole.seen.report!.answer!.replaceAll(file!.path, `${lab.data}/api.log`))
  })

  it('that holds no call at all sends nothing, and says what programs know', async () => {
    const meter = new Meter()
    const lab = await labWithLog(meter)
    const seen = await lab.analyze([...ARGS, flag, flag === '--max-cost' ? '0.000001' : '10'])
    expect(seen.status).toBe(3)
    expect(lab.stub.count).toBe(0)
    expect(seen.report!.partial).toContain('models read 0 of 12 tasks')
    expect(seen.report!.coverage).toMatchObject({ linesRead: 2400, tasksCompleted: 0 })
  })

  it.each([0.2, 0.5, 0.8, 0.95])('is never passed, whatever it is: %d of all', async share => {
    const { meter: whole } = await unlimited()
    const limit = Math.floor(used(whole) * share)
    const meter = new Meter()
    const lab = await labWithLog(meter)
    const seen = await lab.analyze([...ARGS, '--concurrency', '12', flag, written(limit)])
    expect([0, 3]).toContain(seen.status)
    expect(used(meter)).toBeLessThanOrEqual(limit)
  })
})

describe('a budget in dollars', () => {
  it('is refused where the price is not known, before anything is sent', async () => {
    const lab = await labWithLog(new Meter())
    const seen = await lab.analyze([...ARGS, '--model', 'openai:somebodys-own', '--max-cost', '1'])
    expect(seen).toMatchObject({ status: 2, stdout: '' })
    expect(seen.stderr).toBe(
      'shoal: the price of openai:somebodys-own is not known, so --max-cost cannot be kept — add its price under "prices" in the config file, or limit with `--max-tokens`\n',
    )
    expect(lab.stub.count).toBe(0)
  })
})
