// Which goals a question has, read from what it asks for. The words of a goal itself (vulnerabilities, slow, outliers) tell
// it wherever they stand; words for what is looked at (modules, dependencies, rows) tell one only when no others do:
// "Audit dependencies for vulnerabilities" is about security.
import type { Concern } from '@shoal/base/model/goal'

const TELLING: Readonly<Record<Concern, RegExp>> = {
  security:
    /\b(?:(?:in)?secur\w*|vulnerab\w*|exploit\w*|injections?|xss|csrf|ssrf|xxe|cves?|cwes?|owasp|attack\w*|hack(?:ed|ers?|able|ing)|threats?|threaten\w*|secrets?|credentials?|passwords?|passphrases?|(?:api|private|signing|encryption) keys?|auth|authenti\w*|authori[sz]\w*|permissions?|privileges?|(?:un)?saniti[sz]\w*|(?:un)?escaped|untrusted|unsafe(?:ly)?|danger\w*|malicious|malware|backdoors?|leaked|leak(?:s|ing)? (?:\w+ ){0,3}(?:secrets?|keys?|data|tokens?|passwords?)|pii|encrypt\w*|crypto\w*|tls|ssl|certificates?|path traversal|user input|deseriali[sz]\w*|penetration|pentest\w*|memory (?:safety|corruption)|buffer overflows?|safe(?:ty)? (?:from|against|to (?:run|use|expose|deploy))|(?:is|are) (?:\w+ ){1,4}(?:safe|secure)(?! to (?!run|use|expose|deploy)\w)|how safe)\b/i,
  architecture:
    /\b(?:architect\w*|designs?|designed|modular\w*|(?:de)?coupl\w*|cohesi\w*|layer(?:s|ed|ing)|circular|(?:import|dependency|module) (?:cycles?|graphs?)|call graphs?|class diagrams?|abstractions?|separation of concerns|responsibilit\w*|boundar(?:y|ies)|(?:project|code|codebase|repo|repository|app|application|module|package) (?:is )?(?:structure[d]?|organi[sz]ed|organi[sz]ation|layout)|laid out|layout of|(?:how|what) (?:is|are|does) (?:\w+ ){1,4}(?:organi[sz]ed|structured|put together|arranged|fit together|hang together)|depends? on each other|who imports whom)\b/i,
  performance:
    /\b(?:performs?|performant|(?:under)?perform(?:ing|s)|performance|slow(?:er|est|ly|ness|s|ed)?|sluggish|fast(?:er|est)?|latenc\w*|bottlenecks?|speed(?:s|ing|up)?|speed-ups?|optimi[sz]\w*|memory|cpu|throughput|(?:in)?efficien\w*|scal(?:es?|ing|able|ability)|hot ?(?:spots?|paths?)|n\+1|quadratic|exponential|big-?o|takes? (?:so|too|this|that|very) (?:long|much time)|time-consuming|response times?|where (?:does|is) (?:the|all the) time (?:go|going|spent)|wast(?:es?|ed|ing|eful)|caching|under (?:heavy |high |full )?load)\b/i,
  quality:
    /\b(?:(?:code|software) (?:quality|health|smells?|reviews?|reviewers?|style)|(?<!data )quality|smells?|bugs?|buggy|dead code|unused|unreachable|(?:un)?maintain\w*|(?:un)?readab\w*|refactor\w*|technical debt|tech debt|clean code|complex(?:ity)?|complicated|nested|spaghetti|lint\w*|best practices?|anti-?patterns?|error handling|(?:duplicat\w*|repeated|copied|redundant|dead) (?:\w+ ){0,2}(?:code|functions?|methods?|classes|logic|blocks?)|(?:code|functions?|methods?|classes|logic|blocks?)(?: \w+){0,4} (?:dead|duplicat\w*|repeated|copied|copy-pasted))\b/i,
  data: /\b(?:data ?(?:quality|sets?|profil\w*)|statistic\w*|stats|distribut\w*|histograms?|outliers?|anomal\w*|correlat\w*|averages?|medians?|percentiles?|quantiles?|quartiles?|standard deviations?|variance|missing (?:values?|data|fields?|entries)|schemas?|frequenc\w*)\b/i,
}

/** They stand for what is looked at, or for how much of it: a goal of their own only when nothing else is asked for. */
const SUBJECTS: Partial<Readonly<Record<Concern, RegExp>>> = {
  architecture: /\b(?:modules?|packages?|components?|dependenc\w*|depends?|layer|structured?|imports?)\b/i,
  data: /\b(?:data|columns?|rows?|records?|missing|nulls?|means?|trends?|duplicates?|how many|how much|how often|most often|counts?|number of|distinct|totals?|sums?|shares?|proportions?|top \d+|(?:by|per) (?:hour|day|week|month|quarter|year|region|country|category|department|customer|user|product)|best|worst)\b/i,
}

/** None for a question that asks for none of them: its goal is general. */
export function readGoals(text: string): Concern[] {
  const plain = withoutNames(text)
  const told = named(plain, TELLING)
  return told.length > 0 ? told : named(plain, SUBJECTS)
}

/** `security_group_id`, `"performance"` and `data.csv` are names of things, not what is asked for. */
function withoutNames(text: string): string {
  return text
    .replace(/["“`][^"”`\n]{1,200}["”`]/g, ' ')
    .split(/\s+/)
    .filter(word => !/[_/\\]|\w\.\w/.test(word))
    .join(' ')
}

/** In the order of `GOALS`, whichever is named first: what is graver leads. */
function named(text: string, words: Partial<Readonly<Record<Concern, RegExp>>>): Concern[] {
  return (Object.keys(words) as Concern[]).filter(goal => words[goal]!.test(text))
}
