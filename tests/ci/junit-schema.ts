// What the schema of JUnit reports demands that Jenkins, GitLab and others share: elements, their order, attributes.
import { expect } from 'vitest'

const ATTRIBUTES: Readonly<Record<string, { readonly needs: string[]; readonly may: string[] }>> = {
  testsuites: { needs: [], may: ['name', 'time', 'tests', 'failures', 'disabled', 'errors'] },
  testsuite: {
    needs: ['name', 'tests'],
    may: ['failures', 'errors', 'time', 'disabled', 'skipped', 'timestamp', 'hostname', 'id', 'package'],
  },
  testcase: { needs: ['name'], may: ['classname', 'assertions', 'time', 'status'] },
  failure: { needs: [], may: ['type', 'message'] },
  error: { needs: [], may: ['type', 'message'] },
  skipped: { needs: [], may: ['message'] },
}
const CHILDREN: Readonly<Record<string, string[]>> = {
  '': ['testsuites'],
  testsuites: ['testsuite'],
  testsuite: ['testcase'],
  testcase: ['skipped', 'error', 'failure'],
}
const TAG = /^<(\/?)([a-z]+)((?: [a-z]+="[^"<]*")*)(\/?)>/
const ENTITY = /&(?!(?:amp|lt|gt|quot|#10|#13|#9);)/

/** Throws when it is not valid; gives back the attributes of the whole. */
export function checkJunit(text: string): Record<string, string> {
  const head = '<?xml version="1.0" encoding="UTF-8"?>\n'
  expect(text.startsWith(head)).toBe(true)
  expect(ENTITY.test(text)).toBe(false)
  expect(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(text)).toBe(false)
  const open: string[] = []
  const counts = { testcase: 0, failure: 0, error: 0, skipped: 0 }
  let whole: Record<string, string> = {}
  let rest = text.slice(head.length)
  while (rest !== '') {
    const next = rest.indexOf('<')
    const between = next === -1 ? rest : rest.slice(0, next)
    if (!['failure', 'error'].includes(open.at(-1) ?? '')) expect(between.trim()).toBe('')
    if (next === -1) break
    const match = TAG.exec(rest.slice(next))
    if (!match) throw new Error(`no tag at ${rest.slice(next, next + 80)}`)
    const [tag, closing, name, attributes, alone] = match as unknown as [string, string, string, string, string]
    rest = rest.slice(next + tag.length)
    if (closing) {
      expect(open.pop()).toBe(name)
      continue
    }
    expect(CHILDREN[open.at(-1) ?? '']).toContain(name)
    const named = Object.fromEntries(
      [...attributes.matchAll(/ ([a-z]+)="([^"]*)"/g)].map(([, key, value]) => [key!, value!]),
    )
    const { needs, may } = ATTRIBUTES[name]!
    for (const key of needs) expect(named).toHaveProperty(key)
    for (const key of Object.keys(named)) expect([...needs, ...may]).toContain(key)
    if (name === 'testsuites') whole = named
    if (name in counts) counts[name as keyof typeof counts]++
    if (!alone) open.push(name)
  }
  expect(open).toEqual([])
  expect(whole).toMatchObject({
    tests: String(counts.testcase),
    failures: String(counts.failure),
    errors: String(counts.error),
  })
  return whole
}
