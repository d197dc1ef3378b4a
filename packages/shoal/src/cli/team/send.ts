// `shoal team send TEAM MEMBER TEXT`, and to all of them.
import { ShoalError, toShoalError } from '@shoal/base/model/errors'
import { LEAD } from '@shoal/base/model/team'
import { confirm } from './confirm.ts'
import { messageJson } from './shapes.ts'
import type { RunVerb } from './verb.ts'
import { route } from './words.ts'

export const send: RunVerb = async input => {
  const { io, args, face, ledger, world } = input
  const [team, to, typed] = (face.all ? [args[0], null, args[1]] : args) as [string, string | null, string]
  const text = typed === '-' ? await world.readStdin(io.signal) : typed
  const message = await ledger.send(team, { from: face.as ?? LEAD, to, text }).catch(thrown => {
    throw to === ALL && toShoalError(thrown).code === 'unknown-member' ? meantAll(team) : thrown
  })
  return await confirm(input, `sent message ${message.number}, ${route(message)}`, { team, ...messageJson(message) })
}

const ALL = 'all'

function meantAll(team: string): ShoalError {
  const advice = `\`shoal team send ${team} --all TEXT\` sends to everybody`
  return new ShoalError('unknown-member', `team "${team}" has no member "${ALL}"`, { detail: ALL, advice })
}
