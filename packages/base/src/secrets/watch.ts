// Watches the lines of a configuration for secrets, a block at a time, and makes findings that name the setting.
import type { FindingDraft } from '../model/finding.ts'
import { secretRules } from './rules.ts'
import { findSecrets, type SecretSpan } from './secrets.ts'

/** Lines are looked at together, for a private key goes over many. */
const BLOCK = 1 << 17
const MOST_BLOCK = 1 << 20
const MOST_FINDINGS = 1000
const MOST_EVIDENCE = 300

export interface SeenSecret {
  readonly rule: SecretSpan['rule']
  readonly confidence: SecretSpan['confidence']
  readonly line: number
  readonly evidence: string
}

/** JSON: it goes from thread to thread. */
export interface SecretTally {
  readonly count: number
  readonly first: readonly SeenSecret[]
}

export class SecretWatch {
  private readonly first: SeenSecret[] = []
  private count = 0
  private block: string[] = []
  private size = 0
  private line = 0

  /** `more`: the text goes on with the line before, which is too long to be seen at once. */
  feed(text: string, number: number, more = false): void {
    if (more) this.flush()
    if (this.block.length === 0) this.line = number
    this.block.push(text)
    this.size += text.length + 1
    if (this.size > MOST_BLOCK || (this.size > BLOCK && !ARMOURED.test(text))) this.flush()
  }

  finish(): SecretTally {
    this.flush()
    return { count: this.count, first: this.first }
  }

  private flush(): void {
    const text = this.block.join('\n')
    const spans = findSecrets(text)
    let line = this.line
    let start = 0
    for (const span of spans) {
      for (let end = text.indexOf('\n', start); end >= 0 && end < span.start; end = text.indexOf('\n', start)) {
        start = end + 1
        line++
      }
      this.count++
      if (this.first.length < MOST_FINDINGS) this.first.push(seen(text, start, line, span))
    }
    this.block = []
    this.size = 0
  }
}

/** One finding per secret; `name` says what it is assigned to, where that is known. */
export function secretFindings(tally: SecretTally, name: (line: number) => string | null = () => null): FindingDraft[] {
  return tally.first.map(({ rule, confidence, line, evidence }, i) => {
    const subject = name(line)
    const rest = i === tally.first.length - 1 ? tally.count - tally.first.length : 0
    const more = rest > 0 ? `; ${rest} more secrets follow in this file` : ''
    return {
      type: 'vulnerability',
      key: `${rule.id}:${subject ?? line}`,
      summary: `${rule.title}${subject === null ? '' : ` at \`${subject}\``}${more}`,
      severity: rule === secretRules.weak ? (confidence === 'low' ? 'medium' : 'high') : severityOf(confidence),
      confidence,
      nature: 'problem',
      line,
      evidence,
      rule,
      topics: ['secret', 'security', 'password', 'credentials', ...(subject === null ? [] : [subject])],
      weight: 0.9,
    }
  })
}

function severityOf(confidence: SecretSpan['confidence']): FindingDraft['severity'] {
  return confidence === 'high' ? 'high' : confidence === 'medium' ? 'medium' : 'low'
}

const ARMOURED = /^\s*(?:[A-Za-z0-9+/=]{16,}\s*$|-----BEGIN )/

/** A quote in which masking finds the secret again, or that ends before it. */
function seen(text: string, lineStart: number, line: number, { rule, confidence, start, end }: SecretSpan): SeenSecret {
  const lineEnd = text.indexOf('\n', start)
  const whole = text.slice(lineStart, lineEnd < 0 ? text.length : lineEnd)
  const from = start - lineStart
  const masked = findSecrets(whole).some(
    span => span.start <= from && span.end >= Math.min(end - lineStart, whole.length),
  )
  if (masked && whole.length <= MOST_EVIDENCE) return { rule, confidence, line, evidence: whole.trim() }
  // A private key: the line above its body says what it is.
  const above = text.slice(text.lastIndexOf('\n', lineStart - 2) + 1, Math.max(0, lineStart - 1))
  if (from === 0 && /-----BEGIN [\w ]+-----/.test(above))
    return { rule, confidence, line: line - 1, evidence: /-----BEGIN [\w ]+-----/.exec(above)![0] }
  const before = text.slice(Math.max(lineStart, start - 80), start).trimStart()
  return { rule, confidence, line, evidence: before.trim() === '' ? whole.trim().slice(0, 1) : before }
}
