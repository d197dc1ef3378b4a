// `send_message`: a word to one or to all, and the questions and answers of a shutdown.

import { ShoalError } from '@shoal/base/model/errors'
import type { Ledger } from '@shoal/base/model/ledger'
import { LEAD } from '@shoal/base/model/team'
import { expireMembers } from '@shoal/team/expire-members'
import { z } from 'zod'
import { ALL, answerShutdown, beHeard, isAlive } from '../../run/members/presence.ts'
import { name } from '../fields.ts'
import { fitting } from '../page.ts'
import { openTeam } from '../teams/open-team.ts'
import { teamField } from '../teams/shapes.ts'
import { defineTool } from '../tool.ts'

/** Characters of JSON for one list of members. */
const NAMES_ROOM = 20_000

const input = z.object({
  team: teamField,
  from: name.describe('Your name in the team; the lead is "lead". A name that is new joins by it'),
  to: name.optional().describe('A member, "lead", or "all"; an answer to a shutdown needs none'),
  text: z.string().optional().describe('What to say; of a request or a refusal its reason'),
  kind: z
    .enum(['message', 'broadcast', 'shutdown_request', 'shutdown_response'])
    .optional()
    .describe('message if left out; broadcast is a message to "all"'),
  approve: z
    .boolean()
    .optional()
    .describe('Of a shutdown_response: true to leave the team, false to stay, with the reason as text'),
  task: name.optional().describe('Id of the task that a message is about'),
})

const output = z.object({
  team: z.string().describe('The team'),
  kind: z.enum(['message', 'broadcast', 'shutdown_request', 'shutdown_response']).describe('What was sent'),
  message: z.int().nullable().describe('Number of the message'),
  asked: z.array(z.string()).optional().describe('Of a shutdown_request: who was asked'),
  gone: z
    .array(z.string())
    .optional()
    .describe('Of a shutdown_request: who is not alive any more and need not be asked'),
  asked_total: z.int().optional().describe('How many were asked; there may not be room for all names'),
  gone_total: z.int().optional().describe('How many are not alive any more'),
})

export const sendMessage = defineTool({
  name: 'send_message',
  title: 'Send a message',
  description:
    'Sends a message to a member or to all of a team; it waits in their inbox (read_inbox). kind shutdown_request asks members to leave once their task is ended; who is asked answers with kind shutdown_response and approve. Keep messages short: what is long belongs into the result of a task.',
  changes: 'adds',
  isOfMembers: true,
  input,
  output,
  async run(given, context) {
    const ledger = await openTeam(context, given.team)
    const kind = given.kind === 'broadcast' || given.kind === undefined ? 'message' : given.kind
    return { data: await sends[kind](ledger, given) }
  },
})

type Sends = (ledger: Ledger, given: z.output<typeof input>) => Promise<z.input<typeof output>>

const sends: Readonly<Record<'message' | 'shutdown_request' | 'shutdown_response', Sends>> = {
  async message(ledger, { team, from, text, task, kind, to = kind === 'broadcast' ? ALL : undefined }) {
    if (to === undefined) throw missing('to', 'a message needs to: a member, "lead" or "all"')
    if (text === undefined) throw missing('text', 'a message needs a text')
    if (kind === 'broadcast' && to !== ALL) throw missing('to', 'a broadcast goes to "all"')
    await beHeard(ledger, team, from)
    const about = { from, to: to === ALL ? null : to, text, ...(task === undefined ? {} : { task }) }
    const { number } = await ledger.send(team, about)
    return { team, kind: to === ALL ? 'broadcast' : 'message', message: number }
  },

  async shutdown_request(ledger, { team, from, to, text }) {
    if (to === undefined) throw missing('to', 'a shutdown_request needs to: a member or "all"')
    await beHeard(ledger, team, from)
    await expireMembers(ledger, team)
    const members = (await ledger.members(team)).filter(({ name }) => name !== from && name !== LEAD)
    const names = to === ALL ? members.filter(isAlive).map(({ name }) => name) : [to]
    const asked: string[] = []
    const gone: string[] = []
    for (const name of names) (await isAsked(ledger, team, name, { from, text })) ? asked.push(name) : gone.push(name)
    return {
      team,
      kind: 'shutdown_request',
      message: null,
      asked: [...fitting(asked, NAMES_ROOM)],
      gone: [...fitting(gone, NAMES_ROOM)],
      asked_total: asked.length,
      gone_total: gone.length,
    }
  },

  async shutdown_response(ledger, { team, from, approve, text = '' }) {
    if (approve === undefined) throw missing('approve', 'a shutdown_response needs approve: true or false')
    await answerShutdown(ledger, { team, member: from }, approve ? { approve } : { approve, reason: text })
    return { team, kind: 'shutdown_response', message: null }
  },
}

/** False for one that is not alive: it went by itself, which is all that was wanted of it. */
async function isAsked(
  ledger: Ledger,
  team: string,
  name: string,
  { from, text }: { readonly from: string; readonly text: string | undefined },
): Promise<boolean> {
  try {
    await ledger.requestShutdown(team, name, { by: from, ...(text === undefined ? {} : { reason: text }) })
    return true
  } catch (error) {
    if (error instanceof ShoalError && error.code === 'member-not-alive') return false
    throw error
  }
}

function missing(field: string, message: string): ShoalError {
  return new ShoalError('bad-value', message, { detail: field })
}
