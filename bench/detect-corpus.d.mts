import type { Registry } from '@shoal/base/model/registry'

export interface DetectCase {
  readonly label: string
  readonly name: string
  readonly bytes: Buffer
  readonly type: string
  /** Undefined: any will do. */
  readonly language?: string | null
  /** The type depends on the name. */
  readonly loose: boolean
}

export function fixtureCases(): DetectCase[]

export function labelledFiles(
  root: string,
  registry: Registry,
): Generator<{ file: string; type: string; language: string | null; project: string }>

export function isHeldOut(project: string): boolean
