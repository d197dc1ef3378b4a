// The laws of P12 through the partition stage, for the types that share the structured cutter.
import { readdirSync, readFileSync } from 'node:fs'
import { describe, it } from 'vitest'
import { config } from '../../../src/content/config/index.ts'
import { markup } from '../../../src/content/markup/index.ts'
import { prose } from '../../../src/content/prose/index.ts'
import { unknown } from '../../../src/content/unknown/index.ts'
import { cutLawfully } from '../../conformance/cutting.ts'

const folder = new URL('../../../../../fixtures/structure/', import.meta.url)
const fixtures = readdirSync(folder).map(name => ({ name, text: readFileSync(new URL(name, folder), 'utf8') }))

/** The same text as files come: other line ends, a mark at the start, another encoding, cut off. */
const disguises: readonly (readonly [string, (text: string) => Uint8Array])[] = [
  ['as it is', text => Buffer.from(text)],
  ['with CRLF', text => Buffer.from(text.replaceAll('\n', '\r\n'))],
  ['with CR', text => Buffer.from(text.replaceAll('\n', '\r'))],
  ['in UTF-16', text => Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['with a BOM', text => Buffer.from(`\ufeff${text}`)],
  ['cut off', text => Buffer.from(text.slice(0, text.length * 0.6))],
  [
    'with NULs and bad UTF-8',
    text => Buffer.concat([Buffer.from(text), Buffer.from([0, 0xff, 0xfe, 10]), Buffer.from(text)]),
  ],
]

describe.each([prose, markup, config, unknown].map(type => [type.name, type] as const))('%s', (_, type) => {
  it.each(disguises)('holds the laws on every fixture %s', async (_, disguise) => {
    for (const { name, text } of fixtures) {
      const content = disguise(text)
      await cutLawfully({ type, content, name, size: 5, mode: 'directory' })
      await cutLawfully({ type, content, name, size: 12, mode: 'single', maxTokens: 60 })
      await cutLawfully({ type, content, name, mode: 'whole' })
    }
  })
})
