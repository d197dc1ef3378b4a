// Recipes: Dockerfiles, makefiles, lists of requirements and Go modules.
import { plainType, type Settings, type SettingsReader, unquoted, withoutComment } from './settings.ts'

/** Lines joined by a backslash at their end. */
function joining(mark: RegExp, take: (text: string, line: number, quote: string) => void): SettingsReader {
  let open: { parts: string[]; line: number; quote: string; size: number } | null = null
  return {
    line(text, line) {
      const trimmed = text.trim()
      if (!open && (trimmed === '' || mark.test(trimmed))) return
      if (open && mark.test(trimmed)) return
      open ??= { parts: [], line, quote: trimmed, size: 0 }
      const goesOn = trimmed.endsWith('\\') && open.size < 100_000
      open.parts.push(goesOn ? trimmed.slice(0, -1).trim() : trimmed)
      open.size += trimmed.length
      if (goesOn) return
      const { parts, line: first, quote } = open
      open = null
      take(parts.join(' '), first, quote)
    },
    end() {
      if (open) take(open.parts.join(' '), open.line, open.quote)
    },
  }
}

const INSTRUCTION = /^([A-Za-z]{2,20})\s+(\S.*)$/
const INSTRUCTIONS = new Set(
  'FROM RUN CMD LABEL MAINTAINER EXPOSE ENV ADD COPY ENTRYPOINT VOLUME USER WORKDIR ARG ONBUILD STOPSIGNAL HEALTHCHECK SHELL'.split(
    ' ',
  ),
)
const ENV_PAIR = /([A-Za-z_]\w{0,100})=("(?:[^"\\]|\\.){0,500}"|'[^']{0,500}'|[^\s"']{0,500})/g

export function readDockerfile(found: Settings): SettingsReader {
  return joining(/^#/, (text, line, quote) => {
    const [, name = '', rest = ''] = INSTRUCTION.exec(text) ?? []
    const word = name.toUpperCase()
    if (!INSTRUCTIONS.has(word)) {
      if (word !== '' || !/^[&|]{2}|^\w+=/.test(text))
        found.fault({
          kind: 'syntax',
          line,
          quote,
          message: `\`${quote.slice(0, 40)}\` is no instruction of a Dockerfile`,
        })
      return
    }
    found.count(word === 'FROM' ? 'stages' : 'instructions')
    const pairs = word === 'ENV' || word === 'ARG' || word === 'LABEL' ? [...rest.matchAll(ENV_PAIR)] : []
    for (const [, key, raw] of pairs) {
      const { value, quoted } = unquoted(raw!)
      const setting = {
        path: `${word}.${key}`,
        key: key!,
        value,
        quoted,
        line,
        quote,
        type: quoted ? ('string' as const) : plainType(value),
      }
      found.add(word === 'ENV' ? { ...setting, env: true } : setting)
    }
    if (pairs.length > 0) return
    const old = word === 'ENV' ? /^(\w+)\s+(.*)$/s.exec(rest) : null
    if (old)
      found.add({
        path: `ENV.${old[1]}`,
        key: old[1]!,
        value: old[2]!,
        quoted: false,
        line,
        quote,
        type: plainType(old[2]!),
        env: true,
      })
    else found.add({ path: word, key: word, value: rest, quoted: false, line, quote, type: plainType(rest) })
  })
}

const VARIABLE = /^(?:export\s+|override\s+)?([\w.-]{1,100})\s{0,20}(?:[?:+!]|::)?=\s{0,20}(.*)$/
const TARGET = /^([\w./%$(){}-][\w./%$(){} -]{0,200}?)\s{0,9}::?(?!=)/

export function readMakefile(found: Settings): SettingsReader {
  const lines = joining(/^#/, (text, line, quote) => {
    const variable = VARIABLE.exec(text)
    if (variable) {
      const value = withoutComment(variable[2]!, '#')
      const setting = {
        path: variable[1]!,
        key: variable[1]!,
        value,
        quoted: false,
        line,
        quote,
        type: plainType(value),
      }
      found.add(text.startsWith('export') ? { ...setting, env: true } : setting)
    } else if (TARGET.test(text)) found.count('targets')
  })
  return { line: (text, line) => (text.startsWith('\t') ? undefined : lines.line(text, line)), end: () => lines.end() }
}

const REQUIREMENT = /^([A-Za-z0-9][\w.-]{0,100})(?:\[[^\]]{0,100}\])?\s{0,9}((?:[<>=!~]=?=?|@)[^;#]{0,200})?/

export function readRequirements(found: Settings): SettingsReader {
  return joining(/^#/, (text, line, quote) => {
    if (text.startsWith('-')) {
      const [, key = text, value = ''] = /^(--?[\w-]{1,60})[\s=]*(.*)$/s.exec(text) ?? []
      found.add({ path: key, key, value, quoted: false, line, quote, type: plainType(value) })
      return
    }
    const [, name, version = ''] = REQUIREMENT.exec(text) ?? []
    if (name) found.depend({ name, version: version.trim(), line, quote })
  })
}

const MODULE = /^(?:require\s+)?([\w.-][\w-]*\.[\w./~-]+)\s+(v[\w.+-]+)/

export function readGoModules(found: Settings): SettingsReader {
  return {
    line(text, line) {
      const bare = withoutComment(text.trim().replace(/\/\/.*$/s, ''), '')
      const [, name, version] = MODULE.exec(bare) ?? []
      if (name && version) {
        if (!bare.endsWith('=')) found.depend({ name, version, line, quote: text })
        return
      }
      const [, key, value] = /^(module|go|toolchain)\s+(\S+)$/.exec(bare) ?? []
      if (key && value) found.add({ path: key, key, value, quoted: false, line, quote: text, type: plainType(value) })
    },
    end() {},
  }
}
