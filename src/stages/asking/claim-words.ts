// What the words of a claim oblige it to: numbers that must stand somewhere, and causes that need more than one proof.
import { figureFaults } from '../reading/check-figures.ts'

const SMALL = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']
const IN_WORDS = /\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b/gi

/** Small numbers in words are numbers here: "five connections" is as wrong as "5 connections". */
function inDigits(text: string): string {
  return text.replace(IN_WORDS, word => String(2 + SMALL.indexOf(word.toLowerCase())))
}

/** `report-2291`, `node_07`, `sda12`: which one it is is told by its digits. */
const NUMBERED_NAME = /(?<![\p{L}\p{N}_.-])\p{L}[\p{L}\p{N}]{0,40}(?:[-_][\p{L}\p{N}]{1,40}){0,6}(?![\p{L}\p{N}_-])/gu

function unfoundedNames(claim: string, restsOn: readonly string[]): string[] {
  const names = (claim.match(NUMBERED_NAME) ?? []).filter(name => /\d{2}|[-_]\d/.test(name))
  const texts = restsOn.map(text => text.toLowerCase())
  return names.filter(name => !texts.some(text => text.includes(name.toLowerCase())))
}

/** The numbers of a claim, also those that end a name, that stand in nothing it rests on. */
export function unfoundedNumbers(claim: string, restsOn: readonly string[]): string[] {
  const figures = figureFaults(
    inDigits(claim),
    restsOn.flatMap(text => [text, inDigits(text)]),
  )
  return [...new Set([...figures, ...unfoundedNames(claim, restsOn)])]
}

const CAUSAL =
  /\b(?:because|caus(?:e|ed|es|ing)|due to|owing to|result(?:ed|s|ing)? (?:in|from)|led to|leads to|therefore|reason (?:for|why|was|is)|which is why|that is why|triggered|thanks to|root cause|brought (?:about|down)|so that)\b/i

export function saysWhy(claim: string): boolean {
  return CAUSAL.test(claim)
}

/** Words that show nothing by themselves. */
const COMMON = new Set(
  'the a an and or of in on at to for from with without by is are was were be been has have had not no yes it its this that these those as if then else than true false null none error info warn warning debug value name type id key data file line'.split(
    ' ',
  ),
)

const WORD = /[\p{L}\p{N}_]+/gu

function tellingWords(text: string): string[] {
  return (text.toLowerCase().match(WORD) ?? []).filter(word => word.length > 1 && !COMMON.has(word))
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

/** Whether a claim and what it rests on speak of the same thing at all. */
export function sharesWords(claim: string, restsOn: readonly string[]): boolean {
  const words = rootsOf(claim)
  return restsOn.some(text => [...rootsOf(text)].some(root => words.has(root)))
}
