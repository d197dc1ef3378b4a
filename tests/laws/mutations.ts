// Files as they go wrong: documents of every type, and seeded changes of their bytes.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fixtureCases } from '../../bench/detect-corpus.mjs'
import { allShapes } from '../../packages/shoal/tests/growth/shapes.mjs'

export interface Document {
  readonly label: string
  /** The name of the file, which may tell its type. */
  readonly name: string
  readonly bytes: Buffer
}

const root = new URL('../../', import.meta.url).pathname
/** More of a document tells no more about its quotes. */
const LONGEST = 12_000

/** Every document that the law is tried on. */
export function documents(): Document[] {
  const files = ['fixtures/hostile', 'examples/data'].flatMap(folder =>
    readdirSync(join(root, folder)).map(name => ({ label: `${folder}/${name}`, file: join(root, folder, name) })),
  )
  return [
    ...files.map(({ label, file }) => ({ label, name: basename(file), bytes: readFileSync(file) })),
    ...allShapes.map(({ name, file, make }) => ({ label: name, name: file, bytes: Buffer.from(make(1500)) })),
    ...fixtureCases().map(({ label, name, bytes }) => ({ label, name, bytes })),
  ].map(one => ({ ...one, bytes: one.bytes.subarray(0, LONGEST) }))
}

/** Numbers below `below`, the same for the same seed. */
export type Draw = (below: number) => number

export function drawFrom(seed: number): Draw {
  let state = seed >>> 0
  return below => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

type Change = (bytes: Buffer, draw: Draw) => Buffer

const ODD = [
  '\u00a0',
  '\u2028',
  '\u0085',
  '\u200b',
  '\u0301',
  '\ufeff',
  '\u{1f41f}',
  '\ufffd',
  'ﬁ',
  '\u000b',
  '\u001b[31m',
]
const SECRETS = [
  'password = "Tr0ub4dor&3xyz!"',
  'api_key: sk_live_4eC39HqLyjWDarjtT1zdp7dc',
  'AKIAQ3EGDVTNXM2Z4R7K',
  'postgres://admin:s3cr3tPassw0rd@db.example.org/main',
  'Authorization: Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJlc2lnbmF0dXJl',
  '-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEAu1SU1LfVLPHCozMxH2Mo4lgOEePzNm0tRgeLezV6ffAt0gun\n-----END RSA PRIVATE KEY-----',
]

const asText = (change: (text: string, draw: Draw) => string): Change => {
  return (bytes, draw) => Buffer.from(change(bytes.toString(), draw))
}

const insert = (text: string, at: number, what: string) => text.slice(0, at) + what + text.slice(at)

/** What stands in place of each match, drawn anew. */
const each = (text: string, what: RegExp, draw: Draw, ways: readonly string[]) =>
  text.replace(what, () => ways[draw(ways.length)]!)

export const changes: Readonly<Record<string, Change>> = {
  'cut at the end': (bytes, draw) => bytes.subarray(0, draw(bytes.length + 1)),
  'cut at the start': (bytes, draw) => bytes.subarray(draw(bytes.length + 1)),
  'bits flipped': (bytes, draw) => {
    const changed = Buffer.from(bytes)
    for (let k = draw(8); k >= 0 && changed.length > 0; k--) changed[draw(changed.length)]! ^= 1 << draw(8)
    return changed
  },
  'bytes put in': (bytes, draw) => {
    const at = draw(bytes.length + 1)
    const put = Buffer.from(Array.from({ length: 1 + draw(6) }, () => draw(256)))
    return Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at)])
  },
  'NUL put in': asText((text, draw) => insert(text, draw(text.length + 1), '\0'.repeat(1 + draw(3)))),
  'line ends mixed': asText((text, draw) => each(text, /\n/g, draw, ['\n', '\r\n', '\r', '\n\r'])),
  'a few CR': asText((text, draw) => text.replace(/[ \n]/g, found => (draw(12) === 0 ? '\r' : found))),
  'all CR': asText(text => text.replaceAll('\n', '\r')),
  'all CRLF': asText(text => text.replaceAll('\n', '\r\n')),
  'byte-order mark': bytes => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]),
  'UTF-16 LE': bytes => Buffer.from(`\ufeff${bytes.toString()}`, 'utf16le'),
  'UTF-16 BE': bytes => Buffer.from(`\ufeff${bytes.toString()}`, 'utf16le').swap16(),
  'UTF-16 without a mark': bytes => Buffer.from(bytes.toString(), 'utf16le'),
  'Latin-1': bytes => Buffer.from(`${bytes.toString()}é ü`, 'latin1'),
  tabs: asText((text, draw) => each(text, / {1,4}/g, draw, ['\t', ' ', '  ', '\t ', ' \t'])),
  'blank lines': asText((text, draw) => each(text, /\n/g, draw, ['\n', '\n', '\n\n', '\n  \n', '\n\t\n'])),
  'odd characters': asText((text, draw) => {
    let out = text
    for (let k = draw(8); k >= 0; k--) out = insert(out, draw(out.length + 1), ODD[draw(ODD.length)]!)
    return out
  }),
  'a long line': asText((text, draw) => {
    const word = ['word ', 'a', '[', '"x": 1, ', '<b>', '  '][draw(6)]!
    return insert(text, draw(text.length + 1), word.repeat(Math.ceil((3000 + draw(30_000)) / word.length)))
  }),
  'all in one line': asText((text, draw) => text.replaceAll('\n', [' ', '', '\t', ','][draw(4)]!).repeat(1 + draw(4))),
  'a secret put in': asText((text, draw) => {
    const at = draw(2) === 0 ? draw(text.length + 1) : text.indexOf('\n', draw(text.length + 1)) + 1
    return insert(text, at, `${SECRETS[draw(SECRETS.length)]!}${['', '\n', ' '][draw(3)]}`)
  }),
  'a value made a secret': asText((text, draw) => {
    let left = draw(4)
    return text.replace(/(?<=[=:]\s{0,3}["']?)[\w.-]{2,}/g, found =>
      draw(6) === 0 && left-- > 0 ? 'hunter2-Xq9vL0pRz' : found,
    )
  }),
  'a part repeated': asText((text, draw) => {
    const from = draw(text.length + 1)
    return insert(text, from, text.slice(from, from + draw(2000)).repeat(1 + draw(3)))
  }),
  'a part left out': asText((text, draw) => {
    const from = draw(text.length + 1)
    return text.slice(0, from) + text.slice(from + draw(200))
  }),
  'signs put in': asText((text, draw) => {
    let out = text
    for (let k = draw(5); k >= 0; k--) out = insert(out, draw(out.length + 1), `'"{}[]()<>:,#-|&*!%?\\/`[draw(23)]!)
    return out
  }),
}

/** The document with one to three changes, which its label names. */
export function mutated(document: Document, draw: Draw): Document {
  const kinds = Object.keys(changes)
  const drawn = Array.from({ length: 1 + draw(3) }, () => kinds[draw(kinds.length)]!)
  return {
    ...document,
    label: [document.label, ...drawn].join(' · '),
    bytes: drawn.reduce((bytes, kind) => changes[kind]!(bytes, draw), document.bytes),
  }
}
