// Reads configuration: every setting with its path, value, type and line; what is insecure, mistaken or secret.

import type { BuiltInAnalyst, FileSurvey, ReadTask } from '@shoal/base/model/analyst'
import type { FindingDraft, Panel } from '@shoal/base/model/finding'
import type { Json } from '@shoal/base/model/json'
import { emptyRecord, lookup } from '@shoal/base/model/lookup'
import type { SourceText } from '@shoal/base/model/source'
import { type SecretTally, SecretWatch, secretFindings } from '@shoal/base/secrets/watch'
import { formatCount, plural } from '@shoal/base/text/printable'
import type { ConfigFormat } from '../../text/config-keys/read.ts'
import type { Dependency, Fault, Setting } from '../../text/config-keys/settings.ts'
import { draftPlaces } from '../../text/draft-places.ts'
import { anchorsOf, manifestPackages, variablesIn } from './analyst/anchors.ts'
import { answersOf } from './analyst/answers.ts'
import { charts } from './analyst/charts.ts'
import { chartsTogether } from './analyst/charts-together.ts'
import { type JudgedSetting, judged } from './analyst/judged-setting.ts'
import { faultFindings, mistakeFindings } from './analyst/mistakes.ts'
import { readSettings } from './analyst/read-settings.ts'
import { synthesise } from './analyst/synthesis.ts'
import { rootImage, unpinnedPackages, weaknessFindings } from './analyst/weaknesses.ts'

interface ConfigTally {
  readonly format: ConfigFormat
  readonly settings: readonly Setting[]
  readonly total: number
  readonly faults: readonly Fault[]
  readonly faultTotal: number
  readonly dependencies: readonly Dependency[]
  readonly counts: Readonly<Record<string, number>>
  readonly secrets: SecretTally
  readonly comments: number
  readonly notes: readonly string[]
}

const MOST_KEYS = 300
const MOST_SECRETS = 1000
const MOST_ROWS = 40

export const analyst: BuiltInAnalyst<ConfigTally> = {
  version: 6,
  comments: () => ['#', ';', '//', '<!--'],
  readsFor: () => null,
  looksFor: 'insecure settings, secrets, duplicates, undefined references, syntax errors',
  splitFrom: null,
  read,
  survey: async ([tally], _source, task) => surveyOf(tally!, task),
  synthesise,
  charts,
  chartsTogether,
}

async function read(source: SourceText, _stretch: unknown, task: ReadTask): Promise<ConfigTally> {
  const secrets = new SecretWatch()
  let comments = 0
  const { format, found, byLines } = await readSettings(source, task.about.language, {
    signal: task.signal,
    onRead: bytes => task.onRead(bytes),
    onLine: ({ text, number, more }) => {
      secrets.feed(text, number, more)
      if (/^\s*(?:#|;|\/\/)/.test(text)) comments++
    },
  })
  const { settings, total, faults, faultTotal, dependencies, counts } = found
  const notes = byLines
    ? [`${byLines}: it was read line by line, by its indentation, and its syntax was not checked.`]
    : []
  return {
    format,
    settings,
    total,
    faults,
    faultTotal,
    dependencies,
    counts,
    secrets: secrets.finish(),
    comments,
    notes,
  }
}

/** Only its text makes it what it is: the name says nothing, and much else looks like YAML or assignments. */
function isGuessed(format: ConfigFormat, path: string): boolean {
  if (format === 'yaml') return !/\.ya?ml(?:\.\w+)?$|(?:^|\/)\.[\w.-]+$|\.(?:conf|cfg|config|lock)$/i.test(path)
  if (format === 'blocks') return !/\.(?:conf|cfg|hcl|tf|tfvars|nginx)$|(?:^|\/)Caddyfile$/i.test(path)
  return /^(?:env|ini|properties|conf|repeated)$/.test(format) && /(?:^|\/)[^./]+$/.test(path)
}

function surveyOf(tally: ConfigTally, { about, brief }: ReadTask): FileSurvey {
  const { format, dependencies, faults, faultTotal, total } = tally
  const settings = tally.settings.map(judged)
  const names = new Map(settings.filter(({ type }) => type !== 'map').map(({ line, path }) => [line, path]))
  const findings = [
    ...secretFindings(tally.secrets, line => names.get(line) ?? null),
    ...settingSecrets(settings, tally.secrets),
    ...weaknessFindings(settings),
    ...(format === 'dockerfile' ? rootImage(settings) : []),
    ...(format === 'requirements' ? unpinnedPackages(dependencies) : []),
    ...faultFindings(faults, faultTotal, { lines: about.lineCount, isGuessed: isGuessed(format, about.path) }),
    ...mistakeFindings(settings, format === 'yaml'),
    ...undefinedVariables(settings, format),
  ].filter(({ evidence }) => evidence.trim() !== '')
  findings.sort((a, b) => a.line - b.line)
  const leaves = settings.filter(({ type }) => type !== 'map')
  const problems = findings.filter(({ nature }) => nature === 'problem').length
  const counted = Object.entries(tally.counts).map(([what, count]) => plural(count, what.replace(/s$/, '')))
  return {
    summary: `${[plural(total, 'setting'), ...counted].join(', ')}${problems > 0 ? `; ${plural(problems, 'problem')}` : ''}`,
    figures: figuresOf(tally, leaves, about.lineCount),
    panels: panelsOf(tally, leaves),
    findings,
    anchors: anchorsOf(settings, [...dependencies, ...manifestPackages(settings)], hasVariables(format)),
    answers: answersOf(settings, brief),
    topics: topicsOf(settings, dependencies),
    notes: [
      ...tally.notes,
      ...(total > settings.length
        ? [`Only the first ${formatCount(leaves.length)} of ${formatCount(total)} settings were checked.`]
        : []),
    ],
  }
}

/** Secrets that only the parsed setting gives away. */
function settingSecrets(settings: readonly JudgedSetting[], { first }: SecretTally): FindingDraft[] {
  const known = new Set(first.map(({ line }) => line))
  const seen = settings.flatMap(({ secret, line, quote, path }) =>
    secret && !known.has(line) ? [{ ...secret, line, evidence: quote, path }] : [],
  )
  const names = new Map(seen.map(({ line, path }) => [line, path]))
  return secretFindings({ count: seen.length, first: seen.slice(0, MOST_SECRETS) }, line => names.get(line) ?? null)
}

/** nginx, make and HCL have variables of their own. */
function hasVariables(format: ConfigFormat): boolean {
  return format !== 'blocks' && format !== 'makefile'
}

/** Variables that the file uses, does not set and gives no default. */
function undefinedVariables(settings: readonly JudgedSetting[], format: ConfigFormat): FindingDraft[] {
  if (!hasVariables(format)) return []
  const setBy = new Map(settings.map(setting => [setting.key, setting]))
  const uses = settings.flatMap(setting => variablesIn(setting.value).map(variable => ({ ...variable, setting })))
  // `KEY=${KEY}` hands on what comes from outside.
  const open = uses.filter(
    ({ name, fallback, setting }) => fallback === null && (setBy.get(name) ?? setting) === setting,
  )
  const names = [...new Set(open.map(({ name }) => name))]
  const first = open[0]?.setting
  if (!first) return []
  const rest = names.length > 8 ? ` and ${formatCount(names.length - 8)} more` : ''
  return [
    {
      type: 'reference',
      key: 'config.variables-from-outside',
      summary: `${plural(names.length, 'variable')} must come from outside, without a default: ${names.slice(0, 8).join(', ')}${rest}`,
      severity: 'low',
      confidence: 'high',
      nature: 'fact',
      ...draftPlaces(
        [...new Set(open.map(({ setting }) => setting))].map(({ line, quote }) => ({ line, evidence: quote })),
      ),
      count: open.length,
      topics: ['environment', 'variable', ...names.slice(0, 8)],
    },
  ]
}

function figuresOf(tally: ConfigTally, leaves: readonly JudgedSetting[], lines: number): Json {
  const types = emptyRecord<number>()
  for (const { type } of leaves) types[type] = (lookup(types, type) ?? 0) + 1
  return {
    format: tally.format,
    lines,
    comment_lines: tally.comments,
    settings: tally.total,
    types,
    ...tally.counts,
    max_depth: leaves.reduce((most, { path }) => Math.max(most, path.split('.').length), 0),
    secrets: tally.secrets.count,
    faults: tally.faultTotal,
    keys: leaves.slice(0, MOST_KEYS).map(({ path, shown, type, line }) => ({ path, value: shown, type, line })),
  }
}

function panelsOf({ format, total, counts, dependencies }: ConfigTally, leaves: readonly JudgedSetting[]): Panel[] {
  const panels: Panel[] = [
    {
      kind: 'facts',
      title: 'Configuration',
      rows: [['format', format], ['settings', total], ...Object.entries(counts)],
    },
  ]
  if (leaves.length > 0)
    panels.push({
      kind: 'table',
      title: 'Settings',
      columns: [{ label: 'setting' }, { label: 'value' }, { label: 'type' }, { label: 'line', align: 'right' }],
      rows: leaves.slice(0, MOST_ROWS).map(({ path, shown, type, line }) => [path, shown.slice(0, 80), type, line]),
      of: leaves.length,
    })
  if (dependencies.length > 0)
    panels.push({
      kind: 'table',
      title: 'Packages',
      columns: [{ label: 'package' }, { label: 'version' }, { label: 'line', align: 'right' }],
      rows: dependencies.slice(0, MOST_ROWS).map(({ name, version, line }) => [name, version, line]),
      of: dependencies.length,
    })
  return panels
}

function topicsOf(settings: readonly JudgedSetting[], dependencies: readonly Dependency[]): string[] {
  const groups = settings.map(({ path }) => path.split(/[.[]/, 1)[0]!).filter(name => name !== '')
  return [...new Set([...groups, ...dependencies.map(({ name }) => name)])].slice(0, 10)
}
