// One thing that can be well or not on this machine, looked at when it is asked for.

/** `absent`: optional, and not there. */
export type CheckStatus = 'ok' | 'failed' | 'absent'

export interface CheckResult {
  readonly status: CheckStatus
  /** What was seen, on one line. */
  readonly line: string
  /** What to do; always there when the check failed. */
  readonly advice?: string
}

export interface Check {
  /** One or two words. */
  readonly name: string
  /** May throw: that is a failure too. */
  run(): Promise<CheckResult>
}

export interface Checked extends CheckResult {
  readonly name: string
}

export const ok = (line: string): CheckResult => ({ status: 'ok', line })
export const failed = (line: string, advice: string): CheckResult => ({ status: 'failed', line, advice })
export const absent = (line: string, advice?: string): CheckResult => ({
  status: 'absent',
  line,
  ...(advice === undefined ? {} : { advice }),
})
