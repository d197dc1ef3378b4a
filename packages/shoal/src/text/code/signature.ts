// Reads the first words of a declaration, in any language: is it a definition, of what, and what is it called?
import { lookup } from '@shoal/base/model/lookup'
import type { Language } from './languages/language.ts'

/** `{ word: 'class', name: 'DataLoader' }` */
export interface Signature {
  readonly word: string
  readonly name: string
}

/** How a keyword is called in a label. */
const WORDS: Readonly<Record<string, string>> = {
  def: 'function',
  defp: 'function',
  defmacro: 'macro',
  defmacrop: 'macro',
  defmodule: 'module',
  defimpl: 'impl',
  defprotocol: 'protocol',
  fn: 'function',
  func: 'function',
  fun: 'function',
  'function*': 'function',
  proc: 'function',
  sub: 'function',
  procedure: 'function',
  subroutine: 'function',
  macro_rules: 'macro',
  mod: 'module',
  newtype: 'type',
  typedef: 'type',
  typealias: 'type',
  data: 'type',
}

const MODIFIERS =
  'export|default|declare|abstract|public|private|protected|internal|static|final|sealed|open|override|async|inline|virtual|unsafe|extern|const|constexpr|pub|partial|readonly|suspend|case|implicit|lazy|local|tailrec|operator|infix|annotation|inner|value|companion|fileprivate|mutating|nonisolated|indirect|convenience|required|dynamic|synchronized|native|expect|actual|external|opaque|transparent|crate|rec|nonrec|global|data(?= (?:class|object))'
const KEYWORDS =
  'class|struct|interface|enum class|enum struct|enum|trait|impl|module type|module|mod|namespace|package|object|record|union|protocol|extension|actor|defmodule|defmacrop?|defimpl|defprotocol|defp?|function\\*?|func|fn|fun|proc|procedure|sub|subroutine|typealias|typedef|type|data|newtype|instance|macro_rules|test|describe|let|given|contract|service|message'

/** Annotations in front of a declaration: `@Get("/x")`, `#[derive(..)]`, `[Fact]`, `template<…>`. */
const DECORATION =
  /^(?:@[\w.:]+(?:\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))?\s+|#\[[^\]]*\]\s*|\[(?=[A-Z])[^\]]*\]\s*|template\s*<[^{;]*?>\s*(?=\w))/
const DECLARATION = new RegExp(
  `^(?:(?:${MODIFIERS})(?:\\([^)]*\\)|\\s*"[^"]*")?\\s+)*(${KEYWORDS})(?:!?\\s+|(?=[<"]))([^]*)`,
)
const NAME = /^(?:<[^>]*>\s*)?(?:\([^)]*\)\s*)?(?:self\.)?([\w$@~](?:[\w$.-]|::~?)*[?!']?)/
const QUOTED = /^\(?\s*["'`]([^"'`]{1,60})/
const WHOLE = /^[\w<(]/
const TYPEDEF = /(?:\}\s*|^(?:[^{;]*[^\w${;])?)([\w$]+)\s*(?:\[[^\][;]*\]\s*)?;/
const BOUND =
  /^(?:export\s+)?(?:const|let|var|local|val|pub const)\s+([\w$]+)\s*(?::[^=]+)?=\s*(?:async\s+)?(function\b|class\b|struct\b|enum\b|union\b|\([^=]*(?:=>|$)|[\w$]+\s*=>|fn\b|lambda\b)/
const ASSIGNED = /^([\w$.]+)\s*(?:[:=]|<-)\s*(?:async\s+)?(function\b|class\b|\([^=]*=>|[\w$]+\s*=>)/
const CREATED =
  /^create\s+(?:\w+\s+){0,3}?(table|view|index|function|procedure|trigger|schema|type|sequence|database)\s+(?:if\s+not\s+exists\s+)?([\w."`[\]]+)/i
const OBJECTIVE_C = /^(?:[-+]\s*(\()[^)]*\)\s*|@(implementation|interface|protocol)\s+)([\w:]+)/
const LISP = /^\((def[\w-]*|define)\s+\(?([^\s()]+)/
/** Languages that shout, or do not care: `Public Sub Load()`, `SUBROUTINE SOLVE(A)`. */
const LOUD =
  /^(?:(?:public|private|protected|friend|shared|pure|recursive|elemental)\s+)*(sub|subroutine|procedure|function|module|class)\s+([a-z_]\w*)\s*(?:[(;]|is\b|$)/i
const CALLED = /(?:(?=~)|(?<![\w$:~]):*)([~\w$][\w$:]*[?!]?)\s*(?:<[^<>()]*>\s*)?\(/
/** A clause of a function by patterns: `digits n (c : cs) = …`, `add entry ledger | guard`. */
const CLAUSE = /^([a-z_][\w']*)(?:[^\S\n]+(?:[\w'"]+|\([^()\n]*\)|\[[^\]\n]*\]))+\s*(?:=(?![=>])|\|(?!\|))/
const CONTROL =
  /^(?:if|else|for|foreach|while|switch|match|return|try|catch|do|with|when|unless|until|case|using|lock)\b/

/**
 * What a declaration that starts with `text` defines. `isFunction` tells that a parser calls it a function, so that the
 * name may be found before the first parenthesis; without it, only keywords and bound functions count.
 */
export function readSignature(text: string, isFunction: boolean): Signature | null {
  const bare = undecorated(text)
  const keyword = DECLARATION.exec(bare)
  if (keyword) {
    const word = keyword[1]!
    const name = nameAfter(word, keyword[2]!)
    if (name && word !== 'let') return { word: lookup(WORDS, word) ?? word, name }
    if (name && isFunction) return { word: 'function', name }
  }
  const other = boundName(bare) ?? spelledOtherwise(bare)
  if (other || !isFunction || CONTROL.test(bare)) return other
  return {
    word: 'function',
    name: CLAUSE.exec(bare)?.[1] ?? CALLED.exec(bare)?.[1] ?? /[\w$'?!]+/.exec(bare)?.[0] ?? 'anonymous',
  }
}

/** What a line defines in a language that is read line by line. */
export function lineSignature(head: string, { definitionLines }: Pick<Language, 'definitionLines'>): Signature | null {
  if (!definitionLines) return readSignature(head, false)
  for (const [word, pattern] of definitionLines) {
    const name = pattern.exec(head)?.[1]
    if (name) return { word, name }
  }
  return null
}

/** `const load = async () => …`, `exports.load = function …`, `load <- function(…)` */
function boundName(bare: string): Signature | null {
  const bound = BOUND.exec(bare) ?? ASSIGNED.exec(bare)
  if (!bound) return null
  return { word: /^(?:class|struct|enum|union)$/.test(bound[2]!) ? bound[2]! : 'function', name: bound[1]! }
}

function spelledOtherwise(bare: string): Signature | null {
  const objective = OBJECTIVE_C.exec(bare)
  if (objective) return { word: objective[1] ? 'method' : objective[2]!, name: objective[3]! }
  const created = CREATED.exec(bare) ?? LISP.exec(bare) ?? LOUD.exec(bare)
  if (!created) return null
  const word = created[1]!.toLowerCase()
  return { word: word.startsWith('def') ? 'function' : (lookup(WORDS, word) ?? word), name: created[2]! }
}

/** The words of an annotated declaration from its own first word on. */
function undecorated(text: string): string {
  let bare = text.trimStart()
  for (let turn = 0; turn < 8; turn++) {
    const decoration = DECORATION.exec(bare)
    if (!decoration) return bare
    bare = bare.slice(decoration[0].length)
  }
  return bare
}

function nameAfter(word: string, rest: string): string | null {
  if (word === 'test' || word === 'describe') return QUOTED.exec(rest)?.[1] ?? null
  if (word === 'impl' || word === 'instance' || word === 'extension' || word === 'given') {
    const whole = rest
      .split(/[{\n]|\bwhere\b|(?<!:):(?!:)/, 1)[0]!
      .replace(/^<[^>]*>\s*/, '')
      .trim()
    return WHOLE.test(whole) ? whole.slice(0, 80) : null
  }
  if (word === 'typedef') return TYPEDEF.exec(rest)?.[1] ?? NAME.exec(rest)?.[1] ?? null
  return NAME.exec(rest)?.[1] ?? null
}
