// Reads a question about an incident: what it asks for, of which trouble, and in which stretch of time. The words that are left
// name the trouble.
import { lookup } from '@shoal/base/model/lookup'
import { isEmptyWord, isSoftWord } from '../lexicon.ts'
import { type Period, periodsIn } from '../periods.ts'
import { Reading, type Token } from '../tokens.ts'

export type IncidentWant =
  | 'cause'
  | 'changes'
  | 'begin'
  | 'end'
  | 'length'
  | 'span'
  | 'touched'
  | 'stopped'
  | 'drifted'
  | 'before'
  | 'after'
  | 'between'

export interface IncidentQuestion {
  readonly text: string
  /** How far before or after is asked for, where it says so. */
  readonly reach: number | null
  readonly want: IncidentWant
  /** Words that name the trouble, or the thing that it is asked of. */
  readonly words: readonly string[]
  /** Times of day or moments that are named, as written. */
  readonly times: readonly string[]
  /** Days, months or longer that are named: "on 12 March". */
  readonly periods: readonly Period[]
  /** What was touched: hosts, users, endpoints. */
  readonly touched: readonly ('host' | 'user' | 'endpoint')[]
}

const TROUBLE =
  'it|this|that|things|everything|(?:the |all (?:the )?|these |those )?(?:errors?|failures?|failing|outage|incident|trouble|problems?|issues?|disruption|downtime|crash(?:es)?|exceptions?|spike|alerts?|breakage)'

const FORMS: readonly (readonly [RegExp, IncidentWant])[] = [
  [
    /\bwhat (?:else )?(?:happened|occurred|was logged|took place) (?:\w+ ){0,2}between\b|\bwhat was going on between\b/i,
    'between',
  ],
  [
    /\bwhat (?:was |has been |had been |got |has |had )?(?:changed|changes|different|deployed|released|rolled out|reconfigured)\b.{0,40}\b(?:before|prior|around|ahead|leading|when)\b/i,
    'changes',
  ],
  [
    /\bwhat (?:else )?(?:happened|came|occurred|took place|was logged|went on) (?:\w+ ){0,5}(?:before|prior to|ahead of|leading up to)\b/i,
    'before',
  ],
  [
    /\bwhat (?:else )?(?:happened|came|comes|occurred|followed|took place|was logged|went on) (?:\w+ ){0,5}(?:after|following|since)\b/i,
    'after',
  ],
  [
    /\bwhy (?:did|do|does|was|were|is|are|has|have|had)\b|^why\b|\broot cause\b|\bwhat (?:\w+ ){0,2}(?:caused|causes|broke|triggered|led to|is behind|was behind|went wrong)\b|\b(?:cause|reason|trigger) (?:of|for|behind)\b|\bwhat(?: is| was|'s)? (?:to blame|responsible) for\b/i,
    'cause',
  ],
  [/\bhow long (?:is it |was it )?(?:between|from) the first (?:and|to) (?:the )?last\b/i, 'span'],
  [
    /\bhow long (?:did|was|were|has|had) .{1,60}\b(?:last|lasted|take to recover|down|go on|broken|unavailable)\b/i,
    'length',
  ],
  [
    /\b(?:which|what|how many) (?:\w+ ){0,2}(?:hosts?|servers?|machines?|nodes?|users?|customers?|accounts?|endpoints?|paths?|routes?|urls?|pages?|services?) (?:\w+ ){0,3}(?:affected|touched|hit|impacted|involved|concerned)\b|\bwho (?:was|were|got) (?:affected|touched|hit|impacted)\b|\bwhat (?:was|were) (?:affected|impacted)\b/i,
    'touched',
  ],
  [
    new RegExp(
      `\\bwhen (?:did|was|were|has|have|had) (?:${TROUBLE})\\b.{0,20}\\b(?:recover|end|stop|over|fixed|resolved|back to normal|cease|go away|disappear)|\\bwhen (?:did|was|were|had) .{1,60}\\b(?:recover(?:ed)?|stop(?:ped)?|ceased?|back to normal|go away)\\b`,
      'i',
    ),
    'end',
  ],
  [
    new RegExp(
      `\\bwhen (?:did|do|does|have|had|has) (?:${TROUBLE})\\b.{0,12}\\b(?:start|begin|began|begun|occur|appear|show up)\\b|\\bwhen (?:did|had) .{1,60}\\b(?:start|begin) (?:to fail|failing|to time out|timing out|to break|breaking)\\b`,
      'i',
    ),
    'begin',
  ],
  [/^since when\b/i, 'begin'],
  [/^(?:until|till) when\b/i, 'end'],
  [/\bwhat (?:has |had |all )?(?:stopped|ceased|went silent|went quiet|fell silent)\b/i, 'stopped'],
  [
    /\bwhat (?:has |had |all )?(?:drifted|got slower|became slower|slowed down|degraded|crept up|kept growing)\b/i,
    'drifted',
  ],
]

/** Words that say that something is asked of an incident, and not which. */
const SAID = new Set(
  `why what when which who how did do does was were is are has have had been being it its this that these those the a an of for to in
   on at by with from and or all any there be before after prior shortly just right immediately directly around during between until
   about ahead leading up cause caused causes root reason reasons trigger triggered behind responsible blame led broke break broken breaking
   happened happen happens happening wrong went go going outage incident trouble troubles problem problems issue issues disruption downtime
   error errors fail fails failed failing failure failures start started starts begin began begun first last end ended ends stop stopped
   recover recovered recovery over resolved fixed normal back changed change changes different affected touched hit impacted involved
   concerned hosts host servers server machines machine nodes node users user customers customer accounts account endpoints endpoint paths
   path routes route urls url pages page services service long many much please one thing things everything occur occurred appear appeared
   down unavailable silent quiet drifted slower drift deployed released else me us we our i you tell show exactly actually probably likely most
   suddenly so system spike so big large then now not no out rate rates log logs file files line lines entry entries kind time times moment
   since until till utc clock o'clock cease ceased gone away ago candidates candidate ranked list came comes took taken place logged followed`.split(
    /\s+/,
  ),
)

const CLOCK =
  /(?<![\d:.-])(?:\d{4}-\d{2}-\d{2}[ t])?\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?: ?[ap]m)?z?(?![\d:])|(?<![\d:.-])\d{1,2} ?[ap]m\b/gi
const REACH =
  /\b(?:in |within |during )?(?:the )?(?:last |first )?(\d{1,4}|an?|one|two|three|five|ten|fifteen|thirty) (second|minute|hour)s? (?=before|after|prior|following)/i
const NUMBERS: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  five: 5,
  ten: 10,
  fifteen: 15,
  thirty: 30,
}
const LENGTHS: Readonly<Record<string, number>> = { second: 1_000, minute: 60_000, hour: 3_600_000 }

/** "the 5 minutes before", in milliseconds. */
function reachOf(text: string): number | null {
  const [, count, unit] = REACH.exec(text) ?? []
  if (count === undefined) return null
  return (lookup(NUMBERS, count.toLowerCase()) ?? Number(count)) * lookup(LENGTHS, unit!.toLowerCase())!
}

const PARTS: Readonly<Record<string, readonly [string, string]>> = {
  morning: ['05:00', '12:00'],
  noon: ['11:30', '12:30'],
  afternoon: ['12:00', '18:00'],
  evening: ['17:00', '23:00'],
}

const PART = /\b(?:morning|noon|afternoon|evening)\b/i

/** Null when the question is about no incident. */
export function readIncident(question: string): IncidentQuestion | null {
  const text = question.slice(0, 500)
  const want = FORMS.find(([pattern]) => pattern.test(text))?.[1]
  if (!want) return null
  const times = [...text.matchAll(CLOCK)].map(([time]) => time.trim())
  const part = PART.exec(text)?.[0].toLowerCase()
  // What came before or after a moment is asked of the moment itself.
  const periods = MOMENTS.has(want) ? [] : periodsIn(text).filter(({ needsClock }) => !needsClock)
  const plain = without(text, periods).replace(REACH, ' ').replace(CLOCK, ' ').replace(PART, ' ')
  const joined = plain.replace(/\btim(?:e|ed|es|ing)[ -]?outs?\b/gi, 'timeout')
  const words = new Reading(joined).tokens
    .filter(isTelling)
    .map(({ text: word, lower, kind }) => (kind === 'quoted' ? word : lower))
  return {
    text,
    reach: reachOf(text),
    want,
    words: [...new Set(words)],
    periods,
    times: times.length > 0 ? times : part ? lookup(PARTS, part)! : [],
    touched: want === 'touched' ? touchedIn(text) : [],
  }
}

const MOMENTS: ReadonlySet<IncidentWant> = new Set(['before', 'after', 'between', 'changes'])

function without(text: string, spans: readonly { readonly start: number; readonly end: number }[]): string {
  const blank = (all: string, { start, end }: { readonly start: number; readonly end: number }) =>
    all.slice(0, start) + ' '.repeat(end - start) + all.slice(end)
  return spans.reduce(blank, text)
}

function isTelling({ lower, kind }: Token): boolean {
  if (kind === 'quoted') return true
  return !SAID.has(lower) && !(kind === 'word' && (isEmptyWord(lower) || isSoftWord(lower)))
}

function touchedIn(text: string): ('host' | 'user' | 'endpoint')[] {
  const asked = [
    [/\b(?:hosts?|servers?|machines?|nodes?)\b/i, 'host'],
    [/\b(?:users?|customers?|accounts?|who)\b/i, 'user'],
    [/\b(?:endpoints?|paths?|routes?|urls?|pages?|services?)\b/i, 'endpoint'],
  ] as const
  const found = asked.filter(([pattern]) => pattern.test(text)).map(([, name]) => name)
  return found.length > 0 ? found : ['host', 'user', 'endpoint']
}
