// Trouble by its wording: what makes an entry serious even where a log writes no levels, or the wrong ones.

export type Weight = 'high' | 'medium' | 'low'

export interface Signature {
  readonly id: string
  /** Grave whatever the level that it was written at. */
  readonly sure?: true
  /** What it says, for people: `out of memory`. */
  readonly title: string
  readonly weight: Weight
}

interface Rule extends Signature {
  readonly pattern: RegExp
}

const RULES: readonly Rule[] = [
  {
    ...rule('killed', 'crash or kill by the system', 'high', [
      'killed process \\d+',
      'oom-kill(?:er|:)',
      'OOMKilled',
      'kernel panic',
      '^panic: ',
      'panic: runtime error',
      'segfault at',
      'no space left on device',
    ]),
    sure: true,
  },
  rule('out-of-memory', 'out of memory', 'high', [
    'out[ -]of[ -]memory',
    'OutOfMemory',
    'oom[-_ ]?kill',
    'cannot allocate memory',
    'ENOMEM',
    'memory exhausted',
    'killed process',
  ]),
  rule('disk-full', 'disk full', 'high', [
    'no space left on device',
    'ENOSPC',
    '(?:disk|file ?system|volume|partition) (?:is )?full',
    'disk quota exceeded',
  ]),
  rule('crash', 'crash', 'high', [
    'segfault',
    'segmentation (?:fault|violation)',
    'SIG(?:SEGV|ABRT|BUS|ILL)',
    'core dumped',
    'general protection fault',
    'kernel panic',
    'panic:',
    'panicked at',
    '(?:has )?crash(?:ed|ing)',
    'terminated abnormally',
    'unable to handle kernel',
  ]),
  rule('corruption', 'damaged data', 'high', [
    'corrupt(?:ed|ion)?',
    'checksum (?:mismatch|error|failed)',
    'uncorrectable',
    '(?:buffer )?I/O error',
    'read-only file ?system',
    'data loss',
    'bad sector',
  ]),
  rule('failed-part', 'something failed', 'medium', [
    '^failed to',
    'HRESULT',
    'NTSTATUS',
    '0x8[0-9a-f]{7}',
    'failure detected',
    '(?:psu|power supply|fan|battery|raid|disk|drive|link|sensor|controller|replica|node|probe|job|task|hook)(?: \\S{1,40})? (?:has )?(?:failed|failure|degraded|is down|went down)',
    '(?:power|input|signal|carrier) lost',
    'exit(?:ed)?(?: with)? (?:code|status)[ :=]{1,2}[1-9]\\d{0,2}',
    'CrashLoopBackOff',
    'ImagePullBackOff',
    'ErrImagePull',
    'FailedScheduling',
    'FailedMount',
    'quota (?:\\S{1,20} ){0,5}exceeded',
    '(?:is not|stopped) responding',
    '(?:terminated|stopped) unexpectedly',
    'exited abnormally',
    'abnormal (?:exit|termination)',
    'overheat(?:ed|ing)?',
  ]),
  rule('exhausted', 'something ran out', 'medium', [
    'too many open files',
    'EMFILE',
    'pool (?:is )?exhausted',
    '(?:queue|buffer|table|heap) (?:is )?(?:full|overflow(?:ed)?)',
    'resource temporarily unavailable',
    '(?:rate )?limit (?:exceeded|reached)',
    'deadlock',
  ]),
  rule('timeout', 'timeouts', 'medium', [
    'timed[ -]?out',
    String.raw`(?<![\w.-])time-?outs?(?! ?[=:]| (?:of|is|set|to|in|after) )`,
    'ETIMEDOUT',
    'deadline exceeded',
  ]),
  rule('unreachable', 'no connection', 'medium', [
    'connection (?:was )?(?:refused|reset|aborted|lost|failed)',
    'ECONNREFUSED',
    'ECONNRESET',
    'EHOSTUNREACH',
    '(?:host|network|service|server) (?:is )?(?:unreachable|unavailable)',
    'broken pipe',
    'no route to host',
    "(?:could not|cannot|can't|unable to|failed to) (?:re)?(?:connect|resolve)",
    'connection (?:attempt|request) (?:failed|was cancell?ed)',
  ]),
  rule('exception', 'exceptions', 'medium', [
    'unhandled',
    'uncaught',
    'traceback',
    String.raw`[A-Z]\w{0,100}(?:Exception|Error)`,
    'stack ?trace',
  ]),
  rule('refused', 'no permission', 'medium', [
    'permission denied',
    'access denied',
    'certificate (?:has )?expired',
    'handshake fail(?:ed|ure)',
  ]),
  rule('failure', 'failures', 'low', [
    'fail(?:ed|ure|ures|s)?',
    'fatal',
    'critical',
    'abort(?:ed|ing)?',
    'errors?',
    'emergency',
    'could not',
    'unable to',
  ]),
]

function rule(id: string, title: string, weight: Weight, words: readonly string[]): Omit<Rule, 'sure'> {
  return { id, title, weight, pattern: new RegExp(`(?<![A-Za-z_])(?:${words.join('|')})(?![A-Za-z_])`, 'i') }
}

/** What sounds like trouble and is none: counts of nothing, settings, things made to deal with trouble. */
const HARMLESS = new RegExp(
  [
    String.raw`\b(?:0|no|zero|without(?: any)?|never) (?:\w+ )?(?:errors?|failures?|failed|exceptions?|time-?outs?|corruption|crash(?:es)?)\b`,
    String.raw`(?<![\w.-])(?=[\w.-]*(?:error|failure|failed|exception|time-?out|aborted|crash))[\w.-]+["']?\s?[=:]\s?["']?(?:0+(?:\.0+)?\b|<\*>|false|null|none|nil|no\b|-1|off)(?:ms|s)?`,
    String.raw`\b(?:error|exception|failure|panic|crash|time-?out)[ _-]?(?:handl(?:er|ing)|logg(?:er|ing)|reports?|reporting|count(?:er)?|rate|log|codes?|pages?|budget|threshold|tolerance|detector|recovery)\b`,
    String.raw`\b(?:set|setting|default|configured|with|using|using a|a) (?:\w+ )?time-?outs?\b`,
    String.raw`\b(?:fail(?:ed)? ?over|fail-?safe|fail-?fast|failsafe|fault[- ]tolerant)\b`,
    String.raw`\b(?:errors?|failed|failures?)[ :=]+0\b`,
    String.raw`\brecovered from\b|\bsuccessfully\b`,
  ].join('|'),
  'gi',
)

/** The gravest trouble that a text speaks of, or null. */
export function signatureOf(text: string): Signature | null {
  const plain = text.replace(HARMLESS, ' ')
  for (const { pattern, ...signature } of RULES) if (pattern.test(plain)) return signature
  return null
}
