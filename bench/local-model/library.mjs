// node-llama-cpp in a directory of its own: with the one binary that this machine needs it weighs 85 MB, with all of them
// 725 MB, and no user of shoal wants either.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const VERSION = '3.22.1'
const BINARIES = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'darwin-x64': 'mac-x64',
  'darwin-arm64': 'mac-arm64-metal',
  'win32-x64': 'win-x64',
  'win32-arm64': 'win-arm64',
}

/** Installs it unless it is there. No install script is run. */
export function installLibrary(directory) {
  const manifest = join(directory, 'node_modules/node-llama-cpp/package.json')
  if (existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version === VERSION) return
  const machine = `${process.platform}-${process.arch}`
  const binary = BINARIES[machine]
  if (!binary) throw new Error(`node-llama-cpp has no binary for ${machine}`)
  mkdirSync(directory, { recursive: true })
  const packages = [`node-llama-cpp@${VERSION}`, `@node-llama-cpp/${binary}@${VERSION}`]
  const flags = ['--prefix', directory, '--ignore-scripts', '--omit=optional', '--no-audit', '--no-fund']
  const isWindows = process.platform === 'win32'
  const { status } = spawnSync('npm', ['install', ...flags, ...packages], { stdio: 'inherit', shell: isWindows })
  if (status !== 0) throw new Error(`npm could not install ${packages.join(' and ')}`)
}
