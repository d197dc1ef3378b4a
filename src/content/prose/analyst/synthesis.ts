// What several documents say together: passages ranked over all of them, and figures that contradict each other.
import type { SurveyedFile, TypeSynthesis } from '../../../model/analyst.ts'
import type { Brief } from '../../../model/question.ts'
import { LeftOut } from '../../../text/left-out.ts'
import { answersOverFiles } from '../../../text/passage-answers.ts'
import { plural } from '../../../text/printable.ts'
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
  const read = files.map(file => ({ path: file.path, figures: file.figures as ProseFigures }))
  const sum = (of: (figures: ProseFigures) => number | undefined): number =>
    read.reduce((total, { figures }) => total + (of(figures) ?? 0), 0)
  const leftOut = new LeftOut()
  const words = sum(figures => figures.words)
  const overviews = files.flatMap(({ answers }) => answers).filter(({ amount }) => amount !== undefined)
  return {
    summary: `${plural(words, 'word')} in ${plural(files.length, 'document')}`,
    metadata: {
      files: files.length,
      words,
      headings: sum(figures => figures.headings),
      passages: sum(figures => figures.passages),
    },
    panels: [],
    findings: betweenFiles(read, leftOut),
    notes: leftOut.notes,
    answers: [...longestAnswers(read, brief.question), ...answersOverFiles(files, brief), ...overviews].sort(
      (a, b) => b.relevance - a.relevance,
    ),
  }
}

function betweenFiles(
  read: readonly { path: string; figures: ProseFigures }[],
  leftOut: LeftOut,
): TypeSynthesis['findings'] {
  const all = read.flatMap(({ path, figures: own }) => (own.figures ?? []).map(figure => ({ ...figure, path })))
  const figures = leftOut.first(all, MOST_FIGURES, 'stated figures were compared between files')
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
