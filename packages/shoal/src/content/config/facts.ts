// The rows of configuration: every setting that holds a value, and the packages that a manifest asks for.
import type { FactRow, FactsAbout } from '@shoal/base/model/relation'
import type { SourceText } from '@shoal/base/model/source'
import { settingRow } from '../setting-row.ts'
import { readSettings } from './analyst/read-settings.ts'

/** All that a file may have: rows leave nothing out. */
const MOST = 1_000_000
const LIST_OF_ITEMS = /^\d+ items$/

export async function* settingRows(source: SourceText, about: FactsAbout): AsyncGenerator<readonly FactRow[]> {
  const { found, format } = await readSettings(source, about.language, {
    signal: about.signal,
    onRead: bytes => about.onRead(bytes),
    most: MOST,
  })
  const rows: FactRow[] = []
  for (const { path, key, value, type, quoted, line, env } of found.settings) {
    // The items of a list are settings of their own.
    if (type === 'map' || (type === 'list' && LIST_OF_ITEMS.test(value))) continue
    const kind = env || format === 'env' ? 'env' : 'config'
    rows.push(settingRow({ line, key: path, name: key, value: type === 'null' ? null : value, quoted, kind }))
  }
  for (const { name, version, line } of found.dependencies)
    rows.push(
      settingRow({ line, key: `dependencies.${name}`, name, value: version || null, quoted: true, kind: 'config' }),
    )
  yield rows.sort((a, b) => a.line - b.line)
}
