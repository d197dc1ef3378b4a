// `read_inbox`: what others said to a member, short and by the page; with patience.

import type { Ledger } from '@shoal/base/model/ledger'
import { pushAll } from '@shoal/base/model/lists'
import { type Message, messageKinds } from '@shoal/base/model/message'
import { unknownMessage } from '@shoal/team/refusals'
import { z } from 'zod'
import { isFor } from '../../run/members/mail.ts'
import { beHeard } from '../../run/members/presence.ts'
import { waitFor } from '../../run/members/wait-for.ts'
import { wholeReport } from '../../run/members/whole-line.ts'
import { name, nextCursor } from '../fields.ts'
import { fitting } from '../page.ts'
import { partPage, readCursor, shortened } from '../teams/long-text.ts'
import { openTeam } from '../teams/open-team.ts'
import { isoTime, teamField, waitField } from '../teams/shapes.ts'
import { defineTool } from '../tool.ts'

const SHORT = 500
const PAGE = 20
/** Messages of others that are passed over at a time to find the member's own. */
const STRIDE = 500

const shownMessage = z.object({
  number: z.int().describe('Its number in the team'),
  kind: z.enum(messageKinds).describe('What kind of message it is'),
  from: z.string().describe('Who sent it'),
  to: z.string().nullable().describe('Null for a message to all'),
  task: z.string().nullable().describe('The task that it is about'),
  at: z.string().describe('When it was sent'),
  text: z.string().describe('What it says'),
  more: z.boolean().describe('The text is cut: read_inbox with message reads it whole'),
})

export const readInbox = defineTool({
  name: 'read_inbox',
  title: 'Read messages',
  description:
    'The messages to a member that it has not read yet, oldest first, 20 at a time: words of others, reports of ended tasks, plans that await approval, requests to shut down and their answers. They count as read unless mark_read is false. With wait_seconds it waits for the first one, which is the way to wait for others.',
  changes: 'adds',
  isOfMembers: true,
  input: z.object({
    team: teamField,
    member: name.describe('Whose inbox: your name in the team; the lead is "lead"'),
    mark_read: z.boolean().optional().describe('False to see the same messages again; true if left out'),
    wait_seconds: waitField,
    message: z.int().min(1).optional().describe('Number of one message, to read it whole'),
    cursor: name.optional().describe('next_cursor of the page before; reads on from there, also what was read'),
  }),
  output: z.object({
    team: z.string().describe('The team'),
    member: z.string().describe('Whose inbox it is'),
    messages: z.array(shownMessage).describe('One page, oldest first'),
    total: z.int().describe('Unread messages, those shown here included'),
    next_cursor: nextCursor,
  }),
  async run({ team, member, mark_read: marks = true, wait_seconds: seconds, message, cursor }, context) {
    const ledger = await openTeam(context, team)
    await beHeard(ledger, team, member)
    if (message !== undefined) return { data: await oneMessage(ledger, { team, member, number: message, cursor }) }
    const look = async () => {
      const found = await (cursor === undefined
        ? ledger.unread(team, member)
        : messagesAfter(ledger, { team, member, after: readCursor(cursor, ['after']).from }))
      return found.length > 0 ? found : null
    }
    const found = (await waitFor(ledger, look, { seconds, signal: context.signal })) ?? []
    const page = await Promise.all(found.slice(0, PAGE).map(one => shown(ledger, team, one)))
    const messages = fitting(page)
    const last = messages.at(-1)?.number
    const total = (await ledger.unread(team, member)).length
    if (marks && last !== undefined) await ledger.markRead(team, member, last)
    const next = messages.length < found.length ? `after:${last}` : null
    return { data: { team, member, messages: [...messages], total, next_cursor: next } }
  },
})

async function shown(ledger: Ledger, team: string, message: Message): Promise<z.input<typeof shownMessage>> {
  const text = await wholeText(ledger, team, message)
  return { ...headOf(message), text: shortened(text, SHORT), more: text.length > SHORT }
}

async function wholeText(ledger: Ledger, team: string, message: Message): Promise<string> {
  if (message.hasMore) return await ledger.messageText(team, message.number)
  return (await wholeReport(ledger, team, message)) ?? message.line
}

function headOf({ number, kind, from, to, task, at }: Message) {
  return { number, kind, from, to, task, at: isoTime(at) }
}

interface One {
  readonly team: string
  readonly member: string
  readonly number: number
  readonly cursor: string | undefined
}

/** Only what the member wrote or was written to. */
async function oneMessage(ledger: Ledger, { team, member, number, cursor }: One) {
  const [found] = await ledger.messages(team, { after: number - 1, limit: 1 })
  if (found?.number !== number || !(isFor(member, found) || found.from === member)) throw unknownMessage(team, number)
  const place = cursor === undefined ? { part: 'text', from: 0 } : readCursor(cursor, ['text'])
  const { text, next_cursor } = partPage(await wholeText(ledger, team, found), place)
  const message = { ...headOf(found), text, more: next_cursor !== null }
  const total = (await ledger.unread(team, member)).length
  return { team, member, messages: [message], total, next_cursor }
}

/** One more than a page of them, if there are so many. */
async function messagesAfter(
  ledger: Ledger,
  { team, member, after }: { readonly team: string; readonly member: string; readonly after: number },
): Promise<readonly Message[]> {
  const own: Message[] = []
  for (let from = after; own.length <= PAGE; ) {
    const found = await ledger.messages(team, { after: from, limit: STRIDE })
    pushAll(
      own,
      found.filter(message => isFor(member, message)),
    )
    const last = found.at(-1)
    if (!last || found.length < STRIDE) break
    from = last.number
  }
  return own.slice(0, PAGE + 1)
}
