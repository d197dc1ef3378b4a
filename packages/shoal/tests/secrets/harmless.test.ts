// What only speaks of secrets is shown as it stands: a line that is masked without need is a line that cannot be read.

import { maskSecrets } from '@shoal/base/secrets/secrets'
import { syntaxOf } from '@shoal/base/secrets/syntax'
import { describe, expect, it } from 'vitest'
import { HARMLESS } from './harmless.ts'

describe('a line that holds no secret', () => {
  it('is one of many', () => {
    expect(HARMLESS.length).toBeGreaterThanOrEqual(150)
  })

  it.each(HARMLESS)('%j is left alone', line => {
    expect([maskSecrets(line), maskSecrets(`  ${line}\n`, 'code').trim()]).toEqual([line, line.trim()])
  })

  it.each([
    ['config/locales/az.yml', 'field_new_password: Yeni parol'],
    ['config/locales/sv.yml', 'setting_mail_handler_api_key: API-nyckel'],
    ['lib/plugins/usermanager/lang/af/lang.php', "$lang['user_pass'] = 'Wagwoord';"],
    ['web/lang/zh_cn.php', "'NewPassword' => '新建密码',"],
    ['web/lang/ro_ro.php', "'Password' => 'Parol&#259;',"],
    ['src/messages_eu.properties', 'login.password=Pasahitza'],
    ['po/nl.po', 'msgstr "Wachtwoord is optioneel"'],
  ])('is a text for people in a catalogue of texts: %s', (path, line) => {
    expect(maskSecrets(line, syntaxOf(path))).toBe(line)
    expect(maskSecrets('password: zU7k-Qm4xLpA', syntaxOf(path))).not.toContain('zU7k-Qm4xLpA')
  })

  it('is left alone among the others', () => {
    const text = HARMLESS.join('\n\n')
    expect(maskSecrets(text)).toBe(text)
  })
})
