// Short names of files that still tell them apart.
import { fileName } from './label-text.ts'

/** The last part of each path, with as many folders as it takes to differ from the others. */
export function labelNames(paths: readonly string[]): string[] {
  const names = paths.map(fileName)
  for (let folders = 1; folders < 6; folders++) {
    const count = new Map<string, number>()
    for (const name of names) count.set(name, (count.get(name) ?? 0) + 1)
    let changed = false
    for (const [index, name] of names.entries()) {
      if (count.get(name) === 1) continue
      const longer = paths[index]!.split('/')
        .slice(-folders - 1)
        .join('/')
      if (longer === name) continue
      names[index] = longer
      changed = true
    }
    if (!changed) break
  }
  return names
}
