// Waits until files have changed. The system tells when to look; whether something changed is decided by looking: what a
// directory tells can be lost, doubled, or come from a file that was put in place of another.
import { createHash } from 'node:crypto'
import { existsSync, type FSWatcher, watch } from 'node:fs'
import { dirname, resolve, sep } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Settings } from '../config/resolve.ts'
import { findFiles } from '../run/files.ts'
import type { Io } from './io.ts'

/** How the files look; equal when nobody has touched any. */
export type Look = string

/** Directories that are listened to; in the others changes are seen at the next look. */
const MOST_WATCHED = 1000
/** Between looks, when nothing is heard: at least so long, and so many times as long as a look takes. */
const PAUSE_MS = 1000
const PAUSE_SHARE = 20
/** What is being written is waited for, but not for ever. */
const QUIET_MS = 250
const MOST_ROUNDS = 20

export class WatchedFiles {
  private readonly watchers = new Map<string, FSWatcher>()
  private heard: () => void = () => {}

  constructor(
    private readonly io: Io,
    private readonly paths: readonly string[],
    private readonly settings: Settings,
    /** Directories of our own: what is written there is no change. */
    private readonly own: readonly string[],
  ) {}

  /** The named paths that are there. */
  present(): string[] {
    return this.paths.filter(path => existsSync(resolve(this.io.cwd, path)))
  }

  async look(): Promise<Look> {
    const { io, settings } = this
    const present = this.present()
    const { files } = present.length === 0 ? { files: [] } : await findFiles(present, settings, io.signal, io.cwd)
    const directories = new Set(this.paths.map(path => nearest(resolve(io.cwd, path))))
    const digest = createHash('sha256')
    const lines = files
      .filter(({ file }) => !this.isOwn(file))
      .map(({ file, sizeBytes, mtimeMs, ctimeMs }) => {
        if (directories.size < MOST_WATCHED) directories.add(dirname(file))
        return JSON.stringify([file, sizeBytes, mtimeMs, ctimeMs])
      })
    for (const line of lines.sort()) digest.update(`${line}\n`)
    this.listen(directories)
    return digest.digest('hex')
  }

  /** Until they look otherwise than `known`, and then until they are left alone. Throws when it is to end. */
  async changed(known: Look): Promise<Look> {
    for (;;) {
      const began = process.cpuUsage()
      let now = await this.look()
      const { user, system } = process.cpuUsage(began)
      if (now === known) {
        await this.something(Math.max(PAUSE_MS, ((user + system) / 1000) * PAUSE_SHARE))
        continue
      }
      for (let round = 0; round < MOST_ROUNDS; round++) {
        await pause(QUIET_MS, undefined, { signal: this.io.signal })
        const later = await this.look()
        if (later === now) break
        now = later
      }
      return now
    }
  }

  close(): void {
    for (const watcher of this.watchers.values()) watcher.close()
    this.watchers.clear()
  }

  private isOwn(file: string): boolean {
    return this.own.some(one => file === one || file.startsWith(`${one}${sep}`))
  }

  /** A directory that cannot be listened to is looked at all the same. */
  private listen(directories: ReadonlySet<string>): void {
    for (const [directory, watcher] of this.watchers)
      if (!directories.has(directory)) {
        watcher.close()
        this.watchers.delete(directory)
      }
    for (const directory of directories) {
      if (this.watchers.has(directory) || this.isOwn(directory)) continue
      try {
        const watcher = watch(directory, { persistent: false }, () => this.heard())
        watcher.on('error', () => {
          watcher.close()
          this.watchers.delete(directory)
        })
        this.watchers.set(directory, watcher)
      } catch {}
    }
  }

  private async something(atMostMs: number): Promise<void> {
    const waiting = new AbortController()
    const heard = new Promise<void>(resolve => (this.heard = resolve))
    const signal = AbortSignal.any([this.io.signal, waiting.signal])
    try {
      await Promise.race([heard, pause(atMostMs, undefined, { signal })])
    } finally {
      waiting.abort()
      this.heard = () => {}
    }
    this.io.signal.throwIfAborted()
  }
}

/** The path itself, or the directory above it that is there: it may be created later. */
function nearest(path: string): string {
  let at = path
  while (!existsSync(at) && dirname(at) !== at) at = dirname(at)
  return at
}
