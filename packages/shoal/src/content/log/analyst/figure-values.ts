// Figures of single logs as they are read where several are seen together: JSON of which every field may be absent.
import type { SurveyedFile } from '@shoal/base/model/analyst'
import type { Json } from '@shoal/base/model/json'

export type Figures = { readonly [key: string]: Json }

export function figuresOf({ figures }: SurveyedFile): Figures {
  return asObject(figures)
}

export function asObject(value: Json | undefined): Figures {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Figures) : {}
}

export function asArray(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : []
}

export function numberOf(value: Json | undefined): number {
  return typeof value === 'number' ? value : 0
}

export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
