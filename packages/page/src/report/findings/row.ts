// A row of the list of findings: what one file shows, what several say about each other, or a quote that was rejected.
import { type Finding, type Severity, severities } from '@shoal/base/model/finding'
import type { CrossFinding, RejectedQuote } from '@shoal/base/model/report'

export type Row = RowOfFinding | RowAcross | RowRejected

interface RowBase {
  /** What its address names it by. */
  readonly id: string
  readonly summary: string
  readonly path: string
  readonly line: number
  /** Of a long line, where the quote starts. */
  readonly character?: number
  readonly evidence: string
  readonly severity: Severity
  readonly nature: Finding['nature']
  /** Null for what is of no single one. */
  readonly contentType: string | null
  /** The word for what it is: `burst`. */
  readonly kind: string
  readonly count: number
  /** The model that says so; null for programs. */
  readonly by: string | null
  readonly verified: boolean
}

export interface RowOfFinding extends RowBase {
  readonly of: 'finding'
  readonly finding: Finding
}

export interface RowAcross extends RowBase {
  readonly of: 'across'
  readonly cross: CrossFinding
}

export interface RowRejected extends RowBase {
  readonly of: 'rejected'
  readonly reason: string
}

export interface Listed {
  readonly findings: readonly Finding[]
  readonly crossFile: readonly CrossFinding[]
  readonly rejected: readonly RejectedQuote[]
}

/** In order of importance: findings as they are ranked, with those across files behind their equals; rejected ones last. */
export function rowsOf({ findings, crossFile, rejected }: Listed): readonly Row[] {
  const across = crossFile.map(rowAcross).sort((a, b) => rankOf(a) - rankOf(b))
  const rows: Row[] = []
  let next = 0
  for (const finding of findings) {
    const row = rowOfFinding(finding)
    while (next < across.length && rankOf(across[next]!) < rankOf(row)) rows.push(across[next++]!)
    rows.push(row)
  }
  return [...rows, ...across.slice(next), ...rejected.map(rowRejected)]
}

export function isBelieved(row: Row): boolean {
  return row.of !== 'rejected'
}

/** Every file that it stands in, with one of its places or ends. */
export function filesOf(row: Row): readonly string[] {
  if (row.of === 'finding') return [...new Set([row.path, ...row.finding.places.map(({ path }) => path)])]
  return row.of === 'across' ? [...new Set([row.path, ...row.cross.files])] : [row.path]
}

function rankOf({ nature, severity }: RowBase): number {
  return (nature === 'problem' ? 0 : severities.length) + severities.indexOf(severity)
}

function rowOfFinding(finding: Finding): RowOfFinding {
  const { id, summary, path, line, character, evidence, severity, nature, contentType, type, count, verified } = finding
  const { by = null } = finding
  return {
    of: 'finding',
    finding,
    ...onCharacter(character),
    ...{ id, summary, path, line, evidence, severity, nature, contentType, kind: type, count, by, verified },
  }
}

/** What a finding across files is named by: its place in the list. */
export function acrossId(index: number): string {
  return `across-${index + 1}`
}

function rowAcross(cross: CrossFinding, k: number): RowAcross {
  const { summary, severity, nature, kind, evidence, by = null } = cross
  const { path = '', line = 1, character, quote = '' } = evidence[0] ?? {}
  return {
    of: 'across',
    cross,
    ...onCharacter(character),
    ...{ id: acrossId(k), summary, path, line, evidence: quote, severity, nature, contentType: null },
    ...{ kind, count: 1, by, verified: true },
  }
}

function rowRejected({ path, line, summary, quote, reason }: RejectedQuote, k: number): RowRejected {
  return {
    of: 'rejected',
    reason,
    ...{ id: `rejected-${k + 1}`, summary, path, line, evidence: quote, severity: 'low', nature: 'fact' },
    ...{ contentType: null, kind: 'rejected quote', count: 1, by: null, verified: false },
  }
}

function onCharacter(character: number | undefined) {
  return character === undefined ? {} : { character }
}
