// What kind of thing a question asks for, and how a sentence looks that holds one: a number, a time, a person, a reason.

const NUMBER =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|thousand|million|billion|twice|once|half|dozen)\b/i
const TIME =
  /\d|\b(?:january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|noon|midnight|century|daily|weekly|nightly|yearly|until|before|after|since)\b/i
const PERSON =
  /\p{Lu}[\p{Ll}'’-]+\s+\p{Lu}[\p{Ll}'’-]+|\b(?:team|owner|author|manager|engineer|person|founder|director)\b/u
const REASON = /\b(?:because|since|so that|due to|therefore|reason|in order to|otherwise|as a result|caused?)\b/i

const DEFINED = /\b(?:is|are|means|stands for|refers to|called)\b|\*\*[^*\n]{1,60}\*\*|: /

/** What an answer to such a question would hold. */
export function wantedIn(question: string): RegExp | null {
  if (
    /\bhow (?:many|much|long|often|far|large|big|old|high|fast|tall|deep)\b|\bwhat (?:percentage|number|size|share)\b/i.test(
      question,
    )
  )
    return NUMBER
  if (/\bwhen\b|\bwhat (?:year|date|time|day)\b|\bwhich (?:year|day|month)\b|\bat what time\b/i.test(question))
    return TIME
  if (/\bwho\b|\bwhose\b|\bwhom\b/i.test(question)) return PERSON
  if (/^\s*(?:what (?:is|are)\b|define\b)|\bmean(?:ing|s)?\b|\bstand for\b/i.test(question)) return DEFINED
  return /\bwhy\b|\bwhat caused\b|\bfor what reason\b/i.test(question) ? REASON : null
}
