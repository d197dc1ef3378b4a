// Which names of fields a question speaks of.
import type { Question } from '@shoal/base/model/question'
import { stem } from '@shoal/base/text/stem'

/** Words at the end of names that people leave out when they ask. */
const UNITS = new Set(
  'ms s sec secs seconds us ns min minutes hours id ids count num usd eur pct percent bytes kb mb'.split(' '),
)

/** 0 to 1: how surely the question names this field. */
export function askedFor(question: Question, name: string): number {
  const lower = name.toLowerCase()
  const named = [...question.names, ...question.phrases].some(
    said => said.toLowerCase() === lower || lastStep(said) === lower,
  )
  if (named || (question.words.includes(lower) && lower.length > 1)) return 1
  const words = wordsOf(name)
  const said = (word: string) => question.stems.includes(stem(word))
  if (words.length === 0) return 0
  if (words.every(said)) return 0.9
  const core = words.filter(word => !UNITS.has(word))
  return core.length > 0 && core.every(said) ? 0.8 : 0
}

/** `orderId`, `order_id` and `order id` → order, id. */
export function wordsOf(name: string): string[] {
  return name
    .slice(0, 200)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '')
}

function lastStep(path: string): string {
  return (path.split('.').at(-1) ?? '').replace(/\[.*$/s, '').toLowerCase()
}
