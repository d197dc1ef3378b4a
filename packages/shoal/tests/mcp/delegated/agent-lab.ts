// Agents that read their chunks through the tools, as those of a client do.
import { findings } from '../../../src/mcp/tools/findings.ts'
import { plan } from '../../../src/mcp/tools/plan.ts'
import { readChunk } from '../../../src/mcp/tools/read-chunk.ts'
import { submitFindings } from '../../../src/mcp/tools/submit-findings.ts'
import { synthesize } from '../../../src/mcp/tools/synthesize.ts'
import type { LabServer } from '../lab.ts'

export const tools = { findings, plan, readChunk, submitFindings, synthesize }

export interface Line {
  readonly number: number
  readonly text: string
}

export interface ReadTask {
  /** By file, all lines of all parts. */
  readonly files: ReadonlyMap<string, readonly Line[]>
  readonly parts: readonly Awaited<ReturnType<LabServer['call']>>[]
}

/** All parts of a task. A line that goes on in the next part is put together again. */
export async function readTask(server: LabServer, run: string, task: string): Promise<ReadTask> {
  const files = new Map<string, Line[]>()
  const parts: ReadTask['parts'][number][] = []
  for (let part: number | null = 1; part !== null; ) {
    const page: ReadTask['parts'][number] = await server.call(readChunk, { run, task, part })
    parts.push(page)
    for (const piece of [page, ...page.more]) {
      const known = files.get(piece.file_path) ?? []
      files.set(piece.file_path, known)
      for (const shown of piece.text.split('\n')) {
        if (/^… [\d,]+ lines? not shown …$/.test(shown) || shown === '') continue
        const [number, text] = [Number(shown.slice(0, shown.indexOf('|'))), shown.slice(shown.indexOf('|') + 1)]
        const last = known.at(-1)
        if (last?.number === number) known[known.length - 1] = { number, text: last.text + text }
        else known.push({ number, text })
      }
    }
    part = page.next_part
  }
  return { files, parts }
}

export function finding(line: Line, more: Readonly<Record<string, unknown>> = {}) {
  return {
    type: 'pattern',
    nature: 'problem',
    summary: `Something to look at, called ${['alpha', 'beta', 'gamma', 'delta'][line.number % 4]}`,
    evidence: line.text.trim().slice(0, 80),
    line: line.number,
    severity: 'medium',
    confidence: 'high',
    ...more,
  }
}

export function report(file_path: string, found: readonly unknown[], more: Readonly<Record<string, unknown>> = {}) {
  return {
    file_path,
    relevant: true,
    findings: found,
    missing: [],
    suggested_queries: [],
    complete_answer: null,
    ...more,
  }
}
