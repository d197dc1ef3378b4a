// The stub model in a process of its own, as its user sees it.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const PROCESS = fileURLToPath(new URL('./stub-process.mjs', import.meta.url))

/** `countsTokens`: tokens are counted, not guessed from characters. */
export async function startBenchStub(latencyMs, { countsTokens = false } = {}) {
  const child = fork(PROCESS, [String(latencyMs), countsTokens ? 'count' : 'guess'])
  const [{ url }] = await once(child, 'message')
  return {
    /** What `shoal` needs to ask it, and no other. */
    env: { ANTHROPIC_API_KEY: 'none', ANTHROPIC_BASE_URL: url },
    /** What it was asked since this was last called. */
    async seen() {
      child.send('seen')
      const [seen] = await once(child, 'message')
      return { ...seen, phaseS: (seen.last - seen.first) / 1000, waves: wavesOf(seen.otherStarts, latencyMs) }
    },
    async close() {
      child.disconnect()
      await once(child, 'exit')
    },
  }
}

/** How many calls had to wait for another one: those that began while one was open count as one. */
function wavesOf(starts, latencyMs) {
  let waves = 0
  let until = Number.NEGATIVE_INFINITY
  for (const start of starts) {
    if (start < until) continue
    waves++
    until = start + latencyMs
  }
  return waves
}
