// Finds and reads shoal.config.*: the nearest one from the working directory up to the repository root or the home.
import { existsSync, readFileSync } from 'node:fs'
import { extname, join, relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { errnoReason, ShoalError } from '@shoal/base/model/errors'
import { packageFile } from '@shoal/base/model/package-files'
import { searchPath } from './search-path.ts'

/** In the order in which they are looked for within one directory. */
export const configFileNames = ['ts', 'mts', 'js', 'mjs', 'yaml', 'yml', 'json'].map(
  extension => `shoal.config.${extension}`,
)

export interface LoadedConfig {
  /** null when there is none. */
  readonly file: string | null
  /** The same in full. */
  readonly path: string | null
  readonly value: unknown
}

export interface ConfigRequest {
  readonly cwd: string
  /** The file that was asked for; otherwise one is looked for. */
  readonly file: string | null
  readonly home: string | undefined
}

export async function loadConfig({ cwd, file, home }: ConfigRequest): Promise<LoadedConfig> {
  const found = file === null ? findConfig(cwd, home) : resolve(cwd, file)
  if (found === null) return { file: null, path: null, value: {} }
  if (!existsSync(found))
    throw new ShoalError('config-not-found', `config file ${file} does not exist`, { detail: found })
  const shown = relative(cwd, found) || found
  return { file: shown, path: found, value: await readConfigFile(found, shown) }
}

/** A config file is code, so only a directory of the user's own may hold one. */
export function findConfig(cwd: string, home: string | undefined): string | null {
  for (const directory of searchPath(cwd, home))
    for (const name of configFileNames) {
      const file = join(directory, name)
      if (existsSync(file)) return file
    }
  return null
}

async function readConfigFile(file: string, shown: string): Promise<unknown> {
  try {
    const extension = extname(file)
    if (extension === '.json') return JSON.parse(withoutMark(readFileSync(file, 'utf8')))
    if (/^\.ya?ml$/.test(extension)) {
      const { parse } = await import('yaml')
      // One that has only comments says nothing.
      return parse(withoutMark(readFileSync(file, 'utf8'))) ?? {}
    }
    const module = /^\.[mc]?ts$/.test(extension) ? await importTypeScript(file) : await import(pathToFileURL(file).href)
    if (module.default === undefined) throw new Error('it has no default export')
    return module.default
  } catch (error) {
    const [why] = errnoReason(error).split('\n')
    throw new ShoalError('config-invalid', `${shown} cannot be read: ${why}`, { detail: file, cause: error })
  }
}

function withoutMark(text: string): string {
  return text.replace(/^\ufeff/, '')
}

async function importTypeScript(file: string): Promise<{ default?: unknown }> {
  const { createJiti } = await import('jiti')
  // `shoal` resolves to this very package, so that a config file works without a local install. No cache on disk:
  // nothing is written beside the user's data.
  const surface = (name: string) => fileURLToPath(packageFile(`dist/${name}.js`))
  const alias = { shoal: surface('index'), 'shoal/team': surface('team'), 'shoal/test': surface('test') }
  const jiti = createJiti(import.meta.url, { fsCache: false, moduleCache: false, alias })
  return await jiti.import(file)
}
