// The law of answers over files that are no tables: a log, settings, nested JSON, a document and code, read as the program reads them.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { folder } from '../../../../bench/questions/generated/folders.mjs'
import { score } from '../../../../bench/questions/run.mjs'
import { settingsFrom } from '../../src/config/resolve.ts'
import { answerQuestion } from '../../src/question/answer.ts'
import { findFiles } from '../../src/run/files.ts'
import { lookForRelations } from '../../src/run/relations/relation-file.ts'
import { openRelations } from '../../src/run/relations/relations.ts'

/** Of what can be answered; so that a reader that refuses everything does not keep the law. */
const LEAST_RIGHT = 0.75
const directory = mkdtempSync(join(tmpdir(), 'shoal-folders-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

it.each(['folder-law-0', 'folder-law-1'])(
  'questions over a folder are answered right or not claimed (%s)',
  async seed => {
    const { files, questions } = folder(seed)
    const root = join(directory, seed)
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    }
    const options = {
      settings: settingsFrom({}),
      signal: new AbortController().signal,
      cache: join(directory, 'cache'),
    }
    const { files: there } = await findFiles([root], options.settings, options.signal)
    const relations = await openRelations((await lookForRelations(there, options)).files, options)
    const wrong: object[] = []
    const verdicts: string[] = []
    for (const { kind, question, expect: expected } of questions) {
      const { status, rows, text, readAs } = await answerQuestion(question, relations)
      const verdict = score(expected, { answer: text, read: { status, rows } })
      if (verdict === 'wrong') wrong.push({ question, readAs })
      if (kind !== 'unknown') verdicts.push(verdict)
    }
    await relations.close()
    expect(wrong).toEqual([])
    expect(verdicts.filter(verdict => verdict === 'right').length / verdicts.length).toBeGreaterThan(LEAST_RIGHT)
  },
)
