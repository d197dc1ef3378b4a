// Where the files of a run are on this machine. Beside an embedded ledger they lie in the run's directory. Where the ledger is on a
// server they lie in its store, and this process has a copy of its own: fetched when it is opened, told to the store as it changes.
import { randomUUID } from 'node:crypto'
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Ledger } from '@shoal/base/model/ledger'
import type { RunFiles } from '@shoal/base/model/run-files'
import { processExists } from '@shoal/team/process-identity'
import type { SharedRecord } from '../models/call-log.ts'
import { SHARED } from './analysis/sharing.ts'

export interface RunPlace {
  /** Null where nothing is kept. */
  readonly directory: string | null
  /** Takes in what other machines have written since. */
  refresh(): Promise<void>
  /** Returns once every machine can see what was written here. */
  keep(): Promise<void>
  /** The record of calls where other machines add to it; null where this process alone does the run. */
  readonly shared: SharedRecord | null
}

const copies = new WeakMap<RunFiles, Map<string, RunCopy>>()

/** Throws `unknown-team`. One that is deleted and made again under its name has files of its own. */
export async function openRunPlace(
  ledger: Ledger,
  run: string,
  runDirectory?: (run: string) => string | null,
): Promise<RunPlace> {
  const { files } = ledger
  if (!files) {
    const nothing = async () => {}
    return { directory: runDirectory?.(run) ?? null, refresh: nothing, keep: nothing, shared: null }
  }
  const known = copies.get(files) ?? new Map<string, RunCopy>()
  copies.set(files, known)
  const key = `${run} ${(await ledger.team(run)).createdAt}`
  const copy = known.get(key) ?? new RunCopy(files, run, mkdtempSync(join(scratch(), 'run-')))
  known.set(key, copy)
  await copy.refresh()
  return copy
}

/** Lines that are read at once. */
const PAGE = 500

/** Files that end in `.jsonl` are lines of many writers, all others belong to whoever wrote them last. */
class RunCopy implements RunPlace, SharedRecord {
  readonly shared = this
  private readonly writer = randomUUID()
  private readonly sent = new Map<string, Sent>()
  private readonly versions = new Map<string, number>()
  private readonly told = new Map<string, string>()
  private seen = 0
  private last: Promise<unknown> = Promise.resolve()

  constructor(
    private readonly files: RunFiles,
    private readonly run: string,
    readonly directory: string,
  ) {}

  readonly nextCall = (): Promise<number> => this.files.number(this.run)

  readonly turn = (what: string, forMs: number): Promise<number> => this.files.turn(this.run, what, forMs)

  readonly refresh = (): Promise<void> => {
    return this.oneByOne(() => this.fetch())
  }

  readonly keep = (): Promise<void> => {
    return this.oneByOne(() => this.send())
  }

  private oneByOne(act: () => Promise<void>): Promise<void> {
    const next = this.last.catch(() => {}).then(act)
    this.last = next
    return next
  }

  private async fetch(): Promise<void> {
    // What was written here goes first: then all that is there and not told is of others.
    await this.sendLines()
    for (;;) {
      const page = await this.files.lines(this.run, this.seen, PAGE)
      for (const { number, name, writer, line } of page) {
        this.seen = number
        if (writer !== this.writer) this.append(name, line)
      }
      if (page.length < PAGE) break
    }
    for (const { name, version } of await this.files.list(this.run)) {
      if (name.startsWith(SHARED) || this.versions.get(name) === version) continue
      const content = await this.files.read(this.run, name)
      if (content === null) continue
      this.write(name, content)
      this.versions.set(name, version)
      this.told.set(name, stampOf(join(this.directory, name)))
    }
  }

  private async send(): Promise<void> {
    await this.sendLines()
    for (const name of namesBelow(this.directory)) {
      if (isLines(name)) continue
      const stamp = stampOf(join(this.directory, name))
      if (stamp === this.told.get(name)) continue
      await this.files.write(this.run, name, readFileSync(join(this.directory, name)))
      this.told.set(name, stamp)
    }
  }

  /** Half a line at the end waits until it is whole. */
  private async sendLines(): Promise<void> {
    for (const name of namesBelow(this.directory).filter(isLines)) {
      const sent = this.sentOf(name)
      const text = textFrom(join(this.directory, name), sent.bytes)
      const own: string[] = []
      let end = 0
      for (let to = text.indexOf(10); to !== -1; to = text.indexOf(10, end)) {
        if (!sent.foreign.has(sent.bytes + end)) own.push(text.toString('utf8', end, to))
        end = to + 1
      }
      await this.files.append(this.run, name, { writer: this.writer, before: sent.lines, lines: own })
      sent.lines += own.length
      sent.bytes += end
      for (const at of sent.foreign) if (at < sent.bytes) sent.foreign.delete(at)
    }
  }

  /** A line of another writer, which is not to be told again. */
  private append(name: string, line: string): void {
    const file = join(this.directory, name)
    this.sentOf(name).foreign.add(statSync(file, { throwIfNoEntry: false })?.size ?? 0)
    this.write(name, Buffer.from(`${line}\n`), 'a')
  }

  private sentOf(name: string): Sent {
    const sent = this.sent.get(name) ?? { lines: 0, bytes: 0, foreign: new Set() }
    this.sent.set(name, sent)
    return sent
  }

  private write(name: string, content: Buffer, flag: 'w' | 'a' = 'w'): void {
    const file = join(this.directory, name)
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(file, content, { mode: 0o600, flag })
  }
}

/** How much of a file of lines the store knows: own lines, all bytes, and where lines of others begin behind those. */
interface Sent {
  lines: number
  bytes: number
  readonly foreign: Set<number>
}

function isLines(name: string): boolean {
  return name.endsWith('.jsonl')
}

function textFrom(file: string, start: number): Buffer {
  const fd = openSync(file, 'r')
  try {
    const content = Buffer.allocUnsafe(Math.max(0, statSync(file).size - start))
    return content.subarray(0, readSync(fd, content, 0, content.length, start))
  } finally {
    closeSync(fd)
  }
}

function stampOf(file: string): string {
  const { size, mtimeMs, ino } = statSync(file)
  return `${size} ${mtimeMs} ${ino}`
}

/** Relative, with `/`; what is being written has a name that says so. */
function namesBelow(directory: string, prefix = ''): string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap(entry => {
    if (entry.isDirectory()) return namesBelow(join(directory, entry.name), `${prefix}${entry.name}/`)
    return /\.(?:new|partial|tmp)$/.test(entry.name) ? [] : [prefix + entry.name]
  })
}

const PREFIX = 'shoal-run-files-'
let made: string | null = null

/** Of this process: it goes with it. What killed ones have left behind goes now. */
function scratch(): string {
  if (made !== null) return made
  for (const name of readdirSync(tmpdir())) {
    const pid = name.startsWith(PREFIX) ? Number(name.slice(PREFIX.length).split('-')[0]) : 0
    if (pid > 0 && !processExists(pid)) rmSync(join(tmpdir(), name), { recursive: true, force: true })
  }
  const directory = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`))
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }))
  made = directory
  return directory
}
