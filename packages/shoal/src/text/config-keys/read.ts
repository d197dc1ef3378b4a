// Picks the reader for a format of configuration.
import { readAssignments, STYLES } from './assignments.ts'
import { readBlocks } from './blocks.ts'
import { readDockerfile, readGoModules, readMakefile, readRequirements } from './recipes.ts'
import type { Settings, SettingsReader } from './settings.ts'
import { readToml } from './toml.ts'
import { readYamlLines } from './yaml.ts'

export type ConfigFormat =
  | 'yaml'
  | 'toml'
  | 'ini'
  | 'repeated'
  | 'env'
  | 'properties'
  | 'conf'
  | 'blocks'
  | 'makefile'
  | 'dockerfile'
  | 'requirements'
  | 'gomod'
  | 'patterns'

export function settingsReader(found: Settings, format: ConfigFormat): SettingsReader {
  switch (format) {
    case 'yaml':
      return readYamlLines(found)
    case 'toml':
      return readToml(found)
    case 'blocks':
      return readBlocks(found)
    case 'makefile':
      return readMakefile(found)
    case 'dockerfile':
      return readDockerfile(found)
    case 'requirements':
      return readRequirements(found)
    case 'gomod':
      return readGoModules(found)
    case 'patterns':
      return readPatterns(found)
    default:
      return readAssignments(found, STYLES[format])
  }
}

/** `.gitignore` and its kin: a pattern a line. */
function readPatterns(found: Settings): SettingsReader {
  return {
    line(text) {
      const trimmed = text.trim()
      if (trimmed !== '' && !trimmed.startsWith('#')) found.count('patterns')
    },
    end() {},
  }
}
