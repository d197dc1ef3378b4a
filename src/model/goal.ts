// What a run is after (A2). It changes what analysts are told to look for, never who they are.

export const GOALS = ['general', 'security', 'architecture', 'performance', 'data'] as const

export type Goal = (typeof GOALS)[number]

const WORDS: Readonly<Record<Exclude<Goal, 'general'>, RegExp>> = {
  security:
    /\b(secur\w*|insecur\w*|vulnerab\w*|exploit\w*|injections?|xss|csrf|ssrf|cves?|owasp|attack\w*|threat\w*|secrets?|credentials?|passwords?|api keys?|auth|authenti\w*|authoriz\w*|authoris\w*|unsafe|danger\w*|saniti[sz]\w*|malicious|leaked|pii)\b/gi,
  architecture:
    /\b(architect\w*|designs?|structured?|modules?|modular\w*|coupl\w*|cohesi\w*|dependenc\w*|layer\w*|refactor\w*|maintainab\w*|circular|abstractions?|separation of concerns|technical debt)\b/gi,
  performance:
    /\b(perform(s|ed|ing|ance|ant)?|slow\w*|fast\w*|latenc\w*|bottlenecks?|speed\w*|optimi[sz]\w*|memory|cpu|throughput|(in)?efficien\w*|scal(es?|ing|able|ability)|hot ?spots?|time-?outs)\b/gi,
  data: /\b(data|datasets?|statistic\w*|stats|distribut\w*|outliers?|anomal\w*|correlat\w*|columns?|rows?|missing|nulls?|averages?|means?|medians?|percentiles?|trends?|schemas?|duplicates?|frequenc\w*|how many|how much|counts?)\b/gi,
}

/** The goal whose words a query uses most; on a tie the one it names first; `general` if it uses none. */
export function readGoal(query: string | null): Goal {
  let goal: Goal = 'general'
  let most = 0
  let earliest = Number.POSITIVE_INFINITY
  for (const [candidate, words] of Object.entries(WORDS) as [Goal, RegExp][]) {
    const found = [...(query ?? '').matchAll(words)]
    const first = found[0]?.index ?? Number.POSITIVE_INFINITY
    if (found.length > most || (found.length === most && found.length > 0 && first < earliest)) {
      goal = candidate
      most = found.length
      earliest = first
    }
  }
  return goal
}
