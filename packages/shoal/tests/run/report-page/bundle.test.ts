// What the page is made of: complained of in one line when it was not built.
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { builtFile, checkPageBuilt, pageBundle } from '../../../src/run/report-page/bundle.ts'
import { errorAnswer } from '../../../src/web/refusal.ts'
import { tempDir } from '../../cli/temp-dir.ts'

const dir = tempDir()
const at = (name: string) => pathToFileURL(`${dir.path}/${name}/`)

describe('the bundle of the page', () => {
  it.each([pageBundle, checkPageBuilt])('that is not there, or only in part, is one clear error: %o', take => {
    dir.write('half/report.js', 'run()')
    for (const [name, missing] of [
      ['none', 'report.js'],
      ['half', 'report.css'],
    ] as const)
      expect(() => take(at(name))).toThrow(
        expect.objectContaining({
          code: 'not-built',
          message: `the page is not built: dist/page/${missing} is missing`,
          advice: 'run `npm run build`, or install shoal again',
        }),
      )
  })

  it.each(['live.js', 'live.css'] as const)('says the same of %s', async name => {
    dir.write(`live/${name}`, 'there')
    expect(String(await builtFile(name, at('live')))).toBe('there')
    await expect(builtFile(name, at('none'))).rejects.toMatchObject({
      code: 'not-built',
      message: `the page is not built: dist/page/${name} is missing`,
    })
  })

  it('is an error of the server, not something that is not there', () => {
    let thrown: unknown
    try {
      pageBundle(at('none'))
    } catch (error) {
      thrown = error
    }
    const { status, body } = errorAnswer(thrown, 'GET')
    expect({ status, code: body.error.code }).toEqual({ status: 500, code: 'not-built' })
  })

  it('is its script and its style', () => {
    dir.write('whole/report.js', 'run()')
    dir.write('whole/report.css', 'a {}')
    checkPageBuilt(at('whole'))
    expect(pageBundle(at('whole'))).toEqual({ script: 'run()', style: 'a {}' })
  })
})
