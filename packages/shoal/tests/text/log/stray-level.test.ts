import { describe, expect, it } from 'vitest'
import { findHeader } from '../../../src/text/log/header.ts'

const stamp = (k: number) => `2025-03-01 ${String(k % 24).padStart(2, '0')}:${String(k % 60).padStart(2, '0')}:00`

/** The levels that a log's own format reads in its lines. */
function levelsOf(lines: readonly string[]): (string | null)[] {
  const format = findHeader(lines)
  return lines.map(line => format.split(line).level ?? null)
}

const log = (size: number, line: (k: number) => string) =>
  Array.from({ length: size }, (_, k) => `${stamp(k)} ${line(k)}`)

describe('a level behind other words', () => {
  it.each([
    ['Chinese', '错误 ERROR 用户 7 登录失败 🚨', 'error'],
    ['Arabic', 'خطأ فادح FATAL تعذر الاتصال', 'fatal'],
    ['Russian', 'Ошибка базы данных ERROR: нет связи', 'error'],
    ['Latin', 'Benutzer Verwaltung WARN Anmeldung dauert lange', 'warn'],
    ['brackets', 'scheduler of jobs [error] queue is gone', 'error'],
    ['wide brackets', '支付 【ERROR】 订单 7', 'error'],
  ])('is read in the few lines that have it there: %s', (_, rare, level) => {
    const lines = log(600, k => (k % 97 === 0 ? rare : `INFO user ${k} logged in`))
    expect(levelsOf(lines)).toEqual(lines.map((_, k) => (k % 97 === 0 ? level : 'info')))
  })

  it('is read where no two kinds of line have it in the same place', () => {
    const kinds = ['ERROR disk 7', '支付 WARN 订单', 'shop checkout INFO cart', 'a b c DEBUG d'] as const
    const lines = log(400, k => `${kinds[k % 4]} ${k}`)
    expect(levelsOf(lines)).toEqual(lines.map((_, k) => (['error', 'warn', 'info', 'debug'] as const)[k % 4]))
  })

  it('leaves the content as it was', () => {
    const format = findHeader(log(600, k => (k === 3 ? '错误 ERROR 用户 7' : `INFO user ${k} logged in`)))
    const line = `${stamp(3)} 错误 ERROR 用户 7`
    expect(format.split(line)).toMatchObject({ level: 'error', content: '错误 ERROR 用户 7' })
    expect(format.contentOf(line)).toBe('错误 ERROR 用户 7')
  })
})

describe('a level word in a message is no level', () => {
  const calm = (k: number) => `order ${k} accepted for customer ${k % 7}`

  it('in a log that writes no levels', () => {
    const lines = log(300, k => (k % 5 === 0 ? `peer ${k} answered ERROR twice` : calm(k)))
    expect(new Set(levelsOf(lines))).toEqual(new Set([null]))
  })

  it('in lines without a level that mostly have no such word', () => {
    const bare = ['worker 3 sent ERROR home', 'opened anew', 'rotated by hand', 'closed for today']
    const lines = log(800, k => (k % 40 === 0 ? bare[(k / 40) % 4]! : `INFO ${calm(k)}`))
    expect(levelsOf(lines)).toEqual(lines.map((_, k) => (k % 40 === 0 ? null : 'info')))
  })

  it('where it is denied, in lower case, part of a word, or far behind', () => {
    const odd = [
      'no ERROR found',
      'ended without ERROR today',
      'on ERROR go to the end',
      'the error was mended',
      'ERROR_LOG was rotated',
      'one two three four five ERROR',
    ]
    for (const line of odd) {
      const lines = log(500, k => (k === 250 ? line : `INFO ${calm(k)}`))
      expect(levelsOf(lines)[250]).toBeNull()
    }
  })

  it('behind a level in its place', () => {
    const lines = log(200, k => `INFO ERROR ${k} was mended`)
    expect(new Set(levelsOf(lines))).toEqual(new Set(['info']))
  })
})
