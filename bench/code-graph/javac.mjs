// What javac says of names in Java; types of libraries that are not there leave gaps, which are not judged.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { judge, pick } from './judge.mjs'

export async function javacSays(root, ours, { sample, random }) {
  const own = rows => rows.filter(({ path }) => path.endsWith('.java'))
  const paths = [...new Set(own(ours.symbols).map(({ path }) => path))]
  const program = fileURLToPath(new URL('Names.java', import.meta.url))
  const run = spawnSync('java', [program, root], { input: paths.join('\n'), encoding: 'utf8', maxBuffer: 1e9 })
  if (run.status !== 0) throw new Error(run.stderr)
  const known = new Map()
  for (const line of run.stdout.split('\n')) {
    const [key, to] = line.split('\t')
    if (to) known.set(key, [...(known.get(key) ?? []), ...to.split(' ')])
  }
  const stated = new Map()
  for (const { path, line, name, kind, target_path, target_line } of own(ours.uses)) {
    const key = `${path}:${line}:${name}`
    const one = stated.get(key) ?? { targets: [], isCall: false }
    if (target_line !== null) one.targets.push(`${target_path}:${target_line}`)
    one.isCall ||= kind === 'call'
    stated.set(key, one)
  }
  const places = callsOnly => {
    const wanted = [...known].filter(
      ([key, all]) => all.some(to => to.includes(':')) && (!callsOnly || stated.get(key)?.isCall),
    )
    const told = [...stated].filter(([, { targets, isCall }]) => targets.length > 0 && (!callsOnly || isCall))
    const keys = [...new Set([...wanted, ...told].map(([key]) => key))]
    return judge(pick(keys, sample, random), key => {
      const targets = stated.get(key)?.targets ?? []
      const all = known.get(key)
      if (targets.length === 0) return 'open'
      if (!all) return 'unknown'
      return targets.every(to => all.includes(to)) || `${key} stated ${targets} is ${[...new Set(all)].slice(0, 3)}`
    })
  }
  const judged = { uses: places(false), calls: places(true) }
  return {
    counts: Object.fromEntries(Object.entries(judged).map(([what, { counts }]) => [what, counts])),
    wrong: Object.entries(judged).flatMap(([what, { wrong }]) => wrong.map(line => `${what}: ${line}`)),
  }
}
