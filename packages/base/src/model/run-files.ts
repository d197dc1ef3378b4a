// The files of runs in a store that several machines share: records of calls, partial reports, progress, kept results.

/**
 * They belong to the name of a run and go when it is deleted; a run that is replaced keeps them. Files are replaced as a whole, or are
 * lines that any number of writers append to. What has returned is seen by every machine.
 */
export interface RunFiles {
  /** Whole files, with a version that grows with every change of any file. */
  list(run: string): Promise<readonly { readonly name: string; readonly version: number }[]>
  /** Null when there is none. */
  read(run: string, name: string): Promise<Buffer | null>
  /** Throws `bad-value` for one that is too large. */
  write(run: string, name: string, content: Buffer): Promise<void>
  /** No-op when there is none. */
  remove(run: string, name: string): Promise<void>
  /** What one writer appends after its first `before` lines of this file; the same twice counts once. */
  append(run: string, name: string, added: Appended): Promise<void>
  /** The lines of all writers that became visible after line `after`, in order. None is ever missed. */
  lines(run: string, after: number, limit: number): Promise<readonly StoredLine[]>
  /** 1, 2, 3 … of a run: every number is given once. */
  number(run: string): Promise<number>
  /**
   * Milliseconds until it is the caller's turn: of all who ask for the same of a run, each has it to itself for `forMs`, one after the other.
   * So what is asked for with 100 ms happens no more than 600 times a minute, on however many machines.
   */
  turn(run: string, what: string, forMs: number): Promise<number>
}

export interface Appended {
  readonly writer: string
  readonly before: number
  readonly lines: readonly string[]
}

export interface StoredLine {
  /** Of all lines in the store; the cursor of whoever reads on. */
  readonly number: number
  readonly name: string
  readonly writer: string
  readonly line: string
}
