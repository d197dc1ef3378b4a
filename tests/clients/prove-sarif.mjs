// Our SARIF through the SDK that viewers of it are built on: `npm install @microsoft/sarif-multitool-linux` somewhere, then
// SARIF_MULTITOOL=…/Sarif.Multitool node tests/clients/prove-sarif.mjs. It must find no error and no warning, also by the rules of code scanning, and
// its own look into the files at the lines that we name must give our quotes: with a BOM, CRLF, tabs, and names that are written in percent.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const tool = process.env.SARIF_MULTITOOL
if (!tool) throw new Error('SARIF_MULTITOOL must name the program Sarif.Multitool')
const shoal = fileURLToPath(new URL('../../bin/shoal.mjs', import.meta.url))
const place = mkdtempSync(join(tmpdir(), 'shoal-sarif-'))
const env = { ...process.env, DOTNET_SYSTEM_GLOBALIZATION_INVARIANT: '1', SHOAL_HOME: join(place, 'home') }
const files = join(place, 'files')
mkdirSync(join(files, 'a dir'), { recursive: true })
const danger = "\tname = request.args['n']; x = '😀😀'; os.system('ls ' + name)"
writeFileSync(join(files, 'a dir', 'größe.py'), `\ufeff# 😀\r\nimport os\r\n\r\ndef load(request):\r\n${danger}\r\n`)
const line = second =>
  `2026-03-01T10:00:${String(second).padStart(2, '0')}Z ${second % 7 === 0 ? 'ERROR' : 'INFO'} [pump] ünsafe 😀 valve\n`
writeFileSync(join(files, 'pump.log'), Array.from({ length: 60 }, (_, second) => line(second)).join(''))

try {
  const [log, bare, looked] = ['log', 'bare', 'looked'].map(name => join(place, `${name}.sarif`))
  spawnSync(process.execPath, [shoal, 'analyze', '.', '--format', 'sarif', '--output', log, '--quiet'], {
    cwd: files,
    env,
  })
  const rules = ['--rule-kind', 'Sarif;Ghas', '--level', 'Error;Warning']
  const judged = spawnSync(tool, ['validate', log, ...rules], { encoding: 'utf8', env })
  const faults = judged.stdout.split('\n').filter(text => /: (?:error|warning) /.test(text))
  const written = JSON.parse(readFileSync(log, 'utf8'))
  const [run] = written.runs
  const quotes = run.results.flatMap(({ locations }) => locations.map(one => one.physicalLocation.region.snippet.text))
  run.originalUriBaseIds = { FILES: { uri: `${pathToFileURL(files)}/` } }
  for (const { locations } of run.results)
    for (const { physicalLocation } of locations) {
      delete physicalLocation.region.snippet
      physicalLocation.artifactLocation.uriBaseId = 'FILES'
    }
  writeFileSync(bare, JSON.stringify(written))
  execFileSync(tool, ['rewrite', bare, '--insert', 'RegionSnippets', '--output', looked], { env, stdio: 'ignore' })
  const seen = JSON.parse(readFileSync(looked, 'utf8')).runs[0].results.flatMap(({ locations }) =>
    locations.map(one => one.physicalLocation.region.snippet?.text ?? ''),
  )
  const missed = quotes.filter((quote, k) => !seen[k].includes(quote))
  console.log(
    `${quotes.length} places, ${quotes.length - missed.length} found by the SDK; ${faults.length} errors and warnings`,
  )
  for (const text of [...faults, ...missed]) console.log(text)
  if (judged.status !== 0 || faults.length + missed.length > 0 || quotes.length === 0) process.exitCode = 1
} finally {
  rmSync(place, { recursive: true, force: true })
}
