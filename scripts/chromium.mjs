// Finds a Chromium on this machine and starts it, for the tests of the page, the screenshots and the bench.
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright-core'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const APPLICATION = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

// Nothing that goes out by itself, so that every request there is was made by the page.
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export function findChromium(env = process.env) {
  if (env.CHROMIUM_PATH) return env.CHROMIUM_PATH
  const onPath = (env.PATH ?? '').split(delimiter).flatMap(directory => NAMES.map(name => join(directory, name)))
  const byName = NAMES.flatMap(name => onPath.filter(path => path.endsWith(`/${name}`)))
  return [...byName, APPLICATION].find(canRun) ?? null
}

export async function launchChromium({ args = [] } = {}) {
  const executablePath = findChromium()
  if (executablePath === null) throw new Error('there is no Chromium: install one, or name it in CHROMIUM_PATH')
  // On a busy machine it takes longer than the half minute that is given by default.
  return await chromium.launch({ executablePath, args: [...FLAGS, ...args], timeout: 120_000 })
}

function canRun(path) {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
