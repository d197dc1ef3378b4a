// Settings as every format of configuration gives them: a path, a value, a type and the line where they stand.
import { emptyRecord, lookup } from '@shoal/base/model/lookup'

export type SettingType = 'string' | 'number' | 'boolean' | 'null' | 'list' | 'map' | 'reference'

export interface Setting {
  /** `billing.timeout_seconds`, `services.web.ports[0]`, `server.listen`. */
  readonly path: string
  /** The last name of the path. */
  readonly key: string
  /** As text, without its quotes. Lists and maps: `3 items`. */
  readonly value: string
  readonly type: SettingType
  readonly quoted: boolean
  readonly line: number
  /** Verbatim, from `line`. */
  readonly quote: string
  /** It sets an environment variable. */
  readonly env?: true
}

/** Something wrong with how the file is written. */
export interface Fault {
  readonly kind: 'syntax' | 'duplicate' | 'tab' | 'alias' | 'unclosed'
  readonly line: number
  readonly quote: string
  readonly message: string
  /** The key that is there twice. */
  readonly path?: string
}

/** A package that a manifest asks for. */
export interface Dependency {
  readonly name: string
  /** The setting that asks for it, where the manifest has several: `project.optional-dependencies.test`. */
  readonly path?: string
  readonly version: string
  readonly line: number
  readonly quote: string
}

/** Sees every line once, in order, and hands what it finds to a collection. */
export interface SettingsReader {
  line(text: string, number: number): void
  end(): void
}

const MOST_SETTINGS = 20_000
const MOST_FAULTS = 2_000
const LONGEST_VALUE = 2_000
export const LONGEST_QUOTE = 200

/** What was found in one file. The counts are of all, the lists are capped. */
export class Settings {
  readonly settings: Setting[] = []
  readonly faults: Fault[] = []
  readonly dependencies: Dependency[] = []
  /** Other things worth counting: targets, stages, rules, patterns. */
  readonly counts = emptyRecord<number>()
  /** Settings that hold a value: keys of maps are not counted. */
  total = 0
  faultTotal = 0
  private readonly known = new Map<string, number>()

  /** `most` settings and dependencies are listed. */
  constructor(private readonly most = MOST_SETTINGS) {}

  add(setting: Omit<Setting, 'quote' | 'value'> & { value: string; quote: string }): void {
    if (setting.type !== 'map') this.total++
    if (this.settings.length >= this.most) return
    this.settings.push({ ...setting, value: setting.value.slice(0, LONGEST_VALUE), quote: quoteOf(setting.quote) })
  }

  /** The same, and a fault when the path was there before. */
  addOnce(setting: Parameters<Settings['add']>[0]): void {
    const before = this.known.get(setting.path)
    if (before !== undefined) {
      const message = `\`${setting.path}\` is set on line ${before} and again on line ${setting.line}: the last one counts`
      this.fault({ kind: 'duplicate', line: setting.line, quote: setting.quote, message, path: setting.path })
    } else if (this.known.size < this.most) this.known.set(setting.path, setting.line)
    this.add(setting)
  }

  fault(fault: Fault): void {
    this.faultTotal++
    if (this.faults.length < MOST_FAULTS && fault.quote.trim() !== '')
      this.faults.push({ ...fault, quote: quoteOf(fault.quote) })
  }

  depend(dependency: Dependency): void {
    this.count('dependencies')
    if (this.dependencies.length < this.most)
      this.dependencies.push({ ...dependency, quote: quoteOf(dependency.quote) })
  }

  count(what: string): void {
    this.counts[what] = (lookup(this.counts, what) ?? 0) + 1
  }
}

export function quoteOf(line: string): string {
  return line.trim().slice(0, LONGEST_QUOTE).trim()
}

/** The type of a value that is written without quotes. */
export function plainType(value: string): SettingType {
  if (value === '' || /^(?:null|~|nil|none)$/i.test(value)) return 'null'
  if (/^(?:true|false|yes|no|on|off)$/i.test(value)) return 'boolean'
  if (/^[-+]?(?:\d[\d_]*(?:\.\d+)?(?:e[-+]?\d+)?|0x[\da-f]+|0o[0-7]+|\.\d+)$/i.test(value)) return 'number'
  return /^\$\{?\w|^\$\(|^\{\{|^%\w+%$/.test(value) ? 'reference' : 'string'
}

/** Splits a value from the quotes around it. */
export function unquoted(raw: string): { readonly value: string; readonly quoted: boolean } {
  const first = raw[0]
  const closed = raw.length >= 2 && (first === '"' || first === "'") && raw.at(-1) === first
  return closed ? { value: raw.slice(1, -1), quoted: true } : { value: raw, quoted: false }
}

/** The text before a comment that a blank announces; marks inside quotes do not count. */
export function withoutComment(text: string, marks = '#;'): string {
  let quote = ''
  for (let i = 0; i < text.length; i++) {
    const unit = text[i]!
    if (quote !== '') {
      if (unit === quote) quote = ''
    } else if ((unit === '"' || unit === "'") && (i === 0 || /[\s=:[({,]/.test(text[i - 1]!))) quote = unit
    else if (marks.includes(unit) && (i === 0 || text[i - 1] === ' ' || text[i - 1] === '\t'))
      return text.slice(0, i).trim()
  }
  return text.trim()
}
