// What a limit left out of a report's lists, one sentence each: nothing is cut without being said.
import type { Json } from '@shoal/base/model/json'
import { lookup } from '@shoal/base/model/lookup'
import type {
  CrossFinding,
  RejectedQuote,
  RunReport,
  TypeReport,
  UnlistedLinks,
  Verification,
} from '@shoal/base/model/report'
import { count } from '@shoal/base/report/words'
import { formatCount, plural } from '@shoal/base/text/printable'

export interface Limited {
  readonly findings: RunReport['findings']
  readonly perType: readonly Pick<TypeReport, 'contentType' | 'findingCount' | 'metadata'>[]
  readonly crossFile: readonly CrossFinding[]
  readonly crossFileUnlisted?: readonly UnlistedLinks[] | undefined
  readonly verification: Verification
  readonly rejected: readonly RejectedQuote[]
}

export function limitWarnings(limited: Limited): string[] {
  return [
    ...unlistedPlaces(limited),
    ...unlistedFindings(limited),
    ...unlistedLinks(limited.crossFileUnlisted ?? []),
    ...anchorsLeftOut(limited),
    ...limited.perType.flatMap(({ contentType, metadata }) =>
      listIn(metadata, 'left_out').map(note => `${contentType}, all files together: ${note}`),
    ),
    ...unlistedRejections(limited),
  ]
}

function unlistedPlaces({ findings, crossFile }: Limited): string[] {
  const counts = [
    ...findings.map(({ places, placeCount }) => ({ listed: places.length, all: placeCount })),
    ...crossFile.map(({ evidence, evidenceCount = 0 }) => ({ listed: evidence.length, all: evidenceCount })),
  ].filter(({ listed, all }) => listed < all)
  if (counts.length === 0) return []
  const sum = (of: (one: (typeof counts)[number]) => number) => counts.reduce((total, one) => total + of(one), 0)
  return [
    `${plural(counts.length, 'finding')} ${counts.length === 1 ? 'stands' : 'stand'} at more places than are listed: ${formatCount(sum(({ listed }) => listed))} of ${formatCount(sum(({ all }) => all))} places are, and places_total says how many there are`,
  ]
}

function unlistedFindings({ findings, perType }: Limited): string[] {
  return perType.flatMap(({ contentType, findingCount }) => {
    const listed = count(findings, one => one.contentType === contentType)
    if (listed >= findingCount) return []
    return [
      `${formatCount(listed)} of ${plural(findingCount, 'finding')} of ${contentType} are listed, the gravest first; finding_count says how many there are`,
    ]
  })
}

function unlistedLinks(unlisted: readonly UnlistedLinks[]): string[] {
  return unlisted.map(({ kind, problems, facts }) => {
    const parts = [
      ...(problems > 0 ? [plural(problems, 'problem')] : []),
      ...(facts > 0 ? [plural(facts, 'fact')] : []),
    ]
    return `${parts.join(' and ')} of the kind ${kind} across files are not listed; those listed are at least as grave`
  })
}

/** Names that the checks across files did not get. */
function anchorsLeftOut({ perType }: Limited): string[] {
  return perType.flatMap(({ contentType, metadata }) => {
    const roles = listIn(metadata, 'anchors_left_out')
    if (roles.length === 0) return []
    return [
      `${contentType} names more things than can be compared across files: ${roles.join(', ')} were left out of that comparison`,
    ]
  })
}

function listIn(metadata: Json, key: string): readonly Json[] {
  const isRecord = metadata !== null && typeof metadata === 'object' && !Array.isArray(metadata)
  const list = isRecord ? lookup(metadata as { readonly [key: string]: Json }, key) : undefined
  return Array.isArray(list) ? list : []
}

function unlistedRejections({ verification, rejected }: Limited): string[] {
  if (rejected.length >= verification.rejected) return []
  return [`${formatCount(rejected.length)} of ${plural(verification.rejected, 'rejected quote')} are listed`]
}
