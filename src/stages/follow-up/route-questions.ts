// Which chunks can answer an open question: those it points at, and those that share its words best (BM25).
import type { ReadingPart } from '../../model/model-work.ts'
import type { SourceText } from '../../model/source.ts'
import type { OpenQuestion } from './gather-questions.ts'
import { type NamedChunk, namedChunks } from './named-chunks.ts'
import { subjectOf } from './subject.ts'
import { type Fit, TermCensus } from './term-census.ts'

/** A file of the run with its chunks. `openSource` refuses a file that has changed, by throwing. */
export type RouteFile = Pick<ReadingPart, 'about' | 'openSource'>

export interface RouteOptions {
  readonly signal: AbortSignal
  /** Chunks a question is sent to at most. */
  readonly most?: number
}

/** A chunk that a question is sent to. JSON. */
export interface Route {
  readonly path: string
  readonly chunkId: string
  /** 1-based, of the file's chunks. */
  readonly index: number
  /** 0 to 1: how well it fits compared to the chunk that fits best. */
  readonly score: number
}

export interface Routed {
  readonly question: OpenQuestion
  /** The best first; none when nothing that was read is about it. Never a chunk that asked it, nor a copy of one. */
  readonly to: readonly Route[]
}

const MOST_ROUTES = 3
/** So much of a question must stand close together in a chunk. */
const LEAST_COVERAGE = 0.5
/** A chunk that fits so much worse than the best one is not worth a call. */
const LEAST_SCORE = 0.5

/** In the order of the questions. A file that cannot be read any more answers nothing. */
export async function routeQuestions(
  questions: readonly OpenQuestion[],
  files: readonly RouteFile[],
  { signal, most = MOST_ROUTES }: RouteOptions,
): Promise<Routed[]> {
  if (questions.length === 0) return []
  const census = new TermCensus(questions.map(({ text }) => subjectOf(text)))
  for (const file of files) await takeCensus(census, file, signal)
  const abouts = new Map(files.map(({ about }) => [about.path, about]))
  return questions.map((question, k) => {
    const isAsker = askersOf(question)
    const named = namedChunks(question, abouts).filter(one => !isAsker(one))
    const fitting = bestFits([...census.fits(k)].filter(one => !isAsker(one)))
    const to = new Map<string, Route>()
    for (const one of [...named.map(chunk => ({ ...chunk, score: 1 })), ...fitting]) {
      if (to.size === most) break
      const { path, chunk, score } = one
      if (!to.has(placeOf(one))) to.set(placeOf(one), { path, chunkId: chunk.id, index: chunk.index, score })
    }
    return { question, to: [...to.values()] }
  })
}

async function takeCensus(census: TermCensus, file: RouteFile, signal: AbortSignal): Promise<void> {
  let source: SourceText
  try {
    source = file.openSource()
  } catch {
    return
  }
  try {
    await census.add(source, file.about, signal)
  } finally {
    source.close()
  }
}

/** The best first, of equals the one that comes first in the files. */
function bestFits(fits: readonly Fit[]): Fit[] {
  const ranked = fits
    .filter(({ coverage }) => coverage >= LEAST_COVERAGE)
    .map(fit => ({ ...fit, score: fit.score * fit.coverage }))
    .sort((a, b) => b.score - a.score)
  const best = ranked[0]?.score ?? 0
  return ranked.map(fit => ({ ...fit, score: fit.score / best })).filter(({ score }) => score >= LEAST_SCORE)
}

/** By its place, or by its content: a copy of a chunk that does not know does not know either. */
function askersOf({ askedBy }: OpenQuestion): (one: NamedChunk) => boolean {
  const places = new Set(askedBy.map(({ filePath, index }) => `${index} ${filePath}`))
  const contents = new Set(askedBy.map(({ chunkId }) => chunkId))
  return one => places.has(placeOf(one)) || contents.has(one.chunk.id)
}

function placeOf({ path, chunk }: NamedChunk): string {
  return `${chunk.index} ${path}`
}
