// `shoal team inbox TEAM`: what was said to a member, once, or as it comes for a file that it may watch.
import type { Ledger } from '@shoal/base/model/ledger'
import { pushAll } from '@shoal/base/model/lists'
import { unknownMember } from '@shoal/team/refusals'
import { isFor, letterOf, markShown, unreadLetters } from '../../run/members/mail.ts'
import { beHeard, findMember, isAgent } from '../../run/members/presence.ts'
import { waitFor } from '../../run/members/wait-for.ts'
import { eachMessage, lastMessages } from '../../run/message-pages.ts'
import { unlessGone } from '../../run/overviews.ts'
import { writeDocument } from '../document.ts'
import { writeJsonObject } from '../json-document.ts'
import { callingMember, letterJson, letterLines, waitSeconds } from './as-member.ts'
import { checkFollow, followTeam, note } from './follow.ts'
import { Sheet } from './sheet.ts'
import type { RunVerb, VerbInput } from './verb.ts'

export const inbox: RunVerb = async input => {
  const { io, args, face, ledger } = input
  const [team] = args as [string]
  const member = callingMember(input, 'inbox', team)
  checkFollow(face)
  await beThere(ledger, team, member)
  if (face.follow) return await follow(input, team, member)
  const look = async () => {
    const found = await unreadLetters(ledger, team, member)
    return found.length > 0 ? found : null
  }
  const letters = (await waitFor(ledger, look, { seconds: waitSeconds(face), signal: io.signal })) ?? []
  if (letters.length === 0) note(io, face, 'nothing unread')
  await writeDocument(io, { output: face.output, inputs: [] }, async write => {
    if (face.format === 'json') return await writeJsonObject(write, { team, member, messages: letters.map(letterJson) })
    const sheet = new Sheet(io, face)
    for (const letter of letters) for (const line of letterLines(letter)) sheet.line(line)
    await write(sheet.text())
  })
  await markShown(ledger, team, member, letters)
  return 0
}

/** Its process keeps a member alive that lives in one; from inside its task it may read its mail all the same. */
async function beThere(ledger: Ledger, team: string, member: string): Promise<void> {
  const known = await findMember(ledger, team, member)
  if (!known) throw unknownMember(team, member)
  if (isAgent(known)) await beHeard(ledger, team, member)
}

/** Marks nothing as read: the next call tells it again to one that does not watch. */
async function follow(input: VerbInput, team: string, member: string): Promise<0> {
  const { io, face, ledger } = input
  const after = await ledger.lastEvent()
  const [first] = await ledger.unread(team, member, 1)
  let seen = first ? first.number - 1 : ((await lastMessages(ledger, team, 1)).at(-1)?.number ?? 0)
  const tell = async () => {
    const lines: string[] = []
    for await (const message of eachMessage(ledger, team, seen)) {
      seen = message.number
      if (!isFor(member, message)) continue
      const letter = await letterOf(ledger, team, message)
      pushAll(lines, face.format === 'json' ? [JSON.stringify(letterJson(letter))] : letterLines(letter))
    }
    return lines
  }
  const waiting = await tell()
  await writeDocument(io, { output: [], inputs: [] }, write => write(waiting.map(line => `${line}\n`).join('')))
  await followTeam(input, { team, after, tell: () => unlessGone(tell(), []) })
  return 0
}
