// A small repository in TypeScript and Python, with settings, docs and tests.

export function repository() {
  return {
    'parcel/README.md': `# Parcel tracker

Tracks parcels of several carriers and shows where each one is.

## Start

Copy \`.env.example\` to \`.env\`, then run \`npm start\`. The server listens on port 8090.

## Settings

| setting | default | meaning |
|---|---|---|
| \`maxRetries\` | 3 | how often a carrier is asked again |
| \`pollSeconds\` | 60 | pause between two polls |

See docs/retries.md for how \`retryWithBackoff\` waits.
`,
    'parcel/package.json': `{
  "name": "parcel-tracker",
  "version": "1.9.2",
  "scripts": { "start": "node dist/server.js", "test": "vitest" },
  "dependencies": { "express": "^4.19.2", "pino": "^9.1.0" }
}
`,
    'parcel/.env.example': `DATABASE_URL=postgres://localhost/parcels
CARRIER_TIMEOUT_MS=4000
LOG_LEVEL=info
`,
    'parcel/config/default.yaml': `server:
  port: 8090
  host: 0.0.0.0
carrier:
  maxRetries: 5
  pollSeconds: 60
  timeoutMs: 2500
labels:
  unit: kg
`,
    'parcel/docs/retries.md': `# Retries

A carrier that does not answer is asked again by \`retryWithBackoff\`. The first pause is 200 ms, each next one is twice as long,
and no pause is longer than 10 seconds. A parcel whose carrier stays silent is marked as \`stale\`, never as lost.

## When not to retry

A 404 of a carrier is final: the parcel number is wrong. It is not asked again.
`,
    'parcel/docs/labels.md': `# Labels

\`formatWeight\` prints the weight on a label. Weights below one kilogram are printed in grams.
Labels are printed on A6 paper. The printer in hall 2 needs a restart after a paper change.
`,
    'parcel/src/server.ts': `import express from 'express'
import { loadConfig } from './lib/config.js'
import { healthRoutes } from './routes/health.js'
import { parcelRoutes } from './routes/parcels.js'

const config = loadConfig()
const app = express()
app.use('/parcels', parcelRoutes(config))
app.use('/health', healthRoutes())
app.listen(config.port)
`,
    'parcel/src/types.ts': `export type ParcelStatus = 'created' | 'moving' | 'delivered' | 'stale'

export interface Parcel {
  id: string
  carrier: string
  status: ParcelStatus
  weightGrams: number
}

export interface Config {
  port: number
  maxRetries: number
  pollSeconds: number
}
`,
    'parcel/src/lib/config.ts': `import { readFileSync } from 'node:fs'
import type { Config } from '../types.js'

const DEFAULT_PORT = 8090

// TODO: read config/default.yaml too
export function loadConfig(): Config {
  const port = Number(process.env.PORT ?? DEFAULT_PORT)
  const databaseUrl = process.env.DATABASE_URL
  if (!databaseUrl) throw new Error('DATABASE_URL is not set')
  return { port, maxRetries: 5, pollSeconds: 60 }
}

export function readSecret(path: string): string {
  return readFileSync(path, 'utf8').trim()
}
`,
    'parcel/src/lib/retry.ts': `const FIRST_PAUSE_MS = 200
const LONGEST_PAUSE_MS = 10_000

export function pauseBefore(attempt: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt)
}

const sleep = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

export async function retryWithBackoff<T>(work: () => Promise<T>, attempts: number): Promise<T> {
  let last: unknown
  for (let attempt = 0; attempt < attempts; attempt++) {
    try {
      return await work()
    } catch (error) {
      last = error
      await sleep(pauseBefore(attempt))
    }
  }
  throw last
}
`,
    'parcel/src/lib/format.ts': `import type { Parcel } from '../types.js'

export function formatWeight(grams: number): string {
  return grams < 1000 ? \`\${grams} g\` : \`\${(grams / 1000).toFixed(1)} kg\`
}

export function formatLabel(parcel: Parcel): string {
  return \`\${parcel.id} \${parcel.carrier} \${formatWeight(parcel.weightGrams)}\`
}
`,
    'parcel/src/lib/queue.ts': `import type { Parcel } from '../types.js'

export class ParcelQueue {
  private readonly waiting: Parcel[] = []

  add(parcel: Parcel): void {
    this.waiting.push(parcel)
  }

  next(): Parcel | undefined {
    return this.waiting.shift()
  }

  // TODO: keep the queue across a restart
  get length(): number {
    return this.waiting.length
  }
}
`,
    'parcel/src/lib/carriers.ts': `import type { Parcel, ParcelStatus } from '../types.js'
import { retryWithBackoff } from './retry.js'

const ENDPOINTS: Record<string, string> = {
  north: 'https://north.example/api',
  swift: 'https://swift.example/v2',
}

export async function fetchStatus(parcel: Parcel, attempts: number): Promise<ParcelStatus> {
  return retryWithBackoff(async () => {
    const response = await fetch(\`\${ENDPOINTS[parcel.carrier]}/parcels/\${parcel.id}\`)
    if (!response.ok) throw new Error(\`carrier answered \${response.status}\`)
    return parseStatus(await response.json())
  }, attempts)
}

export function parseStatus(body: { state?: string }): ParcelStatus {
  if (body.state === 'DELIVERED') return 'delivered'
  return body.state === 'TRANSIT' ? 'moving' : 'created'
}
`,
    'parcel/src/routes/health.ts': `import { Router } from 'express'

export function healthRoutes() {
  const router = Router()
  router.get('/', (_request, response) => response.json({ ok: true }))
  return router
}
`,
    'parcel/src/routes/parcels.ts': `import { Router } from 'express'
import { fetchStatus } from '../lib/carriers.js'
import { formatLabel, formatWeight } from '../lib/format.js'
import { ParcelQueue } from '../lib/queue.js'
import type { Config, Parcel } from '../types.js'

const queue = new ParcelQueue()
const parcels = new Map<string, Parcel>()

export function parcelRoutes(config: Config) {
  const router = Router()
  router.get('/:id', async (request, response) => {
    const parcel = parcels.get(request.params.id)
    if (!parcel) return response.status(404).json({ error: 'no such parcel' })
    const status = await fetchStatus(parcel, config.maxRetries)
    response.json({ ...parcel, status, weight: formatWeight(parcel.weightGrams) })
  })
  router.post('/', (request, response) => {
    queue.add(request.body)
    response.status(201).json({ label: formatLabel(request.body) })
  })
  return router
}
`,
    'parcel/tests/retry.test.ts': `import { expect, it } from 'vitest'
import { pauseBefore, retryWithBackoff } from '../src/lib/retry.js'

it('doubles the pause', () => {
  expect(pauseBefore(1)).toBe(400)
})

it('gives up after the last attempt', async () => {
  await expect(retryWithBackoff(() => Promise.reject(new Error('no')), 1)).rejects.toThrow('no')
})
`,
    'parcel/tests/format.test.ts': `import { expect, it } from 'vitest'
import { formatWeight } from '../src/lib/format.js'

it('prints grams and kilograms', () => {
  expect(formatWeight(400)).toBe('400 g')
  expect(formatWeight(2500)).toBe('2.5 kg')
})
`,
    'parcel/tools/import_parcels.py': `"""Imports parcels from a CSV file of a carrier."""
import csv
import os

from report import print_summary

BATCH_SIZE = 250


def load_rows(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def import_file(path):
    rows = load_rows(path)
    for start in range(0, len(rows), BATCH_SIZE):
        save_batch(rows[start : start + BATCH_SIZE])
    print_summary(rows)


def save_batch(rows):
    url = os.environ["DATABASE_URL"]
    print(f"saving {len(rows)} rows to {url}")


if __name__ == "__main__":
    import_file("parcels.csv")
`,
    'parcel/tools/report.py': `"""Prints how many parcels each carrier has."""
from collections import Counter


def count_by_carrier(rows):
    return Counter(row["carrier"] for row in rows)


def print_summary(rows):
    for carrier, count in count_by_carrier(rows).most_common():
        print(carrier, count)
`,
    'parcel/tools/test_report.py': `from report import count_by_carrier


def test_counts():
    assert count_by_carrier([{"carrier": "north"}, {"carrier": "north"}])["north"] == 2
`,
  }
}
