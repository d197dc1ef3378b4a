// Parses a regular expression into the few kinds of nodes that say how it is matched. A single character is left to the
// engine: its node keeps the source of the class or escape, and what it matches is asked of a RegExp of that one character.

/** @throws SyntaxError where JavaScript would. */
export function parsePattern(source, flags) {
  new RegExp(source, flags)
  return new Parser(source, flags).pattern()
}

class Parser {
  constructor(source, flags) {
    this.source = source
    this.flags = flags
    this.isUnicode = /[uv]/.test(flags)
    this.at = 0
    this.groups = 0
    this.names = [...source.matchAll(/\\.|\[(?:[^\]\\]|\\.)*\]|\((?:\?<([^=!>][^>]*)>|(?!\?))/gs)]
      .filter(found => found[0].startsWith('('))
      .map(found => found[1])
  }

  pattern() {
    const node = this.alternatives()
    if (this.at < this.source.length) throw new SyntaxError(`not understood at ${this.at}: /${this.source}/`)
    return { node, groups: this.groups }
  }

  alternatives() {
    const items = [this.sequence()]
    while (this.take('|')) items.push(this.sequence())
    return items.length === 1 ? items[0] : { type: 'alternatives', items }
  }

  sequence() {
    const items = []
    while (this.at < this.source.length && !/[|)]/.test(this.source[this.at])) items.push(this.quantified())
    return { type: 'sequence', items }
  }

  quantified() {
    const first = this.groups + 1
    const item = this.atom()
    const found = this.match(/(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})(\??)/y)
    if (found === null) return item
    const [, sign, from, comma, to, lazy] = found
    const min = sign === undefined ? Number(from) : sign === '+' ? 1 : 0
    const max = sign === '?' ? 1 : sign || (comma && to === '') ? Infinity : Number(comma ? to : from)
    return { type: 'repeat', item, min, max, isLazy: lazy === '?', first, last: this.groups }
  }

  atom() {
    if (this.take('(')) return this.group()
    if (this.match(/\^/y)) return { type: 'assertion', kind: 'start' }
    if (this.match(/\$/y)) return { type: 'assertion', kind: 'end' }
    if (this.match(/\\b/y)) return { type: 'assertion', kind: 'boundary' }
    if (this.match(/\\B/y)) return { type: 'assertion', kind: 'inside' }
    const back = this.match(/\\(?:([1-9]\d*)|k<([^>]+)>)/y)
    if (back !== null) {
      const index = back[1] === undefined ? this.names.indexOf(back[2]) + 1 : Number(back[1])
      if (index < 1 || index > this.names.length) throw new SyntaxError(`an octal escape: /${this.source}/`)
      return { type: 'back', index }
    }
    return { type: 'character', source: this.character() }
  }

  group() {
    const look = this.match(/\?(<?)([=!])/y)
    if (look !== null) {
      return { type: 'look', isBehind: look[1] === '<', isNegated: look[2] === '!', item: this.closed() }
    }
    if (this.take('?:')) return this.closed()
    this.match(/\?<[^>]+>/y)
    if (this.source[this.at] === '?') throw new SyntaxError(`a group of an unknown kind: /${this.source}/`)
    const index = ++this.groups
    return { type: 'group', index, item: this.closed() }
  }

  closed() {
    const node = this.alternatives()
    if (!this.take(')')) throw new SyntaxError(`a group without end: /${this.source}/`)
    return node
  }

  character() {
    if (this.source[this.at] === '[') return this.match(/\[(?:[^\]\\]|\\[\s\S])*\]/y)[0]
    const found =
      this.match(/\\(?:u\{[\da-fA-F]+\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|[pP]\{[^}]*\}|c[A-Za-z]|[\s\S])/y) ??
      this.match(this.isUnicode ? /[\s\S]/uy : /[\s\S]/y)
    return found[0]
  }

  take(text) {
    if (!this.source.startsWith(text, this.at)) return false
    this.at += text.length
    return true
  }

  match(pattern) {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.source)
    if (found !== null) this.at = pattern.lastIndex
    return found
  }
}

/** All nodes of a pattern, outer before inner, in the order of the source. */
export function* nodesOf(node) {
  yield node
  for (const child of node.items ?? (node.item ? [node.item] : [])) yield* nodesOf(child)
}

/** `accepts(character)` of a character node: by the engine itself, each character asked once. */
export function acceptor(source, flags) {
  const pattern = new RegExp(`^(?:${source})$`, flags.replace(/[gym]/g, ''))
  const known = new Map()
  return character => {
    let answer = known.get(character)
    if (answer === undefined) known.set(character, (answer = pattern.test(character)))
    return answer
  }
}
