// What a built-in analyst says is never rejected by our own gate: it quotes what stands in the file, on the line that it names,
// however damaged the file is. Answers and anchors that lose a quote are dropped without a word, so they are counted too.
import { rmSync } from 'node:fs'
import type { FileAbout, FileSurvey } from '@shoal/base/model/analyst'
import type { ContentType } from '@shoal/base/model/content-type'
import type { AnalystResult, TypeReport } from '@shoal/base/model/report'
import { describe, expect, it } from 'vitest'
import { createRegistry } from '../../packages/shoal/src/content/registry.ts'
import { chunkReports, gate } from '../../packages/shoal/src/run/analysis/gated.ts'
import { detect } from '../../packages/shoal/src/stages/detect.ts'
import { partition } from '../../packages/shoal/src/stages/partition.ts'
import { surveySource } from '../../packages/shoal/src/stages/survey.ts'
import { synthesiseCross } from '../../packages/shoal/src/stages/synthesise-cross.ts'
import { synthesiseType } from '../../packages/shoal/src/stages/synthesise-type.ts'
import { probeFile } from '../../packages/shoal/src/text/probe.ts'
import { briefOf } from '../../packages/shoal/src/text/question.ts'
import { openSource } from '../../packages/shoal/src/text/source-file.ts'
import { tempDir } from '../../packages/shoal/tests/cli/temp-dir.ts'
import { type Document, type Draw, documents, drawFrom, mutated } from './mutations.ts'

const QUESTIONS = [null, 'Which errors are there?', 'What is the timeout, and where are passwords?', 'What is missing?']
/** Changed copies of each document that are read as what they are found to be, and as something else. */
const DETECTED = 1
const FORCED = 1
const GROUPS = 8

const registry = createRegistry()
const signal = new AbortController().signal
const space = tempDir()
const seed = Number(process.env.PROPERTY_SEED)

interface Read {
  readonly type: ContentType
  readonly about: FileAbout
  readonly result: AnalystResult
  readonly faults: readonly string[]
}

async function read(file: string, forced: ContentType | null, draw: Draw): Promise<Read> {
  const { probe } = probeFile(file, file)
  const { contentType, language } = detect(probe, registry, forced ? [{ glob: '**', type: forced.name }] : [])
  const type = registry.get(contentType)!
  const source = openSource(file)
  try {
    const target = 1 + draw(60)
    const sizing = draw(2) === 0 ? type.sizing : { ...type.sizing, min: 1, target, max: target * 2, ladder: [target] }
    const cut = await partition(source, type, { mode: 'single', sizing, maxTokens: 400_000, language, signal })
    const about: FileAbout = {
      path: file,
      contentType,
      language,
      sizeBytes: cut.sizeBytes,
      lineCount: cut.lineCount,
      chunks: cut.chunks.map(({ id, index, body, continuation }) => ({ id, index, ...body, continuation })),
    }
    const analyst = await type.builtIn()
    const brief = briefOf(QUESTIONS[draw(QUESTIONS.length)]!)
    const survey = await surveySource(analyst, source, { about, brief, signal, onRead() {} })
    const gated = await gate(async () => survey, { source, about, brief, analyst, signal })
    const text = source.text(0, source.size)
    const faults = [
      ...gated.rejected.map(({ line, quote, summary, reason }) => `${reason}: ${line} ${show(quote)} of “${summary}”`),
      ...(gated.relocated > 0 ? [`${gated.relocated} stand elsewhere:`, ...misplaced(survey, text, source.eol)] : []),
      ...gated.findings.flatMap(({ places, summary }) =>
        places
          .filter(({ line, evidence }) => !stands(text, source.eol, line, evidence))
          .map(({ line, evidence }) => `not there: ${line} ${show(evidence)} of “${summary}”`),
      ),
      ...lost('anchors', survey.anchors.length, gated.anchors.length),
      ...lost('answers', survey.answers.length, gated.answers.length),
      ...lost('quotes of answers', quotesOf(survey.answers), quotesOf(gated.answers)),
    ]
    return { type, about, result: { reports: chunkReports(gated, about), unread: [] }, faults }
  } finally {
    source.close()
  }
}

/** Drafts that do not stand where they say: why quotes were relocated. */
function misplaced({ findings }: FileSurvey, text: string, eol: number): string[] {
  return findings.flatMap(({ line, evidence, summary, more = [] }) =>
    [{ line, evidence }, ...more]
      .filter(one => !stands(text, eol, one.line, one.evidence))
      .map(one => `${one.line} ${show(one.evidence)} of “${summary}”`),
  )
}

/** The quote begins on that line; anything may stand where a secret is masked. */
function stands(text: string, eol: number, line: number, quote: string): boolean {
  const end = String.fromCharCode(eol)
  let start = 0
  for (let k = 1; k < line; k++) {
    start = text.indexOf(end, start) + 1
    if (start === 0) return false
  }
  const stop = text.indexOf(end, start)
  const parts = quote.split('…[masked]')
  for (let at = text.indexOf(parts[0]!, start); at >= 0; at = text.indexOf(parts[0]!, at + 1)) {
    if (stop >= 0 && at > stop) return false
    let behind = at
    if (parts.every(part => (behind = text.indexOf(part, behind)) >= 0)) return true
    if (at === text.length) return false
  }
  return false
}

function lost(what: string, before: number, after: number): string[] {
  return before === after ? [] : [`${before - after} of ${before} ${what} dropped`]
}

function quotesOf(answers: readonly { readonly evidence: readonly unknown[] }[]): number {
  return answers.reduce((sum, { evidence }) => sum + evidence.length, 0)
}

function show(quote: string): string {
  return JSON.stringify(quote.length > 90 ? `${quote.slice(0, 90)}…` : quote)
}

/** What all files of each type say together, and what the types say of each other. */
async function together(all: readonly Read[]): Promise<string[]> {
  const reports: TypeReport[] = []
  const brief = briefOf(null)
  for (const type of registry.types) {
    const own = all.filter(one => one.type === type)
    const analyst = await type.builtIn()
    const files = own.map(({ about }) => about)
    const results = own.map(({ result }) => result)
    reports.push(await synthesiseType(results, { type, analyst, brief, files, openSource, signal }))
  }
  const cross = synthesiseCross(reports, { brief, openSource })
  return [...reports, cross].flatMap(({ rejected, verification }) =>
    rejected.length + verification.relocated === 0
      ? []
      : [
          `${verification.relocated} relocated`,
          ...rejected.map(({ path, line, quote, summary }) => `${path} ${line} ${show(quote)} of “${summary}”`),
        ],
  )
}

/** The document as it is, and changed; each is read as detected, and every second as another type. */
function* cases(
  document: Document,
  draw: Draw,
  isForced: boolean,
): Generator<{ document: Document; forced: ContentType | null }> {
  yield { document, forced: null }
  for (let k = 0; k < DETECTED; k++) yield { document: mutated(document, draw), forced: null }
  for (let k = 0; isForced && k < FORCED; k++)
    yield { document: mutated(document, draw), forced: registry.types[draw(registry.types.length)]! }
}

describe('what our own programs quote', () => {
  const all = documents()
  for (let group = 0; group < GROUPS; group++)
    it(`stands in the file, on its line: part ${group + 1} of ${GROUPS}`, async () => {
      const faults: string[] = []
      const done: Read[] = []
      for (const [k, original] of all.entries()) {
        if (k % GROUPS !== group) continue
        const draw = drawFrom(seed + k)
        for (const { document, forced } of cases(original, draw, Math.floor(k / GROUPS) % 2 === 0)) {
          const file = space.write(`${k}-${done.length}/${document.name}`, document.bytes)
          const one = await read(file, forced, draw)
          done.push(one)
          const as = `${document.label} (as ${one.type.name}, ${file})`
          faults.push(...one.faults.map(fault => `${as}: ${fault}`))
        }
      }
      faults.push(...(await together(done)))
      expect(faults).toEqual([])
      rmSync(space.path, { recursive: true })
    })
})
