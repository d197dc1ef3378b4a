// What a question looks for in texts, keys and messages: its telling words with what says the same, and what kind of thing the
// answer is: a number, a time, a person, a place.
import { stem } from '@shoal/base/text/stem'
import { isEmptyWord, isSoftWord } from '../lexicon.ts'
import { Reading } from '../tokens.ts'
import { sameAs } from './thesaurus.ts'

export interface Term {
  /** As the question says it. */
  readonly said: string
  /** The stem; of what is no word, the text in lower case; empty for a way to ask. */
  readonly own: string
  /** Stems that say the same. */
  readonly same: ReadonlySet<string>
  /** Of a name in several parts, `maxRetries`: each of them. */
  readonly parts: readonly Part[]
  /** It is a version, a number, a path: it has to stand there as it is. */
  readonly isLiteral: boolean
  /** It tells little: where it is missing, the rest still answers. */
  readonly isLight: boolean
}

export interface Part {
  readonly own: string
  readonly same: ReadonlySet<string>
}

export type AnswerKind = 'number' | 'time' | 'person' | 'place'

export interface Sought {
  readonly terms: readonly Term[]
  readonly kind: AnswerKind | null
  /** It asks for what is on, or off. */
  readonly state: 'on' | 'off' | null
  /** It asks for all that is said of something: "the section about fuel". */
  readonly isAbout: boolean
}

const KINDS: readonly (readonly [RegExp, AnswerKind])[] = [
  [
    /\bhow (?:many|much|long|often|far|big|large|high|old|fast|deep|wide)\b|\b(?:price|cost|fee|fine) (?:of|for)\b/i,
    'number',
  ],
  [/^when\b|\b(?:until|since|by|from) when\b|\bwhat (?:time|day|date)\b|\bhow late\b|\btime of\b/i, 'time'],
  [/\bwho(?:m|se)?\b/i, 'person'],
  [/\bwhere\b/i, 'place'],
]

/** Ways to ask that name nothing, each with what its answer is often called. */
const FRAMES: readonly (readonly [RegExp, string])[] = [
  [/\bhow (?:long|late)\b/gi, 'ttl timeout retention duration interval period day hour minute second age expire'],
  [/\bhow (?:big|large)\b/gi, 'size mb kb gb max bytes length'],
  [/\bhow (?:often|frequently)\b/gi, 'interval schedule cron every period frequency'],
  [/\bhow (?:many times|many)\b|\bat (?:most|least)\b|\bup to\b/gi, 'count max num limit number concurrency keep'],
  [/\bhow (?:much|far|high|old|fast|deep|wide)\b/gi, ''],
  [/\b(?:what|which) (?:time|kind of|sort of|type of)\b|\btime of\b/gi, ''],
  [/^when\b/gi, 'schedule cron time'],
  [
    /\bwhat happens (?:when|if)\b|\b(?:do|does) (?:i|we|you|one) (?:have to|need to)\b|\bwhat (?:do|should) (?:i|we|you) do\b/gi,
    '',
  ],
  [
    /\b(?:in|on|for|of|per|across) (?:each|every|all|the different|all the) (?:env|environment|stage|file|config)s?\b|\beverywhere\b/gi,
    '',
  ],
  [/\b(?:the )?(?:section|passage|paragraph|chapter|part|page)s? (?:about|on|of|for|that)\b/gi, ''],
  [/\b(?:tell me|say|says|said|anything|something|everything|information|info|read) (?:about|on)\b/gi, ''],
  [/\bset to\b|\bset up\b/gi, ''],
  [/\b(?:may|might|must|should|can) (?=(?:the|an?|i|we|you|it|they|be|use|have)\b)/gi, ''],
  [/\b(?:switch|turn)(?:ed)? ?(?:on|off)\b/gi, 'enabled enable disabled active on off'],
  [/\b(?:which|what) (?:env|environment|stage|config)s?\b/gi, ''],
  [/\bnumber of\b/gi, 'count max num limit number'],
]

const ABOUT =
  /\b(?:section|passage|paragraph|chapter|part|page)s? (?:about|on|of|for)\b|\b(?:tell me|say|says|said|anything|something|everything|information|info|read) (?:about|on)\b/i

/** What is said of anything that is set: it helps to find it, and is never missed. */
const NEVER_MISSED = new Set(
  'set setting settings configured config configuration default defaults option options value values same else variable constant parameter key length size rate percentage percent amount name names people person anyone someone somebody everybody everyone anybody'.split(
    ' ',
  ),
)

/** What is said of anything that is told. */
const GENERAL = new Set(
  `use uses used using listen listens run runs different differ allowed allow happens happen mean means meaning have need needs needed required require must may might possible
   keep keeps kept store stored get getting bring take wait waits last lasts tell call called reach work works working does exist there
   please currently right now still left available enabled thing our my your kind type sort time times moment long day days section document documents docs handbook
   guide manual readme text texts file files first second service container application app system project program tool company team
   go goes going come comes done doing made make makes put start starts maximum minimum most least per each every cost costs length size until till since before after during within between`.split(
    /\s+/,
  ),
)

const FLAG = /(?<![\w-])--?[a-z][\w-]{0,60}/gi

export function soughtIn(question: string): Sought {
  const kind = KINDS.find(([pattern]) => pattern.test(question))?.[1] ?? null
  const terms: Term[] = []
  let rest = joined(question.slice(0, 500))
  rest = rest.replace(FLAG, flag => {
    terms.push(literalTerm(flag))
    return ' '
  })
  for (const [frame, words] of FRAMES)
    rest = rest.replace(frame, said => {
      if (words !== '') terms.push({ ...NOTHING, said, same: new Set(words.split(' ').map(stem)), isLight: true })
      return ' '
    })
  for (const { text, lower, kind: sort } of new Reading(rest).tokens) {
    if (sort === 'number' || sort === 'quoted' || isLiteral(text)) terms.push(literalTerm(text))
    else if (sort === 'name' || !(isEmptyWord(lower) || lower.length === 1))
      terms.push(wordTerm(text, sort === 'word' && isSoftWord(lower)))
  }
  return { terms: telling(distinct(terms)), kind, isAbout: ABOUT.test(question), state: stateOf(question) }
}

const ON = /\b(?:switched|turned) on\b|\b(?:enabled|activated|active)\b/i
const OFF = /\b(?:switched|turned) off\b|\b(?:disabled|deactivated|inactive)\b/i

/** Of several it is asked which are; of one, whether it is. */
function stateOf(question: string): Sought['state'] {
  if (!/^(?:in )?(?:which|what|where)\b/i.test(question)) return null
  return ON.test(question) ? 'on' : OFF.test(question) ? 'off' : null
}

/** A version, a path, a time: marks inside, or a hyphen behind a digit. */
function isLiteral(text: string): boolean {
  const digit = text.search(/\d/)
  return /[.:/]/.test(text) || (digit >= 0 && text.includes('-', digit))
}

/** Where nothing tells more than the light words, they are what is looked for. */
function telling(terms: readonly Term[]): readonly Term[] {
  if (terms.some(({ isLight }) => !isLight)) return terms
  return terms.map(term => (term.own === '' ? term : { ...term, isLight: false }))
}

const NOTHING: Omit<Term, 'said'> = { own: '', same: new Set(), parts: [], isLiteral: false, isLight: false }

function literalTerm(text: string): Term {
  return { ...NOTHING, said: text, own: text.toLowerCase(), isLiteral: true }
}

function wordTerm(said: string, isSoft: boolean): Term {
  const own = stem(said.toLowerCase())
  if (NEVER_MISSED.has(said.toLowerCase())) return { ...NOTHING, said, same: new Set([own]), isLight: true }
  const parts = wordsOf(said)
  return {
    said,
    own,
    same: sameAs(own),
    parts: parts.length > 1 ? parts.map(part => ({ own: part, same: sameAs(part) })) : [],
    isLiteral: false,
    isLight: isSoft || GENERAL.has(said.toLowerCase()),
  }
}

function distinct(terms: readonly Term[]): Term[] {
  return [...new Map([...terms].reverse().map(term => [term.own || term.said, term])).values()].reverse()
}

const PHRASE =
  /\b(sign|log|shut|back|time|check|pick|roll|set|start|clean|turn|break|hand|hold|look|opt|lock|slow|switch)(?:ed|s|ned|ning|ped|ing)?[ -](up|in|out|off|on|down|back|over)\b/gi

/** Verbs in two words are one: "sign up", "picked up", "pick-up". */
function joined(text: string): string {
  return text.replace(PHRASE, '$1$2')
}

/** Stems of the words of a text or a name: `maxRetries` → max, retri. */
export function wordsOf(text: string): string[] {
  const phrases = [...text.matchAll(PHRASE)].map(([, verb, way]) => `${verb}${way}`.toLowerCase())
  const words = text
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .match(/\p{L}+|\p{N}+/gu)
  return [...(words ?? []), ...phrases].map(stem)
}

const NUMBER_WORD =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety|hundred|thousand|once|twice|daily|weekly|monthly|yearly|hourly|every|half|free|unlimited|none|never|no limit)\b/i
const TIME_WORD =
  /\d|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:january|february|march|april|may|june|july|august|september|october|november|december|noon|midnight|morning|evening|afternoon|night|daily|weekly|monthly|yearly|every|weekdays?|weekends?|until|before|after|immediately|at once|same day|end of|beginning of|(?:from|on|after|before|within|by) the \p{L}{3,10} (?:day|week|month|year))\b/iu
const PERSON = /(?<!^)(?<![.!?:] )\b\p{Lu}\p{Ll}+|@|\bby \p{Lu}/u
const PLACE =
  /\b(?:in|at|on|under|above|below|beside|behind|next to|near|between|inside|outside|from|to|opposite)\b|[/\\:@]/i

/** Whether a text has something of the kind that is asked for. */
export function isOfKind(text: string, kind: AnswerKind | null): boolean {
  switch (kind) {
    case 'number':
      return NUMBER_WORD.test(text)
    case 'time':
      return TIME_WORD.test(text)
    case 'person':
      return PERSON.test(text)
    case 'place':
      return PLACE.test(text)
    default:
      return true
  }
}
