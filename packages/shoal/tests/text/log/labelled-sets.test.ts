// Mining against truth: the public labelled sets where they are at hand, generated logs always.
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { labelledLogs, scoreGroups } from '../../../../../bench/log-score.mjs'
import { findHeader } from '../../../src/text/log/header.ts'
import { TemplateTally } from '../../../src/text/log/tally.ts'
import { mineTemplates } from '../../../src/text/log/templates.ts'
import { FEW_NAMES } from './few-names.ts'
import { generateLog, HARD_MESSAGES, MESSAGES } from './generate.ts'
import { SHAPES } from './shapes.ts'

const sets = labelledLogs(fileURLToPath(new URL('../../../../../../shared/data/logs', import.meta.url)))

function templatesOf(lines: readonly string[]): string[] {
  const format = findHeader(lines)
  const tally = new TemplateTally()
  for (const [k, line] of lines.entries()) tally.add(format.contentOf(line), k + 1)
  const book = mineTemplates(tally)
  return lines.map(line => book.templateOf(format.contentOf(line)).template)
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

describe.skipIf(sets.length === 0)('labelled sets', () => {
  const scores = sets.map(({ name, lines, labels }) => ({ name, ...scoreGroups(templatesOf(lines), labels) }))

  it.each(scores)('$name: no set is grouped badly', ({ accuracy }) => {
    expect(accuracy).toBeGreaterThanOrEqual(0.98)
  })

  it('the means are as promised', () => {
    expect(mean(scores.map(({ accuracy }) => accuracy))).toBeGreaterThanOrEqual(0.995)
    expect(mean(scores.map(({ f1 }) => f1))).toBeGreaterThanOrEqual(0.98)
  })

  it.each(sets)('$name: the header is found, to the character', ({ lines, contents }) => {
    const format = findHeader(lines)
    expect(lines.map(line => format.contentOf(line).trim())).toEqual(contents.map(content => content.trim()))
  })

  it.each(sets)('$name: half the lines are grouped as well as all', ({ lines, labels }) => {
    const halves: readonly ((k: number) => boolean)[] = [
      k => k % 2 === 0,
      k => k % 2 === 1,
      k => k < lines.length / 2,
      k => k >= lines.length / 2,
    ]
    const accuracies = halves.map(half => {
      const inHalf = <T>(values: readonly T[]) => values.filter((_, k) => half(k))
      return scoreGroups(templatesOf(inHalf(lines)), inHalf(labels)).accuracy
    })
    // Some values of OpenSSH are words, and one half has too few of them.
    expect(Math.min(...accuracies)).toBeGreaterThanOrEqual(0.8)
    expect(mean(accuracies)).toBeGreaterThanOrEqual(0.95)
  })
})

describe('generated logs', () => {
  it.each(SHAPES)('$name: contents are exact, and messages are told apart', shape => {
    for (const [seed, count] of [
      [7, 1000],
      [11, 120],
    ] as const) {
      const log = generateLog(shape, MESSAGES, count, seed)
      const format = findHeader(log.lines)
      expect(log.lines.map(line => format.contentOf(line))).toEqual(log.contents)
      expect(log.lines.map(line => format.split(line).content)).toEqual(log.contents)
      expect(scoreGroups(templatesOf(log.lines), log.labels).accuracy).toBeGreaterThanOrEqual(count < 500 ? 0.8 : 0.99)
    }
  })

  it.each(SHAPES)('$name: messages of many kinds of programs', shape => {
    const log = generateLog(shape, HARD_MESSAGES, 2000, 3)
    const { accuracy, f1 } = scoreGroups(templatesOf(log.lines), log.labels)
    expect(accuracy).toBeGreaterThanOrEqual(0.95)
    expect(f1).toBeGreaterThanOrEqual(0.92)
  })

  it.each(SHAPES)('$name: messages with few names', shape => {
    for (const [seed, count] of [
      [3, 2000],
      [5, 400],
    ] as const) {
      const log = generateLog(shape, FEW_NAMES, count, seed)
      const { accuracy, f1 } = scoreGroups(templatesOf(log.lines), log.labels)
      expect(accuracy).toBeGreaterThanOrEqual(count < 500 ? 0.85 : 0.95)
      expect(f1).toBeGreaterThanOrEqual(count < 500 ? 0.75 : 0.9)
    }
  })
})
