// How settings are named where they are defined and where they are read.
import type { Located } from './check.ts'
import { plainName, stepsOf } from './names.ts'

/** Files of tools: their keys are read by those tools. */
const TOOL_FILE =
  /^(package\.json|tsconfig.*\.json|jsconfig.*\.json|composer\.json|pyproject\.toml|cargo\.toml|setup\.cfg|tox\.ini|pytest\.ini|mypy\.ini|ruff\.toml|biome\.jsonc?|\.?eslintrc.*|\.?prettierrc.*|\.?babelrc.*|docker-compose.*|compose\.ya?ml|dockerfile.*|makefile|gnumakefile|cmakelists\.txt|go\.(mod|sum)|requirements.*\.txt|.*\.lock|pom\.xml|\.gitlab-ci\.yml|\.travis\.yml|\.editorconfig|\.gitattributes|mkdocs\.yml|openapi.*|swagger.*)$/i

/** The whole name of a setting: `billing.timeout_seconds`. */
export function settingName({ path, name }: Located): string {
  return (path ?? name).replace(/^\$\.?(?=.)/, '')
}

export function isToolFile(fileName: string): boolean {
  return TOOL_FILE.test(fileName)
}

/** All names under which a setting can be asked for. */
export class KeyNames {
  private readonly full = new Set<string>()
  private readonly last = new Set<string>()

  constructor(keys: readonly Located[], env: readonly Located[]) {
    for (const key of [...keys, ...env]) {
      const steps = stepsOf(settingName(key))
      this.full.add(plainName(steps.join('')))
      // A section is a setting too: `config["billing"]["timeout"]` asks for `billing` first.
      for (const [k, step] of steps.entries()) {
        this.last.add(plainName(step))
        if (k > 0) this.full.add(plainName(steps.slice(k).join('')))
        this.full.add(plainName(steps.slice(0, k + 1).join('')))
      }
    }
  }

  has(use: Located): boolean {
    const steps = stepsOf(settingName(use))
    if (steps.length <= 1) return this.last.has(plainName(use.name)) || this.full.has(plainName(use.name))
    return this.full.has(plainName(steps.join(''))) || this.hasTail(steps)
  }

  /** `settings.billing.timeout`: the first steps may be names of the program. */
  private hasTail(steps: readonly string[]): boolean {
    return steps.length > 2 && this.full.has(plainName(steps.slice(1).join('')))
  }
}
