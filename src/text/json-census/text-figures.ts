// Figures of the strings at one path: lengths, and the forms they are written in (`2026-02-11` and `11.02.2026` differ).

/** Distinct forms kept; free text has more, and then forms say nothing. */
const MOST_FORMS = 48

/** Strings with the same punctuation in the same order, made of the same kinds of characters. */
export interface TextForm {
  count: number
  at: number
  line: number
  readonly flags: number
  readonly form: number
}

export interface TextFigures {
  count: number
  /** In bytes, quotes left out. */
  shortest: number
  longest: number
  longestAt: number
  longestLine: number
  /** Empty or white space only. */
  blank: number
  forms: Map<number, TextForm> | null
  /** The form met last: mostly the next one too. */
  last: TextForm | null
}

export function createTextFigures(): TextFigures {
  return {
    count: 0,
    shortest: Number.POSITIVE_INFINITY,
    longest: -1,
    longestAt: 0,
    longestLine: 0,
    blank: 0,
    forms: new Map(),
    last: null,
  }
}

export function addText(
  figures: TextFigures,
  length: number,
  form: number,
  flags: number,
  at: number,
  line: number,
): void {
  figures.count++
  if (length < figures.shortest) figures.shortest = length
  if (length > figures.longest) {
    figures.longest = length
    figures.longestAt = at
    figures.longestLine = line
  }
  if ((flags & ~4) === 0) figures.blank++
  const { forms, last } = figures
  if (forms === null) return
  if (last !== null && last.form === form && last.flags === flags) {
    last.count++
    return
  }
  const key = (form >>> 0) * 32 + flags
  const known = forms.get(key)
  if (known) {
    known.count++
    figures.last = known
  } else if (forms.size === MOST_FORMS) giveUp(figures)
  else forms.set(key, { count: 1, at, line, flags, form })
}

function giveUp(figures: TextFigures): void {
  figures.forms = null
  figures.last = null
}

export function mergeTexts(into: TextFigures, from: TextFigures): void {
  into.count += from.count
  into.shortest = Math.min(into.shortest, from.shortest)
  if (from.longest > into.longest || (from.longest === into.longest && from.longestAt < into.longestAt)) {
    into.longest = from.longest
    into.longestAt = from.longestAt
    into.longestLine = from.longestLine
  }
  into.blank += from.blank
  if (into.forms === null || from.forms === null) {
    giveUp(into)
    return
  }
  for (const [key, form] of from.forms) {
    const own = into.forms.get(key)
    if (!own) into.forms.set(key, { ...form })
    else {
      own.count += form.count
      if (form.at < own.at) Object.assign(own, { at: form.at, line: form.line })
    }
  }
  if (into.forms.size > MOST_FORMS) giveUp(into)
}
