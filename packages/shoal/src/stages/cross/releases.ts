// Ports and versions that files of one project say differently: what a container opens, runs on and is called, beside what code,
// manifest and README say.
import { baseName } from '@shoal/base/text/paths'
import { folderOf } from '../../text/code/graph/manifests.ts'
import type { AnchorIndex, CrossCheck, CrossDraft, Located } from './check.ts'
import { lastStepOf } from './names.ts'
import { settingName } from './setting-names.ts'

export const checkReleases: CrossCheck = anchors => [...ports(anchors), ...runtimes(anchors), ...ownVersions(anchors)]

const CONTAINER = /(?:^|\.)(?:Dockerfile|Containerfile)(?:\.|$)/i

const PORT_NAME = /(?:^|[._-])(?:server_?|http_?|listen_?|app_?)?port$/i
const SAYING = ['config-key', 'env-definition', 'literal', 'config-use', 'env-use'] as const

/** A port that is said nowhere in the program, where all that the program says is one other: by `EXPOSE`, or in an address for readers. */
function ports(anchors: AnchorIndex): CrossDraft[] {
  const program = anchors.own(...SAYING)
  const isExposed = (key: Located) => isContainer(key) && lastStepOf(settingName(key)) === 'EXPOSE'
  const opened = program
    .filter(isExposed)
    .map(key => ({ key, port: /^["']?(\d{2,5})(?:\/tcp)?["']?$/.exec(key.value ?? '')?.[1] }))
  const shown = anchors
    .of('url')
    .filter(({ inCode, inSettings, file }) => !inCode && !inSettings && /^readme\b/i.test(baseName(file)))
    .map(key => ({ key, port: /^https?:\/\/(?:localhost|127\.0\.0\.1):(\d{2,5})(?:\/|$)/.exec(key.name)?.[1] }))
  if (opened.length + shown.length === 0) return []
  const listening = program.filter(
    one => PORT_NAME.test(one.name) && /^["']?\d{2,5}["']?$/.test(one.value ?? '') && !isPublished(one),
  )
  const said = new Set(
    program.filter(one => !isExposed(one)).flatMap(({ value = '' }) => value.match(/\d{2,5}/g) ?? []),
  )
  const published = new Set(program.filter(isPublished).flatMap(({ value = '' }) => value.match(/\d{2,5}/g) ?? []))
  return [...opened, ...shown].flatMap(({ key, port }) => {
    const beside = listening.filter(one => isBeside(key.file, one.file))
    const exact = beside.filter(({ name }) => name === 'PORT')
    const near = exact.length > 0 ? exact : beside
    const values = new Set(near.map(bare))
    // Several ports: nobody knows which is meant.
    if (port === undefined || values.size !== 1 || values.has(port)) return []
    // What a compose file publishes is of the container, which opens it; readers may well be sent there.
    if (said.has(port) && !(isExposed(key) && published.has(port))) return []
    const [own] = near
    return [
      differs(
        'port-differs',
        `${key.file} ${isExposed(key) ? 'opens' : 'speaks of'} port ${port}, but ${own!.file} has ${settingName(own!)} ${bare(own!)}`,
        [key, own!],
        ['port', port, bare(own!)],
      ),
    ]
  })
}

function isContainer({ file }: Located): boolean {
  return CONTAINER.test(baseName(file))
}

function isPublished(one: Located): boolean {
  return /(?:^|\.)ports(?:\[|\.|$)/.test(settingName(one))
}

/** `FROM node:18` below `"engines": {"node": ">=20"}`. */
const RUNTIMES = [
  { image: /^(?:[\w.-]+\/)*node:(\d+(?:\.\d+)?)/, wants: /(?:^|\.)engines\.node$/ },
  {
    image: /^(?:[\w.-]+\/)*python:(\d+\.\d+)/,
    wants: /(?:^|\.)(?:requires-python|python_requires|dependencies\.python)$/,
  },
  { image: /^(?:[\w.-]+\/)*ruby:(\d+\.\d+)/, wants: /(?:^|\.)required_ruby_version$/ },
  { image: /^(?:[\w.-]+\/)*php:(\d+\.\d+)/, wants: /(?:^|\.)require\.php$/ },
] as const

function runtimes(anchors: AnchorIndex): CrossDraft[] {
  const keys = anchors.own('config-key')
  const images = keys.filter(key => CONTAINER.test(baseName(key.file)) && lastStepOf(settingName(key)) === 'FROM')
  return images.flatMap(from =>
    RUNTIMES.flatMap(({ image, wants }) => {
      const has = image.exec(from.value ?? '')?.[1]
      if (has === undefined) return []
      const wanted = keys.find(key => wants.test(settingName(key)) && isBeside(from.file, key.file))
      const least = /^["' ]{0,4}(?:>=|\^|~>?) {0,4}(\d{1,4}(?:\.\d{1,4})?)(?:\.\d{1,4}){0,3}["']?(?: {0,4}[,<]|$)/.exec(
        wanted?.value ?? '',
      )?.[1]
      if (!wanted || least === undefined || !isOlder(has, least)) return []
      return [
        differs(
          'version-differs',
          `${from.file} runs on ${from.value}, but ${wanted.file} asks for ${settingName(wanted)} ${wanted.value}`,
          [from, wanted],
          ['version', 'container', has, least],
        ),
      ]
    }),
  )
}

function isOlder(has: string, least: string): boolean {
  const [a, b] = [has.split('.').map(Number), least.split('.').map(Number)]
  if (a[0] !== b[0]) return a[0]! < b[0]!
  return a[1] !== undefined && b[1] !== undefined && a[1] < b[1]
}

const MANIFEST = /^(?:package\.json|pyproject\.toml|Cargo\.toml|composer\.json|setup\.cfg)$/
const VERSION_KEY = /^(?:version|project\.version|tool\.poetry\.version|package\.version|metadata\.version)$/
const VERSION_NAME = /^(?:__version__|VERSION|[A-Z]+_VERSION|version)$/
const FULL = /^v?(\d+\.\d+\.\d+)$/

/** The version in the manifest, and the one that code beside it says of itself. */
function ownVersions(anchors: AnchorIndex): CrossDraft[] {
  const manifests = anchors
    .own('config-key')
    .filter(key => MANIFEST.test(baseName(key.file)) && VERSION_KEY.test(settingName(key)) && FULL.test(bare(key)))
  const byFolder = new Map(manifests.map(key => [folderOf(key.file), key]))
  const said = anchors
    .own('literal')
    .filter(({ name, inCode, file }) => inCode && VERSION_NAME.test(name) && isOfWhole(file, name))
  return said.flatMap(constant => {
    const version = FULL.exec(bare(constant))?.[1]
    const manifest = version === undefined ? undefined : ownManifest(constant.file, byFolder)
    if (!manifest || FULL.exec(bare(manifest))![1] === version) return []
    // Of several such constants none is known to be the one.
    if (said.filter(other => other.name === constant.name).length > 1) return []
    return [
      differs(
        'version-differs',
        `${constant.file} says ${constant.name} ${version}, but ${manifest.file} has version ${bare(manifest)}`,
        [constant, manifest],
        ['version', version!],
      ),
    ]
  })
}

/** `__version__` and VERSION of the package itself; NODE_VERSION is of something else. */
function isOfWhole(file: string, name: string): boolean {
  return /^(?:__version__|VERSION)$/.test(name) || (name === 'version' && /^_?_?version/i.test(baseName(file)))
}

function ownManifest(file: string, byFolder: ReadonlyMap<string, Located>): Located | undefined {
  for (let folder = folderOf(file); ; folder = folderOf(folder)) {
    const found = byFolder.get(folder)
    if (found || folder === '') return found
  }
}

export function isBeside(file: string, other: string): boolean {
  const folder = folderOf(file)
  return folder === '' || other.startsWith(`${folder}/`)
}

function bare({ value = '' }: Located): string {
  return value.replace(/^["'`]|["'`]$/g, '').trim()
}

function differs(
  kind: 'port-differs' | 'version-differs',
  summary: string,
  ends: readonly Located[],
  topics: readonly string[],
): CrossDraft {
  return { kind, summary, severity: 'medium', nature: 'problem', ends, topics: [...topics, 'config'], weight: 0.7 }
}
