// Questions for what is wrong: "What looks wrong?", "Review this for security issues". The findings of the analysts
// are their answer, whatever the columns are called, so no relation is read for them.
import { isEmptyWord, isSoftWord } from './lexicon.ts'

/** What is looked for, or done, or looked at; none of them names a thing of the data. */
const GENERAL = new Set(
  `wrong suspicious odd strange weird unusual off bad broken problem problems bug bugs vulnerability vulnerabilities vulnerable
   security insecure unsafe secure quality defect defects flaw flaws smell smells notable noteworthy interesting important
   looks looking seem seems seemed stick sticks stands review check audit inspect analyze analyse analysis examine investigate search
   code module repository repo project directory folder folders system
   anomaly anomalies irregularity irregularities mistake mistakes these worry worried worrying care attention know risk risks risky dangerous safe unsafe
   concern concerns alarming weakness weaknesses fix fixed fixing flawed health trouble`.split(/\s+/),
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

const CLAUSES = /[,;]? (?:and|but|plus|also) (?:also )?|[?.;] (?:and |but |also )?/gi
/** What begins a question or a request of its own. */
const BEGINS =
  /^(?:and |also )?(?:what|is|are|was|were|does|do|any|anything|where|which|check|review|look|find|tell|say|list|name|show)\b/i

const ASKS = /^(?:what|how|which|who|when|where|list|show|count)\b/i

/** What is asked of the data, and what is asked of the analysts beside it: "…, and is anything wrong?" */
export function withoutGeneral(question: string): { readonly ofData: string; readonly general: string | null } {
  const clauses = question.split(CLAUSES).map(clause => clause.trim())
  const isOfAll = (clause: string | undefined) => clause !== undefined && BEGINS.test(clause) && isGeneral(clause)
  const joints = question.match(CLAUSES) ?? []
  if (clauses.length < 2 || clauses.length !== joints.length + 1) return { ofData: question, general: null }
  const last = clauses.at(-1)!
  if (isOfAll(last) && !isGeneral(clauses.slice(0, -1).join(' ')))
    return { ofData: question.slice(0, question.length - last.length - joints.at(-1)!.length), general: last }
  const [first] = clauses
  if (isOfAll(first) && ASKS.test(clauses[1]!) && !isGeneral(clauses.slice(1).join(' ')))
    return { ofData: question.slice(first!.length + joints[0]!.length), general: first! }
  return { ofData: question, general: null }
}
