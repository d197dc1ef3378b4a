// How changes between two versions are called: one vocabulary for rows that came, went or differ, for figures that moved, and for the
// two sides.

export const CHANGE_WORDS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    new: 'new newly added appeared appear introduced joined launched arrivals additions hired',
    removed:
      'removed deleted disappeared disappear dropped gone vanished missing discontinued delisted lost withdrawn removals deletions left quit resigned departed',
    changed: 'changed change changes modified updated differ differs different altered edited difference differences',
    unchanged: 'unchanged same identical untouched',
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

/** How a value moved from one version to the other. */
export type Move = 'up' | 'down' | 'any' | 'same'

export const MOVE_WORDS: ReadonlyMap<string, Move> = new Map(
  Object.entries({
    up: 'up increase increased increases rise rises rose risen raise raised grow grows grew grown growth gain gains gained jump jumped climb climbed more higher bigger larger dearer',
    down: 'down decrease decreased decreases drop drops dropped fall falls fell fallen decline declined cut reduce reduced reduction lose lost loss shrink shrank shrunk less fewer lower smaller cheaper',
    any: 'change changed changes different differ differs difference moved modified updated altered replaced replace edited corrected switched',
    same: 'same unchanged identical kept',
  }).flatMap(([move, words]) => words.split(' ').map((word): [string, Move] => [word, move as Move])),
)

/** Which of the two versions is meant. */
export type Side = 'before' | 'after'

export const SIDE_WORDS: ReadonlyMap<string, Side> = new Map(
  Object.entries({
    before: 'before old former formerly previous previously earlier original originally',
    after: 'after new now current currently afterwards today',
  }).flatMap(([side, words]) => words.split(' ').map((word): [string, Side] => [word, side as Side])),
)

export const BOTH_SIDES =
  /\b(?:before and after|after and before|old and (?:the )?new|new and (?:the )?old|then and now|previous(?:ly)? and (?:now|current(?:ly)?|new))\b/gi

export const NO_LONGER = /\b(?:no longer|any ?more)\b/gi

/** "went up" says that something moved; "up" alone says nothing. */
export const WENT = /\b(?:went|gone|goes|going|go|moved|came) (?:up|down)\b/gi

/** Whether a question may be about changes: relations of them are made only then. */
export function speaksOfChanges(question: string): boolean {
  const words = question.toLowerCase().match(/\p{L}+/gu) ?? []
  return (
    words.some(word => CHANGE_WORDS.has(word) || MOVE_WORDS.has(word) || SIDE_WORDS.has(word)) ||
    /\b(?:no longer|any ?more|only|not|expensive|from \S{1,40} to|between)\b/i.test(question)
  )
}

/** Endings of columns that tell of both versions. */
export const TOLD_OF_BOTH = /_(?:changed|before|after|increase|decrease|difference)$/
