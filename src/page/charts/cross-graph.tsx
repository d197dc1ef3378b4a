// What files say about each other: files as points, findings as lines between them.
import type { CrossFinding } from '../../model/report.ts'

export interface CrossGraphProps {
  readonly crossFile: readonly CrossFinding[]
  /** The one that is looked at, by its place in the list; null for none. */
  readonly chosen: number | null
  readonly onChoose: (index: number) => void
}

export function CrossGraph({ crossFile }: CrossGraphProps) {
  return <p>{crossFile.length}</p>
}
