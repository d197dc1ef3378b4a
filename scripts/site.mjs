// Builds the docs as a site of plain files: `npm run site [DIRECTORY]`. It opens from the disk, searches without a network, and is light or dark
// as the reader's system is.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, posix, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { anchorOf, plain, renderMarkdown } from './site/markdown.mjs'
import { pageHtml, SEARCH, STYLE } from './site/page.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const out = resolve(process.argv[2] ?? join(root, 'site'))

const sources = [
  ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md'],
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.md'))
    .map(name => `docs/${name}`)
    .sort(),
]
const pageOf = new Map(sources.map(source => [source, addressOf(source)]))
const pages = sources.map(source => {
  const text = readFileSync(join(root, source), 'utf8')
  const title = plain(/^# (.*)$/m.exec(text)?.[1] ?? source)
  return { source, page: pageOf.get(source), text, title, ...renderMarkdown(text, to => linkFrom(source, to)) }
})
const menu = [
  ['Start', ({ source }) => ['README.md', 'docs/which-command.md', 'docs/compared.md'].includes(source)],
  ['Tutorials', ({ source }) => source.startsWith('docs/tutorials/')],
  ['Guides', ({ source }) => /^docs\/[^/]+$/.test(source) && !/which-command|compared/.test(source)],
  ['Patterns', ({ source }) => source.startsWith('docs/patterns/')],
  ['Inside', ({ source }) => /^(?:ARCHITECTURE|CONTRIBUTING|CHANGELOG)/.test(source)],
  ['Decisions', ({ source }) => source.startsWith('docs/decisions/')],
].map(([name, isOf]) => ({ name, pages: pages.filter(isOf) }))

rmSync(out, { recursive: true, force: true })
for (const one of pages) write(one.page, pageHtml({ ...one, menu }))
write('style.css', STYLE)
write('search.js', SEARCH)
write('sections.js', `const SECTIONS=${JSON.stringify(pages.flatMap(sectionsOf)).replaceAll('<', '\\u003c')}\n`)
cpSync(join(root, 'docs/images'), join(out, 'images'), { recursive: true })
console.log(`${pages.length} pages in ${relative(process.cwd(), out) || '.'}: open index.html`)

function write(name, text) {
  mkdirSync(dirname(join(out, name)), { recursive: true })
  writeFileSync(join(out, name), text)
}

/** `docs/` is the site itself; the README of the package is its first page. */
function addressOf(source) {
  if (source === 'README.md') return 'index.html'
  return source
    .replace(/^docs\//, '')
    .replace(/^README\.md$/, 'contents.html')
    .replace(/README\.md$/, 'index.html')
    .replace(/\.md$/, '.html')
}

/** Null for what is not part of the site: sources and examples stand in the repository. */
function linkFrom(source, to) {
  if (/^\w+:/.test(to) || to.startsWith('#')) return to
  const [path, anchor] = to.split('#')
  const target = posix.normalize(posix.join(posix.dirname(source), path)).replace(/\/$/, '')
  const page = pageOf.get(target) ?? pageOf.get(`${target}/README.md`) ?? image(target)
  if (page === null) return null
  return posix.relative(posix.dirname(pageOf.get(source)), page) + (anchor ? `#${anchor}` : '')
}

function image(target) {
  return target.startsWith('docs/images/') ? target.slice('docs/'.length) : null
}

/** What is found: each heading with the text below it. */
function sectionsOf({ page, title, text }) {
  const parts = text.replace(/<!--.*?-->/gs, '').split(/^(?=#{1,3} )/m)
  return parts.flatMap(part => {
    const heading = plain(/^#{1,3} (.*)/.exec(part)?.[1] ?? title)
    const body = plain(part.replace(/^#{1,3} .*/, ''))
      .replace(/[|\s]+/g, ' ')
      .trim()
    const id = /^#{2,3} (.*)/.exec(part)?.[1]
    return body === ''
      ? []
      : [{ page, title, heading, id: id === undefined ? '' : anchorOf(id), text: body.slice(0, 4000) }]
  })
}
