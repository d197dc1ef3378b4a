// Whether an exact answer is one to the question: it is about every word of it that tells something. A count of all rows
// is no answer to how many of them are complaints.
import type { Answer } from '@shoal/base/model/analyst'
import type { Panel } from '@shoal/base/model/finding'
import type { Intent, Question } from '@shoal/base/model/question'
import { stem } from '@shoal/base/text/stem'
import { wordsOf } from '../../text/other-words.ts'
import { readQuestion } from '../../text/question.ts'

/** Answers that are less sure are about something else. */
const SURE = 0.75

/** Words that ask for a count, name what any file is made of, or compare: no answer has to repeat them. */
const ASKING = new Set(
  `many much often common frequent frequently number count tally share percentage percent proportion fraction ratio
   distribution frequency breakdown break down spread histogram total overall altogether per each every across among
   group grouped split most least top different distinct unique various exactly currently just only also
   row record entry line item value element object message event thing
   file table data dataset sheet csv tsv json jsonl log text document column field
   exist occur appear happen contain include hold equal no not none without
   than more less fewer over above below under exceeding between at least greater larger smaller higher lower`
    .split(/\s+/)
    .map(stem),
)

/** What goes by many words: an answer about errors speaks of what failed. */
const ALIKE: readonly Intent[] = ['errors', 'missing', 'duplicates', 'outliers']

/** A longer value is somebody's sentence, whose words say nothing of what was counted. */
const LONGEST_VALUE = 3

/** `path`: of the file that the answer is about; its name says what its records are. */
export function isExactAnswer(answer: Answer, question: Question, path: string): boolean {
  if (answer.relevance < SURE) return false
  const text = withoutSentences(answer.text, question)
  const said = new Set([text, fileName(path), ...panelWords(answer.panel)].flatMap(stemsOf))
  const intents = readQuestion(text).intents.filter(intent => ALIKE.includes(intent))
  return question.words.every(
    word =>
      stemsOf(word).every(own => said.has(own) || ASKING.has(own)) ||
      readQuestion(word).intents.some(intent => intents.includes(intent)),
  )
}

/** Without the quoted values that are sentences, but for those the question has. */
function withoutSentences(text: string, question: Question): string {
  const asked = (question.text ?? '').toLowerCase()
  return text.replace(/"[^"]*"|“[^“”]*”|`[^`]*`/g, quoted =>
    isShort(quoted) || asked.includes(quoted.slice(1, -1).toLowerCase()) ? quoted : ' ',
  )
}

function panelWords(panel: Panel | undefined): string[] {
  if (panel?.kind !== 'bars') return []
  return [panel.title, ...panel.rows.map(({ label }) => label).filter(isShort)]
}

function isShort(text: string): boolean {
  return wordsOf(text).length <= LONGEST_VALUE
}

function fileName(path: string): string {
  return path.replace(/^.*[\\/]/, '').replace(/\.[^.]*$/, '')
}

function stemsOf(text: string): string[] {
  return wordsOf(text).map(stem)
}
