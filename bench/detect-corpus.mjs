// The labelled cases of fixtures/detect, and real files labelled by their extension: what detection is measured on.
import { createHash } from 'node:crypto'
import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { HELD_BACK, sharedEnding } from './detect-labels.mjs'

const FOLDER = fileURLToPath(new URL('../fixtures/detect/', import.meta.url))
const HEADING = /^=== ([a-z_]+)\/(\S+) (\S+)$/

/** @returns {import('./detect-corpus.d.mts').DetectCase[]} */
export function fixtureCases() {
  const documents = readDocuments()
  const plain = documents.flatMap(({ type, name, language, text }) => [
    { label: `${type}/${name}`, name, bytes: Buffer.from(text), type, language, loose: false },
    { label: `${type}/${name} without its name`, name: 'file', bytes: Buffer.from(text), type, language, loose: false },
  ])
  const awkward = JSON.parse(readFileSync(join(FOLDER, 'awkward.json'), 'utf8'))
  return [...plain, ...awkward.map(given => awkwardCase(given, documents))]
}

function readDocuments() {
  const found = []
  for (const file of readdirSync(FOLDER).filter(name => name.endsWith('.txt'))) {
    for (const line of readFileSync(join(FOLDER, file), 'utf8').split(/(?<=\n)/)) {
      const heading = HEADING.exec(line.trimEnd())
      if (heading) {
        const [, type, name, language] = heading
        found.push({ type, name, language: language === '-' ? null : language, text: '' })
      } else found.at(-1).text += line
    }
  }
  return found
}

function awkwardCase(given, documents) {
  const source = given.from ? documents.find(document => document.name === given.from) : given
  if (!source) throw new Error(`awkward.json speaks of ${given.from}, which is not there`)
  const text = withLineEnds(source.text ?? '', given.eol).repeat(given.times ?? 1)
  const body = given.base64 ? Buffer.from(given.base64, 'base64') : encode(text, given.encoding ?? 'utf-8')
  return {
    label: given.what,
    name: given.name,
    bytes: body,
    type: given.type,
    language: given.language,
    loose: given.loose ?? false,
  }
}

function withLineEnds(text, eol) {
  return eol === 'crlf' ? text.replaceAll('\n', '\r\n') : eol === 'cr' ? text.replaceAll('\n', '\r') : text
}

function encode(text, encoding) {
  const [name, mark] = encoding.split('+')
  const marked = mark ? `\ufeff${text}` : text
  if (name === 'utf-8') return Buffer.from(marked)
  if (name === 'latin1') return Buffer.from(text, 'latin1')
  const wide = Buffer.from(marked, 'utf16le')
  if (name === 'utf-16le') return wide
  if (name === 'utf-16be') return wide.swap16()
  throw new Error(`no encoding ${encoding}`)
}

/** Plain text under a name that says what it is: others of its ending hold anything. */
const PROSE_NAME = /readme|licen[cs]e|copying|changes|changelog|news|todo|install|guide|manual|notes|faq|about|history/i

/**
 * Text files below a directory, labelled by what their names claim. The folders directly below it are its projects; in which
 * language a project writes an ending that several share, `detect-labels.mjs` says.
 * @param {string} root
 * @param {import('@shoal/base/model/registry').Registry} registry
 */
export function* labelledFiles(root, registry) {
  const folders = [root]
  for (let folder = folders.pop(); folder; folder = folders.pop()) {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const file = join(folder, entry.name)
      if (entry.isDirectory()) folders.push(file)
      const claim = entry.isFile() && statSync(file).size > 0 ? registry.claim(entry.name) : undefined
      if (!claim || claim.confidence === 'low') continue
      if (claim.by === '.txt' && !PROSE_NAME.test(entry.name)) continue
      const project = relative(root, file).split(sep)[0]
      const isOpen = claim.type.hasLanguage && claim.language === null
      const language = isOpen ? sharedEnding(claim.by, project) : claim.language
      if (claim.type.name !== 'markup' && MARKUP_OPENING.test(openingOf(file))) continue
      yield { file, type: claim.type.name, language, project }
    }
  }
}

/** Translations in `.ts`, settings in XML: their names label them wrongly. */
const MARKUP_OPENING = /^\s*(?:<\?xml|<!DOCTYPE|\.TH )/i

function openingOf(file) {
  const bytes = Buffer.alloc(200)
  const fd = openSync(file, 'r')
  try {
    return bytes.toString('latin1', 0, readSync(fd, bytes))
  } finally {
    closeSync(fd)
  }
}

/** A third of the projects, which training does not see. */
export function isHeldOut(project) {
  return HELD_BACK.test(project) || createHash('md5').update(project).digest()[0] < 85
}
