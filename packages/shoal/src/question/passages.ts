// Settings, definitions and sentences that a question names by their words. Whatever has every telling word answers; a sentence that
// misses one is told as the nearest, and what it misses.
import type { AskedAnswer } from '@shoal/base/model/asked'
import type { RelationKind } from '@shoal/base/model/relation'
import type { Asked } from './asked.ts'
import { findCode, WHERE_DONE } from './find/code.ts'
import { findEntries } from './find/entries.ts'
import { findSentences } from './find/sentences.ts'
import { findSettings } from './find/settings.ts'
import { findSymbols } from './find/symbols.ts'
import { soughtIn } from './find/terms.ts'

/** A text says what one may do; a setting only where no text does. */
const ADVICE = /^(?:how (?:do|can|should) (?:i|we)|why|can|may|must|should)\b/i

/** "the section about fuel": all that stands there, before anything is counted. */
export async function lookUpSection(question: string, asked: Asked): Promise<AskedAnswer | null> {
  const sought = soughtIn(question)
  const sentences = asked.all.find(({ kind }) => kind === 'sentences')
  if (!sought.isAbout || !sentences || /\bhow (?:many|much|often|long)\b/i.test(question)) return null
  const said = await findSentences(sentences, sought, asked)
  return said?.status === 'answered' ? said : null
}

/** Null when nothing has to do with it. */
export async function lookUpWords(question: string, asked: Asked): Promise<AskedAnswer | null> {
  const sought = soughtIn(question)
  if (sought.terms.every(({ isLight }) => isLight)) return null
  const relation = (wanted: RelationKind) => asked.all.find(({ kind }) => kind === wanted)
  const [settings, sentences, symbols] = [relation('settings'), relation('sentences'), relation('symbols')]
  // Where code is most of what there is, it is what such a question means.
  const isCode = symbols !== undefined && symbols.paths.length >= (sentences?.paths.length ?? 0)
  const code = isCode ? await findCode(question, asked) : null
  if (code) return code
  const set = settings ? await findSettings(settings, sought, asked) : null
  if (set?.status === 'answered' && !ADVICE.test(question)) return set
  const defined = symbols ? await findSymbols(question, symbols, sought, asked) : null
  if (defined) return defined
  const said = sentences ? await findSentences(sentences, sought, asked) : null
  if (said?.status === 'answered') return said
  const done = isCode ? await findCode(question, asked, WHERE_DONE) : null
  if (done) return done
  return (await findEntries(question, sought, asked)) ?? set ?? said
}
