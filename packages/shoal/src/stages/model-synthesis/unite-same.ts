// Findings that a model says are one thing, made one with all their places. Counts that code took stay as they are: a
// finding of a model adds its places to an exact one, never to its figures, and two exact ones are never united.
import type { Finding } from '@shoal/base/model/finding'
import { addTo } from '@shoal/base/model/lists'
import type { Claim, FileReport, ModelSynthesis } from '@shoal/base/model/report'
import { countsByPath } from '../file-counts.ts'
import { firstPlaces, uniteByKey } from '../unite.ts'

export interface United {
  readonly findings: readonly Finding[]
  /** For each finding that went into another: the id of that other. */
  readonly into: ReadonlyMap<string, string>
}

export function uniteSame(findings: readonly Finding[], same: readonly (readonly string[])[]): United {
  const into = new Map<string, string>()
  const united = new Map<string, Finding>()
  for (const group of groupsOf(findings, same)) {
    const exact = group.find(isExact)
    const others = group.filter(finding => !isExact(finding))
    const parts = exact ? [exact, ...others] : others
    if (parts.length < 2) continue
    const one = exact ? joined(exact, others) : asOne(others)
    united.set(one.id, one)
    for (const { id } of parts) if (id !== one.id) into.set(id, one.id)
  }
  return {
    findings: findings.filter(({ id }) => !into.has(id)).map(finding => united.get(finding.id) ?? finding),
    into,
  }
}

/** The same sentences with ids of findings that are still there. */
export function redirected(reading: ModelSynthesis, into: ReadonlyMap<string, string>): ModelSynthesis {
  const follow = (claims: readonly Claim[]) =>
    claims.map(claim => ({ ...claim, findings: [...new Set(claim.findings.map(id => into.get(id) ?? id))] }))
  return {
    ...reading,
    answer: follow(reading.answer),
    summary: follow(reading.summary),
    recommendations: follow(reading.recommendations),
  }
}

/** How many findings there are in each file, after some were united. */
export function recounted(
  files: readonly FileReport[],
  before: readonly Finding[],
  after: readonly Finding[],
): FileReport[] {
  const was = countsByPath(before)
  const is = countsByPath(after)
  return files.map(file => {
    const [old, now] = [was.of(file.path), is.of(file.path)]
    const left = (all: number, before: number, after: number) => Math.max(0, all - before + after)
    const { problems } = file
    return {
      ...file,
      findings: left(file.findings, old.findings, now.findings),
      ...(problems && {
        problems: {
          high: left(problems.high, old.problems.high, now.problems.high),
          medium: left(problems.medium, old.problems.medium, now.problems.medium),
          low: left(problems.low, old.problems.low, now.problems.low),
        },
      }),
    }
  })
}

/** Its figures were counted by code: those of the built-in analysts, and labels. */
function isExact({ by, distribution, totalRows }: Finding): boolean {
  return by === undefined || distribution !== undefined || totalRows !== undefined
}

/** Groups that share a finding are one; each in the order of the findings. */
function groupsOf(findings: readonly Finding[], same: readonly (readonly string[])[]): Finding[][] {
  const parent = new Map<string, string>()
  const rootOf = (id: string): string => {
    let root = id
    for (let next = parent.get(root); next !== undefined; next = parent.get(root)) root = next
    if (root !== id) parent.set(id, root)
    return root
  }
  for (const [first, ...others] of same)
    for (const other of others) {
      const root = rootOf(first!)
      if (rootOf(other) !== root) parent.set(rootOf(other), root)
    }
  const groups = new Map<string, Finding[]>()
  for (const finding of findings) {
    const root = rootOf(finding.id)
    addTo(groups, root, finding)
  }
  return [...groups.values()].filter(group => group.length > 1)
}

function asOne(findings: readonly Finding[]): Finding {
  return uniteByKey(findings.map(finding => ({ ...finding, key: findings[0]!.key })))[0]!
}

function joined(exact: Finding, others: readonly Finding[]): Finding {
  const all = asOne([exact, ...others])
  const placeKey = ({ path, line, evidence }: Finding['places'][number]) => `${path}\0${line}\0${evidence}`
  const known = new Set(exact.places.map(placeKey))
  const more = others.flatMap(({ places }) => places).filter(place => !known.has(placeKey(place)))
  const { severity, nature, confidence, chunkIds, weight, relevance } = all
  return {
    ...exact,
    severity,
    nature,
    confidence,
    chunkIds,
    weight,
    relevance,
    topics: all.topics ?? [],
    places: firstPlaces([exact, { places: more }]),
    placeCount: exact.placeCount + more.length,
  }
}
