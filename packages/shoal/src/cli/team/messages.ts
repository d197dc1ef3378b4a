// `shoal team messages TEAM [NUMBER]`: what was said, or one message in full, and what is said from here on.

import { ShoalError } from '@shoal/base/model/errors'
import type { Ledger } from '@shoal/base/model/ledger'
import type { Message } from '@shoal/base/model/message'
import { LEAD } from '@shoal/base/model/team'
import { printable } from '@shoal/base/text/printable'
import { ago, clock } from '@shoal/base/text/times'
import type { FaceOptions } from '../../config/options.ts'
import { eachMessage, lastMessages } from '../../run/message-pages.ts'
import { unlessGone } from '../../run/overviews.ts'
import { writeDocument } from '../document.ts'
import { writeJsonObject } from '../json-document.ts'
import { checkFollow, followTeam, note } from './follow.ts'
import { messageJson } from './shapes.ts'
import { type GridColumn, Sheet, textLines } from './sheet.ts'
import type { RunVerb, VerbInput } from './verb.ts'
import { messageText, route } from './words.ts'

export const messages: RunVerb = async input => {
  const { args, face, ledger } = input
  const [team, number] = args as [string, string?]
  checkFollow(face)
  if (number !== undefined) return await writeOne(input, team, number)
  // Asked before the others are read: what is said meanwhile is told once, here or there.
  const last = (await lastMessages(ledger, team, 1)).at(-1)?.number ?? 0
  if (face.member !== null) await checkMember(ledger, team, face.member)
  const after = await ledger.lastEvent()
  const shown = await wantedMessages(ledger, team, face)
  await writeSnapshot(input, team, shown)
  if (face.follow) {
    let seen = Math.max(shown.at(-1)?.number ?? 0, face.after ?? 0, last)
    const tell = async () => {
      const lines: string[] = []
      for (const message of await unlessGone(messagesAfter(ledger, team, seen), [])) {
        seen = message.number
        if (isWanted(message, face.member))
          lines.push(face.format === 'json' ? JSON.stringify(messageJson(message)) : messageLine(message))
      }
      return lines
    }
    await followTeam(input, { team, after, tell })
  }
  return 0
}

async function wantedMessages(
  ledger: Ledger,
  team: string,
  { member, unread, after }: FaceOptions,
): Promise<Message[]> {
  const from = after ?? 0
  if (unread) return (await ledger.unread(team, member ?? LEAD)).filter(({ number }) => number > from)
  return (await messagesAfter(ledger, team, from)).filter(message => isWanted(message, member))
}

async function messagesAfter(ledger: Ledger, team: string, after: number): Promise<Message[]> {
  const found: Message[] = []
  for await (const message of eachMessage(ledger, team, after)) found.push(message)
  return found
}

/** From and to the member; what is said to all is said to each. */
function isWanted({ from, to }: Message, member: string | null): boolean {
  return member === null || from === member || to === member || to === null
}

async function checkMember(ledger: Ledger, team: string, name: string): Promise<void> {
  const members = await ledger.members(team)
  if (members.some(member => member.name === name)) return
  throw new ShoalError('unknown-member', `team "${team}" has no member "${name}"`, {
    detail: name,
    advice: `run \`shoal team show ${team}\` for its members`,
  })
}

const columns: readonly GridColumn[] = [
  { title: '#', align: 'right' },
  { title: 'when' },
  { title: 'from → to', atLeast: 16 },
  { title: 'message', atLeast: 20 },
]

async function writeSnapshot({ io, face, world }: VerbInput, team: string, shown: readonly Message[]): Promise<void> {
  if (shown.length === 0) note(io, face, face.unread ? 'nothing unread' : 'no messages')
  await writeDocument(io, { output: face.output, inputs: [] }, async write => {
    if (face.format === 'json') {
      const document = { team, messages: shown.map(messageJson) }
      return await (face.follow ? write(`${JSON.stringify(document)}\n`) : writeJsonObject(write, document))
    }
    if (shown.length === 0) return
    const sheet = new Sheet(io, face)
    const now = world.now()
    sheet.grid(
      columns,
      shown.map(message => [String(message.number), ago(message.at, now), route(message), messageText(message)]),
    )
    await write(sheet.text())
  })
  const long = shown.find(message => message.hasMore)
  if (long && face.format !== 'json')
    note(io, face, `… means there is more: shoal team messages ${team} ${long.number}`)
}

function messageLine(message: Message): string {
  return `${clock(message.at)}  ${message.number}  ${route(message)}  ${messageText(message)}`
}

async function writeOne({ io, face, ledger, world }: VerbInput, team: string, typed: string) {
  if (!/^[1-9]\d{0,14}$/.test(typed))
    throw new ShoalError('bad-value', `"${typed}" is no number of a message`, {
      detail: typed,
      advice: `run \`shoal team messages ${team}\` for the messages`,
    })
  if (face.follow || face.unread || face.member !== null || face.after !== null)
    throw new ShoalError('bad-value', 'a NUMBER asks for one message, the options for several', {
      detail: typed,
      advice: 'leave out the one or the others',
    })
  const number = Number(typed)
  const text = await ledger.messageText(team, number)
  const [message] = await ledger.messages(team, { after: number - 1, limit: 1 })
  await writeDocument(io, { output: face.output, inputs: [] }, async write => {
    if (face.format === 'json') return await writeJsonObject(write, { team, ...messageJson(message!), text })
    const sheet = new Sheet(io, face)
    const { kind, at, task } = message!
    const about = task === null ? '' : `, about task ${printable(task)}`
    sheet.line(sheet.style.dim(`${route(message!)}, ${kind}, ${ago(at, world.now())}${about}`))
    for (const line of textLines(text)) sheet.line(line)
    await write(sheet.text())
  })
  return 0 as const
}
