// `shoal team send TEAM MEMBER TEXT`, and to all of them.
import { LEAD } from '@shoal/base/model/team'
import { confirm } from './confirm.ts'
import { messageJson } from './shapes.ts'
import type { RunVerb } from './verb.ts'
import { route } from './words.ts'

export const send: RunVerb = async input => {
  const { io, args, face, ledger, world } = input
  const [team, to, typed] = (face.all ? [args[0], null, args[1]] : args) as [string, string | null, string]
  const text = typed === '-' ? await world.readStdin(io.signal) : typed
  const message = await ledger.send(team, { from: face.as ?? LEAD, to, text })
  return await confirm(input, `sent message ${message.number}, ${route(message)}`, { team, ...messageJson(message) })
}
