// Findings about settings that weaken what they configure, one per rule and file, with all their places.
import type { FindingDraft } from '@shoal/base/model/finding'
import { formatCount } from '@shoal/base/text/printable'
import type { Dependency } from '../../../text/config-keys/settings.ts'
import { draftPlaces } from '../../../text/draft-places.ts'
import { settingRules } from './insecure.ts'
import type { JudgedSetting, RuleContext } from './judged-setting.ts'

export function weaknessFindings(settings: readonly JudgedSetting[]): FindingDraft[] {
  const context: RuleContext = {
    stages: new Set(
      settings.flatMap(({ key, value }) => (key === 'FROM' ? (/\sAS\s+(\S+)$/i.exec(value)?.[1] ?? []) : [])),
    ),
  }
  return settingRules().flatMap(({ rule, severity, says }) => {
    const hits = settings.flatMap(setting => {
      const said = says(setting, context)
      return said === null ? [] : [{ setting, said }]
    })
    return hits.map(
      ({ setting, said }): FindingDraft => ({
        type: 'vulnerability',
        key: `${rule.id}:${setting.path}`,
        summary: `\`${setting.path}\` ${said}`,
        severity,
        confidence: 'high',
        nature: 'problem',
        line: setting.line,
        evidence: setting.quote,
        rule,
        topics: ['security', 'insecure', setting.key, setting.path],
        weight: 0.6,
      }),
    )
  })
}

/** A Dockerfile that starts something and never leaves root. */
export function rootImage(settings: readonly JudgedSetting[]): FindingDraft[] {
  const last = settings.findLastIndex(({ key }) => key === 'FROM')
  const stage = last < 0 ? [] : settings.slice(last)
  const starts = stage.find(({ key }) => key === 'CMD' || key === 'ENTRYPOINT')
  if (!starts || stage.some(({ key }) => key === 'USER') || /nonroot|distroless/.test(stage[0]!.value)) return []
  return [
    {
      type: 'vulnerability',
      key: 'config.root-user:image',
      summary: 'The image never sets a USER, so what it starts runs as root',
      severity: 'low',
      confidence: 'medium',
      nature: 'problem',
      line: starts.line,
      evidence: starts.quote,
      topics: ['security', 'root', 'user', 'docker'],
      rule: settingRules().find(({ rule }) => rule.id === 'config.root-user')!.rule,
    },
  ]
}

/** Packages that any version satisfies: one finding for all. */
export function unpinnedPackages(dependencies: readonly Dependency[]): FindingDraft[] {
  const loose = dependencies.filter(({ version }) => version === '' || version === '*' || version === 'latest')
  const first = loose[0]
  if (!first) return []
  const names = loose.slice(0, 6).map(({ name }) => name)
  const rest = loose.length > names.length ? ` and ${formatCount(loose.length - names.length)} more` : ''
  return [
    {
      type: 'dependency',
      key: 'config.unpinned-package',
      summary: `${formatCount(loose.length)} of ${formatCount(dependencies.length)} packages have no version: ${names.join(', ')}${rest}`,
      severity: 'low',
      confidence: 'high',
      nature: 'problem',
      advice: 'Pin the versions',
      ...draftPlaces(loose.map(({ line, quote }) => ({ line, evidence: quote }))),
      count: loose.length,
      topics: ['dependency', 'version', ...names],
    },
  ]
}
