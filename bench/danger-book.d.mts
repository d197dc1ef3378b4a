export interface Pair {
  readonly language: string
  readonly kind: string
  readonly title: string
  readonly bad: string
  readonly good: string
  readonly isHeld: boolean
}

export function readPairs(): Pair[]
