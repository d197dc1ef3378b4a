// Whether a model is asked if a question needs labels: a look at how much there is, before anything is paid for.
import type { Intent, Question } from '@shoal/base/model/question'

/** So few lines are read at once by whoever reads them. */
const FEW_LINES = 40

const FIGURES: readonly Intent[] = ['count', 'distribution', 'extreme', 'total', 'comparison']

/** `lines`: of files that are made of records. Of few lines labels are only of use where a figure is asked for. */
export function mayNeedLabels({ text, intents }: Question, lines: number): boolean {
  if (text === null || lines === 0) return false
  return lines >= FEW_LINES || intents.some(intent => FIGURES.includes(intent))
}
