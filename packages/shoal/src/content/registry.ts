// All content types in one list. Adding a kind is one folder and one line here.
import type { ContentType, NameClaim } from '@shoal/base/model/content-type'
import type { Claim, Registry } from '@shoal/base/model/registry'
import { config } from './config/index.ts'
import { json } from './json/index.ts'
import { jsonl } from './jsonl/index.ts'
import { log } from './log/index.ts'
import { markup } from './markup/index.ts'
import { prose } from './prose/index.ts'
import { sourceCode } from './source-code/index.ts'
import { structuredData } from './structured-data/index.ts'
import { unknown } from './unknown/index.ts'

/** In order of precedence: of two types that fit equally well, the first wins. */
export const builtInTypes: readonly ContentType[] = [
  structuredData,
  log,
  json,
  jsonl,
  sourceCode,
  markup,
  config,
  prose,
  unknown,
]

/**
 * A registry of the built-in types and the user's own. A user's type comes first and takes over the names it claims;
 * two of the user's types, or two of ours, that claim one name are a mistake and throw.
 */
export function createRegistry(custom: readonly ContentType[] = [], builtIn = builtInTypes): Registry {
  const types = [...custom, ...builtIn]
  const byName = new Map<string, ContentType>()
  for (const type of types) {
    if (byName.has(type.name)) throw new Error(`there are two content types called ${type.name}`)
    byName.set(type.name, type)
  }
  const extensions = claims(builtIn, custom, 'extensions')
  const fileNames = claims(builtIn, custom, 'fileNames')
  return {
    types,
    get: name => byName.get(name),
    typeOf: name => byName.get(name) ?? unknown,
    claim: baseName => findClaim(baseName, extensions, fileNames),
  }
}

type Field = 'extensions' | 'fileNames'
type Claims = ReadonlyMap<string, Claim>

/** Thousands of claims, and a registry is made for every command and tool. */
const ofLists = { extensions: new WeakMap<object, Claims>(), fileNames: new WeakMap<object, Claims>() }

function claims(builtIn: readonly ContentType[], custom: readonly ContentType[], field: Field): Claims {
  const known = ofLists[field].get(builtIn) ?? index(builtIn, field)
  ofLists[field].set(builtIn, known)
  return custom.length === 0 ? known : new Map([...known, ...index(custom, field)])
}

function index(types: readonly ContentType[], field: Field): Claims {
  const found = new Map<string, Claim>()
  for (const type of types) {
    for (const [by, claim] of Object.entries<NameClaim>(type[field])) {
      const other = found.get(by)
      if (other) throw new Error(`${by} is claimed by two content types, ${other.type.name} and ${type.name}`)
      found.set(by, { ...claim, type, via: field === 'extensions' ? 'extension' : 'name', by })
    }
  }
  return found
}

function findClaim(baseName: string, extensions: Claims, fileNames: Claims): Claim | undefined {
  const exact = fileNames.get(baseName)
  if (exact) return exact
  const dot = baseName.lastIndexOf('.')
  if (dot <= 0) return undefined
  const byExtension = extensions.get(baseName.slice(dot).toLowerCase())
  if (byExtension) return byExtension
  // `settings.yml.example`, `Dockerfile.dev`, `.env.local`: the name before the unknown ending still tells.
  const inner = findClaim(baseName.slice(0, dot), extensions, fileNames)
  return inner && { ...inner, confidence: inner.confidence === 'high' ? 'medium' : 'low' }
}
