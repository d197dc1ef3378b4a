// When the entries at a level first and last came: warnings, or what is fatal.
import type { AnswerDraft } from '@shoal/base/model/analyst'
import { extentOf, levelNames } from './entry-groups.ts'
import type { Wants } from './question-filters.ts'
import { lineAt } from './quotes.ts'
import type { Story } from './story.ts'
import { LEVELS, type Spot } from './tally.ts'
import { counted, number } from './wording.ts'

/** Words that name a level and no content. */
const LEVEL_WORD = /^(?:warn|fatal|critical)/i

export function answerLevelTimes({ picture, source }: Story, { levels, words }: Wants): AnswerDraft[] {
  const { whole, templates } = picture
  // A log that writes no levels says nothing about them.
  if (whole.levels[LEVELS.indexOf('none')] === whole.entries) return []
  const name = levelNames(levels)
  const telling = words.filter(({ label }) => !LEVEL_WORD.test(label))
  const named = templates.filter(({ template, example }) =>
    telling.some(({ pattern }) => pattern.test(template) || pattern.test(example)),
  )
  const groups = (named.length > 0 ? named : templates).flatMap(template => template.groups)
  const extent = extentOf(groups.filter(({ level }) => levels.includes(level)))
  const amount = { count: extent?.count ?? 0, one: `entry at level ${name}`, many: `entries at level ${name}` }
  if (!extent)
    return named.length > 0 ? [] : [{ text: `No entry is at level ${name}.`, relevance: 0.55, evidence: [], amount }]
  const { count, first, last } = extent
  const at = ({ stamp, line }: Spot) => (stamp ? `at ${stamp} (line ${number(line)})` : `on line ${number(line)}`)
  return [
    {
      text:
        count === 1
          ? `The only entry at level ${name} stands ${at(first)}.`
          : `The first of ${counted(count, 'entry', 'entries')} at level ${name} stands ${at(first)}, the last ${at(last)}.`,
      relevance: named.length > 0 || telling.length === 0 ? 0.91 : 0.6,
      amount,
      evidence: (count === 1 ? [first] : [first, last]).map(({ line, offset }) => ({
        line,
        quote: lineAt(source, offset),
      })),
    },
  ]
}
