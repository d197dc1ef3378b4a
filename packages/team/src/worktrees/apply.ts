// The merged patch put into the user's own tree: all of it or nothing, and what is there already is not done again.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { printable } from '@shoal/base/text/printable'
import { DIFF } from './collect.ts'
import { complaint, git, gitList, tryGit } from './git.ts'
import { patchParts } from './patch.ts'
import type { Repository } from './repository.ts'

export type Applied =
  | { readonly files: readonly string[]; readonly changedSince: readonly string[] }
  /** Nothing was written. */
  | { readonly reason: string }

export async function applyPatch({ top, base }: Repository, patch: string, signal: AbortSignal): Promise<Applied> {
  const at = { cwd: top, signal }
  const content = readFileSync(patch)
  const said = content.length === 0 ? [] : await gitList(['apply', '--numstat', '-z', patch], at)
  const parts = patchParts(
    content,
    said.map(line => line.split('\t').slice(2).join('\t')),
  )
  const files = parts.map(({ path }) => path)
  const scratch = mkdtempSync(join(tmpdir(), 'shoal-apply-'))
  try {
    const part = join(scratch, 'patch')
    const left: Buffer[] = []
    for (const { path, text } of parts) {
      writeFileSync(part, text, { mode: 0o600 })
      // What a killed attempt has written fits backwards.
      const back = await tryGit(['apply', '--reverse', '--check', part], at)
      // Of another mode git only warns.
      if (back.code === 0 && !back.errors.includes(' has type ')) continue
      const { code, errors } = await tryGit(['apply', '--check', part], at)
      if (code !== 0) return { reason: `${printable(path)} was changed since the run began: ${complaint(errors)}` }
      left.push(text)
    }
    const changed = await gitList(['diff', '--name-only', '-z', ...DIFF, base], at)
    if (left.length > 0) {
      writeFileSync(part, Buffer.concat(left), { mode: 0o600 })
      await git(['apply', part], { cwd: top })
    }
    return { files, changedSince: changed.filter(path => !files.includes(path)) }
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}
