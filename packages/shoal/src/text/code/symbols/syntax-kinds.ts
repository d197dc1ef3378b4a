// What nodes of a syntax tree may mean for reading code: definitions, branches, calls, strings, names.

/** Meanings of nodes, each a bit. */
export const Kind = {
  /** A definition of its own: its branches count for it alone. */
  function: 1 << 0,
  /** An anonymous function whose branches count for the function around it. */
  lambda: 1 << 1,
  type: 1 << 2,
  /** Names what stands inside without being a type: namespaces, modules, implementations. */
  scope: 1 << 3,
  /** A decision: one more path. */
  branch: 1 << 4,
  /** A case of a switch: one more path, unless it is the default. */
  case: 1 << 5,
  /** A short-circuit operator: one more path. */
  operator: 1 << 6,
  /** One level deeper. */
  nest: 1 << 7,
  loop: 1 << 8,
  /** A list of statements that run in order. */
  block: 1 << 9,
  /** Nothing after it in its block runs. */
  jump: 1 << 10,
  throw: 1 << 11,
  catch: 1 << 12,
  call: 1 << 13,
  arguments: 1 << 14,
  member: 1 << 15,
  subscript: 1 << 16,
  string: 1 << 17,
  /** Part of a string that is filled in at run time. */
  hole: 1 << 18,
  identifier: 1 << 19,
  /** Binds a name to a value: `x = 1`, `const x = 1`. */
  binding: 1 << 20,
  comment: 1 << 21,
  import: 1 << 22,
  parameters: 1 << 23,
  number: 1 << 24,
  /** Holds one expression as a statement. */
  wrapper: 1 << 25,
  /** Joins operands with an operator. */
  binary: 1 << 26,
  /** A keyword argument or a pair of a literal: a name and its value. */
  pair: 1 << 27,
} as const

/** Node types by their meaning, in one string each. */
export type SyntaxRow = Readonly<Partial<Record<keyof typeof Kind, string>>>
