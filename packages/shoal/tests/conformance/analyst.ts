// The laws every built-in analyst obeys, checked on one file: called for generated and real inputs alike.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FileAbout, FileSurvey } from '@shoal/base/model/analyst'
import { anchorRoles } from '@shoal/base/model/anchor'
import type { CutRequest } from '@shoal/base/model/content-type'
import { severities } from '@shoal/base/model/finding'
import { expect } from 'vitest'
import { createRegistry } from '../../src/content/registry.ts'
import { detect } from '../../src/stages/detect.ts'
import { partition } from '../../src/stages/partition.ts'
import { surveySource } from '../../src/stages/survey.ts'
import { probeFile } from '../../src/text/probe.ts'
import { briefOf } from '../../src/text/question.ts'
import { openSource } from '../../src/text/source-file.ts'
import { expectValidCharts } from '../content/valid-chart.ts'

export interface SurveyCase {
  /** The file's name; with the content it decides the type, unless that is given. */
  readonly name: string
  readonly content: string | Uint8Array
  readonly query?: string
  readonly type?: string
  readonly mode?: CutRequest['mode']
  /** Target in the type's unit, so that small inputs give several chunks. */
  readonly size?: number
  /** Into how many stretches the file is split, each time for the same survey; otherwise one of `STRETCHES`, by its size. */
  readonly stretches?: readonly number[]
}

export const STRETCHES = [2, 3, 7] as const

/** Surveys a content and holds the survey to the laws. */
export async function surveyLawfully({ name, content, ...rest }: SurveyCase): Promise<FileSurvey> {
  const directory = mkdtempSync(join(tmpdir(), 'shoal-survey-'))
  try {
    const file = join(directory, name)
    writeFileSync(file, content)
    return await surveyFileLawfully(file, rest)
  } finally {
    rmSync(directory, { recursive: true })
  }
}

export async function surveyFileLawfully(
  file: string,
  { query, type: typeName, mode = 'single', size, stretches }: Omit<SurveyCase, 'name' | 'content'> = {},
): Promise<FileSurvey> {
  const registry = createRegistry()
  const { probe } = probeFile(file, file)
  const detection = detect(probe, registry, typeName === undefined ? [] : [{ glob: '**', type: typeName }])
  const type = registry.get(detection.contentType)!
  const source = openSource(file)
  try {
    const sizing =
      size === undefined ? type.sizing : { ...type.sizing, min: 1, target: size, max: size * 2, ladder: [size] }
    const signal = new AbortController().signal
    const cut = await partition(source, type, {
      mode,
      sizing,
      maxTokens: 400_000,
      language: detection.language,
      signal,
    })
    const about: FileAbout = {
      path: file,
      contentType: type.name,
      language: detection.language,
      sizeBytes: cut.sizeBytes,
      lineCount: cut.lineCount,
      chunks: cut.chunks.map(({ id, index, body, continuation }) => ({ id, index, ...body, continuation })),
    }
    const analyst = await type.builtIn()
    let read = 0
    const task = { about, brief: briefOf(query ?? null), signal, onRead: (bytes: number) => void (read += bytes) }
    const survey = await surveySource(analyst, source, task)
    expect(read, 'every byte is read at least once').toBeGreaterThanOrEqual(cut.sizeBytes)
    expect(JSON.parse(JSON.stringify(survey)), 'a survey is JSON').toEqual(survey)
    if (analyst.splitFrom !== null)
      for (const count of stretches ?? [STRETCHES[cut.sizeBytes % STRETCHES.length]])
        expect(await surveySource(analyst, source, task, count), `the same in ${count} stretches`).toEqual(survey)
    expectValidCharts(analyst.charts?.(survey.figures) ?? [])
    expectValidCharts(
      analyst.chartsTogether?.([1, 2].map(k => ({ path: `${k}/${file}`, figures: survey.figures }))) ?? [],
    )
    checkSurvey(survey, readFileSync(file).length === 0 ? '' : source.text(0, source.size), source.eol)
    return survey
  } finally {
    source.close()
  }
}

function checkSurvey({ summary, findings, anchors, answers, topics }: FileSurvey, text: string, eol: 10 | 13): void {
  const quotes = new Quotes(text, eol)
  expect(summary.trim()).not.toBe('')
  expect(topics.length).toBeLessThanOrEqual(10)
  let last = 0
  for (const finding of findings) {
    const { line, evidence, severity, key, weight = 0.5 } = finding
    expect(line, `${key} stands behind the one before it`).toBeGreaterThanOrEqual(last)
    last = line
    expect(severities).toContain(severity)
    expect(weight >= 0 && weight <= 1, `${key} has a weight of 0 to 1`).toBe(true)
    expect(evidence.length, `${key} quotes something short`).toBeLessThanOrEqual(400)
    expect(evidence.trim(), `${key} quotes something`).not.toBe('')
    expect(finding.summary.trim()).not.toBe('')
    expect(quotes.stands(evidence, line), `${key}: ${JSON.stringify(evidence)} stands on line ${line}`).toBe(true)
  }
  for (const { role, name, line, quote } of anchors) {
    expect(anchorRoles).toContain(role)
    expect(quote.length).toBeLessThanOrEqual(200)
    expect(quotes.stands(quote, line), `${role} ${name}: ${JSON.stringify(quote)} on line ${line}`).toBe(true)
  }
  for (const { relevance, evidence } of answers) {
    expect(relevance >= 0 && relevance <= 1).toBe(true)
    for (const { line, quote } of evidence)
      expect(quotes.stands(quote, line), `${JSON.stringify(quote)} on line ${line}`).toBe(true)
  }
}

/** Where the lines of a text start. */
class Quotes {
  private readonly starts = [0]

  constructor(
    private readonly text: string,
    eol: 10 | 13,
  ) {
    const end = String.fromCharCode(eol)
    for (let at = text.indexOf(end); at >= 0; at = text.indexOf(end, at + 1)) this.starts.push(at + 1)
  }

  /** The quote begins on that line. */
  stands(quote: string, line: number): boolean {
    const start = this.starts[line - 1]
    if (start === undefined || quote === '') return false
    const at = this.text.indexOf(quote, start)
    return at >= 0 && at < (this.starts[line] ?? this.text.length + 1)
  }
}
