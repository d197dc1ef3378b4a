// Paths as people write them: `$.users[*].name`, `["a b"]` for names that are no identifiers.

export function stepOf(name: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`
}

/** The last name of a path: `.user["first name"]` → `first name`. */
export function nameOf(within: string): string {
  const quoted = /\["((?:[^"\\]|\\.)*)"\]$/.exec(within)
  if (quoted) return JSON.parse(`"${quoted[1]}"`) as string
  return within.slice(within.lastIndexOf('.') + 1)
}
