// Paths as people write them: `$.users[*].name`, `["a b"]` for names that are no identifiers.

export function stepOf(name: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`
}
