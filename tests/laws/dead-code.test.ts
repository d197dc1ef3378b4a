// What only tests import is dead: `npm run dead`, with the settings of this repository, finds a planted export that nothing but a
// test uses, and a planted file. Run on a small tree, since the settings are what is tried.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { tempDir } from '../../packages/shoal/tests/cli/temp-dir.ts'

const root = join(import.meta.dirname, '../..')
const dir = tempDir()
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { dead: string } }

const CLEAN = {
  'package.json': '{ "name": "planted", "type": "module", "workspaces": ["packages/*"] }\n',
  'packages/shoal/package.json': '{ "name": "@shoal/shoal", "type": "module" }\n',
  'packages/shoal/src/index.ts': "import { used } from './part.ts'\n\nexport const answer = used + 1\n",
  'packages/shoal/src/team.ts': 'export const team = 1\n',
  'packages/shoal/src/bin.ts': "import { answer } from './index.ts'\n\nconsole.log(answer)\n",
  'packages/shoal/src/part.ts': 'export const used = 41\n',
  'packages/shoal/tests/part.test.ts': "import { used } from '../src/part.ts'\n\nconsole.log(used)\n",
}

const PLANTED = {
  ...CLEAN,
  'packages/shoal/src/part.ts': 'export const used = 41\n\nexport const onlyTested = 2\n',
  'packages/shoal/src/whole.ts': 'export const wholeFile = 3\n',
  'packages/shoal/tests/part.test.ts':
    "import { onlyTested, used } from '../src/part.ts'\nimport { wholeFile } from '../src/whole.ts'\n\nconsole.log(used, onlyTested, wholeFile)\n",
}

/** What the commands of the script say, one after the other, as `&&` would have it. */
function dead(name: string, files: Readonly<Record<string, string>>): { status: number | null; said: string } {
  const tree = join(dir.path, name)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, path)), { recursive: true })
    writeFileSync(join(tree, path), text)
  }
  cpSync(join(root, 'knip.json'), join(tree, 'knip.json'))
  let said = ''
  for (const command of scripts.dead.split('&&').map(one => one.trim().split(/\s+/))) {
    expect(command[0]).toBe('knip')
    // Names of binaries, packages and patterns that this tree has no use for are no concern here.
    const args = [...command.slice(1), '--no-config-hints', '--directory', tree]
    const run = spawnSync(process.execPath, [join(root, 'node_modules/knip/bin/knip.js'), ...args], {
      encoding: 'utf8',
    })
    said += run.stdout + run.stderr
    if (run.status !== 0) return { status: run.status, said }
  }
  return { status: 0, said }
}

it('a tree in which the program uses everything is clean', () => {
  expect(dead('clean', CLEAN)).toMatchObject({ status: 0 })
})

it('an export and a file that only a test imports are found', () => {
  const { status, said } = dead('planted', PLANTED)
  expect(status).toBe(1)
  expect(said).toContain('onlyTested')
  expect(said).toContain('src/whole.ts')
})
