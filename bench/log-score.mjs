// Scores a grouping of log lines against the labelled truth: grouping accuracy by lines, and F1 over groups.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The labelled sets of a directory: `NAME.log` beside `NAME.truth.csv`. */
export function labelledLogs(directory) {
  if (!existsSync(directory)) return []
  return readdirSync(directory)
    .filter(name => name.endsWith('.log') && existsSync(join(directory, truthName(name))))
    .sort()
    .map(name => {
      const lines = readFileSync(join(directory, name), 'utf8').split(/\r?\n/)
      if (lines.at(-1) === '') lines.pop()
      const rows = csvRows(readFileSync(join(directory, truthName(name)), 'utf8'))
      const [event, content] = ['EventId', 'Content'].map(column => rows[0].indexOf(column))
      const labels = rows.slice(1).map(row => row[event])
      return { name: name.replace(/\.log$/, ''), lines, labels, contents: rows.slice(1).map(row => row[content]) }
    })
}

function truthName(name) {
  return name.replace(/\.log$/, '.truth.csv')
}

/** A line is right only if all lines of its group, and no others, have its label. */
export function scoreGroups(predicted, labels) {
  const ours = groups(predicted)
  const theirs = groups(labels)
  let [rightLines, rightGroups] = [0, 0]
  for (const members of ours.values()) {
    const label = labels[members[0]]
    if (theirs.get(label).length !== members.length || members.some(k => labels[k] !== label)) continue
    rightLines += members.length
    rightGroups++
  }
  return {
    accuracy: rightLines / labels.length,
    f1: (2 * rightGroups) / (ours.size + theirs.size),
    groups: ours.size,
    trueGroups: theirs.size,
  }
}

function groups(names) {
  const found = new Map()
  for (const [k, name] of names.entries()) {
    const members = found.get(name)
    if (members) members.push(k)
    else found.set(name, [k])
  }
  return found
}

function csvRows(text) {
  const rows = []
  let row = []
  for (const [, quoted, bare, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    row.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    if (row.length > 1) rows.push(row)
    row = []
  }
  return rows
}
