// Colours, or none.
import type { FaceOptions } from '../config/options.ts'
import type { Io } from './io.ts'

export interface Style {
  /** Colours are on. */
  readonly enabled: boolean
  bold(text: string): string
  dim(text: string): string
  /** What was looked for. */
  mark(text: string): string
}

/** For a document that goes to `output`, or to stdout when there is none. */
export function styleFor(io: Io, { color, output }: Pick<FaceOptions, 'color' | 'output'>): Style {
  const wanted = io.isTTY && output.length === 0 && !io.env.NO_COLOR && io.env.TERM !== 'dumb'
  const enabled = color === 'always' || (color === 'auto' && wanted)
  const paint = (on: number, off: number) => (text: string) => (enabled ? `\u001b[${on}m${text}\u001b[${off}m` : text)
  return { enabled, bold: paint(1, 22), dim: paint(2, 22), mark: paint(31, 39) }
}
