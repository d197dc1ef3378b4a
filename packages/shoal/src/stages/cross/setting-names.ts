// How settings are named where they are defined and where they are read.
import { baseName } from '@shoal/base/text/paths'
import type { AnchorIndex, Located } from './check.ts'
import { plainName, stepsOf } from './names.ts'

/** Files of tools: their keys are read by those tools. */
const TOOL_FILE =
  /^(package\.(?:json|ya?ml)|tsconfig.*\.json|jsconfig.*\.json|composer\.json|pyproject\.toml|cargo\.toml|setup\.cfg|tox\.ini|pytest\.ini|mypy\.ini|ruff\.toml|biome\.jsonc?|\.?eslintrc.*|\.?prettierrc.*|\.?babelrc.*|\.[a-z]{0,20}(?:lint|hint)[\w.-]{0,40}|\.[a-z]{1,20}rc\.(?:json|ya?ml)|docker-compose.*|compose\.ya?ml|dockerfile.*|(?:gnu)?makefile(?:\..*)?|cmakelists\.txt|configure\.(?:ac|in)|meson\.build|meson_options\.txt|.*\.(?:mak|m4|cmake|gradle|vcxproj|pro|pri|mc|am)|go\.(mod|sum)|requirements.*\.txt|.*\.lock|pom\.xml|\.gitlab-ci\.yml|\.travis\.yml|\.editorconfig|\.gitattributes|mkdocs\.yml|openapi.*|swagger.*|\.pre-commit-config\.ya?ml|\.readthedocs\.ya?ml|appveyor\.ya?ml|\.appveyor\.ya?ml|\.coveragerc|\.pylintrc|\.flake8|\.rubocop.*|phpunit.*|phpstan.*|psalm.*|\.golangci.*|renovate\.json|dependabot\.ya?ml|codecov\.ya?ml|\.codecov\.ya?ml|lerna\.json|nx\.json|turbo\.json|knip\.json|jest\.config.*|\.mocharc.*|\.nycrc|vercel\.json|netlify\.toml|\.stylelintrc.*|bower\.json|deno\.jsonc?|\.swcrc|manifest\.json|_config\.ya?ml|snapcraft\.ya?ml|.*\.mk|.*\.(?:service|socket|timer|target|desktop|spec|pc|rc|pot?|xlf|resx|dts|dtsi))$/i

/** Set by the system, a shell, a platform or a tool, not by a project's files. */
const GIVEN_BY_THE_SYSTEM =
  /^(PATH|HOME|USER|USERNAME|LOGNAME|PWD|OLDPWD|SHELL|TERM|LANG|LANGUAGE|LC_\w+|TZ|TMPDIR|TEMP|TMP|EDITOR|VISUAL|PAGER|DISPLAY|HOSTNAME|CI|NO_COLOR|FORCE_COLOR|NODE_ENV|NODE_OPTIONS|DEBUG|APPDATA|LOCALAPPDATA|PROGRAMFILES|SYSTEMROOT|HOMEDRIVE|HOMEPATH|USERPROFILE|WINDIR|COMSPEC|JAVA_HOME|GOPATH|PYTHONPATH|VIRTUAL_ENV|SSH_\w+|XDG_\w+|GITHUB_\w+|npm_\w+|KUBERNETES_\w+|UID|EUID|RANDOM|IFS|OSTYPE|BASH\w*|PS\d|LINENO|SECONDS|PIPESTATUS|FUNCNAME|REPLY|PPID|OPTARG|OPTIND|MAINPID|REQUEST_\w+|PATH_INFO|SCRIPT_NAME|QUERY_STRING|CONTENT_\w+|REMOTE_\w+|SERVER_\w+|HTTPS?_\w+|GATEWAY_INTERFACE|DOCUMENT_ROOT|GIT_\w+)$/

export function isGivenBySystem(variable: string): boolean {
  return GIVEN_BY_THE_SYSTEM.test(variable)
}

/** The whole name of a setting: `billing.timeout_seconds`. */
export function settingName({ path, name }: Located): string {
  return (path ?? name).replace(/^\$\.?(?=.)/, '')
}

/** The settings of the program: not those of tools, and not the items of lists, which are data. */
export function settingsOf(anchors: AnchorIndex): Located[] {
  return anchors.own('config-key').filter(key => !isToolFile(baseName(key.file)) && !settingName(key).includes('['))
}

export function isToolFile(fileName: string): boolean {
  return TOOL_FILE.test(fileName)
}

/** A part of a longer name is not asked for: names in code are short. */
const LONGEST_PART = 200

/** All names under which a setting can be asked for. */
export class KeyNames {
  private readonly full = new Set<string>()
  private readonly last = new Set<string>()

  constructor(keys: readonly Located[], env: readonly Located[]) {
    for (const key of [...keys, ...env]) {
      const steps = stepsOf(settingName(key)).map(plainName)
      this.full.add(steps.join(''))
      for (const step of steps) this.last.add(step)
      // A section is a setting too: `config["billing"]["timeout"]` asks for `billing` first.
      this.addParts(steps)
      this.addParts(steps.reverse(), (part, step) => step + part)
    }
  }

  has(use: Located): boolean {
    const steps = stepsOf(settingName(use))
    if (steps.length <= 1) return this.last.has(plainName(use.name)) || this.knows(plainName(use.name))
    return this.knows(plainName(steps.join(''))) || this.hasTail(steps)
  }

  /** All that the steps add up to, one more at a time. */
  private addParts(steps: readonly string[], join = (part: string, step: string) => part + step): void {
    let part = ''
    for (const step of steps) {
      part = join(part, step)
      if (part.length > LONGEST_PART) return
      this.full.add(part)
    }
  }

  /** What is too long to be kept in all its parts is not said to be missing. */
  private knows(name: string): boolean {
    return name.length > LONGEST_PART || this.full.has(name)
  }

  /** `settings.billing.timeout`: the first steps may be names of the program. */
  private hasTail(steps: readonly string[]): boolean {
    return steps.length > 2 && this.knows(plainName(steps.slice(1).join('')))
  }
}
