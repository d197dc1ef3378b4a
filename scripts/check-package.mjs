// Checks the package as whoever installs it meets it: its manifest (publint), how its types resolve (are the types wrong), that they
// check in a strict project that skips no library, and that it installs and answers in any directory. dist/ must be built.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const MOST_BYTES = 5_000_000
const root = fileURLToPath(new URL('..', import.meta.url))
const work = mkdtempSync(join(tmpdir(), 'shoal-package-'))
const bin = name => join(root, 'node_modules/.bin', name)
const run = (command, args, cwd = root) => execFileSync(command, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'] })

const USE = `import { analyze, type RunReport, ShoalError } from 'shoal'
import { memoryLedger, runTeam } from 'shoal/team'
import { scriptedProvider } from 'shoal/test'

export async function findings(path: string): Promise<number> {
  const report: RunReport = await analyze(path, { query: 'What is wrong?' })
  return report.findings.length
}
export const both: readonly unknown[] = [memoryLedger, runTeam, scriptedProvider, ShoalError]
// @ts-expect-error: a question is text.
export const wrong = analyze('.', { query: 1 })
`

try {
  const [packed] = JSON.parse(run('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', work]).toString())
  const tarball = join(work, packed.filename)
  console.log(`${packed.filename}: ${(packed.size / 1e6).toFixed(1)} MB packed, ${packed.entryCount} files`)
  if (packed.size > MOST_BYTES) throw new Error(`the package is larger than ${MOST_BYTES / 1e6} MB`)
  run(bin('publint'), [tarball, '--strict'])
  run(bin('attw'), [tarball, '--profile', 'esm-only'])
  run('tar', ['-xzf', tarball, '-C', work])
  const { dependencies } = JSON.parse(readFileSync(join(work, 'package/package.json'), 'utf8'))
  // Only what an installation brings: a type that names another package does not check.
  const modules = join(work, 'project/node_modules')
  for (const name of [...Object.keys(dependencies), '@types/node', 'undici-types']) link(name, modules)
  cpSync(join(work, 'package'), join(modules, 'shoal'), { recursive: true })
  writeFileSync(join(work, 'project/package.json'), '{ "type": "module" }')
  writeFileSync(join(work, 'project/use.ts'), USE)
  const strict = ['--strict', '--skipLibCheck', 'false', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess']
  const how = ['--noEmit', '--module', 'nodenext', '--target', 'es2023', '--types', 'node', ...strict]
  run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...how, 'use.ts'], join(work, 'project'))
  console.log('manifest and types are clean')
  installs(tarball)
  console.log('it installs into an empty prefix, and answers there')
} catch (error) {
  process.stderr.write(`${error.stdout ?? ''}${error.message}\n`)
  process.exitCode = 1
} finally {
  rmSync(work, { recursive: true, force: true })
}

/** With an empty HOME, in an empty directory, by `npm install -g` and by `npx`. */
function installs(tarball) {
  const config = key => run('npm', ['config', 'get', key]).toString().trim()
  const [home, prefix, place] = ['home', 'prefix', 'anywhere'].map(name => join(work, name))
  for (const directory of [home, prefix, place]) mkdirSync(directory)
  // The way to the registry is that of whoever checks; all else of a home is empty.
  const {
    SHOAL_HOME: _,
    SHOAL_STORE: __,
    SHOAL_BLOBS: _____,
    SHOAL_QUEUE: ______,
    XDG_CACHE_HOME: ___,
    XDG_STATE_HOME: ____,
    ...around
  } = process.env
  const npm = { npm_config_cache: config('cache'), npm_config_userconfig: config('userconfig') }
  const env = { ...around, ...npm, HOME: home, USERPROFILE: home }
  const quiet = ['--no-audit', '--no-fund', '--loglevel', 'error', '--prefer-offline']
  const start = (command, args) =>
    execFileSync(command, args, { cwd: place, env, stdio: ['ignore', 'pipe', 'inherit'] }).toString()
  start('npm', ['install', '-g', '--prefix', prefix, ...quiet, tarball])
  if (!existsSync(join(prefix, 'share/man/man1/shoal.1'))) throw new Error('the man page was not installed')
  const rows = Array.from({ length: 30 }, (_, k) => `${k},${k % 3 === 0 ? 'north' : 'south'}`)
  const orders = `id,region\n${rows.join('\n')}\n`
  writeFileSync(join(place, 'orders.csv'), orders)
  writeFileSync(join(place, 'orders.csv.gz'), gzipSync(orders))
  for (const file of ['orders.csv', 'orders.csv.gz']) {
    const said = start(join(prefix, 'bin/shoal'), ['analyze', file, 'How many orders are there in the south?'])
    if (!/^20\b/.test(said)) throw new Error(`the installed program says of ${file}: ${said.slice(0, 300)}`)
  }
  const question = 'How many orders are there in the south?'
  const fetched = start('npx', ['--yes', ...quiet, `git+file://${repository()}`, 'analyze', 'orders.csv', question])
  if (!/^20\b/.test(fetched)) throw new Error(`npx of a git address says: ${fetched.slice(0, 300)}`)
  const type = start('npx', ['--yes', ...quiet, '--package', tarball, 'shoal', 'detect', 'orders.csv', '--json'])
  if (JSON.parse(type)[0].content_type !== 'structured_data') throw new Error(`npx says: ${type.slice(0, 300)}`)
}

/** The files as they are now, in a repository that can be fetched. */
function repository() {
  const place = join(work, 'repository')
  const files = run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard']).toString().split('\0')
  for (const file of files) if (file !== '' && existsSync(join(root, file))) cpSync(join(root, file), join(place, file))
  const git = args => run('git', ['-c', 'user.name=check', '-c', 'user.email=check@example.org', ...args], place)
  for (const args of [
    ['init', '--quiet'],
    ['add', '--all', '--force'],
    ['commit', '--quiet', '--no-verify', '-m', 'As it is'],
  ])
    git(args)
  return place
}

function link(name, modules) {
  mkdirSync(dirname(join(modules, name)), { recursive: true })
  symlinkSync(join(root, 'node_modules', name), join(modules, name))
}
