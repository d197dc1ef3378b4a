// Reads a question: its words, the names in it, and what it is after. English first; what a question is after is also
// seen in the other languages of `question-words.ts`.
import { aimOf, type Goal } from '@shoal/base/model/goal'
import { smallest } from '@shoal/base/model/lists'
import type { Brief, Intent, Question } from '@shoal/base/model/question'
import { stem } from '@shoal/base/text/stem'
import { readGoals } from './question-goals.ts'
import { FOREIGN, FOREIGN_STOP_WORDS, STOP_WORDS } from './question-words.ts'

/** Only so much of a question is read for words: a long one is a document, and its start says what it wants. */
const READ = 4000

/** Given goals win over those that the question names; beside others `general` says nothing. */
export function briefOf(query: string | null, goals: readonly Goal[] = []): Brief {
  const text = query?.trim() || null
  const question = readQuestion(text)
  const given = goals.length > 1 ? goals.filter(goal => goal !== 'general') : goals
  return { question, goals: given.length > 0 ? given : goalsAsked(question) }
}

/** By its words; a question in another language by what it is after. */
function goalsAsked({ text, intents }: Question): readonly Goal[] {
  const read = readGoals(text?.slice(0, READ) ?? '')
  const after = (['security', 'performance'] as const).filter(goal => intents.includes(goal))
  return aimOf(read.length > 0 ? read : after).goals
}

export function readQuestion(text: string | null): Question {
  const read = text?.slice(0, READ) ?? ''
  const words = unique((read.toLowerCase().match(/[\p{L}\p{N}_]+(?:[.'’-][\p{L}\p{N}_]+)*/gu) ?? []).filter(isTelling))
  return {
    text,
    words,
    stems: words.map(stem),
    phrases: unique(
      [...read.matchAll(/["“`]([^"”`\n]{1,200})["”`]|(?<!\w)'([^'\n]{1,200})'(?!\w)/g)].map(m => m[1] ?? m[2]!),
    ),
    names: unique([...(read.match(/[\p{L}\p{N}_$@./:*-]+/gu) ?? []).map(trimmed).filter(isName), ...callsIn(read)]),
    numbers: unique((read.match(/(?<![\w.])-?\d+(?:\.\d+)?(?!\.*\w)/g) ?? []).map(Number)),
    intents: intentsOf(read),
  }
}

function isTelling(word: string): boolean {
  return !STOP_WORDS.has(word) && !FOREIGN_STOP_WORDS.has(word)
}

function trimmed(word: string): string {
  return word.replace(/^[./:*-]+|(?<![./:*-])[./:*-]+$/g, '')
}

/** `pay()` is written as a call; `file(s)` is not. */
function callsIn(text: string): string[] {
  const called = text.matchAll(/(?<![\p{L}\p{N}_$.:])([\p{L}\p{N}_$.:]+)\((?!e?s\))/gu)
  return [...called].map(match => match[1]!.replace(/^[\p{N}.:]+/u, '')).filter(name => name !== '')
}

/** camelCase, snake_case, CONSTANTS, dotted and dashed names, anything with a digit and a letter. */
function isName(word: string): boolean {
  if (word.length < 2 || /^\d+(\.\d+)?$/.test(word)) return false
  return /[_$@/]|\p{L}\.\p{L}|\p{Ll}\p{Lu}|\p{L}\d|\d\p{L}|^\p{Lu}{3,}$|^\d+(?:\.\d+){2,}$/u.test(word)
}

const WORDS: Readonly<Record<Intent, RegExp>> = {
  errors:
    /\b(errors?|exceptions?|fail(s|ed|ing|ures?)?|crash\w*|broke\w*|fault\w*|stack ?traces?|fatal|panic\w*|timeouts|timed out|5\d\d)\b/i,
  security:
    /\b(secur\w*|insecur\w*|vulnerab\w*|exploit\w*|injections?|xss|csrf|secrets?|credentials?|passwords?|owasp|cves?|attack\w*|unsafe(?:ly)?|danger\w*|how safe|(?:is|are) (?:\w+ ){1,4}safe)\b/i,
  quality:
    /\b(wrong|risk(?:s|y|ier|iest)?|worr(?:y|ies|ied|ying|isome)|concerns?|concerning|attention|trouble\w*|fix(?:es|ed|ing)?|mistakes?|defects?|flaws?|flawed|irregular\w*|(?:stands?|sticks?) out|weak (?:spots?|points?)|weakness(?:es)?|alarming|notable|noteworthy|(?:should (?:I|we)|(?:I|we) should) know|reviews?|audits?|health checks?|(?:is|are) (?:everything|all|things) (?:ok|okay|fine|alright|all right|well|good)|quality|problems?|issues?|suspicious|odd|strange|weird|anomal\w*|unusual|inconsisten\w*|clean|valid(ity)?|invalid|bad|bugs?|smells?|broken|corrupt\w*|malformed|damaged)\b/i,
  distribution:
    /\b(distribut\w*|break ?down|histograms?|shares?|proportions?|percentages?|frequenc\w*|spread|split by|grouped? by|per (?!cent)\w+|(?<!\b(?:caus|follow|rais|us|call|print|writt?en|read|defin|import|throw|sort|divid|creat|mad|stand|pass|trigger)(?:ed|e|n)? )by (?!the way|hand|default|mistake|now)\w+)\b/i,
  count: /\b(how many|counts?|number of|how often|how much)\b/i,
  average: /\b(averages?|means?|medians?|typical|percentiles?|p\d\d)\b/i,
  total: /\b(totals?|sums?|altogether|overall)\b/i,
  extreme:
    /\b(max(imum)?|min(imum)?|most|least|largest|smallest|highest|lowest|top|biggest|longest|slowest|best|worst)\b/i,
  missing:
    /\b(missing|nulls?|empty|blank|absent|incomplete|not set|(?:columns?|fields?|keys?) (?:that )?(?:have|has|with|are|is) (?:gaps|holes|not always (?:there|set|present)))\b/i,
  outliers: /\b(outliers?|extreme|unusual|anomal\w*|abnormal|spikes?)\b/i,
  duplicates: /\b(duplicat\w*|repeated|twice|unique|distinct)\b/i,
  correlation: /\b(correlat\w*|relat(ed|ion\w*)|depend(s|ence|ency)? on|associat\w*|relationship)\b/i,
  trend: /\b(trends?|over time|grow\w*|increas\w*|decreas\w*|chang\w*|evol\w*|drift\w*)\b/i,
  time: /\b(when|since|first|last|before|after|between|timeline|chronolog\w*|time of|hours?|days?)\b/i,
  schema: /\b(schemas?|fields?|columns?|types?|shape|format|structure of the (data|json|file))\b/i,
  definition: /\b(defin\w*|declar\w*|implement\w*|where (is|are)|located?)\b/i,
  usage: /\b(used?|uses|usage|call(s|ed|ers?)?|referenc\w*|import(s|ed)?|depend\w*)\b/i,
  structure: /\b(structur\w*|architect\w*|modules?|overview of the code|organi[sz]\w*|components?|layers?|api)\b/i,
  complexity: /\b(complex\w*|refactor\w*|maintain\w*|long functions?|nest\w*|technical debt|dead code)\b/i,
  performance: /\b(perform\w*|slow\w*|latenc\w*|speed|bottlenecks?|duration\w*|throughput|memory)\b/i,
  config: /\b(config\w*|settings?|options?|environment|env vars?|parameters?|flags?)\b/i,
  comparison: /\b(compar\w*|differ\w*|versus|vs\.?|mismatch\w*|match(es)?|consistent)\b/i,
  cause: /\b(why|causes?|caused|reasons?|root cause|because|leads? to|led to)\b/i,
  summary:
    /\b(summar\w*|overview|tell (?:me|us) about|describe|explain|what is (this|in)|contents?)\b|\babout(?=[\s?.!]*$)/i,
}

function intentsOf(text: string): Intent[] {
  const foreign = isForeign(text) ? FOREIGN : {}
  return (Object.entries(WORDS) as [Intent, RegExp][])
    .map(([intent, words]) => ({ intent, at: firstOf(words.exec(text), foreign[intent]?.exec(text)) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)
    .map(({ intent }) => intent)
}

/** The words of other languages take long to compile, so they are only asked when there is a sign of one. */
function isForeign(text: string): boolean {
  return (
    /[^\p{ASCII}\p{P}\p{S}]/u.test(text) ||
    (text.toLowerCase().match(/[a-z]+/g) ?? []).some(word => FOREIGN_STOP_WORDS.has(word))
  )
}

function firstOf(...matches: readonly (RegExpExecArray | null | undefined)[]): number {
  const places = matches.flatMap(match => (match ? [match.index] : []))
  return places.length === 0 ? -1 : smallest(places)
}

function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)]
}
