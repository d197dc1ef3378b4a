// What the analysts of logs say of incidents that are planted into logs of many formats, and of logs in which nothing is wrong.
// Some formats and incidents are held back: of them only totals are printed. Run after the build:
//   node bench/log-truth.mjs [--only FORMAT] [--show INCIDENT] [--seed 7] [--all]
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { loggedRows } from '../build/shoal/content/jsonl/facts.js'
import { entryRows } from '../build/shoal/content/log/facts.js'
import { createRegistry } from '../build/shoal/content/registry.js'
import { detect } from '../build/shoal/stages/detect.js'
import { partition } from '../build/shoal/stages/partition.js'
import { surveySource } from '../build/shoal/stages/survey.js'
import { probeFile } from '../build/shoal/text/probe.js'
import { briefOf } from '../build/shoal/text/question.js'
import { openSource } from '../build/shoal/text/source-file.js'
import { FORMATS } from './log-truth/formats.mjs'
import { ACCESS_INCIDENTS, INCIDENTS, quiet, Scene } from './log-truth/incidents.mjs'
import { SCENE_START, SCENES, sceneText } from './log-truth/scenes.mjs'

const HELD_INCIDENTS = new Set(['psu', 'segfault', 'version', 'imagepull', 'started', 'five-errors', 'oom', 'slow'])
const GRAVITY = { low: 0, medium: 1, high: 2 }
const signal = new AbortController().signal
const registry = createRegistry()

async function main() {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      show: { type: 'string' },
      seed: { type: 'string', default: '7' },
      all: { type: 'boolean', default: false },
    },
  })
  const directory = mkdtempSync(join(tmpdir(), 'shoal-truth-'))
  const totals = { seen: newTotals(), held: newTotals(), scenes: newTotals(), 'held scenes': newTotals() }
  try {
    for (const [name, format] of Object.entries(FORMATS)) {
      if (values.only && !values.only.split(',').includes(name)) continue
      await judgeFormat(join(directory, 'sample.log'), name, format, totals, values)
    }
    if (!values.only || values.only === 'scenes') await judgeScenes(join(directory, 'scene.log'), totals, values)
  } finally {
    rmSync(directory, { recursive: true })
  }
  for (const [name, total] of Object.entries(totals)) console.log(`${name.padEnd(11)} ${told(total)}`)
}

function newTotals() {
  return { planted: 0, found: 0, quiet: 0, alarms: 0, formats: 0, detected: 0, fields: 0, right: 0 }
}

function told({ planted, found, quiet: calm, alarms, formats, detected, fields, right }) {
  return `type ${detected}/${formats}, fields ${fields === 0 ? '-' : (right / fields).toFixed(3)}, incidents ${found}/${planted}, alarms in ${calm} quiet logs ${alarms}`
}

async function judgeFormat(file, name, format, totals, { seed, show, all }) {
  const isShown = all || !format.held
  const own = newTotals()
  const count = (key, by, held) => {
    own[key] += by
    totals[held || format.held ? 'held' : 'seen'][key] += by
  }
  const missed = []
  for (const round of [0, 1]) {
    const scene = new Scene(Number(seed) * 100 + round * 13)
    quiet(scene, format.access)
    const entries = write(file, format, scene)
    const { type, survey, rows } = await read(file)
    count('formats', 1)
    count('detected', Number(type === format.type))
    const alarms = survey.findings.filter(({ nature, severity }) => nature === 'problem' && severity !== 'low')
    count('quiet', 1)
    count('alarms', alarms.length)
    if (alarms.length > 0 && isShown) missed.push(...alarms.map(({ summary }) => `  alarm: ${summary}`))
    if (round === 0) compare(entries, rows, format, count, isShown ? missed : [])
  }
  for (const [incident, plant] of Object.entries(format.access ? ACCESS_INCIDENTS : INCIDENTS)) {
    if (incident === 'slow' && format.untimed) continue
    const held = HELD_INCIDENTS.has(incident)
    const scene = new Scene(Number(seed) * 1000 + incident.length)
    quiet(scene, format.access)
    const truth = plant(scene)
    const text = write(file, format, scene).map(format.line).join('\n')
    const { survey } = await read(file)
    const touched = (truth.touches ?? []).filter(name => text.includes(name))
    const reason = judge(survey.findings, { ...truth, needles: [...truth.needles, ...touched] }, scene)
    count('planted', 1, held)
    count('found', Number(reason === null), held)
    if (reason !== null && (all || (isShown && !held))) missed.push(`  ${incident}: ${reason}`)
    if (show === incident)
      for (const f of survey.findings) console.log(`    [${f.severity} ${f.nature}] ${f.type}: ${f.summary}`)
  }
  if (isShown) {
    console.log(`${name}: ${told(own)}`)
    for (const line of missed) console.log(line)
  }
}

/** Logs of other services, each with one truth and a twin without it. */
async function judgeScenes(file, totals, { seed, all }) {
  for (const [name, scene] of Object.entries(SCENES)) {
    const total = totals[scene.held ? 'held scenes' : 'scenes']
    const isShown = all || !scene.held
    for (const isPlanted of [true, false]) {
      writeFileSync(file, sceneText(scene, Number(seed), isPlanted))
      const { type, survey } = await read(file)
      total.formats++
      total.detected += Number(type === 'log')
      const { all: needles, ...truth } = scene.truth
      if (isPlanted) {
        const clock = { at: hours => SCENE_START + hours * 3_600_000, hours: 1 }
        const reason = judge(survey.findings, { needles, ...truth }, clock)
        total.planted++
        total.found += Number(reason === null)
        if (reason !== null && isShown) console.log(`${name}: ${reason}`)
        continue
      }
      const alarms = survey.findings.filter(({ nature, severity }) => nature === 'problem' && severity !== 'low')
      total.quiet++
      total.alarms += alarms.length
      if (isShown) for (const { summary } of alarms) console.log(`${name}: alarm: ${summary}`)
    }
  }
}

function write(file, format, scene) {
  const entries = scene.sorted()
  writeFileSync(file, `${[...(format.head ?? []), ...entries.map(format.line)].join('\n')}\n`)
  return entries
}

async function read(file) {
  const source = openSource(file)
  try {
    const { probe } = probeFile(file)
    const { contentType } = detect(probe, registry)
    const type = registry.get(contentType)
    const cut = await partition(source, type, {
      mode: 'single',
      sizing: type.sizing,
      maxTokens: 400_000,
      language: null,
      signal,
    })
    const chunks = cut.chunks.map(({ id, index, body, continuation }) => ({ id, index, ...body, continuation }))
    const about = {
      path: file,
      contentType,
      language: null,
      sizeBytes: cut.sizeBytes,
      lineCount: cut.lineCount,
      chunks,
    }
    const task = { about, brief: briefOf(null), signal, onRead: () => {} }
    const survey = await surveySource(await type.builtIn(), source, task)
    const rows = []
    const facts =
      contentType === 'log' ? entryRows(source, task) : contentType === 'jsonl' ? loggedRows(source, task) : []
    for await (const some of facts) for (const { values } of some) rows.push(values)
    return { type: contentType, survey, rows }
  } finally {
    source.close()
  }
}

const SEVERITY = { warn: 'warning' }

/** How many of the fields that the format can tell were read right. */
function compare(entries, rows, { says, grain = 1, plain }, count, missed) {
  const wrong = {}
  for (const [k, { time, level, host, msg }] of entries.entries()) {
    const row = rows[rows.length - entries.length + k] ?? {}
    const asked = {
      time: Math.abs(Date.parse(String(row.time).replace(/Z?$/, 'Z')) - time) < grain,
      level: row.severity === (SEVERITY[level] ?? level) || (plain === level && !row.severity),
      host: row.host === host,
      msg: String(row.message).includes(msg),
    }
    for (const field of says) {
      count('fields', 1)
      count('right', Number(asked[field]))
      if (!asked[field]) wrong[field] ??= row[{ msg: 'message', level: 'severity' }[field] ?? field] ?? null
    }
  }
  for (const [field, value] of Object.entries(wrong)) missed.push(`  field ${field}: ${JSON.stringify(value)}`)
}

/** Null where the incident is told, else why not. */
function judge(findings, { needles, either, least, most, aboveWords, burst }, scene) {
  const problems = findings.filter(({ nature }) => nature === 'problem')
  const words = finding =>
    [
      finding.summary,
      finding.evidence,
      JSON.stringify(finding.stats ?? null),
      JSON.stringify(finding.distribution ?? null),
    ].join('\n')
  const own = problems.filter(
    finding =>
      needles.every(needle => words(finding).includes(needle)) &&
      (!either || either.some(word => words(finding).includes(word))),
  )
  if (own.length === 0) return `not told: ${needles.join(', ')}`
  const gravest = Math.max(...own.map(({ severity }) => GRAVITY[severity]))
  if (gravest < GRAVITY[least]) return `only ${own[0].severity}`
  if (most && problems.some(f => words(f).includes(needles[0]) && GRAVITY[f.severity] > GRAVITY[most]))
    return `more than ${most}`
  if (aboveWords) {
    const order = f => GRAVITY[f.severity] + (f.weight ?? 0.5)
    const other = problems.filter(f => !own.includes(f) && f.summary.includes(aboveWords))
    const best = Math.max(...own.map(order))
    if (other.some(f => order(f) >= best)) return `ranked below “${aboveWords}”`
  }
  if (burst) {
    const spans = problems.filter(f => f.type === 'burst').map(({ stats }) => stats)
    const near = spans.filter(({ from }) => {
      const at = Date.parse(`${String(from).replace(' ', 'T').replace(/Z?$/, 'Z')}`)
      return Number.isNaN(at) || (at >= scene.at(burst[0]) - 60_000 && at <= scene.at(burst[1]))
    })
    if (near.length === 0) return `no burst at its place (${spans.length} bursts)`
    if (near.every(({ seconds }) => seconds !== undefined && seconds > (burst[1] - burst[0]) * 2 * scene.hours * 3600))
      return 'burst too long'
  }
  // What a finding says must not contradict itself.
  return null
}

await main()
