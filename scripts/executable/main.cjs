// What runs first in the single-file executable: it puts the program beside other caches once, under a name made of what it holds, and
// goes on there. Threads, native modules and WebAssembly are loaded from files, which Node's own support for such executables does not give them.
const { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } = require('node:fs')
const { createRequire } = require('node:module')
const { homedir, platform } = require('node:os')
const { dirname, join, sep } = require('node:path')
const { getAsset } = require('node:sea')
const { setFlagsFromString } = require('node:v8')
const { gunzipSync } = require('node:zlib')

// The program starts itself again by `process.execPath`, as node would be: flags, a file of its own, arguments. Its environment may be empty
// then, so the place is that of the file.
const [, , ...args] = process.argv
const name = join('shoal', 'program', getAsset('name', 'utf8')) + sep
const at = args.findIndex(word => !word.startsWith('--'))
const isOwn = at >= 0 && args[at].includes(sep + name)
const app = isOwn ? args[at].slice(0, args[at].indexOf(sep + name) + name.length) : join(cacheHome(), name)
try {
  if (!existsSync(app)) unpack()
} catch (error) {
  const why = `its program cannot be put into ${dirname(app)}: ${error.message}`
  process.stderr.write(`shoal: ${why}; set XDG_CACHE_HOME to a directory that can be written\n`)
  process.exit(5)
}
if (isOwn) for (const flag of args.slice(0, at)) setFlagsFromString(flag)
const file = isOwn ? args[at] : join(app, 'bin/shoal.mjs')
process.argv = [process.execPath, file, ...(isOwn ? args.slice(at + 1) : args)]
createRequire(join(app, 'package.json'))('./load.cjs')(file)

function cacheHome() {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env
  if (XDG_CACHE_HOME) return XDG_CACHE_HOME
  if (platform() === 'darwin') return join(homedir(), 'Library', 'Caches')
  return platform() === 'win32' && LOCALAPPDATA ? LOCALAPPDATA : join(homedir(), '.cache')
}

/** Whole or not there: two processes may do it at once. */
function unpack() {
  mkdirSync(dirname(app), { recursive: true, mode: 0o700 })
  const made = mkdtempSync(join(dirname(app), 'new-'))
  const packed = gunzipSync(Buffer.from(getAsset('app')))
  const headed = 4 + packed.readUInt32LE(0)
  let from = headed
  for (const { path, size } of JSON.parse(packed.toString('utf8', 4, headed))) {
    const to = join(made, path)
    mkdirSync(dirname(to), { recursive: true })
    writeFileSync(to, packed.subarray(from, from + size))
    from += size
  }
  try {
    renameSync(made, dirname(join(app, 'package.json')))
  } catch (error) {
    rmSync(made, { recursive: true, force: true })
    if (!existsSync(app)) throw error
  }
}
