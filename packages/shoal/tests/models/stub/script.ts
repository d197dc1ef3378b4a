// A stub's behaviour as data, for tests that start it in a process of its own.
import type { StubAction, StubApi, StubRequest } from './exchange.ts'
import type { OnRequest } from './server.ts'

/** What a rule is for: all that is named must hold. */
export interface When {
  readonly api?: StubApi
  readonly model?: string
  /** Words that stand in the system text or in what the user says. */
  readonly includes?: string
  readonly excludes?: string
  /** The number of the request. */
  readonly number?: number
}

export interface Rule {
  readonly when?: When
  /** How often it applies; always if left out. */
  readonly times?: number
  readonly action: StubAction
}

/** The first rule that fits and is not used up decides; with none left the answer is 500. */
export function followScript(rules: readonly Rule[]): OnRequest {
  const left = rules.map(rule => rule.times ?? Number.POSITIVE_INFINITY)
  return request => {
    const index = rules.findIndex((rule, at) => left[at]! > 0 && fits(request, rule.when ?? {}))
    const rule = rules[index]
    if (rule === undefined) return { status: 500, text: 'the script has no rule for this' }
    left[index]!--
    return rule.action
  }
}

function fits(request: StubRequest, when: When): boolean {
  const said = `${request.system}\n${request.text}`
  return (
    (when.api === undefined || when.api === request.api) &&
    (when.model === undefined || when.model === request.model) &&
    (when.number === undefined || when.number === request.number) &&
    (when.includes === undefined || said.includes(when.includes)) &&
    (when.excludes === undefined || !said.includes(when.excludes))
  )
}
