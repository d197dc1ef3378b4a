// How the kinds of change between two versions are called.

export const CHANGE_WORDS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    new: 'new newly added appeared appear introduced',
    removed: 'removed deleted disappeared disappear dropped gone vanished missing discontinued delisted',
    changed: 'changed changes modified updated differ differs different altered',
    unchanged: 'unchanged same identical',
  }).flatMap(([kind, words]) => words.split(' ').map((word): [string, string[]] => [word, [kind]])),
)

/** A setting that only one file has is a difference too. */
export const SETTING_WORDS: ReadonlyMap<string, readonly string[]> = new Map([
  ...CHANGE_WORDS,
  ...['differ', 'differs', 'different', 'difference', 'differences'].map((word): [string, string[]] => [
    word,
    ['changed', 'new', 'removed'],
  ]),
])
