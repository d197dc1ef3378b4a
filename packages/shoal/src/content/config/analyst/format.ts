// Which reader a configuration file needs: its dialect, refined by what detection and its name say.

import { basename } from 'node:path'
import { lookup } from '@shoal/base/model/lookup'
import type { SourceText } from '@shoal/base/model/source'
import type { ConfigFormat } from '../../../text/config-keys/read.ts'
import { dialectOf } from '../dialect.ts'

const BY_LANGUAGE: Readonly<Record<string, ConfigFormat>> = {
  env: 'env',
  properties: 'properties',
  requirements: 'requirements',
  gomod: 'gomod',
  ignore: 'patterns',
  conf: 'conf',
}

/** Formats that repeat keys on purpose, though they look like INI. */
const REPEATS =
  /\.(?:service|socket|timer|mount|target|slice|network|netdev|gitconfig|repo|desktop)(?:\.\w{1,20})?$|^\.?(?:gitconfig|gitmodules|editorconfig|hgrc)$/i

export function formatOf(source: SourceText, language: string | null): ConfigFormat {
  const name = basename(source.path)
  const dialect = dialectOf(source, language)
  if (/^\.env(?:\.|$)|\.env$/i.test(name)) return 'env'
  if (/requirements.{0,100}\.txt$|^constraints\.txt$/i.test(name)) return 'requirements'
  if (dialect === 'ini') return REPEATS.test(name) ? 'repeated' : 'ini'
  if (dialect !== 'lines') return dialect
  return lookup(BY_LANGUAGE, language ?? '') ?? 'conf'
}
