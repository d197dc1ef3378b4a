// Every problem that a program can find says what to do: its rule ends with it, or the finding has a line of its own.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { secretRules } from '@shoal/base/secrets/rules'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { linkAdvice } from '../../src/stages/cross/advice.ts'
import { adviceOf } from '../../src/stages/recommend.ts'

const IMPERATIVE = new Set(
  `Add Allow Ask Await Begin Bind Block Call Check Close Collect Compute Correct Declare Default Define Describe Do Download
  Drop Escape Export Fetch Fill Find Flatten Forbid Give Handle Keep Leave Limit List Look Make Mend Move Name Open Parse
  Part Pass Pin Put Raise Read Redirect Remove Rename Resolve Revoke Run Set Settle Sort Split Switch Take Trust Turn Use Wait
  Write`.split(/\s+/),
)

/** Every object literal of a source file, with its properties by name; what errors say besides is not about files. */
function* literals(file: string): Generator<{ readonly at: string; readonly properties: Map<string, ts.Expression> }> {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2023, true)
  const open: ts.Node[] = [source]
  for (let node = open.pop(); node; node = open.pop()) {
    node.forEachChild(child => void open.push(child))
    if (!ts.isObjectLiteralExpression(node) || ts.isNewExpression(node.parent)) continue
    const properties = new Map<string, ts.Expression>()
    for (const one of node.properties) {
      if (ts.isPropertyAssignment(one)) properties.set(one.name.getText(), one.initializer)
      if (ts.isShorthandPropertyAssignment(one)) properties.set(one.name.text, one.name)
      if (ts.isSpreadAssignment(one)) properties.set(`...${one.expression.getText()}`, one.expression)
    }
    yield { at: `${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`, properties }
  }
}

const FOLDERS = [
  'flow/src',
  'base/src/secrets',
  ...['content', 'text', 'stages/verify'].map(name => `shoal/src/${name}`),
]
const files = FOLDERS.map(name => `packages/${name}`).flatMap(directory =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts'))
    .map(name => join(directory, name)),
)
const all = files.flatMap(file => [...literals(file)])

/** The texts that an expression can come to. */
function textsOf(value: ts.Expression): string[] {
  if (ts.isStringLiteralLike(value)) return [value.text]
  return ts.isConditionalExpression(value) ? [...textsOf(value.whenTrue), ...textsOf(value.whenFalse)] : []
}

function firstWord(advice: string): string {
  return advice.split(/[\s,:]/)[0]!
}

describe('what to do', () => {
  it('is said by every problem', () => {
    const problems = all.filter(({ properties }) => properties.get('nature')?.getText().includes("'problem'"))
    expect(problems.length).toBeGreaterThan(60)
    // What a config file gets wrong is a `Problem`, which has to have it.
    const silent = problems.filter(
      ({ properties }) => !['advice', 'rule', '...problem'].some(name => properties.has(name)),
    )
    expect(silent.map(({ at }) => at)).toEqual([])
  })

  it('is one short imperative', () => {
    const said = all.flatMap(({ at, properties }) => {
      const value = properties.get('advice')
      return value ? textsOf(value).map(text => ({ at, text })) : []
    })
    expect(said.length).toBeGreaterThan(50)
    for (const text of Object.values(linkAdvice)) if (text !== null) said.push({ at: 'cross', text })
    expect(said.filter(({ text }) => !IMPERATIVE.has(firstWord(text)))).toEqual([])
    expect(said.filter(({ text }) => /[.!?]$|\n/.test(text) || text.length > 110)).toEqual([])
  })

  it('ends the explanation of every rule', () => {
    const explained = all.flatMap(({ at, properties }) => {
      const value = properties.get('explanation')
      return value && ts.isStringLiteralLike(value) ? [{ at, text: value.text }] : []
    })
    expect(explained.length).toBeGreaterThan(70)
    for (const { id, explanation } of Object.values(secretRules)) explained.push({ at: id, text: explanation })
    const rules = explained.map(({ at, text }) => ({
      at,
      advice: adviceOf({ id: at, concern: 'quality', title: '', explanation: text }),
      text,
    }))
    expect(rules.filter(({ advice }) => !IMPERATIVE.has(firstWord(advice)))).toEqual([])
    // It is not all that is explained.
    expect(rules.filter(({ advice, text }) => text.startsWith(advice))).toEqual([])
  })
})
