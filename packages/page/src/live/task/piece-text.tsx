// The lines a task reads, with the quote of a finding marked.

import type { LivePiece, LiveText } from '@shoal/base/model/live'
import { formatCount } from '@shoal/base/text/printable'
import { useContext, useEffect, useRef, useState } from 'preact/hooks'
import { shown } from '../../parts/shown.ts'
import { Words } from '../../parts/words.tsx'
import { SourceLines } from '../../source/source-lines.tsx'
import { getJson, type LiveFailure } from '../client.ts'
import { FailureNote } from '../failure-note.tsx'
import { asFailure, Returns } from '../use-live.ts'
import { firstLineFor, joined, lineBefore } from './text-pages.ts'

export interface PieceTextProps {
  readonly run: string
  readonly task: string
  readonly piece: LivePiece
  readonly quote: { readonly line: number; readonly text: string } | null
}

export function PieceText({ run, task, piece, quote }: PieceTextProps) {
  const [text, setText] = useState<LiveText | null>(null)
  const [failure, setFailure] = useState<LiveFailure | null>(null)
  const [isBusy, setBusy] = useState(false)
  const returns = useContext(Returns)
  const box = useRef<HTMLDivElement>(null)
  const isThere = text !== null && (quote === null || holds(text, quote.line))

  /** The one that is under way: a later one takes its place, and nothing is heard of it any more. */
  const under = useRef<AbortController | null>(null)

  const load = async (line: number) => {
    under.current?.abort()
    const controller = new AbortController()
    const { signal } = controller
    under.current = controller
    setBusy(true)
    try {
      const page = await getJson<LiveText>(['runs', run, 'tasks', task, 'text'], { path: piece.path, line }, signal)
      if (signal.aborted) return
      setText(known => (known === null ? page : joined(known, page)))
      setFailure(null)
    } catch (error) {
      if (!signal.aborted) setFailure(asFailure(error))
    } finally {
      if (under.current === controller) setBusy(false)
    }
  }

  useEffect(() => {
    if (!isThere) load(firstLineFor(piece, quote?.line ?? null))
  }, [quote?.line, returns])
  useEffect(() => () => under.current?.abort(), [])
  useEffect(() => {
    if (isThere && quote) bringIntoView(box.current)
  }, [isThere, quote?.line, quote?.text])

  const before = text === null ? null : lineBefore(piece, text)
  return (
    <div ref={box} class="piece-text">
      {failure ? <FailureNote failure={failure} /> : null}
      {text?.problem ? (
        <p class="small live-warn">
          <Words text={text.problem} />
        </p>
      ) : null}
      {text === null && !failure ? <p class="muted small">Reading…</p> : null}
      {text && before !== null ? (
        <button type="button" class="button is-plain small" disabled={isBusy} onClick={() => load(before)}>
          Show lines {formatCount(before)}–{formatCount(text.line - 1)}
        </button>
      ) : null}
      {text && text.lines.length > 0 ? (
        <SourceLines
          line={text.line}
          lines={text.lines}
          label={`Lines of ${shown(piece.path)}`}
          {...(quote && holds(text, quote.line) && { quote })}
        />
      ) : null}
      {text?.next != null ? (
        <button type="button" class="button is-plain small" disabled={isBusy} onClick={() => load(text.next!)}>
          Show more, from line {formatCount(text.next)}
        </button>
      ) : null}
    </div>
  )
}

function holds({ line, lines }: LiveText, wanted: number): boolean {
  return wanted >= line && wanted < line + lines.length
}

/** Each box by itself, so that the rest of the page stays where it is. */
function bringIntoView(box: HTMLElement | null): void {
  const line = box?.querySelector('mark')?.closest('.source-line') ?? box?.querySelector('.is-quoted')
  const source = line?.closest('.source')
  if (!line || !source) return
  centre(source, line)
  const panel = source.closest('.task-panel')
  if (panel) centre(panel, source)
  line.scrollIntoView({ block: 'nearest', inline: 'start' })
}

function centre(outer: Element, inner: Element): void {
  const [around, within] = [outer.getBoundingClientRect(), inner.getBoundingClientRect()]
  outer.scrollTop += within.top - around.top - (around.height - within.height) / 2
}
