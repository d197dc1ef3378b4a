// Notebooks: their code as one program and their prose as one document, with the number of the cell before each.
import { z } from 'zod'
import { Damaged, type Entry, type FileContainer, type PackedFile } from './form.ts'
import { wholeFile } from './library.ts'

const MOST = 100_000_000

export const notebook: FileContainer = {
  kind: 'file',
  name: 'notebook',
  endings: ['.ipynb'],
  needsEnding: true,
  matches: head => /^\s*\{/.test(Buffer.from(head.subarray(0, 64)).toString('latin1')),
  entries,
}

const cells = z.array(
  z.object({ cell_type: z.string(), source: z.union([z.string(), z.array(z.string())]).default('') }),
)
const shape = z.object({
  cells: cells.optional(),
  worksheets: z.array(z.object({ cells })).optional(),
  metadata: z
    .object({
      language_info: z.object({ file_extension: z.string().optional() }).optional(),
      kernelspec: z.object({ language: z.string().optional() }).optional(),
    })
    .optional(),
})

/** Endings of languages whose comments do not begin with #. */
const SLASHES = new Set(['.js', '.ts', '.scala', '.java', '.kt', '.cs', '.cpp', '.rs', '.go', '.swift'])
const ENDING = /^\.\w{1,8}$/

async function* entries(packed: PackedFile): AsyncGenerator<Entry> {
  const { ending, all } = read(wholeFile(packed, MOST))
  const numbered = all.map(({ cell_type: type, source }, k) => {
    return { type, number: k + 1, text: typeof source === 'string' ? source : source.join('') }
  })
  const mark = SLASHES.has(ending) ? '//' : '#'
  const code = numbered.filter(({ type }) => type === 'code')
  const prose = numbered.filter(({ type, text }) => type !== 'code' && text.trim() !== '')
  const programs = code.map(({ number, text }) => `${mark} %% cell ${number}\n${text}\n`)
  const texts = prose.map(({ number, text }) => `<!-- cell ${number} -->\n${text}\n`)
  if (code.length > 0) yield { name: `code${ending}`, by: 'code cells', bytes: once(programs.join('\n')) }
  if (prose.length > 0) yield { name: 'prose.md', by: 'text cells', bytes: once(texts.join('\n')) }
}

function read(bytes: Buffer) {
  try {
    const { cells: own, worksheets, metadata } = shape.parse(JSON.parse(bytes.toString('utf8')))
    const all = own ?? worksheets?.flatMap(sheet => sheet.cells)
    if (!all) throw new TypeError('there are no cells')
    const given = metadata?.language_info?.file_extension ?? '.py'
    return { ending: ENDING.test(given) ? given : '.py', all }
  } catch {
    throw new Damaged('it is not a notebook: no JSON with cells')
  }
}

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}
