// Mailboxes: numbered messages of a team, and a read cursor for every member.
import type { Message, MessageKind, NewMessage } from '@shoal/base/model/message'
import { nobodyElse, unknownMessage } from '../refusals.ts'
import { messageLine, oneLine } from '../rules.ts'
import { eventNumber, messageNumber } from '../stored/numbers.ts'
import { pack } from '../stored/values.ts'
import { type MessageRow, toMessage } from '../stored/views.ts'
import { unpack } from './blobs.ts'
import { keepBlob, memberRow, taskRow, teamRow } from './rows.ts'
import type { Store } from './store.ts'

/** Stores a message within a move. Sender, receiver and task must be known to exist. */
export function post(store: Store, team: number, message: NewMessage & { readonly kind: MessageKind }): number {
  const { line, more } = messageLine(message.text)
  const packed = more === null ? null : pack(more)
  if (packed?.blob) store.blobs.put(packed.blob)
  if (packed) keepBlob(store, team, packed)
  const { number } = store.one<{ number: number }>(
    'UPDATE teams SET next_message = next_message + 1 WHERE team = ? RETURNING next_message - 1 AS number',
    team,
  )!
  store.run(
    'INSERT INTO messages (team, number, at, kind, sender, receiver, line, task, more) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
    team,
    number,
    store.now(),
    messageNumber.get(message.kind)!,
    message.from,
    message.to,
    line,
    message.task ?? null,
    packed?.cell ?? null,
  )
  store.run(
    `INSERT INTO events (team, at, kind, task, member, detail) SELECT ?1, ?2, ?3,
       (SELECT task FROM tasks WHERE team = ?1 AND id = ?4), (SELECT member FROM members WHERE team = ?1 AND name = ?5), ?6`,
    team,
    store.now(),
    eventNumber.get('message-sent')!,
    message.task ?? null,
    message.from,
    oneLine(`${message.to ?? 'everybody'}: ${line}`),
  )
  return number
}

export function send(store: Store, teamName: string, message: NewMessage): Message {
  const team = teamRow(store, teamName)
  memberRow(store, team, message.from)
  if (message.to !== null) memberRow(store, team, message.to)
  else if (!store.one('SELECT 1 FROM members WHERE team = ? AND name <> ? LIMIT 1', team.team, message.from))
    throw nobodyElse(teamName, message.from)
  if (message.task !== undefined) taskRow(store, team, message.task)
  const number = post(store, team.team, { ...message, kind: message.to === null ? 'broadcast' : 'message' })
  return toMessage(messageRow(store, team.team, number)!)
}

export function messages(
  store: Store,
  teamName: string,
  { after = 0, limit = -1 }: { readonly after?: number; readonly limit?: number },
): readonly Message[] {
  const { team } = teamRow(store, teamName)
  return store
    .all<MessageRow>('SELECT * FROM messages WHERE team = ? AND number > ? ORDER BY number LIMIT ?', team, after, limit)
    .map(toMessage)
}

export function unread(store: Store, teamName: string, name: string, limit = -1): readonly Message[] {
  const team = teamRow(store, teamName)
  const { read_to: cursor } = memberRow(store, team, name)
  return store
    .all<MessageRow>(
      `SELECT * FROM messages WHERE team = ?1 AND number > ?2 AND (receiver = ?3 OR (receiver IS NULL AND sender <> ?3))
       ORDER BY number LIMIT ?4`,
      team.team,
      cursor,
      name,
      limit,
    )
    .map(toMessage)
}

export function markRead(store: Store, teamName: string, name: string, upTo: number): void {
  const team = teamRow(store, teamName)
  const { member } = memberRow(store, team, name)
  const newest = Math.min(upTo, team.next_message - 1)
  store.run('UPDATE members SET read_to = max(read_to, ?) WHERE member = ?', newest, member)
}

export function messageText(store: Store, teamName: string, number: number): string {
  const { team } = teamRow(store, teamName)
  const row = messageRow(store, team, number)
  if (!row) throw unknownMessage(teamName, number)
  return row.more === null ? row.line : (unpack(row.more, store.blobs) as string)
}

function messageRow(store: Store, team: number, number: number): MessageRow | undefined {
  return store.one<MessageRow>('SELECT * FROM messages WHERE team = ? AND number = ?', team, number)
}
