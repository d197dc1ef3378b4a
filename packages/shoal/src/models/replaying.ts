// A model that only repeats what another said in a recorded run: no key, no network, no cost.
import type { CallLog } from '@shoal/base/model/call-log'
import type { LanguageModel, ModelOutcome } from '@shoal/base/model/language-model'
import { callDigest } from './call-line.ts'
import { unsent } from './failure.ts'
import { withMoreRoom } from './more-room.ts'

/** Stands in for the model `of`, whose calls are in `log`; its failures are repeated too. What was not asked is refused. */
export function replaying(log: CallLog, of: Pick<LanguageModel, 'id' | 'hasTools'>): LanguageModel {
  let failures: Promise<ReadonlyMap<string, ModelOutcome>> | null = null
  return withMoreRoom({
    id: of.id,
    hasTools: of.hasTools,
    async call(request) {
      const digest = callDigest(of.id, request)
      if (digest === null) return notRecorded
      const reply = log.replyTo(digest)
      if (reply) return { ok: true, reply, attempts: 0 }
      failures ??= failuresIn(log)
      return (await failures).get(digest) ?? notRecorded
    },
  })
}

const notRecorded = unsent('refused', 'not recorded: this was not asked when the run was made')

/** The last of each request. They are few: a run that fails often stops. */
async function failuresIn(log: CallLog): Promise<ReadonlyMap<string, ModelOutcome>> {
  const failures = new Map<string, ModelOutcome>()
  for await (const { digest, outcome } of log.records())
    if (!outcome.ok) failures.set(digest, unsent(outcome.failure.kind, outcome.failure.message))
  return failures
}
