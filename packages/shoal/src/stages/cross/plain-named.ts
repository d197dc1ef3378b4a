// Constants with a name that says too little, such as PORT or HOST, and settings of that name: `PORT = 5433` beside
// `database.port: 5432`. That the same is meant is told by the values, or by what stands around both.
import { groupBy } from '@shoal/base/model/lists'
import type { Located } from './check.ts'
import { isGeneric, plainName, spellingOf, stemOfFile, stepsOf, subjectOf, wordsOf } from './names.ts'
import { isSameValue, unquoted } from './quantities.ts'
import { settingName } from './setting-names.ts'

/** The setting that a constant with a plain name repeats or contradicts, or none. */
export type PlainNamed = (constant: Located) => Located | null

export function plainNamed(constants: readonly Located[], keys: readonly Located[]): PlainNamed {
  const byName = groupBy(
    keys.filter(key => isPlain(pathOf(key).at(-1)!)),
    key => plainName(pathOf(key).at(-1)!),
  )
  const byFile = groupBy(constants, ({ file }) => file)
  return constant => {
    if (!isPlain(constant.name)) return null
    const same = byName.get(plainName(constant.name)) ?? []
    const equal = same.find(key => isTelling(key.value!) && isSameValue(constant.value!, key.value!))
    if (equal) return equal
    const like = same.filter(key => isAlike(constant.value!, key.value!))
    if (like.length === 1) return like[0]!
    const around = same.filter(key => isAround(key, constant, byFile.get(constant.file)!, keys))
    return around.length === 1 && isOfOneKind(constant, around[0]!) ? around[0]! : null
  }
}

/** The sections and the name; a variable has its sections in one word: DATABASE_PORT. A name of nothing but marks is one step. */
function pathOf(key: Located): readonly string[] {
  const steps = stepsOf(settingName(key))
  if (steps.length === 0) return [settingName(key)]
  return steps.length === 1 && spellingOf(steps[0]!) === 'UPPER_CASE' ? wordsOf(steps[0]!) : steps
}

function isPlain(name: string): boolean {
  return subjectOf(name).length === 1 && (isGeneric(name) || /^[A-Za-z][a-z]*$/.test(name))
}

/** Long enough that two of the same are no accident. */
function isTelling(value: string): boolean {
  const text = unquoted(value)
  return /^\d+$/.test(text) ? text.length >= 4 && !/000?$/.test(text) : text.length >= 6
}

/** A slip away from each other: one digit, two that changed places, one or two letters. Round numbers are just two numbers. */
function isAlike(a: string, b: string): boolean {
  const [left, right] = [unquoted(a), unquoted(b)]
  if (left === right || left.length !== right.length || left.length < 4 || /00$/.test(left + right)) return false
  const isNumber = /^\d+$/.test(left) && /^\d+$/.test(right)
  if (!isNumber && (left.length < 8 || /^\d/.test(left))) return false
  const differing = [...left].flatMap((char, k) => (char === right[k] ? [] : [k]))
  if (differing.length === 1) return true
  const [i, j] = differing
  return differing.length === 2 && j === i! + 1 && left[i!] === right[j!] && left[j!] === right[i!]
}

/** The file has the words of the section in its name, or another constant that is a setting of the section too. */
function isAround(key: Located, { file }: Located, others: readonly Located[], keys: readonly Located[]): boolean {
  const section = pathOf(key).slice(0, -1)
  if (section.length === 0) return false
  const words = new Set(wordsOf(stemOfFile(file)))
  if (section.flatMap(wordsOf).some(word => word.length > 2 && words.has(word))) return true
  const siblings = keys.filter(
    other => other !== key && other.file === key.file && sectionName(other) === sectionName(key),
  )
  return siblings.some(sibling =>
    others.some(
      other =>
        plainName(other.name) === plainName(pathOf(sibling).at(-1)!) &&
        isTelling(other.value!) &&
        isSameValue(other.value!, sibling.value!),
    ),
  )
}

function sectionName(key: Located): string {
  return pathOf(key).slice(0, -1).join('.')
}

/** Both are numbers, or neither is. */
export function isOfOneKind(a: Located, b: Located): boolean {
  return /^-?\d/.test(unquoted(a.value!)) === /^-?\d/.test(unquoted(b.value!))
}
