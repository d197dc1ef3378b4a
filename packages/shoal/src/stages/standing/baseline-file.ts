// Baselines as files: sorted, one finding to a line, so that a change of one is a change of one line.

import { ShoalError } from '@shoal/base/model/errors'
import { severities } from '@shoal/base/model/finding'
import { isRecord } from '@shoal/base/model/option-values'
import type { Baseline, KnownFinding, KnownLink } from '@shoal/base/model/standing'
import { BASELINE_KIND } from '../../text/own-report.ts'

/** Counted up when a field changes its meaning or goes. */
const VERSION = 1

/** `name` is what the user calls the file. Throws `baseline-invalid`. */
export function readBaseline(text: string, name: string): Baseline {
  const value = parsed(text, name)
  if (!isRecord(value) || value.kind !== BASELINE_KIND)
    throw invalid(name, 'is not a baseline of shoal', 'name a file that `--write-baseline` has written')
  if (typeof value.schema_version !== 'number') throw invalid(name, 'says no "schema_version"')
  if (value.schema_version > VERSION)
    throw invalid(name, `was written by a newer shoal (schema_version ${value.schema_version})`, 'update shoal')
  const findings = listOf(value, 'findings', name).map(one => readFinding(one, name))
  const links = listOf(value, 'cross_file', name).map(one => readLink(one, name))
  return { findings, links }
}

export function baselineDocument({ findings, links }: Baseline): Record<string, unknown> {
  return {
    schema_version: VERSION,
    kind: BASELINE_KIND,
    findings: findings.map(({ path, rule, id, count, severity, firstSeen, summary }) => ({
      path,
      rule,
      id,
      count,
      severity,
      first_seen: firstSeen,
      summary,
    })),
    cross_file: links.map(({ kind, ids, files, severity, firstSeen, summary }) => ({
      kind,
      ids,
      files,
      severity,
      first_seen: firstSeen,
      summary,
    })),
  }
}

function parsed(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid(name, 'is not JSON', 'restore it, or write it anew with `--write-baseline`')
  }
}

function listOf(value: Readonly<Record<string, unknown>>, key: string, name: string): readonly unknown[] {
  const list = value[key]
  if (!Array.isArray(list)) throw invalid(name, `has no list "${key}"`)
  return list
}

function readFinding(value: unknown, name: string): KnownFinding {
  const { path, rule, id, count, severity, first_seen, summary } = isRecord(value) ? value : {}
  const isRight = areTexts([path, rule, id, first_seen, summary]) && isSeverity(severity) && Number.isSafeInteger(count)
  if (!isRight || (count as number) < 1) throw invalid(name, 'has a finding that is not whole')
  return { path, rule, id, count, severity, firstSeen: first_seen, summary } as KnownFinding
}

function readLink(value: unknown, name: string): KnownLink {
  const { kind, ids, files, severity, first_seen, summary } = isRecord(value) ? value : {}
  const isRight = areTexts([kind, first_seen, summary]) && isSeverity(severity) && [ids, files].every(isTextList)
  if (!isRight) throw invalid(name, 'has a finding across files that is not whole')
  return { kind, ids, files, severity, firstSeen: first_seen, summary } as KnownLink
}

function areTexts(values: readonly unknown[]): boolean {
  return values.every(value => typeof value === 'string')
}

function isTextList(value: unknown): boolean {
  return Array.isArray(value) && areTexts(value)
}

function isSeverity(value: unknown): boolean {
  return (severities as readonly unknown[]).includes(value)
}

function invalid(name: string, what: string, advice?: string): ShoalError {
  return new ShoalError('baseline-invalid', `${name} ${what}`, {
    detail: name,
    ...(advice === undefined ? {} : { advice }),
  })
}
