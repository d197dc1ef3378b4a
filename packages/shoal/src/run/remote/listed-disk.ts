// A list of objects as the disk that a walk touches: names, sizes and times are those of the list, ignore files have been fetched.
import type { Dirent } from 'node:fs'
import { type Disk, realDisk, type Stat } from '../../stages/enumerate-disk.ts'
import type { ListedObject } from '../s3/s3-client.ts'

/** `objects` by the path each has below `root`, or would have. What is not below it is that of the real disk. */
export function listedDisk(root: string, objects: ReadonlyMap<string, ListedObject>): Disk {
  const folders = new Map<string, Map<string, boolean>>([[root, new Map()]])
  for (const file of objects.keys()) {
    for (let path = file, isDirectory = false; path !== root; isDirectory = true) {
      const at = path.lastIndexOf('/')
      const [parent, name] = [path.slice(0, at), path.slice(at + 1)]
      const entries = folders.get(parent) ?? new Map<string, boolean>()
      const isKnown = entries.has(name)
      entries.set(name, isDirectory)
      folders.set(parent, entries)
      if (isKnown) break
      path = parent
    }
  }
  const isHere = (path: string) => path === root || path.startsWith(`${root}/`)
  const stat = (path: string): Stat => {
    const object = objects.get(path)
    if (object) return statOf(object, false)
    if (folders.has(path)) return statOf({ sizeBytes: 0, modifiedMs: 0 }, true)
    throw Object.assign(new Error(`no such object: ${path}`), { code: 'ENOENT' })
  }
  const list = (directory: string) => [...(folders.get(directory.replace(/(?<=.)\/$/, '')) ?? [])]
  return {
    list: directory =>
      isHere(directory)
        ? list(directory).map(([name, isDirectory]) => entryOf(name, isDirectory))
        : realDisk.list(directory),
    listBytes: directory =>
      isHere(directory) ? list(directory).map(([name]) => Buffer.from(name)) : realDisk.listBytes(directory),
    stat: file => (isHere(file) ? stat(file) : realDisk.stat(file)),
    statTarget: file => (isHere(file) ? stat(file) : realDisk.statTarget(file)),
    realPath(path) {
      if (!isHere(path)) return realDisk.realPath(path)
      stat(path)
      return path
    },
    readText: file => realDisk.readText(file),
  }
}

function statOf({ sizeBytes, modifiedMs }: Pick<ListedObject, 'sizeBytes' | 'modifiedMs'>, isDirectory: boolean): Stat {
  return {
    size: sizeBytes,
    mtimeMs: modifiedMs,
    ctimeMs: modifiedMs,
    isFile: () => !isDirectory,
    isDirectory: () => isDirectory,
  }
}

/** No link and nothing special, as far as a walk asks. */
function entryOf(name: string, isDirectory: boolean): Dirent {
  const [yes, no] = [() => true, () => false]
  return {
    name,
    parentPath: '',
    path: '',
    isFile: isDirectory ? no : yes,
    isDirectory: isDirectory ? yes : no,
    isSymbolicLink: no,
    isBlockDevice: no,
    isCharacterDevice: no,
    isFIFO: no,
    isSocket: no,
  } as Dirent
}
