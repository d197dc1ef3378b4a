// YAML up to a depth: the parser holds its open levels in a list, what is made of them recurses. A text that is nested too
// deep is refused before anything recurses into it, for deep in the stack some errors of the engine cannot be caught.
import { type CST, Lexer, Parser } from 'yaml'

/** The parser holds one token for each open level, and one or two for the document. */
const FOR_THE_DOCUMENT = 2

/** Returns where the text is nested deeper than `deepest`, and nothing behind it is read; null when it is nowhere. */
export function* yamlTokens(
  text: string,
  deepest: number,
  onNewLine?: (offset: number) => void,
): Generator<CST.Token, number | null> {
  const parser = new Parser(onNewLine)
  for (const lexeme of new Lexer().lex(text)) {
    yield* parser.next(lexeme)
    if (parser.stack.length > deepest + FOR_THE_DOCUMENT) return parser.offset
  }
  yield* parser.end()
  return null
}

/** The 1-based line on which a text is nested deeper than that; null when it is nowhere. */
export function tooDeepLine(text: string, deepest: number): number | null {
  const tokens = yamlTokens(text, deepest)
  let next = tokens.next()
  while (!next.done) next = tokens.next()
  return next.value === null ? null : text.slice(0, next.value).split('\n').length
}
