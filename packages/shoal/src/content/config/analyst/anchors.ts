// What other files may refer to: settings by their path, environment variables, packages, files and addresses.
import type { Anchor } from '@shoal/base/model/anchor'
import { pushAll } from '@shoal/base/model/lists'
import type { Dependency } from '../../../text/config-keys/settings.ts'
import { shownText } from '../../../text/gate/shown.ts'
import type { JudgedSetting } from './judged-setting.ts'

const MOST = 4_000

export function anchorsOf(
  settings: readonly JudgedSetting[],
  dependencies: readonly Dependency[],
  variables: boolean,
): Anchor[] {
  const anchors: Anchor[] = []
  for (const setting of settings) {
    if (anchors.length >= MOST) break
    pushAll(anchors, settingAnchors(setting, variables))
  }
  for (const { name, version, path, line, quote } of dependencies)
    if (anchors.length < MOST)
      anchors.push({
        role: 'dependency',
        name,
        ...(version !== '' && { value: version }),
        ...(path && { path }),
        line,
        quote,
      })
  return anchors.filter(({ quote, name }) => quote !== '' && name !== '')
}

function* settingAnchors(setting: JudgedSetting, variables: boolean): Generator<Anchor> {
  const { path, key, type, line, quote, value, shown, env, secret } = setting
  const at = { line, quote }
  if (type === 'map') return
  yield { role: 'config-key', name: path, value: shown, ...at }
  if (env) yield { role: 'env-definition', name: key, value: shown, ...at }
  if (variables)
    for (const { name, fallback } of variablesIn(value))
      yield { role: 'env-use', name, ...(fallback === null ? {} : { value: fallback }), ...at }
  if (type !== 'string' || secret) return
  if (/^[a-z][a-z\d+.-]*:\/\/\S+$/i.test(value)) yield { role: 'url', name: shownText(value).slice(0, 300), ...at }
  else if (isPath(value)) yield { role: 'path', name: value, ...at }
}

const DEPENDENCIES = /(?:^|[._-])dependencies(?=\.|$)/
const WANTED = /["']([A-Za-z\d][\w.-]{0,100})(?:\[[^\]"']{0,100}\])?\s{0,9}([<>=!~^][^"';]{0,100})?["';]/g

/** Packages that a manifest lists under its dependencies: `requests = "^2.31"`, `["flask==3.0.0"]`. */
export function manifestPackages(settings: readonly JudgedSetting[]): Dependency[] {
  return settings.flatMap(({ path, key, value, type, line, quote }) => {
    const at = DEPENDENCIES.exec(path)
    if (!at || key === 'python') return []
    if (type === 'list')
      return [...value.matchAll(WANTED)].map(([, name, version = '']) => ({ name: name!, version, path, line, quote }))
    const direct = at.index + at[0].length === path.length - key.length - 1
    return direct && type === 'string' ? [{ name: key, version: value, path, line, quote }] : []
  })
}

/** `${NAME}`, `${NAME:-default}`, `$NAME`. */
export function variablesIn(value: string): { name: string; fallback: string | null }[] {
  return [
    ...value.matchAll(/(?<!\$)\$(?:\{([A-Za-z_]\w{0,100})(?::?[-=?+]([^{}]{0,200}))?\}|([A-Z_][A-Z\d_]{1,100})\b)/g),
  ].map(([, braced, fallback, plain]) => ({ name: braced ?? plain!, fallback: fallback ?? null }))
}

function isPath(value: string): boolean {
  return (
    value.length <= 300 &&
    /^(?:\.{0,2}\/|[A-Za-z]:\\)?[\w.@-]+(?:\/[\w.@*-]+)+\/?$|^\/[\w.-]+$|^[\w-]+\.(?:csv|tsv|json|jsonl|ya?ml|toml|ini|db|sqlite|log|txt|xml|pem|crt|key|py|js|ts|sh|sql|parquet)$/.test(
      value,
    )
  )
}
