// What is said of several files of code, that they share blocks or use a name, rests on more than a hash.
import { describe, expect, it } from 'vitest'
import type { FiledFigures } from '../../src/content/source-code/analyst/figures.ts'
import { unusedFindings } from '../../src/content/source-code/analyst/joined-findings.ts'
import type { CodeTokens } from '../../src/text/code/duplicates/code-tokens.ts'
import { fingerprintsOf } from '../../src/text/code/duplicates/fingerprints.ts'
import { sharedBlocks } from '../../src/text/code/duplicates/shared-blocks.ts'
import { hashWindows } from '../../src/text/code/duplicates/windows.ts'
import { surveyLawfully } from '../conformance/analyst.ts'
import { nameTwins, tokenTwins } from './collisions.ts'

/** Stretches of 30 tokens, a line each, that begin with a pair. */
function tokensOf(pair: readonly [number, number]): CodeTokens {
  const line = [...pair, ...Array.from({ length: 28 }, (_, k) => 100 + (k % 14))]
  const lines = 12
  const codes = Int32Array.from(Array.from({ length: lines }, () => line).flat())
  return {
    count: codes.length,
    codes,
    ids: new Int32Array(codes.length),
    rows: Int32Array.from(codes, (_, k) => Math.floor(k / 30)),
    lineStarts: Int32Array.from({ length: lines }, (_, k) => k * 30),
    active: new Uint8Array(codes.length).fill(1),
  }
}

describe('stretches of code that hash alike', () => {
  const [a, b] = tokenTwins().map(tokensOf) as [CodeTokens, CodeTokens]

  it('hash alike', () => {
    expect(hashWindows(a, 30)).toEqual(hashWindows(b, 30))
    expect(a.codes).not.toEqual(b.codes)
  })

  it('are no copies, and the same stretch is', () => {
    const prints = [a, b, a].map(tokens => fingerprintsOf(tokens, 4).slice(0, 3))
    expect(sharedBlocks(prints, 1, 10).map(block => [block.a.file, block.b.file])).not.toContainEqual([0, 1])
    const digests = prints.map(each => each[0]!.digest)
    expect(digests[0]).toBe(digests[2])
    expect(digests[0]).not.toBe(digests[1])
  })
})

describe('names that hash alike', () => {
  it('do not hide that one of them is used nowhere', async () => {
    const [used, unused] = nameTwins()
    const sources = {
      'a.py': `def ${used}():\n    return 1\n\ndef ${unused}():\n    return 2\n`,
      'b.py': `from a import ${used}\n\nprint(${used}())\nprint(${used}() + 1)\n`,
    }
    const files: FiledFigures[] = []
    for (const [path, content] of Object.entries(sources)) {
      const { figures } = await surveyLawfully({ name: path, content, type: 'source_code' })
      files.push({ path, figures: figures as never })
    }
    const told = JSON.stringify(unusedFindings(files, ['general']))
    expect(told).toContain(unused)
    expect(told).not.toContain(used)
  })
})
