// What other files may refer to: the templates (code prints them) and the errors (code raises them).
import type { Anchor } from '@shoal/base/model/anchor'
import { type Picture, RANKS } from './picture.ts'
import { lineAt } from './quotes.ts'
import type { Story } from './story.ts'

const MOST_TEMPLATES = 500
const MOST_ERRORS = 200
const MOST_PLACES = 60
const LONGEST = 200

const URL = /\bhttps?:\/\/[^\s"'<>)\]]{4,150}/
/** A file or directory of two steps and more; in a request it would be a route. */
const PATH = /(?<![\w/.:])(?:\/[\w.-]+){2,12}(?![\w/?])/
const REQUEST = /\b(?:GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS)\b/

/** Templates, errors first, then the most frequent; error classes and what they said. */
export function anchorsOf({ picture, clusters, source }: Story): Anchor[] {
  const quote = (offset: number) => lineAt(source, offset, LONGEST)
  const templates = [...picture.templates]
    .sort((a, b) => RANKS.indexOf(b.rank) - RANKS.indexOf(a.rank) || a.number - b.number)
    .slice(0, MOST_TEMPLATES)
    .map(({ template, count, first }): Anchor => {
      return {
        role: 'log-template',
        name: template,
        value: String(count),
        line: first.line,
        quote: quote(first.offset),
      }
    })
  const errors = clusters.slice(0, MOST_ERRORS).flatMap((cluster): Anchor[] => {
    const { errorClass, message, first, count } = cluster
    const names = [errorClass, message].filter(name => name !== null && name !== '')
    return names.map(name => ({
      role: 'error-seen',
      name: name!.slice(0, LONGEST),
      value: String(count),
      line: first.line,
      quote: quote(first.offset),
    }))
  })
  const seen = new Set<string>()
  return [...templates, ...errors, ...namedPlaces(picture, quote)].filter(({ role, name, quote: words }) => {
    const id = `${role} ${name}`
    return words.trim() !== '' && !seen.has(id) && seen.add(id)
  })
}

/** Files and addresses that templates name, the first of each. */
function namedPlaces({ templates }: Picture, quote: (offset: number) => string): Anchor[] {
  return templates
    .slice(0, MOST_TEMPLATES)
    .flatMap(({ first }): Anchor[] => {
      const line = quote(first.offset)
      const url = URL.exec(line)?.[0]
      const path = REQUEST.test(line) || url ? undefined : PATH.exec(line)?.[0]
      const at = { line: first.line, quote: line }
      if (url) return [{ role: 'url', name: url, ...at }]
      return path ? [{ role: 'path', name: path, ...at }] : []
    })
    .slice(0, MOST_PLACES)
}
