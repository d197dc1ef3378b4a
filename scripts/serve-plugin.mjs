// Starts the MCP server of a clone, as the manifest of the plugin asks for it. Nothing built is in a repository, so the
// first start builds: without checking types, in seconds. Plain JavaScript that needs no package to begin with.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')
const bin = join(dist, 'bin.js')
const modules = join(root, 'node_modules')
const work = join(modules, '.cache', 'shoal-build')
const lock = join(work, 'lock')

/** No build takes longer; a lock that is older was left behind. */
const LONGEST_MS = 300_000

/** Only what runs. */
const TSC = ['-p', 'tsconfig.build.json', '--noCheck', '--declaration', 'false', '--sourceMap', 'false']

if (process.argv[2] === 'build') await inTurn(build).catch(fail)
else await serve().catch(fail)

async function serve() {
  if (!existsSync(bin)) await haveBuilt()
  await import(pathToFileURL(bin).href)
}

/**
 * In a process of its own that outlives this one: a client that has no patience with a slow build ends its server, and
 * finds the next one built. Standard output belongs to the protocol.
 */
async function haveBuilt() {
  // npm writes it last.
  if (!existsSync(join(modules, '.package-lock.json')))
    throw new Error(`the packages are missing: run \`npm ci\` in ${root}, then start the client anew`)
  process.stderr.write('shoal: building, once\n')
  const builder = spawn(process.execPath, [fileURLToPath(import.meta.url), 'build'], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    windowsHide: true,
  })
  const { status, said } = await ended(builder)
  if (status === 0 && existsSync(bin)) return
  process.stderr.write(said)
  process.exit(1)
}

/** One build at a time, to spare the machine; that a build appears whole and once does not depend on it. */
async function inTurn(act) {
  mkdirSync(work, { recursive: true })
  while (!existsSync(bin)) {
    if (!locked()) {
      await sleep(200)
      continue
    }
    try {
      await act()
    } finally {
      rmSync(lock, { force: true })
    }
  }
}

function locked() {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    if (isLeftBehind()) rmSync(lock, { force: true })
    return false
  }
}

function isLeftBehind() {
  try {
    if (Date.now() - statSync(lock).mtimeMs > LONGEST_MS) return true
    const pid = Number(readFileSync(lock, 'utf8'))
    // Empty for a moment, before its owner is written.
    if (pid > 0) process.kill(pid, 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}

/** As `npm run build` does it, into a directory that takes its place when it is whole. */
async function build() {
  const fresh = join(work, String(process.pid))
  try {
    mkdirSync(fresh, { recursive: true })
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const kernel = script => {
      const [, ...args] = script.split(' ').map(arg => (arg.startsWith('dist/') ? join(fresh, arg.slice(5)) : arg))
      return run('assemblyscript/bin/asc.js', args)
    }
    await Promise.all([
      run('typescript/bin/tsc', [...TSC, '--outDir', fresh, '--tsBuildInfoFile', join(fresh, '.tsbuildinfo')]),
      kernel(scripts['build:wasm:scan']),
      kernel(scripts['build:wasm:table']),
    ])
    putInPlace(fresh)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

function putInPlace(fresh) {
  try {
    renameSync(fresh, dist)
  } catch (error) {
    if (existsSync(bin)) return
    throw existsSync(dist) ? new Error(`${dist} is there and holds no server: remove it`) : error
  }
}

async function run(program, args) {
  const child = spawn(process.execPath, [join(modules, program), ...args], { cwd: root, windowsHide: true })
  const { status, said } = await ended(child)
  if (status !== 0) throw new Error(`the build failed: ${program.split('/')[0]}: ${said.trim().split('\n').at(-1)}`)
}

async function ended(child) {
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', part => {
      said = (said + part).slice(-2_000)
    })
  const status = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve))
  return { status, said }
}

function fail(error) {
  process.stderr.write(`shoal: ${error.message}\n`)
  process.exit(1)
}
