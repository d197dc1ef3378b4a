// The stub as a model that does its work: it reads the numbered lines out of the prompt, quotes some of them, cites what
// it was shown and labels records by a rule. Tests replace the part of it that they are about.
import type { StubAction, StubRequest } from '../../models/stub/exchange.ts'
import type { OnRequest } from '../../models/stub/server.ts'

export interface Line {
  readonly number: number
  readonly text: string
}

/** A chunk, or a file of a batch, as the prompt shows it. */
export interface ShownPart {
  readonly path: string
  /** Its content, without what is borrowed from elsewhere. */
  readonly lines: readonly Line[]
}

export interface Said {
  readonly summary: string
  readonly evidence: string
  readonly line: number
  readonly type?: string
  readonly nature?: 'problem' | 'fact'
  readonly severity?: 'high' | 'medium' | 'low'
}

/** What is said about one part; the rest of the report is filled in. */
export interface SaidReport {
  readonly findings?: readonly Said[]
  readonly missing?: readonly string[]
  readonly suggested_queries?: readonly string[]
  readonly complete_answer?: string | null
}

export interface Exhibit {
  readonly ref: string
  readonly text: string
}

export interface Manners {
  report?(part: ShownPart, request: StubRequest): SaidReport
  synthesis?(exhibits: readonly Exhibit[], request: StubRequest): unknown
  /** What is said of all files by whoever reads all of them; nothing if left out, so that a synthesis is asked for. */
  closing?(request: StubRequest): object
  label?(record: string): string
  labelSet?: unknown
  /** What is put right of the findings that were not accepted; nothing if left out. */
  correction?(request: StubRequest): readonly unknown[]
  /** Instead of all that, for requests it has something to say to. */
  instead?(request: StubRequest): StubAction | null
}

export type Purpose = 'report' | 'correction' | 'synthesis' | 'sceptic' | 'step' | 'labels' | 'label-set'

/** What is asked for, told by the schema of the reply. */
export function purposeOf({ schema, tools }: StubRequest): Purpose {
  const fields = Object.keys((schema as { readonly properties?: object } | null)?.properties ?? {})
  if (tools.some(({ name }) => name === 'answer')) return 'step'
  if (fields.includes('objections')) return 'sceptic'
  if (fields.join() === 'findings') return 'correction'
  if (fields.includes('judgement')) return 'label-set'
  if (fields.includes('labels')) return 'labels'
  return fields.includes('answer') && !fields.includes('findings') && !fields.includes('reports')
    ? 'synthesis'
    : 'report'
}

/** Which attempt at it this is: the first, or one after a complaint. */
export function turnOf(request: StubRequest): 'first' | 'repair' | 'correction' {
  const last = lastText(request)
  if (last.includes('checked and are not accepted')) return 'correction'
  return /cannot be used|was of no use/.test(last) ? 'repair' : 'first'
}

export function honestAnalyst(manners: Manners = {}): OnRequest {
  const {
    report = quoteMiddle,
    closing = () => ({}),
    synthesis = citeAll,
    correction = () => [],
    label = () => 'other',
    labelSet,
    instead,
  } = manners
  return request => {
    const other = instead?.(request)
    if (other) return other
    switch (purposeOf(request)) {
      case 'report':
        return { json: { ...(reportReply(request, report) as object), ...closing(request) } }
      case 'correction':
        return { json: { findings: correction(request) } }
      case 'sceptic':
        return { json: { objections: [], rival: null } }
      case 'step':
        return { toolCalls: [{ name: 'answer', input: { sentences: [], missing: ['nothing more is known'] } }] }
      case 'synthesis':
        return { json: synthesis(exhibitsIn(request), request) }
      case 'labels':
        return { json: { labels: recordsIn(request).map(({ number, text }) => ({ id: number, label: label(text) })) } }
      case 'label-set':
        return { json: labelSet ?? { judgement: false, why: 'a program can count it' } }
    }
  }
}

/** The line in the middle: one true finding for every part. */
export function quoteMiddle({ lines }: ShownPart): SaidReport {
  const worth = lines.filter(({ text }) => text.trim().length >= 3)
  const middle = worth[Math.floor(worth.length / 2)]
  return middle ? { findings: [quoting(middle, `this line stands in the middle: ${wordIn(middle.text)}`)] } : {}
}

/** A word that a claim about a line may name; no figure. */
export function wordIn(text: string): string {
  const words = text.match(/\b(?!(?:INFO|ERROR|WARN)\b)[\p{L}_]{3,}/gu) ?? [text.trim().slice(0, 20)]
  return words.reduce((longest, word) => (word.length > longest.length ? word : longest))
}

export function quoting({ number, text }: Line, summary: string): Said {
  return { summary, evidence: text.trim().slice(0, 200), line: number }
}

function reportReply(request: StubRequest, report: NonNullable<Manners['report']>): unknown {
  const reports = partsIn(request).map(part => wholeReport(part, report(part, request)))
  return isBatch(request) ? { reports } : reports[0]
}

/** A report with every field that the contract names. */
export function wholeReport({ path }: Pick<ShownPart, 'path'>, said: SaidReport) {
  const findings = said.findings ?? []
  return {
    file_path: path,
    relevant: findings.length > 0,
    findings: findings.map(finding => ({
      type: 'pattern',
      nature: 'fact',
      severity: 'low',
      confidence: 'high',
      scope: null,
      column: null,
      path: null,
      ...finding,
    })),
    missing: said.missing ?? [],
    suggested_queries: said.suggested_queries ?? [],
    complete_answer: said.complete_answer ?? null,
    metadata: { key_topics: [] },
  }
}

function citeAll(exhibits: readonly Exhibit[]): unknown {
  const findings = exhibits.filter(({ ref }) => ref.startsWith('F'))
  const cites = findings.slice(0, 3).map(({ ref }) => ref)
  const claims = cites.length === 0 ? [] : [{ text: 'The files hold what is quoted here.', cites }]
  return { answer: claims, summary: claims, recommendations: [], same: [], links: [], missing: [] }
}

/** In the order of the prompt; the parts of all turns but the first are the same. */
export function partsIn(request: StubRequest): ShownPart[] {
  const text = firstText(request)
  if (!isBatch(request)) return [partIn(text, '')]
  const heads = [...text.matchAll(/^===== FILE \d+: (.+) =====$/gm)]
  return heads.map((head, k) => partIn(text.slice(head.index, heads[k + 1]?.index), head[1]!))
}

function partIn(text: string, path: string): ShownPart {
  return { path, lines: numberedIn(fencedIn(text, 'content')) }
}

export function exhibitsIn(request: StubRequest): Exhibit[] {
  return fencedIn(firstText(request), 'exhibits')
    .split('\n')
    .flatMap(line => {
      const [, ref, text] = /^\[?([A-Z]\d+)\]?[:.)]?\s+(.*)$/.exec(line) ?? []
      return ref === undefined ? [] : [{ ref, text: text! }]
    })
}

export function recordsIn(request: StubRequest): Line[] {
  return numberedIn(firstText(request))
}

function numberedIn(text: string): Line[] {
  return text.split('\n').flatMap(line => {
    const bar = line.indexOf('|')
    const number = line.slice(0, bar)
    return bar > 0 && /^\d+$/.test(number) ? [{ number: Number(number), text: line.slice(bar + 1) }] : []
  })
}

function fencedIn(text: string, name: string): string {
  const [, mark] = new RegExp(`^----- begin of ${name} ([0-9a-z]+) -----$`, 'm').exec(text) ?? []
  if (mark === undefined) return ''
  const start = text.indexOf('\n', text.indexOf(`----- begin of ${name} ${mark} -----`)) + 1
  return text.slice(start, text.indexOf(`\n----- end of ${name} ${mark} -----`, start - 1))
}

function isBatch({ schema }: StubRequest): boolean {
  return 'reports' in ((schema as { readonly properties?: object } | null)?.properties ?? {})
}

function firstText(request: StubRequest): string {
  return userTexts(request)[0] ?? ''
}

function lastText(request: StubRequest): string {
  return userTexts(request).at(-1) ?? ''
}

function userTexts({ messages }: StubRequest): string[] {
  // Google's turns have parts.
  return (messages as readonly { readonly role?: string; readonly content?: unknown; readonly parts?: unknown }[])
    .filter(({ role }) => role === 'user')
    .map(({ content, parts }) => (typeof content === 'string' ? content : blockTexts(content ?? parts)))
}

function blockTexts(content: unknown): string {
  const blocks = Array.isArray(content) ? (content as readonly { readonly text?: unknown }[]) : []
  return blocks.map(({ text }) => (typeof text === 'string' ? text : '')).join('')
}
