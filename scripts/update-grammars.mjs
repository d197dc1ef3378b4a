// Rebuilds grammars/ from the npm registry: the parser each package ships, compressed, with a manifest of what it is.
// Run it with `node scripts/update-grammars.mjs` after changing a version below; it needs network, the build does not.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'

/** Language name in shoal → package, pinned version, and the parser file inside it. */
const GRAMMARS = {
  bash: ['tree-sitter-bash', '0.25.1', 'tree-sitter-bash.wasm'],
  c: ['tree-sitter-c', '0.24.1', 'tree-sitter-c.wasm'],
  cpp: ['tree-sitter-cpp', '0.23.4', 'tree-sitter-cpp.wasm'],
  csharp: ['tree-sitter-c-sharp', '0.23.5', 'tree-sitter-c_sharp.wasm'],
  elixir: ['tree-sitter-elixir', '0.3.5', 'tree-sitter-elixir.wasm'],
  go: ['tree-sitter-go', '0.25.0', 'tree-sitter-go.wasm'],
  haskell: ['tree-sitter-haskell', '0.23.1', 'tree-sitter-haskell.wasm'],
  java: ['tree-sitter-java', '0.23.5', 'tree-sitter-java.wasm'],
  javascript: ['tree-sitter-javascript', '0.25.0', 'tree-sitter-javascript.wasm'],
  kotlin: ['@tree-sitter-grammars/tree-sitter-kotlin', '1.1.0', 'tree-sitter-kotlin.wasm'],
  lua: ['@tree-sitter-grammars/tree-sitter-lua', '0.4.1', 'tree-sitter-lua.wasm'],
  ocaml: ['tree-sitter-ocaml', '0.24.2', 'tree-sitter-ocaml.wasm'],
  php: ['tree-sitter-php', '0.24.2', 'tree-sitter-php.wasm'],
  python: ['tree-sitter-python', '0.25.0', 'tree-sitter-python.wasm'],
  ruby: ['tree-sitter-ruby', '0.23.1', 'tree-sitter-ruby.wasm'],
  rust: ['tree-sitter-rust', '0.24.0', 'tree-sitter-rust.wasm'],
  scala: ['tree-sitter-scala', '0.24.0', 'tree-sitter-scala.wasm'],
  solidity: ['tree-sitter-solidity', '1.2.13', 'tree-sitter-solidity.wasm'],
  tsx: ['tree-sitter-typescript', '0.23.2', 'tree-sitter-tsx.wasm'],
  typescript: ['tree-sitter-typescript', '0.23.2', 'tree-sitter-typescript.wasm'],
  zig: ['@tree-sitter-grammars/tree-sitter-zig', '1.1.2', 'tree-sitter-zig.wasm'],
}

const root = fileURLToPath(new URL('../', import.meta.url))
const folder = join(root, 'grammars')
const work = mkdtempSync(join(tmpdir(), 'grammars-'))
try {
  // The weights of detection stay: they come from elsewhere (bench/detect-train.mjs).
  for (const name of readdirSync(folder)) if (name.endsWith('.wasm.br')) rmSync(join(folder, name))
  const manifest = {}
  const notices = new Map()
  for (const [language, [name, version, file]] of Object.entries(GRAMMARS)) {
    const unpacked = fetchPackage(name, version)
    const wasm = readFileSync(join(unpacked, file))
    const { license } = JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8'))
    writeFileSync(join(folder, `${language}.wasm.br`), compressed(wasm))
    manifest[language] = { package: name, version, file, bytes: wasm.length, sha256: sha256(wasm), licence: license }
    notices.set(name, { version, license, text: licenceText(unpacked) })
    console.log(`${language}: ${name}@${version}, ${(wasm.length / 1024).toFixed(0)} KiB`)
  }
  writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  writeFileSync(join(root, 'THIRD-PARTY-NOTICES.md'), renderNotices(notices))
} finally {
  rmSync(work, { recursive: true, force: true })
}

function fetchPackage(name, version) {
  const target = join(work, name.replace('/', '+'))
  try {
    readdirSync(target)
    return join(target, 'package')
  } catch {
    mkdirSync(target)
  }
  const packed = execFileSync('npm', ['pack', `${name}@${version}`, '--silent', '--pack-destination', target], {
    cwd: work,
    encoding: 'utf8',
  })
  execFileSync('tar', ['-xzf', join(target, packed.trim().split('\n').at(-1)), '-C', target])
  return join(target, 'package')
}

/** As small as it gets: a third less than gzip, and read back as fast. */
function compressed(bytes) {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_PARAM_SIZE_HINT } = constants
  const params = { [BROTLI_PARAM_QUALITY]: 11, [BROTLI_PARAM_LGWIN]: 24, [BROTLI_PARAM_SIZE_HINT]: bytes.length }
  return brotliCompressSync(bytes, { params })
}

function sha256(bytes) {
  return createHash('sha256').update(bytes).digest('hex')
}

function licenceText(unpacked) {
  const file = readdirSync(unpacked).find(name => /^licen[cs]e/i.test(name))
  return file ? readFileSync(join(unpacked, file), 'utf8').trim() : null
}

function renderNotices(notices) {
  const intro = [
    '# Third-party notices',
    '',
    'The parsers in `grammars/` are built by these projects and shipped unchanged, gzipped, under their own licences.',
    'This file is written by `scripts/update-grammars.mjs`.',
  ]
  const sections = [...notices].flatMap(([name, { version, license, text }]) => {
    const body = text ? ['```text', text, '```'] : [`Licence: ${license} (the package ships no licence file).`]
    return ['', `## ${name} ${version} (${license})`, '', ...body]
  })
  return `${[...intro, ...sections].join('\n')}\n`
}
