// Do these lines hold settings? Reads them as INI, as plain assignments and as YAML, and says how many fit each.

const MAX_LINES = 100

export interface SettingsReport {
  /** Lines that are neither blank nor a comment. */
  readonly lines: number
  readonly sections: number
  /** `key = value` or `key=value`, the key being one word. */
  readonly assignments: number
  /** `key: value`, `key:` and `- item`, with what is indented below them. */
  readonly yaml: number
  readonly yamlKeys: number
  /** Distinct keys at the outermost level, as a share of all there: YAML has no key twice. */
  readonly distinctKeys: number
}

const SECTION = /^\s*\[{1,2}[^[\]]+\]{1,2}\s*(?:[#;].*)?$/
const ASSIGNMENT = /^\s*(?:export\s+)?["']?[\w.:/*@-]+["']?(?:\[[^\]]*\])?\s*\+?=(?!=|~|>)\s*(.*)$/s
const STATEMENT_END = /[;{(]\s*$/
const YAML_KEY = /^(\s*)(?:- +)*(?:"[^"]+"|'[^']+'|[\w.$/<*&-][\w .$/()@*&+,-]{0,60}?)\s*:(?:\s+(\S.*))?$/
const YAML_ITEM = /^\s*- +\S/
const YAML_MARK = /^(?:---|\.\.\.)(?:\s|$)|^%YAML/
const BLOCK_SCALAR = /[|>][+-]?\d?\s*(?:#.*)?$/s

export function readSettings(all: readonly string[]): SettingsReport {
  let lines = 0
  let sections = 0
  let assignments = 0
  let yaml = 0
  let yamlKeys = 0
  let scalarIndent = -1
  const outer: string[] = []
  for (const line of all.slice(0, MAX_LINES)) {
    const trimmed = line.trim()
    if (trimmed === '') continue
    const indent = line.length - line.trimStart().length
    if (scalarIndent >= 0 && indent > scalarIndent) {
      lines++
      yaml++
      continue
    }
    scalarIndent = -1
    if (/^[#;]/.test(trimmed)) continue
    lines++
    if (SECTION.test(line)) sections++
    else if (isAssignment(line)) assignments++
    const key = YAML_KEY.exec(line)
    if (key && !STATEMENT_END.test(line)) {
      yaml++
      yamlKeys++
      if (indent === 0) outer.push(line.slice(0, line.indexOf(':')))
      if (BLOCK_SCALAR.test(line)) scalarIndent = indent
    } else if (
      YAML_ITEM.test(line) ||
      YAML_MARK.test(line) ||
      (yamlKeys > 0 && indent > 0 && !STATEMENT_END.test(line))
    )
      yaml++
  }
  const distinctKeys = outer.length === 0 ? 1 : new Set(outer).size / outer.length
  return { lines, sections, assignments, yaml, yamlKeys, distinctKeys }
}

function isAssignment(line: string): boolean {
  const value = ASSIGNMENT.exec(line)?.[1]
  return value !== undefined && !STATEMENT_END.test(value)
}
