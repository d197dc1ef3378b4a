import type { GeneratedQuestion } from './grammar.mjs'

export interface GeneratedFolder {
  /** Texts by path. */
  readonly files: Readonly<Record<string, string>>
  readonly questions: readonly GeneratedQuestion[]
}
export function folder(seed: string): GeneratedFolder
