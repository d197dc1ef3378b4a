// What is said of a log in which no error was found: by what it was looked for, and which entries speak of trouble all the
// same. A level word in the midst of a message is no level, but it must not be denied either.
import type { Amount } from '@shoal/base/model/analyst'
import { countOf } from './entry-groups.ts'
import { errorsOf, type TemplateStat } from './picture.ts'
import { lineAt } from './quotes.ts'
import { type ServerErrors, serverErrorsOf } from './server-errors.ts'
import type { Story } from './story.ts'
import { LEVELS } from './tally.ts'
import { counted, number, share, short } from './wording.ts'

interface NoErrors {
  /** A sentence. */
  readonly text: string
  /** The same as a part of one. */
  readonly brief: string
  readonly evidence: readonly { readonly line: number; readonly quote: string }[]
  /** No errors, or so many entries that are in doubt. */
  readonly amount: Amount
  /** Of the answer: what is in doubt is told beside the errors of other files. */
  readonly relevance: number
}

export function noErrors(story: Story): NoErrors {
  const { picture, source } = story
  const failed = serverErrorsOf(story)
  if (failed) return onlyServerErrors(failed, story)
  const { entries, levels } = picture.whole
  const levelled = entries - levels[LEVELS.indexOf('none')]!
  const all = counted(entries, 'entry', 'entries')
  const doubtful = picture.templates.filter(speaksOfTrouble)
  const [most] = doubtful
  if (!most) {
    const text =
      levelled === entries
        ? `No errors: none of the ${all} is at error level or speaks of a grave failure.`
        : levelled === 0
          ? `No errors: none of the ${all} speaks of a grave failure; they name no levels.`
          : `No errors: of the ${all} ${number(levelled)} name a level, none of them error or worse, and none speaks of a grave failure.`
    return {
      text,
      brief: 'no errors',
      evidence: [],
      amount: { count: 0, one: 'error', many: 'errors' },
      relevance: 0.55,
    }
  }
  const count = doubtful.reduce((sum, template) => sum + template.count, 0)
  const first = doubtful.reduce((a, b) => (b.first.line < a.first.line ? b : a)).first
  const looked =
    levelled === 0
      ? `the ${all} name no levels`
      : levelled === entries
        ? `all ${all} name a level at the head of the line, none of them error or worse`
        : `of the ${all} ${number(levelled)} name a level at the head of the line, none of them error or worse`
  return {
    text: `No entry is an error for certain: ${looked}. But ${counted(count, 'entry speaks', 'entries speak')} of trouble, most often “${short(most.template)}” (${counted(most.count, 'time')}), the first on line ${number(first.line)}.`,
    brief: `no certain errors, ${counted(count, 'entry speaks', 'entries speak')} of trouble`,
    evidence: [{ line: first.line, quote: lineAt(source, first.offset) }],
    amount: { count, one: 'entry in doubt', many: 'entries in doubt' },
    relevance: 0.75,
  }
}

/** No entry says of itself that it is an error, yet what it records is one. */
function onlyServerErrors({ count, requests, paths, first }: ServerErrors, { source }: Story): NoErrors {
  const [[path, worst]] = paths as [ServerErrors['paths'][number]]
  return {
    text: `${counted(count, 'error')}: ${number(count)} of ${counted(requests, 'request')} (${share(count, requests)}) ${count === 1 ? 'was' : 'were'} answered with a server error, most at ${path} (${number(worst.count)}).`,
    brief: `${counted(count, 'server error')}`,
    evidence: [{ line: first.line, quote: lineAt(source, first.offset) }],
    amount: { count, one: 'error', many: 'errors' },
    relevance: 0.75,
  }
}

/** Its words name an error or a failure, yet too weakly against its level to be counted as one. Failed log-ins are told apart. */
function speaksOfTrouble(template: TemplateStat): boolean {
  return template.signature !== null && !template.denial && countOf(errorsOf(template)) === 0
}
