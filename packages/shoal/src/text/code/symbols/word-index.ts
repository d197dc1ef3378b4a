// Where each word stands in a text, found in one pass: who asks for many words does not search the text for each.
import { addTo } from '@shoal/base/model/lists'

export class WordIndex {
  private readonly places = new Map<string, number[]>()

  constructor(private readonly text: string) {
    for (let at = 0; at < text.length; at++) {
      if (!isWordUnit(text.charCodeAt(at))) continue
      const start = at
      while (isWordUnit(text.charCodeAt(at))) at++
      const word = text.slice(start, at)
      addTo(this.places, word, start)
    }
  }

  /** Ascending. Of a name with other signs in it (`$a`, `empty?`) too; no place is the middle of a longer word. */
  of(name: string): readonly number[] {
    let from = 0
    while (from < name.length && !isWordUnit(name.charCodeAt(from))) from++
    let to = from
    while (isWordUnit(name.charCodeAt(to))) to++
    const found = this.places.get(name.slice(from, to)) ?? []
    if (to - from === name.length) return found
    return found.map(at => at - from).filter(at => this.isWhole(name, at))
  }

  private isWhole(name: string, at: number): boolean {
    const { text } = this
    if (!text.startsWith(name, at)) return false
    return !isWordUnit(text.charCodeAt(at - 1)) && !isWordUnit(text.charCodeAt(at + name.length))
  }
}

function isWordUnit(unit: number): boolean {
  return (
    (unit >= 48 && unit <= 57) || (unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122) || unit === 95 || unit > 127
  )
}
