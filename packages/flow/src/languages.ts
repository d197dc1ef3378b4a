// Which forms and rules serve which grammar.

import type { Rule } from '@shoal/base/model/finding'
import { lookup } from '@shoal/base/model/lookup'
import { bashForms } from './form/bash-forms.ts'
import { cForms } from './form/c-forms.ts'
import { csharpForms } from './form/csharp-forms.ts'
import type { Handlers } from './form/former.ts'
import { goForms } from './form/go-forms.ts'
import { javaForms } from './form/java-forms.ts'
import { kotlinForms } from './form/kotlin-forms.ts'
import { phpForms } from './form/php-forms.ts'
import { pythonForms } from './form/python-forms.ts'
import { rubyForms } from './form/ruby-forms.ts'
import { rustForms } from './form/rust-forms.ts'
import { scriptForms } from './form/script-forms.ts'
import { bashRules } from './rules/bash-rules.ts'
import { cRules } from './rules/c-rules.ts'
import { csharpRules } from './rules/csharp-rules.ts'
import { goRules } from './rules/go-rules.ts'
import { javaRules } from './rules/java-rules.ts'
import { indexRules, type LanguageRules, type RuleIndex } from './rules/language-rules.ts'
import { phpRules } from './rules/php-rules.ts'
import { pythonRules } from './rules/python-rules.ts'
import { rubyRules } from './rules/ruby-rules.ts'
import { RULE_KINDS, type RuleName } from './rules/rule-table.ts'
import { rustRules } from './rules/rust-rules.ts'
import { scriptRules } from './rules/script-rules.ts'

interface Language {
  readonly forms: Handlers
  readonly rules: LanguageRules
}

export const LANGUAGES: Readonly<Record<string, Language>> = {
  bash: { forms: bashForms, rules: bashRules },
  c: { forms: cForms, rules: cRules },
  cpp: { forms: cForms, rules: cRules },
  csharp: { forms: csharpForms, rules: csharpRules },
  go: { forms: goForms, rules: goRules },
  java: { forms: javaForms, rules: javaRules },
  javascript: { forms: scriptForms, rules: scriptRules },
  kotlin: { forms: kotlinForms, rules: { ...javaRules, family: 'kotlin', bareCalls: true } },
  php: { forms: phpForms, rules: phpRules },
  python: { forms: pythonForms, rules: pythonRules },
  ruby: { forms: rubyForms, rules: rubyRules },
  rust: { forms: rustForms, rules: rustRules },
  tsx: { forms: scriptForms, rules: scriptRules },
  typescript: { forms: scriptForms, rules: scriptRules },
}

const indexes = new Map<string, RuleIndex>()

export function formsOf(language: string): Handlers | null {
  return Object.hasOwn(LANGUAGES, language) ? lookup(LANGUAGES, language)!.forms : null
}

/** The index of a language's rules, made when it is first asked for. */
export function rulesOf(language: string): RuleIndex {
  let index = indexes.get(language)
  if (!index) {
    index = indexRules(lookup(LANGUAGES, language)!.rules)
    indexes.set(language, index)
  }
  return index
}

/** The first part of the ids of a language's rules; null where it has none. */
export function familyOf(language: string): string | null {
  return Object.hasOwn(LANGUAGES, language) ? lookup(LANGUAGES, language)!.rules.family : null
}

export function ruleOf(family: string, name: RuleName): Rule {
  const { title, explanation, cwe } = RULE_KINDS[name]
  return { id: `${family}.${name}`, concern: 'security', title, explanation, cwe }
}
