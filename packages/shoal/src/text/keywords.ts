// What a text is about: words that come often, in some of its passages and not in all of them.

const MOST_WORDS = 100_000
const WORD = /\p{L}[\p{L}\p{M}\p{N}_-]{3,40}/gu
const COMMON = new Set(
  'about above after again against along also although always among another anything around because become been before being below between both cannot could does doing done down during each either else even every example first from further give given goes have having here hers herself himself however into itself just keep kind know last least less like likely made make makes many maybe mean might more most much must need needs never next nothing often once only onto other others otherwise ours over part perhaps please rather really same second several shall should show shown since some someone something still such sure take taken than that their theirs them themselves then there therefore these they thing things think this those though three through thus together under until upon used uses using usually very want wants well were what when where whether which while whole whom whose will with within without would your yours yourself file line lines note http https www com org html'.split(
    ' ',
  ),
)

export class KeywordCounter {
  private readonly words = new Map<string, { count: number; passages: number; last: number }>()
  private passages = 0

  add(text: string): void {
    const passage = ++this.passages
    for (const word of text.toLowerCase().match(WORD) ?? []) {
      if (COMMON.has(word)) continue
      const known = this.words.get(word)
      if (known) {
        known.count++
        if (known.last !== passage) known.passages++
        known.last = passage
      } else if (this.words.size < MOST_WORDS) this.words.set(word, { count: 1, passages: 1, last: passage })
    }
  }

  /** The most telling first. Singular and plural count as one word. */
  top(most: number): string[] {
    const scored = [...this.words]
      // In a text of some length a word that stands nearly everywhere is grammar.
      .filter(([, { passages }]) => this.passages < 12 || passages <= this.passages * 0.4)
      .map(([word, { count, passages }]) => ({
        word,
        score: count * Math.log(1 + this.passages / passages) * Math.min(1.5, word.length / 6),
      }))
      .sort((a, b) => b.score - a.score || (a.word < b.word ? -1 : 1))
    const seen = new Set<string>()
    const top: string[] = []
    for (const { word } of scored) {
      const single = word.replace(/s$/, '')
      if (seen.has(single)) continue
      seen.add(single)
      top.push(word)
      if (top.length === most) break
    }
    return top
  }
}
