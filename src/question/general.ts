// Questions that ask nothing of the data: "What looks wrong?", "Review this for security issues". The findings of the analysts
// are their answer, whatever the columns are called, so no relation is read for them.
import { isEmptyWord, isSoftWord } from './lexicon.ts'

/** What is looked for, or done, or looked at; none of them names a thing of the data. */
const GENERAL = new Set(
  `wrong suspicious odd strange weird unusual off bad broken problem problems bug bugs vulnerability vulnerabilities vulnerable
   security insecure unsafe secure quality defect defects flaw flaws smell smells notable noteworthy interesting important
   looks looking seem seems seemed stick sticks stands review check audit inspect analyze analyse analysis examine investigate search
   summarize summarise summary overview describe explain code module repository repo project directory folder folders system
   these worry worried worrying care attention know risk risks risky`.split(/\s+/),
)

/** Whether nothing but what is wrong, or what there is, is asked for. */
export function isGeneral(question: string): boolean {
  // Anything in quotes, a number or a name is something of the data.
  if (/["'`“\d_./]\S/.test(question)) return false
  const words = question.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []
  const telling = words.filter(word => !isEmptyWord(word) && !isSoftWord(word))
  // "How many are there?" asks for a figure.
  if (/\bhow (?:many|much|often|long)\b/i.test(question)) return false
  return telling.length > 0 && telling.every(word => GENERAL.has(word))
}
