// What a tool throws at a model that asked for something it cannot have.

/** The message says what it can ask for instead. */
export class ToolMistake extends Error {
  override readonly name = 'ToolMistake'
}
