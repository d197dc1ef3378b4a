// Bundles what runs in a browser: dist/page/report.{js,css} for the page of a report, live.{js,css} for the live view, and
// notices.txt with the licences of what is in them.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { ownPackages } from '../packages.mjs'
import { isLeftOut, leaveOut } from './left-out.mjs'

const PAGES = ['report', 'live']

export async function bundlePages(root, dist) {
  const directory = join(dist, 'page')
  const { metafile, outputFiles } = await build({
    entryPoints: Object.fromEntries(PAGES.map(page => [page, join(root, `packages/page/src/${page}.tsx`)])),
    absWorkingDir: root,
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'iife',
    target: ['chrome123', 'firefox120', 'safari17.5'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    outdir: directory,
    plugins: [ownPackages(root), leaveOut()],
  })
  const bundled = packagesIn(root, metafile)
  mkdirSync(directory, { recursive: true })
  for (const { path, contents } of outputFiles) {
    const bytes = path.endsWith('.js') ? Buffer.concat([Buffer.from(banner(bundled)), contents]) : contents
    writeFileSync(path, bytes)
    const name = path.slice(directory.length + 1)
    process.stderr.write(`${name}: ${kilobytes(bytes.length)}, ${kilobytes(gzipSync(bytes).length)} gzipped\n`)
  }
  writeFileSync(join(directory, 'notices.txt'), noticesOf(bundled))
}

/** The licences of packages, as they must go with what holds a copy of them. */
export function noticesOf(packages) {
  const notices = packages.map(
    ({ name, version, licence, text }) => `${name} ${version} (${licence})\n\n${text.trim()}\n`,
  )
  return notices.join(`\n${'-'.repeat(80)}\n\n`)
}

/** What was taken from node_modules, by name. */
export function packagesIn(root, { outputs }) {
  const folders = new Set()
  for (const { inputs } of Object.values(outputs))
    for (const [file, { bytesInOutput }] of Object.entries(inputs)) {
      const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]
      if (folder && bytesInOutput > 0 && !isLeftOut(join(root, file))) folders.add(folder)
    }
  return [...folders].sort().map(folder => {
    const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
    const file = readdirSync(join(root, folder)).find(one => /^licen[cs]e/i.test(one))
    if (!file || !existsSync(join(root, folder, file))) throw new Error(`${name} has no licence file`)
    return { name, version, licence: license, text: readFileSync(join(root, folder, file), 'utf8') }
  })
}

/** Reports carry a copy of these packages, so they carry their names and owners. */
function banner(packages) {
  const owners = new Map()
  for (const { name, licence, text } of packages) {
    const owner = /^\s*(copyright.*)$/im.exec(text)?.[1].replaceAll('*/', '') ?? ''
    const key = `${licence}, ${owner}`
    owners.set(key, [...(owners.get(key) ?? []), name])
  }
  const lines = [...owners].map(([key, names]) => `${names.join(', ')}: ${key}`)
  return `/*! Made with shoal, which has parts of\n${lines.join('\n')}\nunder the terms in dist/page/notices.txt of its package. */\n`
}

function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`
}
