// Mailboxes: numbered messages of a team, and a read cursor for every member.
import type { Message, MessageKind, NewMessage } from '@shoal/base/model/message'
import { nobodyElse, unknownMessage } from '../refusals.ts'
import { messageLine, oneLine } from '../rules.ts'
import { eventNumber, messageNumber } from '../stored/numbers.ts'
import { pack } from '../stored/values.ts'
import { type MessageRow, toMessage } from '../stored/views.ts'
import { unpack } from './blobs.ts'
import { memberRow, taskRow, teamRow } from './rows.ts'
import type { Store } from './store.ts'
import type { Turn } from './turn.ts'

/**
 * Stores a message within a move. Sender, receiver and task must be known to exist. It gets its number from whoever looks
 * first, like an event: a number taken here would make all that post at the same time wait for each other.
 */
export async function post(
  turn: Turn,
  team: number,
  message: NewMessage & { readonly kind: MessageKind },
): Promise<number> {
  const { line, more } = messageLine(message.text)
  const packed = more === null ? null : pack(more)
  if (packed) await turn.blobs.keep(turn, team, packed)
  const made = await turn.one<{ message: number }>(
    POST,
    team,
    messageNumber.get(message.kind)!,
    message.from,
    message.to,
    line,
    message.task ?? null,
    packed?.cell ?? null,
    oneLine(`${message.to ?? 'everybody'}: ${line}`),
  )
  return made!.message
}

const POST = `
  WITH told AS (
    INSERT INTO events (team, at, kind, task, member, detail) SELECT $1, now_ms(), ${eventNumber.get('message-sent')!},
      (SELECT task FROM tasks WHERE team = $1 AND id = $6), (SELECT member FROM members WHERE team = $1 AND name = $3), $8)
  INSERT INTO messages (team, at, kind, sender, receiver, line, task, more) VALUES ($1, now_ms(), $2, $3, $4, $5, $6, $7)
  RETURNING message`

/** One at a time, so that numbers become visible in their order. */
export async function numberMessages(turn: Turn, team: number): Promise<void> {
  await turn.one('SELECT FROM teams WHERE team = $1 FOR NO KEY UPDATE', team)
  await turn.run(NUMBER, team)
}

const NUMBER = `
  WITH fresh AS (
    SELECT message, row_number() OVER (ORDER BY message) AS at FROM messages WHERE team = $1 AND number IS NULL),
  numbered AS (
    UPDATE messages m SET number = next_message + fresh.at - 1 FROM fresh, teams t
    WHERE m.message = fresh.message AND t.team = $1 RETURNING 1)
  UPDATE teams SET next_message = next_message + (SELECT count(*) FROM numbered) WHERE team = $1`

/** A look at messages, all of which have their number. */
export async function readMessages<T>(store: Store, teamName: string, act: (turn: Turn) => Promise<T>): Promise<T> {
  const unnumbered = await store.read(turn =>
    turn.one<{ team: number }>(
      'SELECT team FROM teams t WHERE name = $1 AND EXISTS (SELECT FROM messages m WHERE m.team = t.team AND number IS NULL)',
      teamName,
    ),
  )
  if (unnumbered) await store.free(turn => numberMessages(turn, unnumbered.team))
  return await store.read(act)
}

export async function send(turn: Turn, teamName: string, message: NewMessage): Promise<Message> {
  const team = await teamRow(turn, teamName)
  await memberRow(turn, team, message.from)
  if (message.to !== null) await memberRow(turn, team, message.to)
  else if (!(await turn.one('SELECT 1 FROM members WHERE team = $1 AND name <> $2 LIMIT 1', team.team, message.from)))
    throw nobodyElse(teamName, message.from)
  if (message.task !== undefined) await taskRow(turn, team, message.task)
  const row = await post(turn, team.team, { ...message, kind: message.to === null ? 'broadcast' : 'message' })
  await numberMessages(turn, team.team)
  return toMessage((await turn.one<MessageRow>('SELECT * FROM messages WHERE message = $1', row))!)
}

export async function messages(
  turn: Turn,
  teamName: string,
  { after = 0, limit }: { readonly after?: number; readonly limit?: number },
): Promise<readonly Message[]> {
  const { team } = await teamRow(turn, teamName)
  const rows = await turn.all<MessageRow>(
    'SELECT * FROM messages WHERE team = $1 AND number > $2 ORDER BY number LIMIT $3',
    team,
    after,
    limit ?? null,
  )
  return rows.map(toMessage)
}

export async function unread(turn: Turn, teamName: string, name: string, limit?: number): Promise<readonly Message[]> {
  const team = await teamRow(turn, teamName)
  const { read_to: cursor } = await memberRow(turn, team, name)
  const rows = await turn.all<MessageRow>(
    `SELECT * FROM messages WHERE team = $1 AND number > $2 AND (receiver = $3 OR (receiver IS NULL AND sender <> $3))
     ORDER BY number LIMIT $4`,
    team.team,
    cursor,
    name,
    limit ?? null,
  )
  return rows.map(toMessage)
}

export async function markRead(turn: Turn, teamName: string, name: string, upTo: number): Promise<void> {
  let team = await teamRow(turn, teamName)
  const { member } = await memberRow(turn, team, name)
  if (upTo >= team.next_message) {
    await numberMessages(turn, team.team)
    team = await teamRow(turn, teamName)
  }
  const newest = Math.min(upTo, team.next_message - 1)
  await turn.run('UPDATE members SET read_to = greatest(read_to, $1) WHERE member = $2', newest, member)
}

export async function messageText(turn: Turn, teamName: string, number: number): Promise<string> {
  const { team } = await teamRow(turn, teamName)
  const row = await turn.one<MessageRow>('SELECT * FROM messages WHERE team = $1 AND number = $2', team, number)
  if (!row) throw unknownMessage(teamName, number)
  return row.more === null ? row.line : ((await unpack(turn, team, row.more)) as string)
}
