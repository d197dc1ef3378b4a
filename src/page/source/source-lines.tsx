// Lines of a file as they stand there, numbered, with a quote marked.

export interface SourceLinesProps {
  /** 1-based, of the first line. */
  readonly line: number
  readonly lines: readonly string[]
  /** Marked where it stands from its line on. */
  readonly quote?: { readonly line: number; readonly text: string }
}

export function SourceLines({ lines }: SourceLinesProps) {
  return <pre>{lines.join('\n')}</pre>
}
