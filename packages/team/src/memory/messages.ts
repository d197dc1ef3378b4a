// Mailboxes of the in-memory ledger: one list of messages per team, and a read cursor per member.
import type { Message, MessageKind, NewMessage } from '@shoal/base/model/message'
import { nobodyElse, unknownMessage } from '../refusals.ts'
import { messageLine } from '../rules.ts'
import { appendEvent, findMember, findTask, findTeam, type Store, type StoredMessage, type TeamState } from './state.ts'

export function send(store: Store, teamName: string, { from, to, text, task }: NewMessage): Message {
  const team = findTeam(store, teamName)
  findMember(team, from)
  if (to !== null) findMember(team, to)
  else if (team.members.size === 1) throw nobodyElse(team.name, from)
  if (task !== undefined) findTask(team, task)
  messageLine(text)
  return post(store, team, { kind: to === null ? 'broadcast' : 'message', from, to, text, task: task ?? null })
}

/** Puts a message that needs no more checks into the mailboxes. */
export function post(
  store: Store,
  team: TeamState,
  message: {
    readonly kind: MessageKind
    readonly from: string
    readonly to: string | null
    readonly text: string
    readonly task?: string | null
  },
): Message {
  const { kind, from, to, text, task = null } = message
  const { line, more } = messageLine(text)
  const number = team.messages.length + 1
  const stored = { number, at: store.now(), kind, from, to, line, task, hasMore: more !== null, more }
  team.messages.push(stored)
  appendEvent(store, team.name, 'message-sent', { task, member: from, detail: `${to ?? 'everybody'}: ${line}` })
  return shown(stored)
}

export function messages(
  store: Store,
  teamName: string,
  { after = 0, limit = Number.POSITIVE_INFINITY }: { readonly after?: number; readonly limit?: number } = {},
): readonly Message[] {
  const { messages } = findTeam(store, teamName)
  return messages
    .filter(({ number }) => number > after)
    .slice(0, limit)
    .map(shown)
}

export function unread(
  store: Store,
  teamName: string,
  memberName: string,
  limit = Number.POSITIVE_INFINITY,
): readonly Message[] {
  const team = findTeam(store, teamName)
  const { cursor, name } = findMember(team, memberName)
  return team.messages
    .filter(({ number, from, to }) => number > cursor && (to === name || (to === null && from !== name)))
    .slice(0, limit)
    .map(shown)
}

export function markRead(store: Store, teamName: string, memberName: string, upTo: number): void {
  const team = findTeam(store, teamName)
  const member = findMember(team, memberName)
  // What has not been sent yet has not been read.
  member.cursor = Math.max(member.cursor, Math.min(upTo, team.messages.length))
}

export function messageText(store: Store, teamName: string, number: number): string {
  const team = findTeam(store, teamName)
  const message = team.messages[number - 1]
  if (!message) throw unknownMessage(team.name, number)
  return message.more ?? message.line
}

function shown({ more, ...message }: StoredMessage): Message {
  return message
}
