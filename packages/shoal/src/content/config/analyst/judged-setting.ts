// A setting with what all rules ask of it, worked out once; and the shape of such a rule.
import type { Rule, Severity } from '@shoal/base/model/finding'
import { judgeAssignment, type Verdict } from '@shoal/base/secrets/value'
import type { Setting } from '../../../text/config-keys/settings.ts'
import { hiddenValue, shownText } from '../../../text/gate/shown.ts'

export interface JudgedSetting extends Setting {
  /** The key's words in lower case, joined by `_`: `insecureSkipVerify` → `insecure_skip_verify`. */
  readonly name: string
  /** The same for the whole path. */
  readonly trail: string
  /** In lower case. */
  readonly low: string
  readonly on: boolean
  readonly off: boolean
  /** What makes its value a secret. */
  readonly secret: Verdict | null
  /** The value for people: secrets hidden, long texts cut. */
  readonly shown: string
}

/** What a rule may know of the rest of the file. */
export interface RuleContext {
  /** Names that a Dockerfile gives to its stages. */
  readonly stages: ReadonlySet<string>
}

export interface SettingRule {
  readonly rule: Rule
  readonly severity: Severity
  /** What is wrong, behind the name of the setting; null when nothing is. */
  readonly says: (setting: JudgedSetting, context: RuleContext) => string | null
}

export function judged(setting: Setting): JudgedSetting {
  const low = setting.value.toLowerCase()
  const secret =
    setting.type === 'map' || setting.type === 'list'
      ? null
      : judgeAssignment(setting.key, setting.value, { sure: true, quoted: false, syntax: 'data' })
  return {
    ...setting,
    quote: secret ? safeQuote(setting) : setting.quote,
    secret,
    shown: cut(secret ? hiddenValue(setting.value) : shownText(setting.value)),
    name: snake(setting.key),
    trail: snake(setting.path),
    low,
    on: /^(?:true|yes|on|1|enabled?)$/.test(low),
    off: /^(?:false|no|off|0|disabled?|none)$/.test(low),
  }
}

/** A quote in which masking finds the secret again, or that ends before it. */
function safeQuote({ quote, value, key }: Setting): string {
  const at = quote.indexOf(value, Math.max(0, quote.indexOf(key) + key.length))
  if (at < 0 || !shownText(quote).slice(at).includes(value)) return quote
  return quote.slice(0, at).trim() || quote.slice(0, 1)
}

function cut(value: string): string {
  return value.length > 200 ? `${value.slice(0, 199)}…` : value
}

function snake(name: string): string {
  return name
    .slice(0, 300)
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .replace(/[^\p{L}\d]+/gu, '_')
    .replace(/^_+|(?<!_)_+$/g, '')
    .toLowerCase()
}
