// Texts that a pattern may be slow on, made from the pattern: each repetition is fed with what it takes, after what leads to
// it and before what breaks it off. What it takes is chosen so that as many other parts of the pattern as possible take it too.
import { acceptor, nodesOf, parsePattern } from './parse.mjs'

/** Candidates for a character; the first of those that a pattern cannot tell apart stands for all. */
const CANDIDATES = [...'aAzZe0195_ \t\n.,:;-/\\"\'`()[]{}<>=+*#@!?$%&|^~sbxfFTt\u0000é中ß\u00a0"“”'].concat('😀')
const BREAKS = ['', '\u0000', '\u0000\n', '!', 'a', ' ']

/** Each attack is a function of a length, so that the same shape can be made twice as long. */
export function attacksOn(source, flags, most) {
  const { node } = parsePattern(source, flags)
  const alphabet = alphabetOf(node, flags)
  const pumps = new Map()
  const add = (lead, pump) => pump !== '' && pumps.set(JSON.stringify([lead, pump]), [lead, pump])
  for (const { lead, repeat } of repeatsIn(node, alphabet, '')) {
    for (const pump of pumpsOf(repeat.item, alphabet)) {
      add(lead, pump)
      add('', lead + pump)
      add(`\u0000${lead}`, pump)
    }
  }
  for (const { character } of alphabet.letters.slice(0, 8)) add('', character)
  add('', exampleOf(node, alphabet))
  const breaks = [...new Set([...BREAKS, ...alphabet.letters.slice(0, 4).map(letter => letter.character)])]
  const attacks = []
  for (const [lead, pump] of pumps.values()) {
    for (const end of breaks) attacks.push({ name: JSON.stringify([lead, pump, end]), of: made(lead, pump, end) })
  }
  return thinned(attacks, most)
}

function made(lead, pump, end) {
  return length => lead + pump.repeat(Math.ceil(length / pump.length)) + end
}

function thinned(attacks, most) {
  if (attacks.length <= most) return attacks
  return Array.from({ length: most }, (_, index) => attacks[Math.floor((index * attacks.length) / most)])
}

/** One letter for each set of character nodes that take it; those that most nodes take come first. */
function alphabetOf(node, flags) {
  const accepts = new Map()
  for (const each of nodesOf(node)) {
    if (each.type === 'character' && !accepts.has(each.source)) accepts.set(each.source, acceptor(each.source, flags))
  }
  const byTakers = new Map()
  const own = [...accepts.keys()]
    .map(source => source.replace(/^\\(?=\W)/, ''))
    .filter(source => [...source].length === 1)
  for (const character of [...CANDIDATES, ...own]) {
    const takers = [...accepts].filter(([, takes]) => takes(character)).map(([source]) => source)
    // Ends of lines and words are what assertions tell apart.
    const key = [/[\r\n]/.test(character), /\w/.test(character), ...takers].join('\n')
    if (!byTakers.has(key)) byTakers.set(key, { character, takers })
  }
  const letters = [...byTakers.values()].sort((a, b) => b.takers.length - a.takers.length)
  return { letters, takenBy: source => letters.filter(letter => letter.takers.includes(source)) }
}

function* repeatsIn(node, alphabet, lead) {
  if (node.type === 'sequence') {
    let before = lead
    for (const item of node.items) {
      yield* repeatsIn(item, alphabet, before)
      before += exampleOf(item, alphabet)
    }
    return
  }
  if (node.type === 'repeat' && node.max > 8) yield { lead, repeat: node }
  for (const child of node.items ?? (node.item ? [node.item] : [])) yield* repeatsIn(child, alphabet, lead)
}

/** What one turn of a repetition may take: several letters for a class, each alternative of a choice. */
function pumpsOf(item, alphabet) {
  if (item.type === 'character')
    return alphabet
      .takenBy(item.source)
      .slice(0, 4)
      .map(letter => letter.character)
  if (item.type === 'alternatives') return item.items.slice(0, 4).flatMap(each => pumpsOf(each, alphabet).slice(0, 2))
  if (item.type === 'group') return pumpsOf(item.item, alphabet)
  if (item.type === 'sequence') {
    if (item.items.length === 1) return pumpsOf(item.items[0], alphabet)
    return [exampleOf(item, alphabet), exampleOf(item, alphabet, 1)]
  }
  if (item.type === 'repeat') return pumpsOf(item.item, alphabet)
  return []
}

/** A short text that the node matches, looks and assertions left aside. */
function exampleOf(node, alphabet, choice = 0) {
  switch (node.type) {
    case 'character': {
      const taken = alphabet.takenBy(node.source)
      return (taken[choice] ?? taken[0])?.character ?? ''
    }
    case 'sequence':
      return node.items.map(item => exampleOf(item, alphabet, choice)).join('')
    case 'alternatives':
      return exampleOf(node.items[choice % node.items.length], alphabet, choice)
    case 'repeat':
      return exampleOf(node.item, alphabet, choice).repeat(Math.min(node.max, Math.max(node.min, choice)))
    case 'group':
      return exampleOf(node.item, alphabet, choice)
    default:
      return ''
  }
}
