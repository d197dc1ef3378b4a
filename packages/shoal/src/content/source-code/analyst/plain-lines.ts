// A source that no parser reads: counts of lines, and the declarations and imports that its lines show.
import type { SourceText } from '@shoal/base/model/source'
import { languageOf } from '../../../text/code/languages/registry.ts'
import { LineLexer } from '../../../text/code/line-lexer.ts'
import { lineSignature } from '../../../text/code/signature.ts'
import type { CodeFigures, FunctionFigure, ImportFigure, TypeFigure } from './figures.ts'

const MOST = 400
const MARKER = /\b(TODO|FIXME|HACK|XXX)\b\s*:?\s*(.*)/

export async function readPlainLines(
  source: SourceText,
  language: string,
  signal: AbortSignal,
  most = MOST,
): Promise<CodeFigures> {
  const functions: FunctionFigure[] = []
  const classes: TypeFigure[] = []
  const imports: ImportFigure[] = []
  const todos: CodeFigures['todos'][number][] = []
  const counts = { blank: 0, comment: 0, code: 0, text: 0 }
  let functionCount = 0
  let classCount = 0
  const known = languageOf(language)
  const lexer = new LineLexer(source, known.lexis)
  const lines = await lexer.run(({ kind, head, row, indent }) => {
    counts[kind]++
    const quote = asciiPart(head)
    const line = row + 1
    if (kind === 'comment') {
      const marker = MARKER.exec(quote)
      if (marker && todos.length < MOST) todos.push({ marker: marker[1]!, text: marker[2]!.trim(), line, quote })
    }
    if (kind !== 'code' || quote === '') return
    if ((indent === 0 || known.definitionLines) && known.importLine.test(quote)) {
      if (imports.length < MOST)
        imports.push({ module: quote.slice(0, 120), names: [], line, late: false, quote: quote.slice(0, 120) })
      return
    }
    const signature = lineSignature(quote, known)
    // Clauses of one function follow each other.
    if (!signature || (functions.at(-1)?.name === signature.name && known.definitionLines)) return
    const place = {
      name: signature.name,
      line,
      end_line: line,
      exported: false,
      signature: quote.slice(0, 120).trimEnd(),
    }
    if (signature.word === 'function' || signature.word === 'method') {
      if (functionCount++ < most)
        functions.push({ ...place, scope: '', lines: 1, complexity: 1, nesting: 0, params: 0 })
    } else if (classCount++ < most) classes.push({ ...place, kind: signature.word, methods: 0 })
  }, signal)
  return {
    language: language || null,
    parser: 'lines',
    lines,
    code_lines: counts.code + counts.text,
    comment_lines: counts.comment,
    blank_lines: counts.blank,
    function_count: functionCount,
    functions,
    class_count: classCount,
    classes,
    imports,
    exports: [],
    symbols_elsewhere: [],
    duplicates: [],
    todos,
    dangers: {},
    metrics: { max_complexity: 0, mean_complexity: 0, max_nesting: 0, longest_function: 0, complex_functions: 0 },
    links: { test: false, fingerprints: '', names: '', tested: '', unused: [], candidates: 0 },
    asked: { definitions: [], uses: [] },
  }
}

/** Up to the first character beyond ASCII: heads are cut by bytes, so what follows may not be as it stands. */
function asciiPart(head: string): string {
  return /^[\x09\x20-\x7e]*/.exec(head)![0].trim()
}
