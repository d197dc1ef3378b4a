// Settings that stand in code: constants, defaults of environment variables and of settings that are read by name.

import type { FactRow } from '@shoal/base/model/relation'
import { Kind } from '../../../text/code/symbols/syntax-kinds.ts'
import { settingRow } from '../../setting-row.ts'
import type { AnchorSink } from '../analyst/anchors/anchor-list.ts'
import { settingAnchors } from '../analyst/anchors/settings.ts'
import { literalOf, valueAnchors } from '../analyst/anchors/values.ts'
import type { CodeReading } from '../analyst/reading.ts'

export function codeSettings(reading: CodeReading): FactRow[] {
  const { tree, index } = reading
  const rows: FactRow[] = []
  const seen = new Set<string>()
  const sink: AnchorSink = {
    add(role, name, node, { value = null, path = name } = {}) {
      const isLiteral = role === 'literal'
      if (!isLiteral && role !== 'env-use' && role !== 'config-use') return
      const line = tree.line(node)
      const owner = isLiteral ? index.definitions[index.owners[node]!]?.path : undefined
      const key = owner === undefined ? path : `${owner}.${name}`
      const id = `${line}\0${key}\0${value ?? ''}`
      if (seen.has(id)) return
      seen.add(id)
      const kind = role === 'env-use' ? 'env' : 'code'
      rows.push(settingRow({ line, key, name, value, quoted: true, kind }))
    },
  }
  settingAnchors(reading, sink)
  valueAnchors(reading, sink)
  parameterDefaults(reading, sink)
  return rows.sort((a, b) => a.line - b.line)
}

/** `def connect(timeout=30)`: what holds where nothing is said. */
function parameterDefaults(reading: CodeReading, sink: AnchorSink): void {
  const { tree } = reading
  for (let node = 0; node < tree.count; node++) {
    if (!tree.is(node, Kind.parameters)) continue
    for (const parameter of tree.namedChildren(node)) {
      const value = ['value', 'default_value', 'right'].map(field => tree.field(parameter, field)).find(at => at >= 0)
      const name = ['name', 'pattern', 'left'].map(field => tree.field(parameter, field)).find(at => at >= 0)
      if (value === undefined || name === undefined || !tree.isLeaf(name)) continue
      const literal = literalOf(reading, value)
      if (literal !== null) sink.add('literal', tree.textOf(name, 80).replace(/^\$/, ''), name, { value: literal })
    }
  }
}
