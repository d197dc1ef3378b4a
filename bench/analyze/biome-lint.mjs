// Peer: a native AST linter on both cores, for the JavaScript and TypeScript of the tree. node biome-lint.mjs DIRECTORY
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const biome = fileURLToPath(new URL('../../node_modules/.bin/biome', import.meta.url))
spawnSync(biome, ['lint', '--max-diagnostics=20', '--files-max-size=10000000', '--vcs-enabled=false', '.'], {
  cwd: process.argv[2],
  stdio: 'ignore',
})
