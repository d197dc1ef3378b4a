// Who calls: the member in whose name a verb works, how long it counts as alive, and what it is told with every call.

import { ShoalError } from '@shoal/base/model/errors'
import { iso } from '@shoal/base/text/times'
import { milliseconds } from '@shoal/team/patterns/duration'
import type { FaceOptions } from '../../config/options.ts'
import { type Letter, markShown, unreadLetters } from '../../run/members/mail.ts'
import { type Coming, MOST_LEASE_MINUTES } from '../../run/members/presence.ts'
import { writeDocument } from '../document.ts'
import { type JsonDocument, writeJsonObject } from '../json-document.ts'
import { Sheet, textLines } from './sheet.ts'
import type { VerbInput } from './verb.ts'

/** The member that `--as` or the environment names; the environment speaks of its own team only. */
export function namedMember({ io, face }: VerbInput, team: string): string | null {
  const { SHOAL_MEMBER: member, SHOAL_TEAM: own = team } = io.env
  return face.as ?? (member && own === team ? member : null)
}

export function callingMember(input: VerbInput, verb: string, team: string): string {
  const member = namedMember(input, team)
  if (member !== null) return member
  throw new ShoalError('missing-argument', `shoal team ${verb} needs --as: your name in the team`, {
    detail: '--as',
    advice: 'add --as NAME, or set SHOAL_MEMBER',
  })
}

export function comingOf(face: FaceOptions, team: string, member: string): Coming {
  return {
    team,
    member,
    ...(face.role === null ? {} : { role: face.role }),
    ...(face.lease === null ? {} : { leaseMinutes: leaseMinutes(face.lease) }),
  }
}

function leaseMinutes(typed: string): number {
  const minutes = (milliseconds(typed) ?? 0) / 60_000
  if (minutes > 0 && minutes <= MOST_LEASE_MINUTES) return minutes
  throw new ShoalError(
    'bad-value',
    `--lease must be more than 0 and at most ${MOST_LEASE_MINUTES / 60}h; it is ${typed}`,
    {
      detail: '--lease',
      advice: 'every call renews it: `shoal team join` does nothing else',
    },
  )
}

export function waitSeconds({ wait }: FaceOptions): number {
  return wait === null ? 0 : (milliseconds(wait) ?? 0) / 1000
}

export function letterJson({ number, at, kind, from, task, text }: Letter) {
  return { number, at: iso(at), kind, from, task, text }
}

/** What a call leaves to say, and what others said to the member since its last one. */
export async function tellMember(
  input: VerbInput,
  { team, member }: { readonly team: string; readonly member: string },
  lines: readonly string[],
  json: JsonDocument,
): Promise<0> {
  const { io, face, ledger } = input
  const letters = await unreadLetters(ledger, team, member)
  await writeDocument(io, { output: face.output, inputs: [] }, async write => {
    if (face.format === 'json') return await writeJsonObject(write, { ...json, messages: letters.map(letterJson) })
    const sheet = new Sheet(io, face)
    for (const line of lines) sheet.line(line)
    writeLetters(sheet, letters)
    await write(sheet.text())
  })
  await markShown(ledger, team, member, letters)
  return 0
}

export function writeLetters(sheet: Sheet, letters: readonly Letter[]): void {
  if (letters.length === 0) return
  sheet.heading('Messages to you')
  for (const letter of letters) for (const line of letterLines(letter)) sheet.line(line)
}

/** `lead: Leave the tests alone`, longer ones over several lines. */
export function letterLines({ from, text, task }: Letter): readonly string[] {
  const [first = '', ...rest] = textLines(text)
  const about = task === null ? '' : ` (task ${textLines(task)[0]})`
  return [`${from}: ${first}${about}`, ...rest.map(line => `    ${line}`)]
}
