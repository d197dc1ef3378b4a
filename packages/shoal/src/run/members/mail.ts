// What was said to a member that has no process to hear it: given with its next call, or as it comes.
import type { Ledger } from '@shoal/base/model/ledger'
import type { Message } from '@shoal/base/model/message'
import { wholeText } from '@shoal/team/assignment'

export interface Letter extends Pick<Message, 'number' | 'at' | 'kind' | 'from' | 'task'> {
  readonly text: string
}

/** More wait for the call after. */
const PAGE = 50

export async function unreadLetters(ledger: Ledger, team: string, member: string): Promise<readonly Letter[]> {
  const found = await ledger.unread(team, member, PAGE)
  return await Promise.all(found.map(message => letterOf(ledger, team, message)))
}

/** To be called once they were shown: what is shown twice is better than what is never shown. */
export async function markShown(ledger: Ledger, team: string, member: string, letters: readonly Letter[]) {
  const last = letters.at(-1)
  if (last) await ledger.markRead(team, member, last.number)
}

export async function letterOf(ledger: Ledger, team: string, message: Message): Promise<Letter> {
  const { number, at, kind, from, task } = message
  return { number, at, kind, from, task, text: await wholeText(ledger, team, message) }
}

export function isFor(member: string, { from, to }: Message): boolean {
  return to === member || (to === null && from !== member)
}
