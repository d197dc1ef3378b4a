// The directories that an agent may reach, and nothing else.

export interface Jail {
  /** Real, absolute directories. */
  readonly roots: readonly string[]
  /**
   * The real, absolute path of what `path` names (relative ones from the first root). Throws `not-found`, and
   * `outside-roots` for whatever lies outside, also by way of `..` or a link.
   */
  inside(path: string): string
  /** Whether a real path lies inside. */
  holds(file: string): boolean
}
