// What the words of a claim oblige it to: numbers that must stand somewhere, and causes that need more than one proof.
import { figureFaults } from '../reading/check-figures.ts'

const SMALL = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']
const NUMBER = SMALL.join('|')
/** What the answer itself tells: nothing that a file could show. */
const TOLD =
  'kinds|ways|things|parts|reasons|points|rules|places|sentences|explanations|groups|cases|sides|words|pairs|contradictions|conflicts|differences|topics|subjects|statements|causes|findings'
/** What a number of no thing goes on with. */
const NO_ADJECTIVE =
  'and|or|of|in|on|at|to|from|for|by|with|without|as|than|that|which|who|whose|when|where|while|are|were|have|had|do|did|can|could|may|might|will|would|must|not'
/** Before a thing that is counted, with up to two adjectives but for "the two", which are known; or as the value itself. */
const IN_WORDS = new RegExp(
  `\\b(?:${NUMBER})(?= (?:(?<!\\b(?:the|these|those|other|all|both) \\p{L}{3,6} )(?!(?:${NO_ADJECTIVE})\\b)[\\p{L}-]{1,30}(?<!s|ly) ){0,2}(?!(?:${TOLD})\\b)[\\p{L}-]{1,30}(?<!ou|[siu])s\\b)|(?<=\\b(?:is|was|are|were|to|at|reached|by) )(?:${NUMBER})(?![\\p{L} -])`,
  'giu',
)

/** Small numbers in words are numbers here: "five connections" is as wrong as "5 connections". */
function inDigits(text: string): string {
  return text.replace(IN_WORDS, word => String(2 + SMALL.indexOf(word.toLowerCase())))
}

const TIME = /\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?)?|\b\d{1,2}:\d{2}(?::\d{2})?\b/g

/** Dates and times as they are written in a text. */
export function timesIn(text: string): string[] {
  return text.match(TIME) ?? []
}

const MONTHS = 'january february march april may june july august september october november december'.split(' ')
const DAY_OF_MONTH =
  /\b(\d{1,2})(?:st|nd|rd|th)? (january|february|march|april|may|june|july|august|september|october|november|december)\b|\b(january|february|march|april|may|june|july|august|september|october|november|december) (\d{1,2})(?:st|nd|rd|th)?\b/gi

/** A claim without the days that dates of its proof have: "14 September" is 2026-09-14 in words. */
function withoutKnownDays(claim: string, restsOn: readonly string[]): string {
  return claim.replace(DAY_OF_MONTH, (said, before, month, other, behind) => {
    const number = MONTHS.indexOf(String(month ?? other).toLowerCase()) + 1
    const day = String(before ?? behind).padStart(2, '0')
    const name = MONTHS[number - 1]!.slice(0, 3)
    const forms = [
      `-${String(number).padStart(2, '0')}-${day}`,
      `${day}/${name}`,
      `${name} ${Number(day)}`,
      `${Number(day)} ${name}`,
    ]
    return restsOn.some(text => forms.some(form => text.toLowerCase().includes(form))) ? ' ' : said
  })
}

/** `report-2291`, `node_07`, `sda12`: which one it is is told by its digits. */
export const NUMBERED_NAME =
  /(?<![\p{L}\p{N}_.-])\p{L}[\p{L}\p{N}]{0,40}(?:[-_][\p{L}\p{N}]{1,40}){0,6}(?![\p{L}\p{N}_-])/gu

/** `9f3c2a1`: an id of a commit, a trace, a session. */
const HEX_ID = /\b[\da-f]{6,40}\b/gi

function unfoundedNames(claim: string, restsOn: readonly string[]): string[] {
  const words = new Set(restsOn.flatMap(text => text.toLowerCase().match(WORD) ?? []))
  /** `web2` over "web" is another one; `utf8` and `s3` by themselves are only names. */
  const isAnother = (name: string) => /^\p{L}{3,40}\d$/u.test(name) && words.has(name.slice(0, -1).toLowerCase())
  const names = (claim.match(NUMBERED_NAME) ?? []).filter(name => /\d{2}|[-_]\d/.test(name) || isAnother(name))
  const ids = (claim.match(HEX_ID) ?? []).filter(id => /\d/.test(id) && /[a-f]/i.test(id))
  const texts = restsOn.map(text => text.toLowerCase())
  return [...names, ...ids].filter(name => !texts.some(text => text.includes(name.toLowerCase())))
}

/** The numbers of a claim, also those that end a name, that stand in nothing it rests on. */
export function unfoundedNumbers(claim: string, restsOn: readonly string[]): string[] {
  const years = restsOn.flatMap(text => timesIn(text).flatMap(time => (/^\d{4}-/.test(time) ? [time.slice(0, 4)] : [])))
  const figures = figureFaults(
    inDigits(withoutKnownDays(claim, restsOn)),
    restsOn.flatMap(text => [text, inDigits(text)]).concat(years),
  )
  return [...new Set([...figures, ...unfoundedNames(claim, restsOn)])]
}

const CAUSAL =
  /\b(?:because|caus(?:e|ed|es|ing)|due to|owing to|result(?:ed|s|ing)? (?:in|from)|led to|leads to|therefore|reason (?:for|why|was|is)|which is why|that is why|triggered|thanks to|root cause|brought (?:about|down)|so that)\b/i

/** "The 38 tickets that only name the page because of an error": what records say, and why they say it, is what they are counted by. */
const SAID_BY_RECORDS =
  /(?<=\b(?:are|were|counted) (?:[\p{L}\d,]{1,30} ){0,5})(?:tickets?|messages?|e-?mails?|letters?|reviews?|comments?|posts?|replies|complaints?|customers?|users?|people|writers?|authors?|sentences?) (?:(?:that|which|who) (?:\p{L}{2,12} )?(?:names?|mentions?|asks?|complains?|reports?|wants?|says?|writes?|calls?|speaks?|tells?|describes?|cites?)|naming|mentioning|asking|complaining|reporting|wanting|saying|writing|speaking|telling|describing|citing)(?: (?!(?:that|which|who|is|are|was|were|has|had|have)\b)[\p{L}\d-]{1,30}){0,6} (?:because(?: of)?|due to|owing to)\b/giu

export function saysWhy(claim: string): boolean {
  return CAUSAL.test(claim.replace(SAID_BY_RECORDS, ' '))
}

/** Words that show nothing by themselves. */
const COMMON = new Set(
  'the a an and or of in on at to for from with without by is are was were be been has have had not no yes it its this that these those as if then else than true false null none error info warn warning debug value name type id key data file line'.split(
    ' ',
  ),
)

const WORD = /[\p{L}\p{N}_]+/gu

function tellingWords(text: string): string[] {
  return (text.toLowerCase().match(WORD) ?? []).filter(
    word => (word.length > 1 || /\d/.test(word)) && !COMMON.has(word),
  )
}

/** A single common word stands everywhere, and so shows nothing. */
export function isTellingQuote(quote: string): boolean {
  return tellingWords(quote).length >= 2 || /\d|[\p{L}\p{N}][._/:=-][\p{L}\p{N}]/u.test(quote.trim())
}

/** Parts of `maxRetries` and `max_retries` are words of it too. */
function rootsOf(text: string): Set<string> {
  const parted = text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replaceAll('_', ' ')
  return new Set(
    [...tellingWords(text), ...tellingWords(parted)].map(word => word.slice(0, Math.max(4, word.length - 3))),
  )
}

export interface Grounds {
  /** Numbers of a claim that stand in nothing it rests on, nor in what is given anyway. */
  readonly numbers: readonly string[]
  /** What it rests on speaks of what it says. */
  readonly areOfIt: boolean
}

/** How a claim stands with the texts that it rests on. `given`: what everybody was told, and may repeat. */
export function groundsOf(claim: string, restsOn: readonly string[], given: readonly string[]): Grounds {
  return { numbers: unfoundedNumbers(claim, [...restsOn, ...given]), areOfIt: sharesWords(claim, restsOn) }
}

/** Whether a claim and what it rests on speak of the same thing at all. */
function sharesWords(claim: string, restsOn: readonly string[]): boolean {
  const words = rootsOf(claim)
  return restsOn.some(text => [...rootsOf(text)].some(root => words.has(root)))
}
