// What a file is to the program, and what that does to findings: never graver, never for data, always said.

import type { FindingDraft, Rule } from '@shoal/base/model/finding'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { weighByRole } from '../../src/stages/weigh-by-role.ts'
import { type FileRole, fileRoles, roleOfPlace } from '../../src/text/file-role.ts'

describe('the role of a file', () => {
  it.each<readonly [string, FileRole]>([
    ['src/server.ts', 'own'],
    ['src/lang/parser.ts', 'own'],
    ['src/latest/contest.go', 'own'],
    ['java/lang/String.java', 'own'],
    ['app/models/user.rb', 'own'],
    ['config/production.yml', 'own'],
    ['tests/server.test.ts', 'test'],
    ['caddytest/caddytest.go', 'test'],
    ['reg-tests/ssl/client.pem', 'test'],
    ['test-suite/run.sh', 'test'],
    ['microbench/src/Headers.java', 'test'],
    ['protest-march/route.ts', 'own'],
    ['web/latest-news/list.ts', 'own'],
    ['model/promtestdata.txt', 'fixture'],
    ['config/env/config.testing-mysql.json', 'test'],
    ['config/latest.json', 'own'],
    ['src/conf/test49.ref', 'fixture'],
    ['src/util/match.golden', 'fixture'],
    ['src/latest2.js', 'own'],
    ['web/built/vendor-6b83da0c6e6fede3.js', 'generated'],
    ['web/built/main.9cc1df42.chunk.css', 'generated'],
    ['web/assets/index-DkX3f_a1.js', 'generated'],
    ['web/assets/user-settings.js', 'own'],
    ['src/pages/feedface.js', 'own'],
    ['migrations/orders-20240301.js', 'own'],
    ['config/environments/development.rb', 'test'],
    ['test/fixtures/files/import.csv', 'fixture'],
    ['src/test/resources/page.html', 'fixture'],
    ['config/database.yml.example', 'example'],
    ['examples/login.py', 'example'],
    ['src/pip/_vendor/six.py', 'vendored'],
    ['third_party/zlib/inflate.c', 'vendored'],
    ['deps/zlib/inflate.c', 'vendored'],
    ['build/compile', 'generated'],
    ['integration/fixtures-expired/server.key', 'fixture'],
    ['tools/dump/expectedoutput/all.output', 'fixture'],
    ['Shop.Tests/Specs/orders.json', 'fixture'],
    ['Shop.Tests/OrderReader.cs', 'test'],
    ['cmd/crash/_testdata/panic.log', 'fixture'],
    ['test/regress/25A0.test', 'fixture'],
    ['test/orders.csv', 'test'],
    ['contrib/raftexample/main.go', 'example'],
    ['shop-docs/header.html', 'example'],
    ['gui/assets/lang/lang-da.json', 'catalog'],
    ['configure', 'generated'],
    ['public/js/jquery.min.js', 'generated'],
    ['public/js/jquery.flot.js', 'vendored'],
    ['static/js/vendors/browser.js', 'vendored'],
    ['share/ext/dwoo-1.1.0/Compiler.php', 'vendored'],
    ['lib/orders/total.php', 'own'],
    ['query/iterator.gen.go', 'generated'],
    ['public/language/rw/pages.json', 'catalog'],
    ['includes/i18n/ba.json', 'catalog'],
    ['src/i18n/index.ts', 'own'],
    ['app/settings/dev.py', 'test'],
    ['api/orders.pb.go', 'generated'],
    ['config/locales/ru.yml', 'catalog'],
    ['lib/plugins/config/lang/cy/lang.php', 'catalog'],
  ])('%s: %s', (path, role) => {
    expect(roleOfPlace(path)).toBe(role)
  })
})

const rule = (id: string, concern: Rule['concern'] = 'security'): Rule => ({ id, concern, title: id, explanation: id })
const draft = (over: Partial<FindingDraft> = {}): FindingDraft => ({
  type: 'vulnerability',
  key: 'k',
  summary: 's',
  severity: 'high',
  confidence: 'high',
  nature: 'problem',
  line: 1,
  evidence: 'eval(x)',
  ...over,
})
const GRAVITY = { low: 0, medium: 1, high: 2 }
const severityIn = (role: FileRole, over: Partial<FindingDraft>, isData = false) =>
  weighByRole([draft(over)], role, { isData })[0]?.severity

describe('weight by role', () => {
  it('never makes anything graver, and says the role of what is not the program', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...fileRoles),
        fc.boolean(),
        fc.record({
          severity: fc.constantFrom('low', 'medium', 'high' as const),
          confidence: fc.constantFrom('low', 'medium', 'high' as const),
          nature: fc.constantFrom('fact', 'problem' as const),
          rule: fc.constantFrom(
            rule('secret.password'),
            rule('secret.aws-access-key'),
            rule('php.weak-hash'),
            rule('code.duplicate', 'quality'),
          ),
        }),
        (role, isData, over) => {
          const [weighed] = weighByRole([draft(over)], role, { isData })
          if (!weighed) {
            expect([role, over.rule.id]).toEqual(['catalog', 'secret.password'])
            return
          }
          expect(GRAVITY[weighed.severity]).toBeLessThanOrEqual(GRAVITY[over.severity])
          const isLighter =
            role !== 'own' && over.nature === 'problem' && (!isData || role === 'fixture' || role === 'catalog')
          expect(weighed.role).toBe(isLighter ? role : undefined)
        },
      ),
    )
  })

  it('is what it was in the program itself, and in data wherever they lie', () => {
    expect(severityIn('own', {})).toBe('high')
    expect(severityIn('test', {}, true)).toBe('high')
    expect(severityIn('fixture', {}, true)).toBe('low')
  })

  it('is less in tests and examples; what a provider issued stays', () => {
    expect(severityIn('test', { rule: rule('go.xss') })).toBe('low')
    expect(severityIn('test', { rule: rule('secret.private-key') })).toBe('low')
    expect(severityIn('test', { rule: rule('secret.aws-access-key') })).toBe('medium')
  })

  it('is a step less for dangers in vendored code, whose style is its own', () => {
    expect(severityIn('vendored', { rule: rule('python.code-injection') })).toBe('medium')
    expect(severityIn('vendored', { rule: rule('code.complex-function', 'quality') })).toBe('low')
  })

  it('is less where nobody is sure, and for a hash of no secret', () => {
    expect(severityIn('own', { severity: 'medium', confidence: 'low' })).toBe('low')
    const weak = { rule: rule('php.weak-hash'), severity: 'medium' as const }
    expect(severityIn('own', { ...weak, evidence: 'md5($file)' })).toBe('low')
    expect(severityIn('own', { ...weak, evidence: 'md5($password)' })).toBe('medium')
  })

  it('tells a rule once that a call and its argument break', () => {
    const cookie = rule('go.insecure-cookie')
    const both = [
      draft({ rule: cookie, evidence: 'false' }),
      draft({ rule: cookie, evidence: 'Cookie{Secure: false}' }),
    ]
    expect(weighByRole(both, 'own', { isData: false }).map(({ evidence }) => evidence)).toEqual([
      'Cookie{Secure: false}',
    ])
  })
})
