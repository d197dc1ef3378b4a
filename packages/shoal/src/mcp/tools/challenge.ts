// `challenge`: an agent that did not write an answer reads it with what it rests on, and says what that does not show.
import { ShoalError } from '@shoal/base/model/errors'
import type { Shown } from '@shoal/base/model/shown'
import { plural } from '@shoal/base/text/printable'
import { z } from 'zod'
import { finalOf } from '../../run/delegated/standing.ts'
import type { Challenge, Challenged } from '../../stages/asking/sceptic.ts'
import { shownText } from '../../text/gate/shown.ts'
import { openRun, readerName } from '../delegated/open-run.ts'
import { runName } from '../fields.ts'
import { withLooking } from '../looking/open-looking.ts'
import { text } from '../looking/text.ts'
import { isQuestion } from '../run-access.ts'
import { defineTool, type ToolContext } from '../tool.ts'

const input = z.object({
  run: runName,
  mark: z.string().describe('As it was given').optional(),
  objections: z
    .array(z.object({ sentence: z.int().describe('Its number'), why: z.string().min(1).describe('What is not shown') }))
    .describe('Empty for none')
    .optional(),
  rival: z.string().describe('Another explanation that fits as well').optional(),
})

export const challenge = defineTool({
  name: 'challenge',
  title: 'Read as a sceptic',
  description:
    'For an agent that did not write the answer. With a run alone: its sentences and what they rest on. With `mark` and `objections`: keeps these for the report.',
  changes: 'adds',
  input,
  output: text,
  run: async ({ run, ...said }, context) => {
    const data = (await isQuestion(context, run))
      ? await ofQuestion(run, said, context)
      : await ofAnalysis(run, said, context)
    return { data }
  },
})

type Said = Omit<z.output<typeof input>, 'run'>

async function ofQuestion(run: string, said: Said, context: ToolContext): Promise<string> {
  return await withLooking(context, run, async looking => {
    const { report, challenged } = await looking.challenge()
    const given = await readOrSaid(run, challenged, said)
    if (typeof given === 'string') return given
    await looking.object(report, given, `${readerName(context)}:sceptic`)
    return keptText(
      given,
      'Whoever answers may call answer again: change or leave out what is not shown, or add what shows it.',
    )
  })
}

async function ofAnalysis(run: string, said: Said, context: ToolContext): Promise<string> {
  const { definition } = await openRun(context, run)
  const ledger = await context.ledger()
  const final = await finalOf(ledger, run, definition)
  if (final === null)
    throw new ShoalError('wrong-state', `run "${run}" has not been synthesised yet`, {
      detail: run,
      advice: 'call `synthesize` with the run alone first',
    })
  const { doubtfulIn, keepDoubts } = await import('../../run/delegated/doubt.ts')
  const doubtful = doubtfulIn(final, definition)
  if (doubtful === null) return 'Nothing that agents found is grave or says why: there is nothing to challenge.'
  const given = await readOrSaid(run, doubtful.challenged, said)
  if (typeof given === 'string') return given
  await keepDoubts({ ledger, run, definition }, final, doubtful.doubted(given))
  return keptText(given, `report with run "${run}" shows it.`)
}

/** Characters of what is read: an agent that does this reads nothing else. */
const MOST_READ = 12_000

/** Characters of an objection. */
const LONGEST = 1_000

/** What is to be read, or what was said of it. Throws `bad-value` when that was about something else. */
async function readOrSaid(run: string, challenged: Challenged, said: Said): Promise<string | Challenge> {
  const { challengeText } = await import('../../stages/asking/sceptic.ts')
  const { digestOf } = await import('../../models/digest.ts')
  const { question, sentences, missing } = challenged
  const mark = digestOf([question, sentences.map(({ text: one, cites }) => [one, [...cites]]), [...missing]]).slice(
    0,
    8,
  )
  if (said.objections === undefined) {
    const handIn = `Hand in with challenge: run "${run}", mark "${mark}", objections [{"sentence": 1, "why": "…"}] (empty for none), rival.`
    return challengeText(challenged, handIn, MOST_READ)
  }
  if (said.mark !== mark)
    throw new ShoalError('bad-value', 'the answer is not the one that was read: the mark is another', {
      detail: 'mark',
      advice: `call challenge with run "${run}" alone and read it again`,
    })
  const unknown = said.objections.find(({ sentence }) => sentence < 1 || sentence > sentences.length)
  if (unknown)
    throw new ShoalError('bad-value', `there is no sentence ${unknown.sentence}: there are ${sentences.length}`, {
      detail: 'objections',
    })
  const objections = new Map<number, Shown>()
  for (const { sentence, why } of said.objections) {
    const before = objections.get(sentence - 1)
    const one = why.trim().slice(0, LONGEST)
    objections.set(sentence - 1, shownText(before === undefined ? one : `${before} ${one}`))
  }
  return { objections, rival: said.rival?.trim() ? shownText(said.rival.trim().slice(0, LONGEST)) : null }
}

function keptText({ objections, rival }: Challenge, next: string): string {
  if (objections.size === 0 && rival === null) return 'Kept: no objection.'
  const what = [...(objections.size > 0 ? [plural(objections.size, 'objection')] : []), ...(rival ? ['a rival'] : [])]
  return `Kept: ${what.join(' and ')}. ${next}`
}
