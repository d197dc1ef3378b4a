// Names and texts as SQL writes them.

/** A text in quotes. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** The name of a table or column in quotes. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** `{'c0': 'VARCHAR', …}`. */
export function struct(fields: readonly (readonly [name: string, value: string])[]): string {
  return `{${fields.map(([name, value]) => `${literal(name)}: ${literal(value)}`).join(', ')}}`
}
