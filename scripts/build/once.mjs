// The first start of a clone: nothing built is in a repository, so it is built then, once, whoever else starts meanwhile.
// Plain JavaScript that needs no package to begin with.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const bin = join(root, 'dist/bin.js')
const modules = join(root, 'node_modules')
const work = join(modules, '.cache/shoal-build')
const lock = join(work, 'lock')

/** No build takes longer; a lock that is older was left behind. */
const LONGEST_MS = 300_000

if (process.argv[1] === fileURLToPath(import.meta.url))
  await inTurn(build).catch(error => {
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  })

export function isBuilt() {
  return existsSync(bin)
}

/**
 * Why there is no build, or null. It is made in a process of its own that outlives this one: a client that has no patience
 * with a slow build ends its server, and finds the next one built. Standard output belongs to what was asked for.
 */
export async function haveBuilt() {
  // npm writes it last.
  if (!existsSync(join(modules, '.package-lock.json')))
    return `the packages are missing: run \`npm ci\` in ${root}, then start it again`
  process.stderr.write('shoal: building, once\n')
  const builder = spawn(process.execPath, [fileURLToPath(import.meta.url)], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    windowsHide: true,
  })
  const { status, said } = await ended(builder)
  return status === 0 && isBuilt() ? null : said.trim().split('\n').at(-1)
}

/** One build at a time, to spare the machine; that a build appears whole and once does not depend on it. */
async function inTurn(act) {
  mkdirSync(work, { recursive: true })
  while (!isBuilt()) {
    if (!locked()) {
      await sleep(200)
      continue
    }
    try {
      if (!isBuilt()) await act()
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

async function build() {
  const child = spawn(process.execPath, [join(root, 'scripts/build.mjs')], { cwd: root, windowsHide: true })
  const { status, said } = await ended(child)
  if (status === 0) return
  const why = /^(?:\w*Error: )(.*)$/m.exec(said)?.[1] ?? said.trim().split('\n').at(-1)
  throw new Error(`the build failed: ${why}`)
}

async function ended(child) {
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', part => {
      said = (said + part).slice(-4_000)
    })
  const status = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve))
  return { status, said }
}
