// What the report of a chunk of code says of it: what is defined in its lines, and what its file brings in.
import type { BuiltInAnalyst } from '@shoal/base/model/analyst'
import type { CodeFigures } from './figures.ts'

/** As many as a report has room for. */
const MOST = 100

export const chunkFacts: NonNullable<BuiltInAnalyst['chunkFacts']> = (_source, chunk, { figures }) => {
  const { functions, classes, imports, function_count, class_count } = figures as unknown as CodeFigures
  const isHere = ({ line }: { readonly line: number }) => line >= chunk.startLine && line <= chunk.endLine
  const here = [
    ...classes.filter(isHere).map(({ kind, name, line }) => ({ line, name: `${kind}:${name}` })),
    ...functions.filter(isHere).map(({ name, line }) => ({ line, name: `function:${name}` })),
  ].sort((a, b) => a.line - b.line)
  const isWhole = functions.length === function_count && classes.length === class_count && here.length <= MOST
  return {
    structures: here.slice(0, MOST).map(({ name }) => name),
    ...(isWhole ? {} : { structures_listed: 'some of them' }),
    imports: [...new Set(imports.map(({ module }) => module))],
  }
}
