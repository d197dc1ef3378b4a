// The judge: a model that mixes true quotes with lies, over every kind of file and encoding. Of the lies none gets into
// the report, of the true ones none is lost.

import type { Finding } from '@shoal/base/model/finding'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hashText } from '../../../src/text/hash.ts'
import { honestAnalyst, type Line, type Said, type ShownPart, wordIn } from './honest-analyst.ts'
import { Lab, modelFindings } from './lab.ts'

const QUESTION = 'What looks wrong?'
const words = (k: number) => ['apple', 'birch', 'cedar', 'dogwood', 'elm', 'fir', 'ginkgo', 'hazel'][k % 8]!

/** Files of every kind, as text; how each is written stands beside it. */
const FILES: Readonly<Record<string, { readonly text: string; readonly encode?: (text: string) => Uint8Array }>> = {
  'orders.csv': {
    text: `id,region,amount,note\n${rows(400, k => `${k},${words(k)},${(k * 7919) % 1000}.${k % 10},order for ${words(k * 3 + (k >> 4))}`)}`,
  },
  'events.json': {
    text: `${JSON.stringify(
      Array.from({ length: 60 }, (_, k) => ({ id: k, kind: words(k), meta: { source: words(k * 5), ok: k % 9 > 0 } })),
      null,
      2,
    )}\n`,
  },
  'events.jsonl': { text: rows(120, k => JSON.stringify({ id: k, kind: words(k), took: (k * 31) % 97 })) },
  'api.log': {
    text: rows(300, k => {
      const time = `2026-03-01T10:${String(Math.floor(k / 60)).padStart(2, '0')}:${String(k % 60).padStart(2, '0')}Z`
      return k % 50 === 7
        ? `${time} ERROR worker ${words(k)} timed out\n    at ${words(k)}Handler (app.js:${k}:3)`
        : `${time} INFO request ${k} to /${words(k)} took ${k % 13} ms`
    }),
  },
  'src/app.py': {
    text: Array.from(
      { length: 12 },
      (_, k) => `def ${words(k)}_${k}(value):\n    if value > ${k}:\n        return value - ${k}\n    return ${k}\n`,
    ).join('\n\n'),
  },
  'dos.md': {
    text: `# Notes on trees\r\n\r\n${Array.from({ length: 20 }, (_, k) => `The ${words(k)} of garden ${k} was planted late.\r\n`).join('\r\n')}`,
  },
  'wide.txt': {
    text: `Überblick\n\n${rows(20, k => `Die ${words(k)} im Garten ${k} trägt viele Blätter — schön.\n`)}`,
    encode: text => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]),
  },
  'old.txt': {
    text: `Résumé des essais\n\n${rows(20, k => `Un essai ${k} du ${words(k)} a été arrêté à midi.\n`)}`,
    encode: text => Buffer.from(text, 'latin1'),
  },
  'settings.yaml': { text: rows(30, k => `${words(k)}_${k}:\n  limit: ${k * 10}\n  mode: ${words(k + 3)}`) },
  'page.html': {
    text: `<!doctype html>\n<html lang="en">\n<body>\n${rows(25, k => `<p id="p${k}">The ${words(k)} stands here</p>`)}</body>\n</html>\n`,
  },
}

function rows(count: number, row: (k: number) => string): string {
  return Array.from({ length: count }, (_, k) => `${row(k)}\n`).join('')
}

/** A name of letters only, as no figure may stand in a summary; of such as are no ending of a word. */
function letters(k: number): string {
  return [256, 16, 1].map(unit => 'bcdfghjklmnpqrtv'[Math.floor(k / unit) % 16]).join('')
}

interface Planted {
  readonly summary: string
  readonly evidence: string
}

/** Says `truths` true and `lies` false things about every part; keeps what it said. */
class Mixer {
  readonly truths: Planted[] = []
  readonly lies: Planted[] = []
  private readonly said = new Map<string, readonly Said[]>()

  private random: () => number = () => 0

  constructor(
    private readonly perPart: { readonly truths: number; readonly lies: number },
    private readonly seed: number,
  ) {}

  /** The same about the same part, however often it is asked: it insists. */
  readonly report = (part: ShownPart) => {
    const key = JSON.stringify(part)
    const known = this.said.get(key)
    if (known) return { findings: known }
    // Parts come in any order: what is said of one depends on nothing else.
    this.random = seeded(this.seed ^ Number.parseInt(hashText(key).slice(0, 8), 16))
    const worth = part.lines.filter(({ text }) => /[a-z]{3}.*[a-z]{3}/i.test(text))
    const findings: Said[] = []
    if (worth.length > 0) {
      for (let k = 0; k < this.perPart.truths; k++) findings.push(this.truth(worth))
      for (let k = 0; k < this.perPart.lies; k++) findings.push(this.lie(worth))
    }
    findings.sort(() => this.random() - 0.5)
    this.said.set(key, findings)
    return { findings }
  }

  private truth(lines: readonly Line[]): Said {
    const at = this.below(lines.length)
    const { number, text } = lines[at]!
    const next = lines[at + 1]
    const whole = text.trim()
    const half = whole.slice(0, Math.max(8, Math.floor(whole.length / 2))).trim()
    const evidence = [
      whole,
      // A single common word shows nothing.
      (half.match(/[\p{L}\p{N}]{2,}/gu) ?? []).length > 2 ? half : whole,
      next?.number === number + 1 ? `${whole}\n${next.text}` : whole,
      whole.replace(/ /g, '  '),
    ][this.below(4)]!
    const line = this.random() < 0.3 ? this.pick(lines).number : number
    const summary = `something true called ${letters(this.truths.length)} about ${wordIn(evidence)}`
    this.truths.push({ summary, evidence })
    return { summary, evidence, line }
  }

  private lie(lines: readonly Line[]): Said {
    const { number, text } = this.pick(lines)
    const whole = text.trim()
    const evidence = [
      // One word of a true line is another.
      whole.replace(/[A-Za-z]{3,}/, 'zzyzx'),
      // One letter of it.
      whole.replace(/[a-z](?=[^a-z]*$)/i, letter => (letter === 'q' ? 'k' : 'q')),
      `${whole} and so it was decided`,
      'the committee never approved the budget',
      // Two true halves that do not belong together.
      `${whole.slice(0, 12)}jammed into${whole.slice(-12)}`,
    ][this.below(5)]!
    const summary = `something false called ${letters(this.lies.length)} about ${wordIn(evidence)}`
    this.lies.push({ summary, evidence })
    return { summary, evidence, line: number }
  }

  private pick(lines: readonly Line[]): Line {
    return lines[this.below(lines.length)]!
  }

  private below(count: number): number {
    return Math.floor(this.random() * count)
  }
}

/** mulberry32: small, and the same everywhere. */
function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const flat = (text: string) => text.replace(/\s+/g, ' ').trim()

/** A finding's quote really begins on its line. */
function standsThere({ path, line, evidence }: Finding): boolean {
  const name = Object.keys(FILES).find(file => path.endsWith(`/${file}`))!
  const lines = FILES[name]!.text.split(/\r?\n/)
  const first = flat(evidence.split('\n')[0]!)
  return flat(lines[line - 1] ?? '').includes(first)
}

describe('the judge', () => {
  it('lets no lie through and loses no truth, whatever the file, the lie and the API', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 2 ** 31 }),
        fc.subarray(Object.keys(FILES), { minLength: 3 }),
        fc.record({ truths: fc.integer({ min: 0, max: 6 }), lies: fc.integer({ min: 0, max: 6 }) }),
        fc.constantFrom('anthropic:claude-haiku-4-5', 'openai:gpt-5-mini'),
        async (seed, names, perPart, model) => {
          const mixer = new Mixer(perPart, seed)
          const lab = await Lab.open(honestAnalyst({ report: mixer.report }))
          for (const name of names) {
            const { text, encode } = FILES[name]!
            lab.write(name, encode ? encode(text) : text)
          }
          const { status, report } = await lab.analyze([QUESTION, '--model', model, '--rounds', '0'])
          await lab.close()
          const said = modelFindings(report)
          expect(status).toBe(0)
          expect(said.map(({ summary }) => summary).sort()).toEqual(mixer.truths.map(({ summary }) => summary).sort())
          expect(report!.rejected.map(({ summary }) => summary).sort()).toEqual(
            mixer.lies.map(({ summary }) => summary).sort(),
          )
          expect(report!.verification.rejected).toBe(mixer.lies.length)
          expect(said.filter(finding => !finding.verified || !standsThere(finding))).toEqual([])
        },
      ),
      { numRuns: 8 },
    )
  })

  it('keeps a truth on a line where a program has found something else', async () => {
    const header = {
      summary: 'the header has an amount and names no currency',
      evidence: 'id,region,amount,note',
      line: 1,
    }
    const lab = await Lab.open(honestAnalyst({ report: () => ({ findings: [header] }) }))
    // `region` decides `note`: programs say so, as a pattern that stands on the same line.
    lab.write('orders.csv', `id,region,amount,note\n${rows(400, k => `${k},${words(k)},${k}.5,for ${words(k * 3)}`)}`)
    const { report } = await lab.analyze([QUESTION])
    expect(report!.findings.filter(({ line, by }) => line === 1 && by === undefined).length).toBeGreaterThan(0)
    expect(modelFindings(report).map(({ summary }) => summary)).toEqual([header.summary])
  })

  it('does so over many chunks of one file at once', async () => {
    const mixer = new Mixer({ truths: 5, lies: 5 }, 11)
    const lab = await Lab.open(honestAnalyst({ report: mixer.report }))
    const text = rows(4000, k => `2026-03-01 10:00:00 INFO request ${k} to /${words(k)}/${words(k * 5)} was served`)
    lab.write('api.log', text)
    const { report } = await lab.analyze([QUESTION, '--chunk-size', '200', '--rounds', '0'])
    expect(mixer.lies.length).toBeGreaterThanOrEqual(80)
    expect(modelFindings(report).length).toBe(mixer.truths.length)
    expect(report!.rejected.length).toBe(mixer.lies.length)
    const lines = text.split('\n')
    for (const { line, evidence } of modelFindings(report))
      expect(flat(lines[line - 1]!)).toContain(flat(evidence.split('\n')[0]!))
  })
})
