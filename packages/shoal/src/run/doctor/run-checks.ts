// Looks at one thing after the other, and makes a result of whatever goes wrong on the way.
import { toShoalError } from '@shoal/base/model/errors'
import { type Check, type Checked, type CheckResult, failed } from './check.ts'

/** Never two at once: some take the time. Throws only when it is interrupted. */
export async function* runChecks(checks: readonly Check[], signal: AbortSignal): AsyncGenerator<Checked> {
  for (const check of checks) {
    const result = await resultOf(check)
    signal.throwIfAborted()
    yield { name: check.name, ...result }
  }
}

async function resultOf(check: Check): Promise<CheckResult> {
  try {
    return await check.run()
  } catch (thrown) {
    const { message, advice } = toShoalError(thrown)
    return failed(message.split('\n', 1)[0]!, advice)
  }
}
