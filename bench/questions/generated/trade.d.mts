import type { Generated } from './grammar.mjs'

export function traded(seed: string): Generated
