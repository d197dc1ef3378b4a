// Which format a configuration file is written in: its name says it, or else the shape of its first lines.

import { basename, extname } from 'node:path'
import { lookup } from '@shoal/base/model/lookup'
import type { SourceText } from '@shoal/base/model/source'

export type Dialect = 'yaml' | 'toml' | 'ini' | 'blocks' | 'makefile' | 'dockerfile' | 'lines'

const BY_EXTENSION: Readonly<Record<string, Dialect>> = {
  '.yaml': 'yaml',
  '.yml': 'yaml',
  '.toml': 'toml',
  '.ini': 'ini',
  '.desktop': 'ini',
  '.service': 'ini',
  '.gitconfig': 'ini',
  '.editorconfig': 'ini',
  '.hcl': 'blocks',
  '.tf': 'blocks',
  '.tfvars': 'blocks',
  '.nginx': 'blocks',
  '.mk': 'makefile',
  '.mak': 'makefile',
  '.dockerfile': 'dockerfile',
}

const BY_NAME: readonly (readonly [RegExp, Dialect])[] = [
  [/^(gnu)?makefile(\..*)?$/i, 'makefile'],
  [/^(dockerfile|containerfile)(\..*)?$/i, 'dockerfile'],
  [/^(cargo|poetry)\.lock$|^pipfile$/i, 'toml'],
  [/^\.?(gitconfig|gitmodules|editorconfig|flake8|pylintrc|npmrc|coveragerc)$/i, 'ini'],
  [/^(nginx\.conf|caddyfile|httpd\.conf|apache2\.conf)$/i, 'blocks'],
]

/** Names that detection gives, where they tell the format. */
const BY_LANGUAGE: Readonly<Record<string, Dialect>> = {
  yaml: 'yaml',
  toml: 'toml',
  ini: 'ini',
  hcl: 'blocks',
  makefile: 'makefile',
  dockerfile: 'dockerfile',
}

/** What is looked at when the name does not tell. */
const PREFIX = 64 * 1024

const SECTION = /^\s*\[{1,2}[^\]]+\]{1,2}\s*([#;].*)?$/
const BLOCK = /^\s*[^\s#;/{][^#;]*\{\s*(#.*)?$|^\s*<\/?[A-Z]\w+(\s[^<>]*)?>\s*$/
const KEY = /^\s*(?:(?:- )*["'])?(?!\s)[\w./ -]+["']?:(?:\s|$)/

export function dialectOf(source: SourceText, language: string | null): Dialect {
  const name = basename(source.path)
  const named =
    BY_NAME.find(([pattern]) => pattern.test(name))?.[1] ??
    lookup(
      BY_EXTENSION,
      extname(name.replace(/\.(?:orig|bak|old|in|dist|sample|example|tmpl|template)$/i, '')).toLowerCase(),
    ) ??
    lookup(BY_LANGUAGE, language ?? '')
  return named ?? byShape(source.text(0, Math.min(source.size, PREFIX)))
}

function byShape(text: string): Dialect {
  const lines = text.split(/\r\n?|\n/).filter(line => /\S/.test(line) && !/^\s*[#;]/.test(line))
  const count = (pattern: RegExp): number => lines.filter(line => pattern.test(line)).length
  if (count(SECTION) >= 2) return 'ini'
  if (count(BLOCK) >= 2) return 'blocks'
  return count(KEY) >= Math.max(3, lines.length * 0.6) ? 'yaml' : 'lines'
}
