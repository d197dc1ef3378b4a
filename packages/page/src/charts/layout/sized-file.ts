// A file as the map of files draws it.

export interface SizedFile {
  readonly path: string
  readonly contentType: string
  readonly sizeBytes: number
  readonly lineCount: number
  /** Problems found in it, by severity. */
  readonly high: number
  readonly medium: number
  readonly low: number
}
