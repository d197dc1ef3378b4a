// Bundles what runs in a browser: dist/page/report.{js,css} for the page of a report, live.{js,css} for the live view.
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

const at = path => fileURLToPath(new URL(path, import.meta.url))
const directory = at('../dist/page')
const NOTICE =
  '/*! shoal, with Preact (MIT), Observable Plot (ISC), D3 (ISC) and TanStack Virtual (MIT): see THIRD-PARTY-NOTICES.md */'

// `node scripts/bundle-page.mjs report` makes one of them only.
const pages = process.argv.length > 2 ? process.argv.slice(2) : ['report', 'live']

const { outputFiles } = await build({
  entryPoints: Object.fromEntries(pages.map(page => [page, at(`../src/page/${page}.tsx`)])),
  bundle: true,
  minify: true,
  write: false,
  format: 'iife',
  target: ['chrome123', 'firefox120', 'safari17.5'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  legalComments: 'none',
  banner: { js: NOTICE },
  define: { 'process.env.NODE_ENV': '"production"' },
  outdir: directory,
})

mkdirSync(directory, { recursive: true })
for (const { path, contents } of outputFiles) {
  writeFileSync(path, contents)
  const name = path.slice(directory.length + 1)
  console.log(`${name}: ${kilobytes(contents.length)}, ${kilobytes(gzipSync(contents).length)} gzipped`)
}

function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`
}
