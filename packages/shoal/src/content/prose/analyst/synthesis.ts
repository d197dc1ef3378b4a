// What several documents say together: passages ranked over all of them, and figures that contradict each other.
import type { SurveyedFile, TypeSynthesis } from '@shoal/base/model/analyst'
import type { Brief } from '@shoal/base/model/question'
import { plural } from '@shoal/base/text/printable'
import { LeftOut } from '../../../text/left-out.ts'
import { answersOverFiles } from '../../../text/passage-answers.ts'
import { contradictionFindings } from './contradictions.ts'
import { longestAnswers } from './rank-answers.ts'
import type { StatedFigure } from './stated-figures.ts'

interface ProseFigures {
  readonly words?: number
  readonly headings?: number
  readonly passages?: number
  readonly figures?: readonly StatedFigure[]
}

const MOST_FIGURES = 5_000

export function synthesise(files: readonly SurveyedFile[], brief: Brief): TypeSynthesis {
  const totals = { words: 0, headings: 0, passages: 0 }
  const stated: (StatedFigure & { readonly path: string })[] = []
  const read = files as readonly { readonly path: string; readonly figures: ProseFigures }[]
  for (const { path, figures } of read) {
    totals.words += figures.words ?? 0
    totals.headings += figures.headings ?? 0
    totals.passages += figures.passages ?? 0
    for (const figure of figures.figures ?? []) stated.push({ ...figure, path })
  }
  const leftOut = new LeftOut()
  const overviews = files.flatMap(({ answers }) => answers).filter(({ amount }) => amount !== undefined)
  return {
    summary: `${plural(totals.words, 'word')} in ${plural(files.length, 'document')}`,
    metadata: { files: files.length, ...totals },
    panels: [],
    findings: betweenFiles(stated, leftOut),
    notes: leftOut.notes,
    answers: [...longestAnswers(read, brief.question), ...answersOverFiles(files, brief), ...overviews].sort(
      (a, b) => b.relevance - a.relevance,
    ),
  }
}

function betweenFiles(
  stated: readonly (StatedFigure & { readonly path: string })[],
  leftOut: LeftOut,
): TypeSynthesis['findings'] {
  const figures = leftOut.first(stated, MOST_FIGURES, 'stated figures were compared between files')
  // What contradicts itself inside one file was said there.
  const once = new Map<string, (typeof figures)[number]>()
  for (const figure of figures) {
    const key = `${figure.path} ${figure.unit} ${figure.about.join(' ')}`
    if (!once.has(key)) once.set(key, figure)
  }
  const placed = [...once.values()]
  return contradictionFindings(placed).map(finding => ({
    ...finding,
    path: placed.find(({ line, quote }) => line === finding.line && quote === finding.evidence)!.path,
  }))
}
