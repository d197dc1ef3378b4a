// What several files of JSON say together: the union of their fields, and fields whose types differ between files.
import type { SurveyedFile, TypeSynthesis } from '@shoal/base/model/analyst'
import type { FindingDraft } from '@shoal/base/model/finding'
import type { Json } from '@shoal/base/model/json'
import { LeftOut } from '../../../text/left-out.ts'
import { list, number } from './subject.ts'
import { versionFindings } from './versions.ts'

interface Seen {
  readonly path: string
  readonly files: { readonly file: SurveyedFile; readonly types: readonly string[]; readonly line: number }[]
}

/** Of one kind: a bound for files with very many fields. */
const MOST_FINDINGS = 1000

export function synthesiseJson(files: readonly SurveyedFile[], what: string): TypeSynthesis {
  const seen = new Map<string, Seen>()
  let records = 0
  for (const file of files) {
    const figures = file.figures as { readonly [key: string]: Json }
    records += typeof figures.records === 'number' ? figures.records : 0
    for (const field of Array.isArray(figures.schema_fields) ? figures.schema_fields : []) {
      const { path, types, first_line } = field as { path: string; types: Record<string, number>; first_line: number }
      const entry = seen.get(path) ?? { path, files: [] }
      entry.files.push({ file, types: Object.keys(types), line: first_line })
      seen.set(path, entry)
    }
  }
  const leftOut = new LeftOut()
  const shared = [...seen.values()].filter(entry => entry.files.length > 1)
  return {
    summary: `${number(files.length)} ${files.length === 1 ? 'file' : 'files'} of ${what}${records > 0 ? ` with ${number(records)} records` : ''}; ${number(seen.size)} paths, ${number(shared.length)} in more than one file`,
    metadata: {
      files: files.length,
      records,
      paths: seen.size,
      shared_paths: shared.slice(0, 200).map(({ path, files: in_ }) => ({
        path,
        files: in_.length,
        types: [...new Set(in_.flatMap(({ types }) => types))],
      })),
    },
    panels: [],
    findings: leftOut.first(
      [...shared.flatMap(disagreement), ...versionFindings(files)],
      MOST_FINDINGS,
      'fields of other types in another file, and changes between versions, are listed',
    ),
    notes: leftOut.notes,
    answers: files.flatMap(({ answers }) => answers).sort((a, b) => b.relevance - a.relevance),
  }
}

/** The same path holds other types in one file than in another. Short paths say little: files differ at their roots. */
function disagreement({ path, files }: Seen): (FindingDraft & { path: string })[] {
  if (!/^\$(?:\[\*\])?[.[].*[A-Za-z]/.test(path)) return []
  const plain = files.map(each => ({
    ...each,
    kind: each.types
      .map(kindOf)
      .filter(kind => kind !== 'null')
      .sort()
      .join('|'),
  }))
  const [first] = plain
  const other = plain.find(({ kind }) => kind !== first!.kind && kind !== '' && first!.kind !== '')
  if (!first || !other) return []
  const quoted = other.file.findings.find(({ jsonPath }) => jsonPath === path)
  if (!quoted) return []
  return [
    {
      type: 'type_inconsistency',
      key: `json.types-between-files:${path}`,
      summary: `${path} is ${first.kind} in ${list([first.file.path])} but ${other.kind} in ${list([other.file.path])}`,
      severity: 'medium',
      confidence: 'medium',
      nature: 'problem',
      advice: 'Settle on one type in all files',
      path: other.file.path,
      line: quoted.line,
      evidence: quoted.evidence,
      jsonPath: path,
      topics: [path.split(/[.[\]]/).at(-1) ?? path, 'type', 'schema'],
    },
  ]
}

function kindOf(type: string): string {
  return type === 'integer' ? 'number' : type
}
