// Files by folder as the parts of a picture: the largest ones each, the rest together.
import type { Tree } from '@shoal/base/model/chart'
import { formatCount, plural } from '@shoal/base/text/printable'
import { chartLabel } from './chart-label.ts'
import { withoutSharedFolder } from './path-labels.ts'

export interface SizedFile {
  readonly path: string
  /** Above 0: others are not shown. */
  readonly size: number
  readonly heat: number | null
  readonly about?: string
}

type TreeNode = Tree['nodes'][number]

/** Folders deeper than this are named with what is in them. */
const DEEPEST = 12
const MOST_NODES = 1_500

interface Folder {
  readonly folders: Map<string, Folder>
  readonly files: { readonly label: string; readonly file: SizedFile }[]
}

/**
 * At most `most` nodes, in the order of their names. Folders that hold nothing but one other are one with it; the one that
 * all files stand in is not shown.
 */
export function folderTree(files: readonly SizedFile[], most = MOST_NODES): TreeNode[] {
  const shown = files
    .filter(({ size }) => size > 0)
    .sort((a, b) => b.size - a.size || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
  const places = withoutSharedFolder(shown.map(({ path }) => path))
  const root: Folder = emptyFolder()
  // One is kept for what does not fit.
  let room = most - 1
  let next = 0
  for (; next < shown.length; next++) {
    const taken = place(root, shown[next]!, places[next]!, room)
    if (taken === null) break
    room -= taken
  }
  const nodes: TreeNode[] = []
  list(root, null, nodes)
  const rest = shown.slice(next)
  if (rest.length > 0) nodes.push(together(rest))
  return nodes
}

function emptyFolder(): Folder {
  return { folders: new Map(), files: [] }
}

/** How many nodes it took to place the file; null when there was no room for them. */
function place(root: Folder, file: SizedFile, path: string, room: number): number | null {
  const steps = path.split(/[/\\]/).filter(step => step !== '' && step !== '.')
  const names = steps.slice(0, Math.min(DEEPEST, steps.length - 1))
  let known: Folder | undefined = root
  let missing = 1
  for (const name of names) {
    known = known?.folders.get(name)
    if (!known) missing++
  }
  if (missing > room) return null
  let folder = root
  for (const name of names) {
    let inner = folder.folders.get(name)
    if (!inner) folder.folders.set(name, (inner = emptyFolder()))
    folder = inner
  }
  folder.files.push({ label: steps.slice(names.length).join('/'), file })
  return missing
}

function list({ folders, files }: Folder, parent: number | null, nodes: TreeNode[]): void {
  for (const [name, first] of [...folders].sort(([a], [b]) => (a < b ? -1 : 1))) {
    let label = name
    let folder = first
    while (folder.files.length === 0 && folder.folders.size === 1) {
      const [inner] = folder.folders
      label += `/${inner![0]}`
      folder = inner![1]
    }
    nodes.push({ label: chartLabel(label), parent, size: 0, heat: null })
    list(folder, nodes.length - 1, nodes)
  }
  for (const { label, file } of [...files].sort((a, b) => (a.label < b.label ? -1 : 1))) {
    const { path, size, heat, about } = file
    nodes.push({ label: chartLabel(label), parent, size, heat, path, ...(about === undefined ? {} : { about }) })
  }
}

function together(rest: readonly SizedFile[]): TreeNode {
  const heats = rest.flatMap(({ heat }) => (heat === null ? [] : [heat]))
  return {
    label: `${formatCount(rest.length)} smaller ${rest.length === 1 ? 'file' : 'files'}`,
    parent: null,
    size: rest.reduce((sum, { size }) => sum + size, 0),
    heat: heats.length === 0 ? null : heats.reduce((a, b) => Math.max(a, b)),
    about: `${plural(rest.length, 'file')} too small to be shown each`,
  }
}
