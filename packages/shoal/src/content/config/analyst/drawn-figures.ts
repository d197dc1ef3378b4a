// The figures of configuration as pictures read them: typed as far as they are drawn.
import type { Json } from '@shoal/base/model/json'

export interface ConfigFigures {
  readonly format: string
  readonly settings: number
  readonly types: Readonly<Record<string, number>>
  readonly keys: readonly {
    readonly path: string
    /** For people: secrets are hidden. */
    readonly value: string
    readonly type: string
    readonly line: number
  }[]
}

/** Null for figures that another analyst gave. */
export function drawnFigures(figures: Json): ConfigFigures | null {
  const isOurs = typeof figures === 'object' && figures !== null && 'keys' in figures && 'settings' in figures
  return isOurs ? (figures as unknown as ConfigFigures) : null
}
