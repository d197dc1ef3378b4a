// Where a project stands changes nothing but its paths: a clone below a folder named `test`, `fixtures` or `examples` is not a test.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { placeBelow } from '@shoal/base/text/test-path'
import { memoryLedger } from '@shoal/team/memory-ledger'
import { expect, it } from 'vitest'
import { profile } from '../../packages/shoal/src/run/library.ts'
import { analyze } from '../../packages/shoal/src/run/library-analysis.ts'
import { tempDir } from '../../packages/shoal/tests/cli/temp-dir.ts'

const dir = tempDir()
const body = Array.from({ length: 70 }, (_, k) => `    if rows[${k}] > ${k}:\n        total += rows[${k}]`).join('\n')
const FILES: Readonly<Record<string, string>> = {
  'src/load.py': `import time\n\nPASSWORD = "tr0ub4dor&3xyz"\nAPI_KEY = "qJ8sK2mZ7vX4pL9wR3tB"\n\n\nasync def load(rows, unused):\n    total = 0\n    time.sleep(3)\n${body}\n    return total\n`,
  'tests/test_load.py': 'PASSWORD = "tr0ub4dor&3abc"\n\n\ndef test_load():\n    assert True\n',
  '.env': 'DB_PASSWORD=tr0ub4dor&3xyz\n',
}

function write(root: string): string {
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

async function told(root: string) {
  const { findings } = await analyze(root, { ledger: memoryLedger() })
  return findings
    .map(({ path, line, severity, confidence, key }) => [
      path.slice(root.length),
      line,
      severity,
      confidence,
      key.replaceAll(root, ''),
    ])
    .sort((a, b) => String(a).localeCompare(String(b)))
}

it.each(['test', 'tests/fixtures', 'examples', 'spec/mocks'])(
  'a project below %s is read as anywhere else',
  async folder => {
    const plain = await told(write(join(dir.path, 'plain')))
    expect(plain.some(([path]) => path === '/src/load.py')).toBe(true)
    expect(await told(write(join(dir.path, folder, 'clone')))).toEqual(plain)
  },
)

it('a file that is named by itself is judged by its relative path, or its name', async () => {
  const root = write(join(dir.path, 'test', 'single'))
  const alone = await profile(join(root, 'src/load.py'))
  const plain = await profile(join(write(join(dir.path, 'other')), 'src/load.py'))
  const grades = ({ findings }: typeof alone) => findings.map(({ line, severity }) => [line, severity])
  expect(grades(alone)).toEqual(grades(plain))
})

it.each([
  ['/tmp/test/clone/src/a.py', ['/tmp/test/clone'], 'src/a.py'],
  ['/tmp/test/clone/src/a.py', ['/tmp/test/clone/'], 'src/a.py'],
  ['/tmp/test/clone/src/a.py', ['/tmp/test', '/tmp/test/clone'], 'src/a.py'],
  ['tests/a.py', ['.'], 'tests/a.py'],
  ['tests/a.py', ['tests/a.py'], 'tests/a.py'],
  ['../test/app/src/a.py', ['../test/app'], 'src/a.py'],
  ['/tmp/test/a.py', ['/tmp/test/a.py'], 'a.py'],
] as const)('%s below %j is %s', (path, roots, place) => {
  expect(placeBelow(path, roots)).toBe(place)
})
