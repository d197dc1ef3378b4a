// Times that follow each other are read faster, and never otherwise than one by one.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inOrder, STAMPS } from '../../../src/text/log/stamps.ts'

const two = (value: number) => String(value).padStart(2, '0')

/** How each form writes a moment. */
const WRITTEN: Record<string, (h: number, i: number, s: number, f: string) => string> = {
  iso: (h, i, s, f) => `2026-02-11 ${two(h)}:${two(i)}:${two(s)}${f && `.${f}`}`,
  slashes: (h, i, s, f) => `2026/02/11 ${two(h)}:${two(i)}:${two(s)}${f && `.${f}`} +0200`,
  clf: (h, i, s) => `11/Feb/2026:${two(h)}:${two(i)}:${two(s)} +0530`,
  syslog: (h, i, s) => `Feb 11 ${two(h)}:${two(i)}:${two(s)}`,
  tomcat: (h, i, s, f) => `11-Feb-2026 ${two(h)}:${two(i)}:${two(s)}${f && `.${f}`}`,
  american: (h, i, s) => `2/11/2026 ${1 + (h % 12)}:${two(i)}:${two(s)} ${h < 12 ? 'AM' : 'PM'}`,
  java: (h, i, s) => `Feb 11, 2026 ${1 + (h % 12)}:${two(i)}:${two(s)} ${h < 12 ? 'AM' : 'PM'}`,
  ctime: (h, i, s, f) => `Wed Feb 11 ${two(h)}:${two(i)}:${two(s)}${f && `.${f}`} 2026`,
  'month-day': (h, i, s, f) => `02-11 ${two(h)}:${two(i)}:${two(s)}${f && `.${f}`}`,
  glog: (h, i, s, f) => `0211 ${two(h)}:${two(i)}:${two(s)}.${f.padEnd(3, '0')}`,
  short: (h, i, s, f) => `26/02/11 ${two(h)}:${two(i)}:${two(s)}${f && `:${f.slice(0, 3)}`}`,
  clock: (h, i, s, f) => `${two(h)}:${two(i)}:${two(s)}${f && `,${f}`}`,
}

const moment = fc.tuple(fc.nat(25), fc.nat(61), fc.nat(61), fc.stringMatching(/^\d{0,6}$/))

describe('times in order', () => {
  it.each(Object.keys(WRITTEN))('%s: what was read before changes nothing', name => {
    const kind = STAMPS.find(stamp => stamp.name === name)!
    fc.assert(
      fc.property(fc.array(moment, { maxLength: 40 }), moments => {
        const read = inOrder(kind)
        for (const [h, i, s, f] of moments) {
          const text = WRITTEN[name]!(h, i, s, f)
          expect(read(text)).toBe(kind.read(text))
        }
      }),
    )
  })
})
