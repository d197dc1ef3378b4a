import { defineConfig } from 'vitest/config'
import { PATIENCE_MS } from './tests/patience.ts'

/** The same draws at every run, so that a change is judged by what it changes; `npm run test:explore` draws others. */
const SEED = 20_261_116

/** Their tests call functions that keep nothing: they share a process, which saves its start and its imports each time. */
const PURE = ['config', 'content', 'stages', 'text'].map(folder => `tests/${folder}/**/*.test.ts`)

export default defineConfig(({ mode }) => ({
  test: {
    setupFiles: ['tests/draw.ts'],
    env: { PROPERTY_SEED: String(mode === 'explore' ? Math.trunc(Math.random() * 2 ** 31) : SEED) },
    pool: 'forks',
    // Tests wait for processes and clocks nearly half of their time.
    maxWorkers: 3,
    // What takes this long hangs, on a busy machine too. Waiting ends when what is waited for is there.
    testTimeout: 3 * PATIENCE_MS,
    hookTimeout: 3 * PATIENCE_MS,
    expect: { poll: { timeout: PATIENCE_MS } },
    projects: [
      { extends: true, test: { name: 'apart', include: ['tests/**/*.test.ts'], exclude: PURE } },
      { extends: true, test: { name: 'pure', include: PURE, isolate: false } },
    ],
  },
}))
