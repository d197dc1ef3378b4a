// What is probably not meant: faults of writing, values that are read otherwise than they look, ports used twice.

import type { Confidence } from '@shoal/base/model/confidence'
import type { FindingDraft } from '@shoal/base/model/finding'
import { lookup } from '@shoal/base/model/lookup'
import { formatCount } from '@shoal/base/text/printable'
import type { Fault } from '../../../text/config-keys/settings.ts'
import { draftPlaces } from '../../../text/draft-places.ts'
import type { JudgedSetting } from './judged-setting.ts'

type Problem = Pick<FindingDraft, 'type' | 'key' | 'summary' | 'severity' | 'confidence'> &
  Required<Pick<FindingDraft, 'advice'>> &
  Partial<FindingDraft>

const QUOTE_IT = 'Put the value into quotes'

/** More faults of a kind in one file have one cause: a habit, or a file that is not what it was read as. */
const APART = 3
/** Of so many lines a file of that format has no more than a few faults. */
const FOREIGN = 0.2

export function faultFindings(
  faults: readonly Fault[],
  total: number,
  { lines, isGuessed }: { readonly lines: number; readonly isGuessed: boolean },
): FindingDraft[] {
  const repeated = faults.filter(({ kind }) => kind === 'duplicate')
  const broken = faults.filter(({ kind }) => kind !== 'duplicate')
  const unlisted = total - faults.length
  const isForeign = isGuessed || (broken.length > APART && broken.length + unlisted > FOREIGN * lines)
  return [
    ...united(repeated, 0, {
      type: 'duplicate_key',
      severity: 'medium',
      advice: 'Keep one of the settings and remove the other',
      more: 'more keys are there twice',
    }),
    ...united(broken, unlisted, {
      type: 'syntax_error',
      severity: isForeign ? 'low' : 'high',
      advice: isForeign ? 'Look whether the file is what it was read as' : 'Correct the syntax at this place',
      more: isForeign ? 'more faults follow: it may be a file of another kind' : 'more faults follow',
      ...(isForeign && { confidence: 'low' as const }),
    }),
  ]
}

function united(
  faults: readonly Fault[],
  unlisted: number,
  {
    more: words,
    advice,
    confidence = 'high',
    ...rest
  }: Pick<FindingDraft, 'type' | 'severity'> & { advice: string; more: string; confidence?: Confidence },
): FindingDraft[] {
  const groups = faults.length > APART ? [faults] : faults.map(fault => [fault])
  return groups.map(group => {
    const { kind, line, message, path } = group[0]!
    const others = group.length - 1 + (group === groups.at(-1) ? unlisted : 0)
    return {
      ...rest,
      advice,
      key: `config.${kind}:${path ?? line}`,
      summary: `${message.charAt(0).toUpperCase()}${message.slice(1)}${others > 0 ? `; ${formatCount(others)} ${words}` : ''}`,
      confidence,
      nature: 'problem',
      ...draftPlaces(
        group.map(one => ({ line: one.line, evidence: one.quote })),
        group.length + (group === groups.at(-1) ? unlisted : 0),
      ),
      count: 1 + others,
      topics: [kind === 'duplicate' ? 'duplicate' : 'syntax', ...group.slice(0, 5).flatMap(one => one.path ?? [])],
      weight: 0.7,
    }
  })
}

/** Everything that looks at one setting, and at several together. */
export function mistakeFindings(settings: readonly JudgedSetting[], yaml: boolean): FindingDraft[] {
  const one = settings.flatMap(setting =>
    [
      typo(setting),
      port(setting),
      address(setting),
      ...(yaml ? [country(setting), version(setting), octal(setting)] : []),
    ]
      .filter(problem => problem !== null)
      .map(problem => finding(setting, problem)),
  )
  return [...one, ...portClashes(settings), ...mixedTypes(settings), ...emptyValues(settings)]
}

function finding(setting: JudgedSetting, problem: Problem): FindingDraft {
  return {
    nature: 'problem',
    line: setting.line,
    evidence: setting.quote,
    topics: [setting.key, setting.path],
    ...problem,
  }
}

const TYPOS: Readonly<Record<string, string>> = {
  ture: 'true',
  treu: 'true',
  tru: 'true',
  flase: 'false',
  fasle: 'false',
  flse: 'false',
  fales: 'false',
  nulll: 'null',
}

function typo({ low, path, quoted }: JudgedSetting): Problem | null {
  const meant = Object.hasOwn(TYPOS, low) && !quoted ? lookup(TYPOS, low) : undefined
  return meant === undefined
    ? null
    : {
        type: 'suspicious_value',
        key: `config.typo:${path}`,
        summary: `\`${path}\` is \`${low}\`: probably \`${meant}\` is meant`,
        severity: 'medium',
        advice: 'Write the value that is meant',
        confidence: 'high',
      }
}

function port({ name, path, value, type }: JudgedSetting): Problem | null {
  if (!/(?:^|_)port$/.test(name) || type === 'map' || type === 'list' || !/^-?\d+$/.test(value)) return null
  const number = Number(value)
  return number >= 0 && number <= 65_535
    ? null
    : {
        type: 'suspicious_value',
        key: `config.port-range:${path}`,
        summary: `\`${path}\` is ${value}: ports go up to 65,535`,
        severity: 'high',
        advice: 'Set a port up to 65,535',
        confidence: 'high',
      }
}

function address({ name, path, value }: JudgedSetting): Problem | null {
  if (!/host|addr|ip$|bind|listen|server/.test(name) || !/^\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?$/.test(value)) return null
  return value
    .split(':', 1)[0]!
    .split('.')
    .every(part => Number(part) <= 255)
    ? null
    : {
        type: 'suspicious_value',
        key: `config.address:${path}`,
        summary: `\`${path}\` is ${value}, which is no address`,
        severity: 'high',
        advice: 'Set a valid address',
        confidence: 'high',
      }
}

/** Parsers of YAML 1.1 read `no` as false, also where Norway is meant. */
function country({ name, trail, path, value, quoted }: JudgedSetting): Problem | null {
  if (quoted || !/^(?:no|yes|on|off|y|n)$/i.test(value)) return null
  return /countr|lang|locale|region|iso|market|state|province|currenc|answer/.test(name) ||
    /countries|languages|locales/.test(trail)
    ? {
        type: 'suspicious_value',
        key: `config.yaml-boolean:${path}`,
        summary: `\`${path}\` is an unquoted \`${value}\`, which many parsers read as ${/^[ny]?[oe]?s?$/i.test(value) && /^n|^off/i.test(value) ? 'false' : 'true'}`,
        severity: 'medium',
        advice: QUOTE_IT,
        confidence: 'medium',
      }
    : null
}

/** `3.10` is the number 3.1. */
function version({ name, path, value, quoted, type }: JudgedSetting): Problem | null {
  if (
    quoted ||
    type !== 'number' ||
    !/version|python|node|ruby|golang|^go$|tag|release/.test(name) ||
    !/^\d+\.\d*0$/.test(value)
  )
    return null
  return {
    type: 'suspicious_value',
    key: `config.version-number:${path}`,
    summary: `\`${path}\` is the number ${Number(value)}, not the version ${value}: it has no quotes`,
    severity: 'medium',
    advice: QUOTE_IT,
    confidence: 'high',
  }
}

function octal({ name, path, value, quoted, type }: JudgedSetting): Problem | null {
  if (quoted || type === 'map' || !/^0\d+$/.test(value) || /mode|umask|perm/.test(name)) return null
  return {
    type: 'suspicious_value',
    key: `config.leading-zero:${path}`,
    summary: `\`${path}\` is an unquoted ${value}: some parsers read it as octal, others drop the zero`,
    severity: 'low',
    advice: QUOTE_IT,
    confidence: 'medium',
  }
}

/** The same port for two things that listen side by side, or published twice to the host. */
function portClashes(settings: readonly JudgedSetting[]): FindingDraft[] {
  const taken = new Map<string, JudgedSetting>()
  const clashes: FindingDraft[] = []
  for (const setting of settings) {
    const place = portPlace(setting)
    if (place === null) continue
    const first = taken.get(place.key)
    if (!first) taken.set(place.key, setting)
    else if (first.path !== setting.path)
      clashes.push(
        finding(setting, {
          type: 'conflict',
          key: `config.port-clash:${place.port}:${setting.path}`,
          summary: `Port ${place.port} is taken twice: by \`${first.path}\` (line ${first.line}) and by \`${setting.path}\` (line ${setting.line})`,
          severity: 'high',
          advice: 'Give each service a port of its own',
          confidence: 'high',
          topics: ['port', place.port, setting.path],
        }),
      )
  }
  return clashes
}

/** Ports that are passed on to, or shown under another number: two ends of one way. */
const LEADS_ELSEWHERE =
  /(?:target|container|node|host|internal|external|public|remote|upstream|backend|forward|dest|destination)_port$/

function portPlace({ name, path, value }: JudgedSetting): { key: string; port: string } | null {
  if (name === 'ports' && /^services\./.test(path)) {
    const published = /^(?:([\d.]+):)?(\d{1,5}):\d{1,5}(?:\/(tcp|udp))?$/.exec(value)
    return (
      published && { key: `host ${published[1] ?? ''} ${published[2]} ${published[3] ?? 'tcp'}`, port: published[2]! }
    )
  }
  if (!/(?:^|_)port$/.test(name) || LEADS_ELSEWHERE.test(name) || !/^\d{2,5}$/.test(value)) return null
  const parent = path.slice(0, Math.max(0, path.lastIndexOf('.')))
  return { key: `${parent} ${value}`, port: value }
}

/** `timeout: 30` here and `timeout: "30"` there: one of them is text. */
function mixedTypes(settings: readonly JudgedSetting[]): FindingDraft[] {
  const numbers = new Map<string, JudgedSetting>()
  for (const setting of settings)
    if (setting.type === 'number' && !numbers.has(setting.name)) numbers.set(setting.name, setting)
  const seen = new Set<string>()
  return settings.flatMap(setting => {
    const number = numbers.get(setting.name)
    if (!number || !setting.quoted || !/^-?\d+(?:\.\d+)?$/.test(setting.value) || seen.has(setting.name)) return []
    if (setting.env || /version|(?:^|_)ports?$/.test(setting.name)) return []
    seen.add(setting.name)
    return [
      finding(setting, {
        type: 'type_inconsistency',
        key: `config.mixed-type:${setting.name}`,
        summary: `\`${setting.path}\` is the text "${setting.value}", while \`${number.path}\` (line ${number.line}) is the number ${number.value}`,
        severity: 'low',
        advice: 'Write the value as the same type in both places',
        confidence: 'medium',
      }),
    ]
  })
}

const NEEDED =
  /(?:^|_)(?:password|secret|token|api_key|access_key|url|uri|host|hostname|user|username|endpoint|database|bucket|dsn|region)$/

function emptyValues(settings: readonly JudgedSetting[]): FindingDraft[] {
  const empty = settings.filter(
    ({ value, type, name }) => value === '' && (type === 'null' || type === 'string') && NEEDED.test(name),
  )
  const first = empty[0]
  if (!first) return []
  const names = empty.slice(0, 5).map(({ path }) => `\`${path}\``)
  const rest = empty.length > names.length ? ` and ${formatCount(empty.length - names.length)} more` : ''
  return [
    finding(first, {
      type: 'missing_data',
      key: 'config.empty-value',
      summary:
        empty.length === 1
          ? `${names[0]} has no value`
          : `${formatCount(empty.length)} settings that look needed have no value: ${names.join(', ')}${rest}`,
      severity: 'low',
      advice: 'Set the empty settings, or remove them',
      confidence: 'medium',
      ...draftPlaces(empty.map(({ line, quote }) => ({ line, evidence: quote }))),
      count: empty.length,
      topics: ['empty', 'missing', ...empty.slice(0, 5).map(({ path }) => path)],
    }),
  ]
}
