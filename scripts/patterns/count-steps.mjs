// A backtracking matcher that counts its steps: what an engine does, as a number that no load on the machine changes.
// It matches as JavaScript does (its tests compare every result with the engine's), and it has no shortcut that hides work.
import { acceptor, parsePattern } from './parse.mjs'

/** Steps beyond which a match is given up, its count being endless then; no linear pattern gets near on the texts of the tests. */
const GIVEN_UP = 20_000_000

/** Compiles once; `search(text, from)` gives where the first match is and how many steps that took. */
export function countingMatcher(source, flags) {
  const { node, groups } = parsePattern(source, flags)
  const context = { flags, isUnicode: /[uv]/.test(flags), isFolding: flags.includes('i'), registers: 2 * groups + 2 }
  const program = compile(node, context)
  return { search: (text, from = 0) => search(program, context, text, from) }
}

function search(program, context, text, from) {
  // A failed attempt has undone all it set: the next one finds the registers as new.
  const run = { text, steps: 0, registers: new Array(context.registers).fill(-1), context }
  const last = context.flags.includes('y') ? from : text.length
  for (let start = from; start <= last; start++) {
    if (context.isUnicode && start > from && isInsidePair(text, start)) continue
    const end = matchAt(program, run, start)
    if (end !== null) return { start, end, steps: run.steps }
    if (run.steps > GIVEN_UP) return { start: -1, end: -1, steps: Infinity }
  }
  return { start: -1, end: -1, steps: run.steps }
}

/** The same, from match to match to the end, as `matchAll`, `replaceAll` and `split` do. */
export function countSweep(matcher, text) {
  let steps = 0
  for (let from = 0; from <= text.length; ) {
    const found = matcher.search(text, from)
    steps += found.steps
    if (found.start < 0 || steps > GIVEN_UP) break
    from = Math.max(found.end, found.start + (found.end === found.start ? 1 : 0))
  }
  return steps
}

function isInsidePair(text, at) {
  return at > 0 && at < text.length && (text.codePointAt(at - 1) ?? 0) > 0xffff
}

// Instructions are [operation, ...operands]; addresses are indexes of the program.
function compile(node, context) {
  const program = []
  emit(node, program, context, false)
  program.push(['done'])
  return program
}

function emit(node, program, context, isBackward) {
  switch (node.type) {
    case 'sequence':
      for (const item of isBackward ? node.items.toReversed() : node.items) emit(item, program, context, isBackward)
      return
    case 'alternatives':
      return emitAlternatives(node.items, program, context, isBackward)
    case 'character':
      program.push([isBackward ? 'characterBefore' : 'character', acceptor(node.source, context.flags)])
      return
    case 'assertion':
      program.push(['assertion', node.kind])
      return
    case 'back':
      program.push(['back', node.index, isBackward])
      return
    case 'group':
      program.push(['save', 2 * node.index + (isBackward ? 1 : 0)])
      emit(node.item, program, context, isBackward)
      program.push(['save', 2 * node.index + (isBackward ? 0 : 1)])
      return
    case 'look': {
      const inner = []
      emit(node.item, inner, context, node.isBehind)
      inner.push(['done'])
      program.push(['look', inner, node.isNegated])
      return
    }
    case 'repeat':
      return emitRepeat(node, program, context, isBackward)
  }
}

function emitAlternatives(items, program, context, isBackward) {
  const jumps = []
  items.forEach((item, index) => {
    const split = index < items.length - 1 ? program.push(['split', program.length + 1, 0]) - 1 : -1
    emit(item, program, context, isBackward)
    if (split < 0) return
    jumps.push(program.push(['jump', 0]) - 1)
    program[split][2] = program.length
  })
  for (const jump of jumps) program[jump][1] = program.length
}

function emitRepeat({ item, min, max, isLazy, first, last }, program, context, isBackward) {
  // A turn that takes nothing ends a repetition: asked only where a turn may take nothing.
  const register = mayBeEmpty(item) ? context.registers++ : -1
  const body = () => {
    if (last >= first) program.push(['reset', 2 * first, 2 * last + 1])
    emit(item, program, context, isBackward)
  }
  const turn = () => {
    if (register >= 0) program.push(['mark', register])
    body()
    if (register >= 0) program.push(['moved', register])
  }
  const fork = () => program.push(['split', 0, 0]) - 1
  const direct = (at, inside, outside) => {
    program[at][1] = isLazy ? outside : inside
    program[at][2] = isLazy ? inside : outside
  }
  for (let count = 0; count < min; count++) body()
  if (max === Infinity) {
    const at = fork()
    turn()
    program.push(['jump', at])
    direct(at, at + 1, program.length)
    return
  }
  const forks = []
  for (let count = min; count < max; count++) {
    forks.push(fork())
    turn()
  }
  for (const at of forks) direct(at, at + 1, program.length)
}

function mayBeEmpty(node) {
  if (node.type === 'character') return false
  if (node.type === 'sequence') return node.items.every(mayBeEmpty)
  if (node.type === 'alternatives') return node.items.some(mayBeEmpty)
  if (node.type === 'group') return mayBeEmpty(node.item)
  if (node.type === 'repeat') return node.min === 0 || mayBeEmpty(node.item)
  return true
}

/** Runs from one position; gives the end of the match, or null. Choices and old values of registers share one stack. */
function matchAt(program, run, start) {
  const { text, registers, context } = run
  const stack = []
  let pc = 0
  let at = start
  const set = (register, value) => {
    stack.push(-1 - register, registers[register])
    registers[register] = value
  }
  for (;;) {
    if (++run.steps > GIVEN_UP) return null
    const step = program[pc]
    let holds = true
    switch (step[0]) {
      case 'done':
        registers[0] = start
        registers[1] = at
        return at
      case 'character': {
        const character = context.isUnicode && at < text.length ? String.fromCodePoint(text.codePointAt(at)) : text[at]
        holds = character !== undefined && step[1](character)
        if (holds) at += character.length
        break
      }
      case 'characterBefore': {
        const size = context.isUnicode && at > 1 && text.codePointAt(at - 2) > 0xffff ? 2 : 1
        holds = at > 0 && step[1](text.slice(at - size, at))
        if (holds) at -= size
        break
      }
      case 'assertion':
        holds = asserts(step[1], text, at, context)
        break
      case 'back': {
        const end = backReference(run, step[1], at, step[2])
        holds = end !== null
        if (holds) {
          run.steps += Math.abs(end - at)
          at = end
        }
        break
      }
      case 'save':
        set(step[1], at)
        break
      case 'reset':
        for (let register = step[1]; register <= step[2]; register++) set(register, -1)
        break
      case 'mark':
        set(step[1], at)
        break
      case 'moved':
        holds = registers[step[1]] !== at
        break
      case 'split':
        stack.push(step[2], at)
        pc = step[1]
        continue
      case 'jump':
        pc = step[1]
        continue
      case 'look': {
        const before = [...registers]
        const end = matchAt(step[1], run, at)
        holds = (end !== null) !== step[2]
        const after = step[2] || end === null ? before : [...registers]
        for (let register = 0; register < before.length; register++) registers[register] = before[register]
        if (holds)
          for (let register = 2; register < after.length; register++)
            if (after[register] !== registers[register]) set(register, after[register])
      }
    }
    if (holds) {
      pc++
      continue
    }
    for (;;) {
      if (stack.length === 0) return null
      const value = stack.pop()
      const target = stack.pop()
      if (target < 0) registers[-1 - target] = value
      else {
        pc = target
        at = value
        break
      }
    }
  }
}

const WORD = /\w/
const isWord = character => character !== undefined && WORD.test(character)
const isLineEnd = character =>
  character === '\n' || character === '\r' || character === '\u2028' || character === '\u2029'

function asserts(kind, text, at, { flags }) {
  if (kind === 'start') return at === 0 || (flags.includes('m') && isLineEnd(text[at - 1]))
  if (kind === 'end') return at === text.length || (flags.includes('m') && isLineEnd(text[at]))
  return (isWord(text[at - 1]) !== isWord(text[at])) === (kind === 'boundary')
}

function backReference({ text, registers, context }, index, at, isBackward) {
  const from = registers[2 * index]
  const to = registers[2 * index + 1]
  if (from < 0 || to < 0) return at
  const said = text.slice(from, to)
  const found = isBackward ? text.slice(Math.max(0, at - said.length), at) : text.slice(at, at + said.length)
  const isSame = context.isFolding ? found.toLowerCase() === said.toLowerCase() : found === said
  if (!isSame) return null
  return isBackward ? at - said.length : at + said.length
}
