// Is a line without a time still the output of a program? Tools have a few ways to open a line (a diagnostic with its
// place, a name with a process number, a counter, a tag, a verdict) and a few to end one (an outcome, a duration).

/** How far into a line its shape is looked for. */
const REACH = 160

/** Only what was written for a terminal has the escapes that colour it. */
const COLOUR = '\u001b['

/** What one line says for being output: 1 certainly, less perhaps, 0 nothing. */
export function outputWeight(line: string): number {
  const head = line.length > REACH ? line.slice(0, REACH) : line
  if (head.includes(COLOUR) || OPENS.test(head)) return 1
  if (ACTIVITY.test(head) && PARTICULAR.test(head)) return 0.6
  if (ENDS.test(head) || measures(head)) return 0.6
  return flags(head) || STEP.test(head) ? 0.4 : 0
}

const SEVERITY = '(?:[Ff]atal error|FATAL|[Ff]atal|[Ee]rror|ERROR|[Ww]arning|WARNING|[Nn]ote|remark|[Ii]nfo|[Ff]ailure)'

/** `beacon.c:27:12: error:`, `Clock.cs(41,13): warning CS0168:`, `error[E0308]:`, ` --> src/main.rs:12:9`, `   41 | `. */
const DIAGNOSTIC = [
  String.raw`(?:[A-Za-z]:)?[^\s:()]+(?::\d+){1,2}:? (?:- )?${SEVERITY}\b`,
  String.raw`[^\s()]+\(\d+(?:,\d+)?\) ?: ${SEVERITY}\b`,
  String.raw`${SEVERITY}(?: [A-Z]+\d+| \(\d+\)|\[\w+\])?: `,
  String.raw`[\w./+-]+: (?:\*\*\* |${SEVERITY}: |In (?:\w+ )?function |line \d+: )`,
  String.raw`\s*(?:In file included from |from |--> )[^\s:]+:\d+`,
  String.raw`[ew]: (?:file:)?/\S+`,
  String.raw`\s+\^[~^-]*\s*$| *\d+ +\| {2,}| +\| +[~^]`,
]

/** `make[1]: `, `configure:2391: `, `==2211== `, `web_1  | `, `(II) `, `[Server] text`, `==> Summary`. */
const TAG = [
  String.raw`[\w.+-]+\[\d+\]: `,
  String.raw`(?:[\w-]+:)?[\w./-]+:\d+: `,
  String.raw`==\d+==(?: |$)`,
  String.raw`[\w.-]+[_-]\d+ +\| `,
  String.raw`\((?:II|WW|EE|NI|==|--|\*\*|\+\+|!!|\?\?)\) `,
  String.raw`\s*\[(?![ xX]\])[A-Za-z][\w .:/-]{0,40}\]:? (?![-=(\\])\S`,
  String.raw`\[(?:Full )?GC\b|[VDIWEF]\( *\d+\) `,
  '(?:==>|--->) [A-Z[/]|(?:>>>|<<<) {2}[A-Z[]',
  String.raw`> Task :|\d+>[A-Za-z-]|\*\* [A-Z]+ [A-Z]+ \*\*`,
  String.raw`-- (?:[A-Z][a-z]+ing|Found|Looking|Check|The \w+ compiler|Could NOT|Performing|Build files)\b`,
]

/** `[ 12%]`, `[3/40] Building`, `120/120 [====`, `Step 1/6 :`, `#7 DONE`, `0.412: [`. */
const COUNTER = [
  String.raw`\s*\[\s*\d+%\]`,
  String.raw`\s*[[(]\s*\d+/\d+[\])] \S`,
  String.raw`\s*\d+/\d+ (?:\[|Test )`,
  String.raw`Step \d+/\d+ :`,
  String.raw`#\d+ (?:\d+\.\d+ |\[|DONE |CACHED|transferring )`,
  String.raw`\s*\d+K? [. ]{12}`,
  String.raw`\d+\.\d+: \[|\s*\d[\d,.]*[KMG]? +\d+% `,
  String.raw`\s*[A-Za-z_]+=\s*\d\S* \w+=\s*\d`,
  String.raw`(?:Get|Hit|Ign):\d+ `,
]

/** `ok 1 - `, `--- PASS: `, `[  FAILED  ]`, `FAIL src/`, `test x ... ok`, `PLAY [x] ****`. */
const VERDICT = [
  String.raw`\s*(?:not )?ok \d+(?: |$)|1\.\.\d+$|TAP version \d`,
  '=== (?:RUN|PAUSE|CONT|NAME) ',
  String.raw`\s*--- (?:PASS|FAIL|SKIP): `,
  String.raw`\[[ =-]*(?:RUN|OK|FAILED|PASSED|[=-]{8})[ =-]*\]`,
  String.raw`(?:PASS|FAIL|XFAIL|XPASS|SKIP|PASSED|FAILED|Passed|Failed)(?::| |\t|$)`,
  String.raw`(?:ok|changed|skipping|fatal): \[|ok  ?\t`,
  String.raw`(?:PLAY|TASK)\b.*\*{8}`,
  '={8,} .+ ={8,}$|_{8,} .+ _{8,}$',
  String.raw`[E>] {3,}\S`,
  String.raw`Tests run: \d|BUILD (?:SUCCESS|FAIL)`,
  String.raw`.{3,90}\.{3,} *(?:\(cached\) )?(?:yes|no|none|ok|OK|done|Done|found|failed|FAIL(?:ED)?|PASS(?:ED)?|skipped|ignored)\.?$`,
]

/** A typesetter's account, a call traced with its result, a frame of a stack, a commit, a banner that opens a report. */
const ACCOUNT = [
  String.raw`(?:Over|Under)full \\[hv]box|This is \w*TeX, Version`,
  String.raw`(?:LaTeX|Package|Class)(?: \S+)? (?:Warning|Info|Error): |LaTeX Font Info: `,
  String.raw`\)*\s*\((?:\.{0,2}/|[A-Za-z]:[\\/])\S+\.\w{2,4}\b`,
  String.raw`\\\S+=\\[a-z]+\d+`,
  String.raw`(?:\d+ +)?[a-z_][a-z0-9_]*\(.*(?:\) += |<unfinished \.\.\.>)`,
  String.raw`\s*at \S+ ?\(.*\)|\s*at \S+:\d+|\s*File ".+", line \d+|\s*\.\.\. \d+ more`,
  String.raw`Traceback \(most recent|Exception in thread "|Caused by: |Full thread dump |"[^"]+" #\d+ `,
  String.raw`\s*[\w.]+\+0x[\da-f]+(?:/0x[\da-f]+)?\b|[CVJjv]  [[~]?\w`,
  String.raw`commit [\da-f]{40}\b`,
  String.raw`#\s+A fatal error has been detected|This file contains any messages produced by compilers`,
]

const OPENS = new RegExp(`^(?:${[...DIAGNOSTIC, ...TAG, ...COUNTER, ...VERDICT, ...ACCOUNT].join('|')})`)

/** Tools say what they do, or what they did; people do too, but seldom with a version, a path or a count. */
const ACTIVITY =
  /^\s*(?:\W{1,3} )?(?:[A-Z][a-z]{2,}(?:ing|ed|fully)|Setting up|checking|creating|remote:|Start(?:ed)?|Finish|Done|Begin|End|Total|Time)\b/
/** A step named in passing: `Analyzing dependencies`. */
const STEP = /^\s*[A-Z][a-z]{3,}ing(?: [\w-]+){1,3}$/
const PARTICULAR = /\.{3}|…|[\d/\\'"`]/

/** `checking for gcc... yes`, ` - done`, `(0.02 seconds)`, `48.13kB`, `: found`. */
const ENDS =
  /(?<! {2})(?:\.{3,}|…)\s*(?:\(?\w+\)?\.?|\S*\d\S*|\/\S+)?$|(?: - |: |\s{2,})(?:done|found|not found|failed|passed|skipped|succeeded|OK|ok|UP-TO-DATE|SUCCESS)\.?$|\b\d+(?:\.\d+)? ?(?:ms|m?s|secs?|seconds|minutes|[kKMG]i?B(?:\/s(?:ec)?)?|bytes(?:\/sec)?|%)[\])]*\.?$/

const MEASURE = /(?:^|[\s,{('"])[A-Za-z_][\w.]*(?:['"]?\s?[:=]\s?|\s)-?\d+\.\d+/g

/** Two names with a decimal each: `loss 4.2654, time 5113.48ms`. */
function measures(line: string): boolean {
  return line.includes('.') && (line.match(MEASURE)?.length ?? 0) >= 2
}

const FLAG = /\s--?[A-Za-z]/g

/** A command echoed with its options; in a script it would have variables or pipes. */
function flags(line: string): boolean {
  return line.includes(' -') && !/[$|;]|\\\s*$/.test(line) && (line.match(FLAG)?.length ?? 0) >= 3
}

/** Sentences of a program differ in their numbers only; code, markup and rows of a table have other ends and openings. */
const NO_SENTENCE = /^\s*[^\sA-Za-z]|[;{},:\\]\s*$|\t|,.*,/
const NUMBER = /(?<![\da-f])[a-f]*\d[\da-f]*(?:[.,:x-][a-f]*\d[\da-f]*)*/g
const WORD = /[A-Za-z]{2,}/g

/** A line with its numbers masked, so that what one statement printed twice is equal; null where a line is no sentence. */
export function sentenceTemplate(line: string): string | null {
  if (line.length > REACH || NO_SENTENCE.test(line)) return null
  const template = line.replace(NUMBER, '0')
  return template !== line && (template.match(WORD)?.length ?? 0) >= 3 ? template : null
}
