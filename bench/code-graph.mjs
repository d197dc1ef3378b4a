// Definitions, uses, calls and imports as the relations state them, beside a compiler on the same files: right, wrong and left open, on a
// seeded sample. TypeScript's own API reads TypeScript and JavaScript, pyright (a folder with its npm package) reads Python, javac reads Java.
// node bench/code-graph.mjs typescript FOLDER [sample] [seed]
// node bench/code-graph.mjs javac FOLDER [sample] [seed]
// node bench/code-graph.mjs pyright FOLDER [sample] [seed] --pyright FOLDER_OF_PYRIGHT
// --wrong prints what is wrong.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { javacSays } from './code-graph/javac.mjs'
import { pyrightSays } from './code-graph/pyright.mjs'
import { typescriptSays } from './code-graph/typescript.mjs'

const SHOAL = fileURLToPath(new URL('../bin/shoal.mjs', import.meta.url))
const PEERS = { typescript: typescriptSays, pyright: pyrightSays, javac: javacSays }

const args = process.argv.slice(2)
const options = { wrong: flag('--wrong'), pyright: option('--pyright') }
const [peer, folder, sample = '2000', seed = '1'] = args
await main(peer, resolve(folder), { sample: Number(sample), random: seeded(Number(seed)) })

async function main(name, root, { sample, random }) {
  const ours = relationsOf(root)
  const stated = ours.uses.filter(({ target_line }) => target_line !== null)
  console.log(
    `${root.split('/').at(-1)}: ${ours.symbols.length} symbols, ${ours.uses.length} uses of which ${stated.length} are resolved, ${ours.imports.length} imports`,
  )
  const says = await PEERS[name](root, ours, { sample, random, ...options })
  for (const [what, { right, wrong, open, empty, unknown }] of Object.entries(says.counts)) {
    const told = right + wrong
    const share = told === 0 ? '-' : `${((right / told) * 100).toFixed(1)} %`
    console.log(
      `${what.padEnd(10)} right ${right}, wrong ${wrong} (${share} of what is stated), left open ${open}, rightly empty ${empty}${unknown ? `, not judged ${unknown}` : ''}`,
    )
  }
  if (options.wrong) for (const line of says.wrong.slice(0, 60)) console.log(line)
}

/** The relations of a folder, its paths as seen from it. */
function relationsOf(root) {
  const cache = mkdtempSync(join(tmpdir(), 'shoal-bench-'))
  try {
    const ask = sql => {
      const out = join(cache, 'rows.json')
      const run = spawnSync(
        'sh',
        ['-c', `"$0" "$1" sql . "$2" --json --limit 100000000 > "$3"`, process.execPath, SHOAL, sql, out],
        {
          cwd: root,
          env: { ...process.env, XDG_CACHE_HOME: cache },
          encoding: 'utf8',
        },
      )
      const text = readFileSync(out, 'utf8')
      // A file of the folder that cannot be read makes its status another.
      if (text === '') throw new Error(run.stderr)
      const { columns, rows } = JSON.parse(text)
      return rows.map(row =>
        Array.isArray(row) ? Object.fromEntries(columns.map((column, k) => [column.name ?? column, row[k]])) : row,
      )
    }
    return {
      symbols: ask(
        'SELECT path, line, name, kind, _scope FROM (SELECT *, scope AS _scope FROM symbols)'.replaceAll(
          '_scope',
          'within',
        ),
      ),
      uses: ask('SELECT path, line, name, kind, target_path, target_line FROM uses'),
      imports: ask('SELECT path, line, name, module, resolved, target_path, target_line FROM imports'),
    }
  } finally {
    rmSync(cache, { recursive: true, force: true })
  }
}

function seeded(seed) {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

function flag(name) {
  const at = args.indexOf(name)
  if (at >= 0) args.splice(at, 1)
  return at >= 0
}

function option(name) {
  const at = args.indexOf(name)
  return at < 0 ? null : args.splice(at, 2)[1]
}
