import { defineConfig } from 'vitest/config'
import { BUILT, builtModules } from './tests/built-modules.ts'
import { PATIENCE_MS } from './tests/patience.ts'

/** The same draws at every run, so that a change is judged by what it changes; `npm run test:explore` draws others. */
const SEED = 20_261_116

/** Their tests leave nothing behind: they share processes, which saves a start and all imports for each of these files. */
const SHARING = [
  ...'config content exact forms mcp models question secrets stages text web'
    .split(' ')
    .map(folder => `packages/shoal/tests/${folder}/**/*.test.ts`),
  // Threads and processes that are kept know the environment in which they began.
  'packages/shoal/tests/cli/**/!(bounds).test.ts',
  'packages/shoal/tests/run/!(query-data-attacks).test.ts',
  // Those of `run/bounds/` end the threads of their process.
  ...['ask', 'kept', 'models', 'relations/**', 'report-page'].map(
    folder => `packages/shoal/tests/run/${folder}/*.test.ts`,
  ),
  ...[
    'packages/base/tests',
    'packages/flow/tests',
    'packages/page/tests',
    'tests/laws',
    'tests/plugin',
    'tests/seeds',
  ].map(folder => `${folder}/**/*.test.ts`),
]

export default defineConfig(({ mode }) => ({
  plugins: [builtModules],
  test: {
    globalSetup: ['tests/built-modules.ts'],
    setupFiles: ['tests/draw.ts'],
    env: { PROPERTY_SEED: String(mode === 'explore' ? Math.trunc(Math.random() * 2 ** 31) : SEED) },
    server: { deps: { external: [BUILT] } },
    pool: 'forks',
    // Tests wait for processes and clocks nearly half of their time.
    maxWorkers: 4,
    // What takes this long hangs, on a busy machine too. Waiting ends when what is waited for is there.
    testTimeout: 3 * PATIENCE_MS,
    hookTimeout: 3 * PATIENCE_MS,
    expect: { poll: { timeout: PATIENCE_MS } },
    projects: [
      {
        extends: true,
        test: { name: 'apart', include: ['tests/**/*.test.ts', 'packages/*/tests/**/*.test.ts'], exclude: SHARING },
      },
      { extends: true, test: { name: 'sharing', include: SHARING, isolate: false } },
    ],
  },
}))
