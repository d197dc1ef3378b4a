// Findings about figures that contradict each other, in one document or between two.
import type { FindingDraft } from '@shoal/base/model/finding'
import { contradictions, type StatedFigure } from './stated-figures.ts'

type Placed = StatedFigure & { readonly path?: string }

export function contradictionFindings(figures: readonly Placed[]): FindingDraft[] {
  return contradictions(figures)
    .filter(({ second }) => second.quote !== '')
    .map(({ first, second }) => ({
      type: 'contradiction',
      key: `prose.contradiction:${first.unit}:${first.about.join(' ')}`,
      summary: `Two figures for the same thing: “${said(first)}” (${place(first)}) and “${said(second)}” (${place(second)})`,
      severity: 'medium',
      confidence: 'medium',
      nature: 'problem',
      advice: 'Settle which of the two figures is right',
      line: second.line,
      evidence: second.quote,
      stats: { first: { value: first.value, line: first.line }, second: { value: second.value, line: second.line } },
      topics: ['contradiction', 'inconsistent', ...first.about],
      weight: 0.7,
    }))
}

function said({ name, value, quote }: Placed): string {
  return quote.length <= 100 ? quote.replace(/\s+/g, ' ') : `${name} ${value}`
}

function place({ path, line }: Placed): string {
  return path === undefined ? `line ${line}` : `${path}:${line}`
}
