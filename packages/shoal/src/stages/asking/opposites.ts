// Words that say the opposite of each other, and words of a claim that stand in nothing it rests on. Both are told from spelling alone:
// "the lessor pays" over "the lessee pays" shares all words but the one that matters.

/** Only words that no other way of saying the same would swap: "before" and "after" can tell one thing from two sides. */
const PAIRS = `enabled disabled|enable disable|enables disables|enabling disabling|allowed denied|allowed forbidden|allowed prohibited|permitted forbidden|permitted prohibited
accepted rejected|accepts rejects|accepted refused|granted denied|granted revoked|granted refused|approved rejected|succeeded failed|succeeds fails|success failure|successful failed|passed failed
increased decreased|increase decrease|increases decreases|raised lowered|rose fell|rises falls|grew shrank|grows shrinks|gained lost|includes excludes|included excluded|including excluding
inbound outbound|incoming outgoing|upload download|uploads downloads|uploaded downloaded|encrypted decrypted|minimum maximum|oldest newest|earliest latest|highest lowest|largest smallest|longest shortest|fastest slowest
optional mandatory|optional required|public private|internal external|connected disconnected|connects disconnects|covered excluded|profit loss|credited debited|deposit withdrawal|deposited withdrawn`

/** Two sides of one thing: whatever is said of the one is not said of the other. */
const SIDES = `landlord tenant|landlord lessee|tenant lessor|buyer seller|purchaser seller|buyer vendor|borrower lender|debtor creditor|plaintiff defendant|sender recipient|sender receiver|publisher subscriber|producer consumer|supplier customer|teacher pupil|doctor patient|winner loser`

type Pairs = readonly (readonly string[])[]
const OPPOSITES: Pairs = PAIRS.split(/[|\n]/).map(pair => pair.split(' '))
const OTHER_SIDES: Pairs = SIDES.split('|').map(pair => pair.split(' '))

/** Who gives and who is given: lessor, employer, payer; lessee, employee, payee. */
const GIVER = /^(\p{L}{3,})(?:or|er)$/u
const TAKER = /^(\p{L}{3,})ee$/u
/** The shortest word that a prefix turns round: "union" is not the opposite of "ion". */
const LEAST_STEM = 4
const NOT_TURNED = new Set(['unless', 'less'])
const TURNED = /^un(\p{L}+)$|^non(\p{L}+)$|^in(\p{L}{2,}(?:id|ive|ete|ect|ent|able|ible|ate))$/u

function singular(word: string): string {
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
}

function oppositesOf(word: string): string[] {
  const one = singular(word)
  if (NOT_TURNED.has(one)) return []
  const stem = TURNED.exec(one)?.slice(1).find(Boolean)
  return [
    ...pairedWith(word, OPPOSITES),
    ...(stem !== undefined && stem.length >= LEAST_STEM ? [stem] : []),
    ...(one.length >= LEAST_STEM ? [`un${one}`, `non${one}`] : []),
    ...(TURNED.test(`in${one}`) ? [`in${one}`] : []),
  ]
}

function otherSidesOf(word: string): string[] {
  const giver = GIVER.exec(singular(word))?.[1]
  const taker = TAKER.exec(singular(word))?.[1]
  return [
    ...pairedWith(word, OTHER_SIDES),
    ...(giver === undefined ? [] : [`${giver}ee`]),
    ...(taker === undefined ? [] : [`${taker}or`, `${taker}er`]),
  ]
}

function pairedWith(word: string, pairs: Pairs): string[] {
  return pairs.filter(pair => pair.includes(word) || pair.includes(singular(word))).flat()
}

/** With one of these what is said of something may be its opposite; of sides it is not. */
const NEGATION =
  /\b(?:no|not|never|none|nobody|nothing|neither|nor|without|cannot|false|off|zero|instead|rather|unlike|until|stopped|ceased|removed|longer|lack(?:s|ed)?|fail(?:s|ed)? to)\b|n't\b|\b0\b/i

const WORD = /[\p{L}\p{N}]+/gu

/** Parts of `maxRetries` and `max_retries` are words of it too. */
function wordsOf(text: string): Set<string> {
  const parted = text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
  return new Set([...(text.toLowerCase().match(WORD) ?? []), ...(parted.toLowerCase().match(WORD) ?? [])].map(singular))
}

/** A word of a claim whose opposite its quotes say, and they do not say the word itself; null for none. */
export function oppositeSaid(
  claim: string,
  quotes: readonly string[],
): { readonly said: string; readonly stands: string } | null {
  const isTurned = [claim, ...quotes].some(text => NEGATION.test(text))
  const own = wordsOf(claim)
  const there = wordsOf(quotes.join('\n'))
  for (const said of own) {
    if (there.has(said)) continue
    const stands = [...otherSidesOf(said), ...(isTurned ? [] : oppositesOf(said))]
      .map(singular)
      .find(word => there.has(word) && !own.has(word))
    if (stands !== undefined) return { said, stands }
  }
  return null
}

/** Ends of words that change with the sentence. */
const ENDING = /(?:ings?|edly|ed|es|s|ly|e)$/
const LEAST_WORD = 4
const MOST_WORDS = 8

/** Words of a claim, as it has them, that stand in none of the texts, in no form of them: what whoever reads it should look at first. */
export function wordsNowhere(claim: string, texts: readonly string[]): string[] {
  const there = [...wordsOf(texts.join('\n'))]
  const stem = (word: string) => (word.length > LEAST_WORD + 1 ? word.replace(ENDING, '') : word)
  const isTelling = (word: string) =>
    word.length >= LEAST_WORD && !/\d/.test(word) && !FRAME.has(word) && !FRAME.has(singular(word))
  const own = [...new Set(claim.toLowerCase().match(WORD) ?? [])].filter(isTelling)
  return own.filter(word => !there.some(one => one.startsWith(stem(singular(word))))).slice(0, MOST_WORDS)
}

/** Words that hold a sentence together and say nothing of a file. */
const FRAME = new Set(
  'about above after again against also although because been before being below between both could does down during each either every from have here into itself just less many more most much only onto other over same should since some such than that their them then there these they this those through thus under upto very were what when where which while whose will with within would because therefore hence caused causing result line lines file files says said shows shown stands first second third none nothing neither nobody take taken took until follow following instead another meanwhile apart different whole part together still never always again otherwise elsewhere however whether ones every everywhere nowhere going gone goes went given make makes made named called count counted'.split(
    ' ',
  ),
)
