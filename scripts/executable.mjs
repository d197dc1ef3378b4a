// Makes one file that runs without Node and npm, by Node's own support for single executables: `node scripts/executable.mjs [FILE]`. For the system and
// processor it is made on, with the Node that makes it. dist/ must be built. It is tried before it is left: in an empty directory, with an empty HOME.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const root = fileURLToPath(new URL('..', import.meta.url))
const file = resolve(process.argv[2] ?? 'shoal')
const work = mkdtempSync(join(tmpdir(), 'shoal-executable-'))
const run = (command, args, options = {}) =>
  execFileSync(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options }).toString()

try {
  const app = gather()
  const packed = pack(app)
  const [blob, assets] = [join(work, 'shoal.blob'), { app: join(work, 'app'), name: join(work, 'name') }]
  writeFileSync(assets.app, packed)
  writeFileSync(assets.name, createHash('sha256').update(packed).digest('hex').slice(0, 16))
  const config = {
    main: join(root, 'scripts/executable/main.cjs'),
    output: blob,
    disableExperimentalSEAWarning: true,
    assets,
  }
  writeFileSync(join(work, 'config.json'), JSON.stringify(config))
  run(process.execPath, ['--experimental-sea-config', join(work, 'config.json')])
  copyFileSync(process.execPath, file)
  chmodSync(file, 0o755)
  const fuse = ['--sentinel-fuse', 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2']
  const mac = process.platform === 'darwin' ? ['--macho-segment-name', 'NODE_SEA'] : []
  run('npm', ['exec', '--yes', '--', 'postject@1.0.0-alpha.6', file, 'NODE_SEA_BLOB', blob, ...fuse, ...mac])
  tryOut()
  console.log(
    `${file}: ${(statSync(file).size / 1e6).toFixed(0)} MB, ${(packed.length / 1e6).toFixed(0)} of them the program`,
  )
} catch (error) {
  process.stderr.write(`${error.stdout ?? ''}${error.stderr ?? ''}${error.message}\n`)
  process.exitCode = 1
} finally {
  rmSync(work, { recursive: true, force: true })
}

/** The package as it is published, and what it depends on. */
function gather() {
  const [packed] = JSON.parse(run('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', work]))
  run('tar', ['-xzf', join(work, packed.filename), '-C', work])
  const app = join(work, 'package')
  const [, ...installed] = run('npm', ['ls', '--omit=dev', '--all', '--parseable']).trim().split('\n')
  for (const from of installed.filter(path => !path.includes('@shoal')))
    cpSync(from, join(app, relative(root, from)), { recursive: true, dereference: true, filter: isNeeded })
  writeFileSync(
    join(app, 'load.cjs'),
    "module.exports = file => import(require('node:url').pathToFileURL(file).href)\n",
  )
  return app
}

/** Types, maps and sources are for who builds on a package. */
function isNeeded(path) {
  return !/\.(?:map|d\.[cm]?ts|md|markdown)$|\/(?:test|tests|docs)$/.test(path)
}

/** One stream: the length of a list of files, the list, the files. */
function pack(app) {
  const paths = readdirSync(app, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath ?? entry.path, entry.name))
    .sort()
  const files = paths.map(path => readFileSync(path))
  const list = Buffer.from(
    JSON.stringify(paths.map((path, k) => ({ path: relative(app, path), size: files[k].length }))),
  )
  const length = Buffer.alloc(4)
  length.writeUInt32LE(list.length)
  return gzipSync(Buffer.concat([length, list, ...files]))
}

/** Code, a table by SQL in a process of its own, an analysis on threads with a run that is kept, and a mistake. */
function tryOut() {
  const [home, place] = ['home', 'anywhere'].map(name => join(work, name))
  for (const made of [home, place]) mkdirSync(made)
  writeFileSync(join(place, 'orders.csv'), 'id,total\n1,20\n2,22\n')
  writeFileSync(join(place, 'app.py'), 'import os\n\ndef run(request):\n    os.system("ls " + request.args["n"])\n')
  const env = { HOME: home, PATH: '/usr/bin:/bin', NO_COLOR: '1' }
  const shoal = (...args) => run(file, args, { cwd: place, env })
  expect(shoal('--version'), /^\d+\.\d/)
  expect(shoal('sql', 'orders.csv', 'SELECT sum(total) AS sum FROM orders', '--json'), /\b42\b/)
  expect(shoal('analyze', '.', 'What is dangerous?'), /app\.py:4/)
  expect(shoal('runs'), /completed/)
}

function expect(said, wanted) {
  if (!wanted.test(said)) throw new Error(`the executable says ${JSON.stringify(said.slice(0, 300))}, not ${wanted}`)
}
