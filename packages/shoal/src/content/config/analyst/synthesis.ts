// What several configuration files say together: settings of the same path with other values.
import type { SurveyedFile, TypeSynthesis } from '@shoal/base/model/analyst'
import { addTo } from '@shoal/base/model/lists'
import { emptyRecord, lookup } from '@shoal/base/model/lookup'
import { plural } from '@shoal/base/text/printable'
import { LeftOut } from '../../../text/left-out.ts'

interface Key {
  readonly path: string
  readonly value: string
  readonly line: number
}

const MOST_DIFFERENCES = 1000
/** What every manifest has, and has otherwise. */
const OWN = /(?:^|\.)(?:name|version|description|id|title|kind|apiVersion|image|label|summary|license|authors?)$/i

export function synthesise(files: readonly SurveyedFile[]): TypeSynthesis {
  const settings = files.reduce((sum, { figures }) => sum + numberIn(figures, 'settings'), 0)
  const formats = emptyRecord<number>()
  for (const { figures } of files) {
    const format = String((figures as { format?: unknown }).format ?? 'unknown')
    formats[format] = (lookup(formats, format) ?? 0) + 1
  }
  const leftOut = new LeftOut()
  return {
    summary: `${plural(settings, 'setting')} in ${plural(files.length, 'file')}`,
    metadata: { files: files.length, settings, formats },
    panels: [],
    findings: differences(files, leftOut),
    notes: leftOut.notes,
    answers: files
      .flatMap(({ answers }) => answers)
      .sort((a, b) => b.relevance - a.relevance)
      .slice(0, 5),
  }
}

function differences(files: readonly SurveyedFile[], leftOut: LeftOut): TypeSynthesis['findings'] {
  const byPath = new Map<string, { file: SurveyedFile; key: Key }[]>()
  for (const file of files)
    for (const key of keysOf(file)) {
      if (OWN.test(key.path) || key.path.includes('[') || !/[._]/.test(key.path)) continue
      addTo(byPath, key.path, { file, key })
    }
  const different = [...byPath].filter(
    ([, places]) =>
      new Set(places.map(({ key }) => key.value)).size > 1 && new Set(places.map(({ file }) => file.path)).size > 1,
  )
  return leftOut
    .first(different, MOST_DIFFERENCES, 'settings with other values in another file are listed')
    .map(([path, places]) => {
      const { file, key } = places[0]!
      const said = places
        .slice(0, 4)
        .map(place => `${place.key.value || 'empty'} in ${place.file.path}:${place.key.line}`)
      return {
        path: file.path,
        type: 'inconsistency',
        key: `config.differs:${path}`,
        summary: `\`${path}\` is ${said.join(', ')}`,
        severity: 'low' as const,
        confidence: 'high' as const,
        nature: 'fact' as const,
        line: key.line,
        evidence: path.slice(path.lastIndexOf('.') + 1),
        topics: [path],
        weight: 0.3,
      }
    })
}

function keysOf({ figures }: SurveyedFile): Key[] {
  const { keys } = figures as { keys?: readonly Key[] }
  return Array.isArray(keys) ? keys : []
}

function numberIn(figures: SurveyedFile['figures'], name: string): number {
  const value = lookup((figures ?? {}) as Record<string, unknown>, name)
  return typeof value === 'number' ? value : 0
}
