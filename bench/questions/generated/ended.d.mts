import type { Generated } from './grammar.mjs'

export function employed(seed: string): Generated
export function returned(seed: string): Generated
export function booked(seed: string): Generated
