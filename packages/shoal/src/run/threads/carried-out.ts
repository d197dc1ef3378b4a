// Has an order carried out by what is loaded for its kind.
import type { FileWork, WorkContext, WorkKind, Works } from './file-work.ts'

/** What is loaded by the first order of its kind: a thread that searches knows of nothing else. */
const looking = async () => (await import('./work/looking.ts')).looking
const surveying = async () => (await import('./work/surveying.ts')).surveying
const searching = async () => (await import('./work/searching.ts')).searching
const quoting = async () => (await import('./work/quoting.ts')).quoting
const copying = async () => (await import('./work/copying.ts')).copying
const unpacking = async () => (await import('./work/unpacking.ts')).unpacking

const LOADED: { readonly [K in WorkKind]: () => Promise<Pick<Works, K>> } = {
  look: looking,
  fingerprint: looking,
  count: looking,
  cut: surveying,
  records: surveying,
  read: surveying,
  survey: surveying,
  report: surveying,
  sweep: surveying,
  templates: surveying,
  merge: surveying,
  across: surveying,
  charts: surveying,
  search: searching,
  excerpts: quoting,
  quotedLines: quoting,
  textPage: quoting,
  facts: copying,
  csvReading: copying,
  csvCopy: copying,
  recordLines: copying,
  linesCopy: copying,
  documentCopy: copying,
  unpack: unpacking,
}

export async function carriedOut<K extends WorkKind>(
  kind: K,
  input: FileWork[K]['input'],
  context: WorkContext,
): Promise<FileWork[K]['result']> {
  const works = await LOADED[kind]()
  return await works[kind](input, context)
}
