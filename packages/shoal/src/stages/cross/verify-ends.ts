// The gate for findings across files: every end is looked up again in its file, so that both still stand there.
import { groupBy } from '@shoal/base/model/lists'
import type { Brief } from '@shoal/base/model/question'
import type { CrossFinding, RejectedQuote, Verification } from '@shoal/base/model/report'
import type { SourceText } from '@shoal/base/model/source'
import { LineFinder } from '../../text/quotes/line-finder.ts'
import { relevanceTo } from '../rank.ts'
import type { CrossDraft, End } from './check.ts'

export interface EndsContext {
  readonly brief: Brief
  readonly openSource: (path: string) => SourceText
}

export interface CheckedEnds {
  readonly findings: readonly CrossFinding[]
  readonly verification: Verification
  readonly rejected: readonly RejectedQuote[]
}

/** Ends a finding lists: a bound for the memory. `evidenceCount` says how many there are. */
export const MOST_ENDS = 10_000

/** A finding of which one end is gone is not believed; of its other places those are that still stand. */
export function verifyEnds(drafts: readonly CrossDraft[], { brief, openSource }: EndsContext): CheckedEnds {
  const listed = drafts.map(draft => {
    const ends = draft.ends.slice(0, MOST_ENDS)
    const { more = [] } = draft
    const unlisted = Math.max(0, draft.ends.length + more.length - MOST_ENDS)
    return { ...draft, ends, more: more.slice(0, MOST_ENDS - ends.length), unlisted }
  })
  const standing = standingEnds(
    listed.flatMap(({ ends, more }) => [...ends, ...more]),
    openSource,
  )
  const relevance = relevanceTo(brief)
  const findings: CrossFinding[] = []
  const rejected: RejectedQuote[] = []
  let quotes = 0
  for (const { kind, summary, severity, nature, ends: main, more, topics, unlisted } of listed) {
    quotes += main.length + more.length
    const lost = [...main, ...more].filter(end => !standing.has(end))
    for (const { file, line, quote } of lost)
      rejected.push({ path: file, line, summary, quote, reason: 'the quote does not stand in the file any more' })
    if (main.some(end => !standing.has(end))) continue
    const ends = [...main, ...more.filter(end => standing.has(end))]
    findings.push({
      kind,
      summary,
      severity,
      nature,
      files: [...new Set(ends.map(({ file }) => file))],
      evidence: ends.map(({ file, line, character, quote }) => ({
        path: file,
        line,
        ...(character === undefined ? {} : { character }),
        quote,
      })),
      ...(unlisted > 0 && { evidenceCount: ends.length + unlisted }),
      relevance: relevance({ summary, topics, type: kind.replaceAll('-', '_'), nature }),
    })
  }
  const verified = quotes - rejected.length
  return { findings, rejected, verification: { quotes, verified, relocated: 0, rejected: rejected.length } }
}

/** One file is open at a time, and its lines are looked up in order. */
function standingEnds(ends: readonly End[], openSource: (path: string) => SourceText): Set<End> {
  const byFile = groupBy(ends, end => end.file)
  const standing = new Set<End>()
  for (const [file, list] of byFile) {
    let source: SourceText
    try {
      source = openSource(file)
    } catch {
      continue
    }
    try {
      const lines = new LineFinder(source, [])
      for (const end of list.sort((a, b) => a.line - b.line)) if (stands(end, source, lines)) standing.add(end)
    } finally {
      source.close()
    }
  }
  return standing
}

/** Anchors were masked when they passed the gate: what was left of a quote must stand there, in its order. */
function stands({ line, quote }: End, source: SourceText, lines: LineFinder): boolean {
  const at = lines.find(line)
  if (!at) return false
  const stop = at.end ?? at.start + (1 << 20)
  const text = source.text(at.start, Math.min(source.size, stop + quote.length * 4 + 64))
  return holds(text, quote)
}

function holds(text: string, quote: string): boolean {
  let at = 0
  for (const part of quote.split(MASKED)) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return true
}

const MASKED = /[\w-]{0,4}…\[masked\]/
