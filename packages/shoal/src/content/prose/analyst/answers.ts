// What a document is about, for those who ask.
import type { AnswerDraft } from '@shoal/base/model/analyst'
import { smallest } from '@shoal/base/model/lists'
import type { Brief } from '@shoal/base/model/question'
import { plural } from '@shoal/base/text/printable'
import type { Section } from './structure.ts'

/** For those who ask what the document is about. */
export function overview(
  sections: readonly Section[],
  words: number,
  keywords: readonly string[],
  { question }: Brief,
  quotes: readonly string[],
): AnswerDraft[] {
  if (!question.intents.includes('summary') && !question.intents.includes('structure')) return []
  const top = smallest(sections.map(({ level }) => level))
  const title =
    sections.filter(({ level }) => level === top).length === 1 ? sections.find(({ level }) => level === top) : undefined
  const parts = sections.filter(({ level }) => level === (title ? top + 1 : top)).map(section => section.title)
  const about = keywords.length > 0 ? `; it is about ${keywords.slice(0, 6).join(', ')}` : ''
  return [
    {
      text: `${title ? `“${title.title}”: ` : ''}${plural(words, 'word')}${sections.length > 0 ? ` in ${plural(sections.length, 'section')}` : ''}${parts.length > 0 ? ` (${parts.slice(0, 8).join(', ')}${parts.length > 8 ? ' …' : ''})` : ''}${about}.`,
      relevance: question.intents[0] === 'summary' ? 0.55 : 0.45,
      amount: { count: words, one: 'word', many: 'words' },
      evidence: quotes[0] ? [{ line: sections[0]!.line, quote: quotes[0] }] : [],
    },
  ]
}
