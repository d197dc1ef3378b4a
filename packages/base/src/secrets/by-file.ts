// Files whose lines have a secret at a fixed place, and no name beside it: known by what the file is called.
import type { SecretSpan } from './assigned.ts'
import { judgeValue } from './value.ts'

interface Row {
  readonly file: RegExp
  /** Of one line: all before the secret, and the secret. */
  readonly line: RegExp
}

const ROWS: readonly Row[] = [
  { file: /(?:^|[/\\.])pgpass(?:\.conf)?$/i, line: /^([^#:\n][^:\n]{0,200}(?::[^:\n]{0,200}){3}:)([^\n]{1,400})/gm },
  { file: /htpasswd$|(?:^|[/\\])(?:passwd\.nginx|shadow)$/i, line: /^([^#:\s]{1,80}:)([^\s:]{3,400})/gm },
  { file: /sasl_passwd$|(?:^|[/\\])smtp_auth$/i, line: /^([^#\s][^\s]{0,200}[ \t]{1,20}[^\s:]{1,200}:)(\S{1,400})/gm },
  {
    file: /(?:chap|pap)-secrets$/i,
    line: /^([^#\s]\S{0,200}[ \t]{1,20}\S{1,200}[ \t]{1,20}"?)((?<=")[^"\n]{1,400}|[^\s"]{1,400})/gm,
  },
]

/** Lines that may hold one, or none at all of a file that is none of these. */
export function isSecretFile(path: string): boolean {
  const name = path.slice(-200)
  return ROWS.some(({ file }) => file.test(name))
}

export function secretsOfFile(path: string, text: string): readonly SecretSpan[] {
  const name = path.slice(-200)
  return ROWS.filter(({ file }) => file.test(name)).flatMap(({ line }) =>
    [...text.matchAll(line)].flatMap(({ index, 1: before, 2: value }) => {
      const verdict = judgeValue('password', 'password', value!.trim(), { sure: true, quoted: true, syntax: 'data' })
      const start = index + before!.length
      return verdict ? [{ ...verdict, start, end: start + value!.trimEnd().length }] : []
    }),
  )
}
