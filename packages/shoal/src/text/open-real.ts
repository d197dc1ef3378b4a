// Opens files and directories by their real path, and only what really stands there. Between the moment a path is allowed and
// the moment it is opened, any part of it may be swapped for a link; so what was opened is looked at, and read from that handle.
import {
  closeSync,
  constants,
  createReadStream,
  fstatSync,
  lstatSync,
  openSync,
  type ReadStream,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
} from 'node:fs'

/** A pipe that was put in the place of a file must not make the open wait for who writes to it. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/** The descriptor of what stands at `file`, a real path. Throws what the system throws, and EMOVED when a link led elsewhere. */
export function openReal(file: string): number {
  const fd = openSync(file, FLAGS)
  try {
    checkPlace(fd, file)
    return fd
  } catch (error) {
    closeSync(fd)
    throw error
  }
}

/** Its bytes as they come; `end` is the last of them. */
export function streamReal(file: string, range: { readonly start?: number; readonly end?: number } = {}): ReadStream {
  return createReadStream(file, { fd: openReal(file), highWaterMark: 256 * 1024, ...range })
}

/** The whole text of a small file. */
export function readReal(file: string): string {
  return bytesReal(file).toString('utf8')
}

export function bytesReal(file: string): Buffer {
  const fd = openReal(file)
  try {
    return readFileSync(fd)
  } finally {
    closeSync(fd)
  }
}

/** The entries of a real directory: `Dirent`s, or their names as bytes. */
export function listReal<T>(directory: string, list: (path: string) => T): T {
  const fd = openReal(directory)
  try {
    const handle = handlePath(fd)
    if (handle !== null) return list(handle)
    const listed = list(directory)
    checkPlace(fd, directory)
    return listed
  } finally {
    closeSync(fd)
  }
}

export const entriesOf = (directory: string) => listReal(directory, path => readdirSync(path, { withFileTypes: true }))
export const entryBytesOf = (directory: string) =>
  listReal(directory, path => readdirSync(path, { encoding: 'buffer' }))

/** A path that leads to what is open under `fd` and to nothing else, for this process; null where the system has none. */
export function handlePath(fd: number): string | null {
  return process.platform === 'linux' && linkOf(fd) !== null ? `/proc/self/fd/${fd}` : null
}

function checkPlace(fd: number, file: string): void {
  const opened = linkOf(fd)
  if (opened === null ? !standsAt(fd, file) : opened !== file)
    throw Object.assign(new Error(`${file}: a link or another file has taken its place`), {
      code: 'EMOVED',
      path: file,
    })
}

/** Where the system says that the open file is; null where it does not say. */
function linkOf(fd: number): string | null {
  if (process.platform !== 'linux') return null
  try {
    return readlinkSync(`/proc/self/fd/${fd}`)
  } catch {
    return null
  }
}

/** The same by what can be asked anywhere: no link on the way, before and after, and the same file at its end. */
function standsAt(fd: number, file: string): boolean {
  const opened = fstatSync(fd, { bigint: true })
  const isReal = () => realpathSync.native(file) === file
  if (!isReal()) return false
  const { dev, ino } = lstatSync(file, { bigint: true })
  return dev === opened.dev && ino === opened.ino && isReal()
}

/** The path itself where it leads nowhere. */
export function realPathOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
