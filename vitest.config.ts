import { defineConfig } from 'vitest/config'

/** The same draws at every run, so that a change is judged by what it changes; `npm run test:explore` draws others. */
const SEED = 20_261_116

export default defineConfig(({ mode }) => ({
  test: {
    include: ['tests/**/*.test.ts'],
    setupFiles: ['tests/draw.ts'],
    env: { PROPERTY_SEED: String(mode === 'explore' ? Math.trunc(Math.random() * 2 ** 31) : SEED) },
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
}))
