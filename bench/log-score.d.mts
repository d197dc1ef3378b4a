export interface LabelledLogFile {
  readonly name: string
  readonly lines: readonly string[]
  /** The event of each line, by its id in the truth. */
  readonly labels: readonly string[]
  /** The line without its header, as the people who labelled it saw it. */
  readonly contents: readonly string[]
}

export function labelledLogs(directory: string): LabelledLogFile[]

export interface Score {
  /** Right lines of all lines. */
  readonly accuracy: number
  /** F1 of precision and recall over whole groups. */
  readonly f1: number
  readonly groups: number
  readonly trueGroups: number
}

export function scoreGroups(predicted: readonly string[], labels: readonly unknown[]): Score
