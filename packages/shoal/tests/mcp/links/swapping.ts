// A root whose parts are swapped for links to the outside, at a chosen call of the file system or all the time.
import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'

/** Stands in every file and in a name outside of the root, and nowhere inside. */
export const MARKER = 'kept-outside'

/** As long as the other: sizes and times tell nothing either. */
const INSIDE = 'truly-inside'

const { mkdirSync, renameSync, symlinkSync, unlinkSync, utimesSync, writeFileSync } = fs

type Swapped = 'file' | 'directory'

export class SwappedRoot {
  /** What is swapped: `root/area/part/data.csv` or `root/area/part`. */
  private readonly victim: string
  private readonly outside: string

  constructor(
    readonly root: string,
    base: string,
    what: Swapped,
  ) {
    const [inner, outer] = [join(root, 'area', 'part'), join(base, `outside-${what}`)]
    for (const [directory, word] of [
      [inner, INSIDE],
      [outer, MARKER],
    ] as const) {
      mkdirSync(directory, { recursive: true })
      write(join(directory, 'data.csv'), table(word))
      write(join(directory, 'notes.md'), `# Row\n\nThe row is ${word}.\n`)
      write(join(directory, '.gitignore'), `${word}*\n`)
    }
    write(join(outer, `${MARKER}.csv`), table(MARKER))
    this.victim = what === 'file' ? join(inner, 'data.csv') : inner
    this.outside = what === 'file' ? join(outer, 'data.csv') : outer
    symlinkSync(this.outside, this.link)
  }

  private get link(): string {
    return join(this.root, '..', 'link-out')
  }

  private get away(): string {
    return join(this.root, '..', 'away')
  }

  swapOut(): void {
    renameSync(this.victim, this.away)
    renameSync(this.link, this.victim)
  }

  swapBack(): void {
    renameSync(this.victim, this.link)
    renameSync(this.away, this.victim)
  }

  /** Swaps again and again in a process of its own, until it is stopped. Resolves once it has begun. */
  async keepSwapping(): Promise<() => Promise<void>> {
    const { victim, away, link } = this
    const child = spawn(process.execPath, ['-e', SWAPPER, victim, away, link], { stdio: ['pipe', 'pipe', 'inherit'] })
    await new Promise<void>(resolve => child.stdout!.once('data', () => resolve()))
    return () => ended(child)
  }

  remove(): void {
    unlinkSync(this.link)
  }
}

/** It ends with a real directory in its place, when its input does. */
const SWAPPER = `
const { renameSync } = require('node:fs')
const [victim, away, link] = process.argv.slice(1)
let open = true
process.stdin.on('end', () => { open = false }).resume()
const some = () => {
  for (let k = 0; k < 50; k++) {
    renameSync(victim, away)
    renameSync(link, victim)
    renameSync(victim, link)
    renameSync(away, victim)
  }
  if (open) setImmediate(some)
}
some()
process.stdout.write('swapping')
`

async function ended(child: ChildProcess): Promise<void> {
  const gone = new Promise<void>(resolve => child.once('close', () => resolve()))
  child.stdin!.end()
  await gone
}

function write(file: string, text: string): void {
  writeFileSync(file, text)
  utimesSync(file, 1_700_000_000, 1_700_000_000)
}

function table(word: string): string {
  const rows = Array.from({ length: 40 }, (_, k) => `${k + 1},row,${word},${k * 3}`)
  return `id,kind,note,amount\n${rows.join('\n')}\n`
}

const NAMES = ['openSync', 'statSync', 'lstatSync', 'readdirSync', 'readFileSync', 'accessSync', 'existsSync'] as const
// biome-ignore lint/suspicious/noExplicitAny: functions of any shape are wrapped
type Any = any

interface Around {
  /** `call` is its number, `name` that of the function. */
  before(call: number, name: string, path: string): void
  after(call: number): void
}

/** Runs `work` and calls `before` and `after` around every synchronous call that names a path below `root`. Returns their number. */
export async function aroundCalls(
  root: string,
  { before, after }: Around,
  work: () => Promise<unknown>,
): Promise<number> {
  let calls = 0
  const own: Any = fs
  const original = new Map<string, Any>(NAMES.map(name => [name, own[name]]))
  const realpath: Any = fs.realpathSync
  const wrapped =
    (name: string, run: Any) =>
    (path: unknown, ...rest: unknown[]) => {
      if (typeof path !== 'string' || !path.startsWith(root)) return run(path, ...rest)
      const call = ++calls
      before(call, name, path)
      try {
        return run(path, ...rest)
      } finally {
        after(call)
      }
    }
  for (const name of NAMES) own[name] = wrapped(name, original.get(name))
  own.realpathSync = Object.assign(wrapped('realpathSync', realpath), {
    native: wrapped('realpathSync', realpath.native),
  })
  syncBuiltinESMExports()
  try {
    await work()
  } finally {
    for (const name of NAMES) own[name] = original.get(name)
    own.realpathSync = realpath
    syncBuiltinESMExports()
  }
  return calls
}
