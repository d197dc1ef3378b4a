// Small directories for tests of the checks across files: real files on disk, anchors written beside their lines.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { AnchorRole } from '@shoal/base/model/anchor'
import type { TypeReport } from '@shoal/base/model/report'
import { type CrossSynthesis, synthesiseCross } from '../../src/stages/synthesise-cross.ts'
import { NOTHING_VERIFIED } from '../../src/stages/verification.ts'
import { briefOf } from '../../src/text/question.ts'
import { openSource } from '../../src/text/source-file.ts'

/** An anchor on a line, whose quote is the line. */
export type Mark = readonly [role: AnchorRole, name: string, value?: string, path?: string]
export type MarkedLine = readonly [text: string, ...marks: Mark[]]

export interface MarkedFile {
  readonly path: string
  readonly contentType: string
  readonly language: string | null
  readonly lines: readonly MarkedLine[]
}

export const python = (path: string, ...lines: MarkedLine[]): MarkedFile => ({
  path,
  contentType: 'source_code',
  language: 'python',
  lines,
})
export const script = (path: string, ...lines: MarkedLine[]): MarkedFile => ({
  path,
  contentType: 'source_code',
  language: 'typescript',
  lines,
})
export const other = (contentType: string, path: string, ...lines: MarkedLine[]): MarkedFile => ({
  path,
  contentType,
  language: null,
  lines,
})

export function typeReport(contentType: string, files: readonly MarkedFile[] = []): TypeReport {
  return {
    contentType,
    title: contentType,
    summary: '',
    metadata: {},
    panels: [],
    findings: [],
    findingCount: 0,
    answers: [],
    files: files.map(({ path }) => ({
      path,
      summary: '',
      figures: {},
      panels: [],
      topics: [],
      notes: [],
      findings: 0,
    })),
    reading: null,
    rejected: [],
    verification: NOTHING_VERIFIED,
    read: { files: files.length, bytes: 0, lines: 0 },
    unread: [],
    anchors: files.map(({ path, language, lines }) => ({
      path,
      contentType,
      language,
      anchors: lines.flatMap(([text, ...marks], k) =>
        marks.map(([role, name, value, whole]) => ({
          role,
          name,
          ...(value !== undefined && { value }),
          ...(whole !== undefined && { path: whole }),
          line: k + 1,
          quote: text.trim(),
        })),
      ),
    })),
  }
}

interface CrossOptions {
  readonly query?: string | null
  readonly skipped?: readonly string[]
  /** What a file holds by the time its quotes are checked. */
  readonly changed?: Readonly<Record<string, string>>
}

/** Writes the files, joins their anchors, and gives what was found. */
export function crossOf(
  files: readonly MarkedFile[],
  { query = null, skipped = [], changed = {} }: CrossOptions = {},
): CrossSynthesis {
  const directory = mkdtempSync(join(tmpdir(), 'shoal-cross-'))
  try {
    for (const { path, lines } of files) {
      mkdirSync(dirname(join(directory, path)), { recursive: true })
      writeFileSync(join(directory, path), changed[path] ?? lines.map(([text]) => `${text}\n`).join(''))
    }
    const types = [...new Set(files.map(({ contentType }) => contentType))]
    return synthesiseCross(
      types.map(type =>
        typeReport(
          type,
          files.filter(({ contentType }) => contentType === type),
        ),
      ),
      { brief: briefOf(query), skipped, openSource: path => openSource(join(directory, path), { path }) },
    )
  } finally {
    rmSync(directory, { recursive: true })
  }
}

/** `kind: file:line file:line`, sorted: what was found, in short. */
export function inShort({ crossFile }: CrossSynthesis): string[] {
  return crossFile
    .map(({ kind, evidence }) => `${kind}: ${evidence.map(({ path, line }) => `${path}:${line}`).join(' ')}`)
    .sort()
}
