// What is known of SQL.
import type { Language } from './language.ts'

export const sql: Language = {
  name: 'sql',
  extensions: '.sql',
  lexis: { line: ['--'], block: [['/*', '*/']], long: [["'", "'"]], short: ['"'], escape: true },
}
