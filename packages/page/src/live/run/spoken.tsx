// How a run goes, for those who listen: a sentence now and then, not every change. Where it stands is said at once.

import type { LiveRun } from '@shoal/base/model/live'
import { formatCount, plural } from '@shoal/base/text/printable'
import { useEffect, useState } from 'preact/hooks'
import { isAnalysis } from './standing.ts'

const SPOKEN_MS = 15_000

export function Spoken({ run }: { readonly run: LiveRun }) {
  const words = spokenWords(run)
  const [said, setSaid] = useState({ words, status: run.status, at: Date.now() })
  useEffect(() => {
    if (said.words === words) return
    const say = () => setSaid({ words, status: run.status, at: Date.now() })
    // What was said of another standing is no longer true.
    if (said.status !== run.status) return say()
    const timer = setTimeout(say, Math.max(0, said.at + SPOKEN_MS - Date.now()))
    return () => clearTimeout(timer)
  }, [words, said])
  return (
    <p class="sr-only" role="status">
      {said.words}
    </p>
  )
}

function spokenWords(run: LiveRun): string {
  const done = `${formatCount(run.tasks.completed)} of ${plural(run.tasks.total, 'task')} done`
  return `${run.status}: ${done}${isAnalysis(run) ? `, ${plural(run.findingCount, 'finding')}` : ''}`
}
