// Nothing that a synthesizer writes is believed before it is checked: what it cites must have been shown to it, and its
// figures must stand there.
import type { Claim, ModelSynthesis } from '@shoal/base/model/report'
import { placeName } from '@shoal/base/report/places'
import { withoutPlaces } from '../asking/claim-places.ts'
import { unfoundedNumbers } from '../asking/claim-words.ts'
import { distinctEvidence, type Exhibit } from './exhibits.ts'
import { inTurn } from './in-turn.ts'
import type { ReplyClaim, SynthesisReply } from './reply.ts'

/** What a reply is checked against. */
export interface Shown {
  readonly exhibits: ReadonlyMap<string, Exhibit>
  /** The question and the figures that were given: any sentence may state them. */
  readonly figures: readonly string[]
}

export interface CheckedLink extends Claim {
  readonly severity: SynthesisReply['links'][number]['severity']
  readonly nature: SynthesisReply['links'][number]['nature']
}

export interface CheckedReply extends Omit<ModelSynthesis, 'by'> {
  readonly links: readonly CheckedLink[]
  /** Groups of ids of findings that are said to be one thing. */
  readonly same: readonly (readonly string[])[]
}

export const LONGEST = 600
const MOST_FINDINGS = 20

export function checkReply(reply: SynthesisReply, shown: Shown): CheckedReply {
  const rejected: CheckedReply['rejected'][number][] = []
  const kept = <T extends ReplyClaim, U>(
    claims: readonly T[],
    isLink: boolean,
    make: (claim: Claim, from: T) => U,
  ): U[] =>
    claims.flatMap(from => {
      const checked = checkClaim(from, shown, isLink)
      if ('claim' in checked) return [make(checked.claim, from)]
      rejected.push({ text: from.text.slice(0, LONGEST), reason: checked.fault })
      return []
    })
  const sentences = (claims: readonly ReplyClaim[]) => kept(claims, false, claim => claim)
  return {
    answer: sentences(reply.answer),
    summary: sentences(reply.summary),
    recommendations: sentences(reply.recommendations),
    links: kept(
      reply.links.map(({ summary, ...rest }) => ({ text: summary, ...rest })),
      true,
      (claim, { severity, nature }) => ({ ...claim, severity, nature }),
    ),
    same: reply.same.flatMap(refs => {
      const ids = new Set(refs.flatMap(ref => shown.exhibits.get(ref)?.findings ?? []))
      // A claim stands for findings that differ: only findings can be the same.
      return refs.every(ref => ref.startsWith('F')) && ids.size > 1 ? [[...ids]] : []
    }),
    missing: reply.missing.filter(text => text !== '' && isGiven(text, shown)),
    rejected,
  }
}

/** How many sentences stand. */
export function soundness({ answer, summary, recommendations, links }: CheckedReply): number {
  return answer.length + summary.length + recommendations.length + links.length
}

function checkClaim(
  { text, cites }: ReplyClaim,
  { exhibits, figures }: Shown,
  isLink: boolean,
): { readonly claim: Claim } | { readonly fault: string } {
  if (text === '') return { fault: 'it says nothing' }
  if (text.length > LONGEST) return { fault: `it is longer than ${LONGEST} characters` }
  if (cites.length === 0) return { fault: 'it cites nothing' }
  const unknown = cites.filter(ref => !exhibits.has(ref))
  if (unknown.length > 0) return { fault: `there is no ${unknown.slice(0, 5).join(', ')} to cite` }
  const cited = [...new Set(cites)].map(ref => exhibits.get(ref)!)
  // Where something stands is no number of it.
  const grounds = cited.flatMap(exhibit => [
    exhibit.evidence.reduce((told, at) => told.replaceAll(placeName(at), at.path), exhibit.text),
    ...exhibit.evidence.map(({ quote }) => quote),
  ])
  const bare = withoutPlaces(
    text,
    cited.flatMap(exhibit => exhibit.evidence),
    [],
  )
  const faults = unfoundedNumbers(bare, [...grounds, ...figures])
  if (faults.length > 0)
    return { fault: `${faults.slice(0, 5).join(', ')}: no such figure in what it cites or in the figures given` }
  const evidence = inTurn(cited.map(exhibit => exhibit.evidence))
  if (isLink && new Set(evidence.map(({ path }) => path)).size < 2)
    return { fault: 'a link must cite findings in two files or more' }
  const findings = new Set(cited.flatMap(exhibit => exhibit.findings))
  return {
    claim: { text, evidence: distinctEvidence(evidence), findings: [...findings].slice(0, MOST_FINDINGS) },
  }
}

/** What is missing cites nothing, but its figures must have been shown all the same. */
export function isGiven(text: string, { exhibits, figures }: Shown): boolean {
  return unfoundedNumbers(text, [...figures, ...[...exhibits.values()].map(exhibit => exhibit.text)]).length === 0
}
