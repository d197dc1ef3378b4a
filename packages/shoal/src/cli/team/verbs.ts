// The table of the verbs of `shoal team`, in the order of the help. Each is loaded only when it is wanted.
import type { TeamVerb } from '@shoal/base/model/option'
import type { FaceOptions } from '../../config/options.ts'
import type { RunVerb, Verb } from './verb.ts'

interface Entry {
  readonly usage: string
  readonly summary: string
  readonly examples: readonly (readonly [line: string, does: string])[]
  readonly takes?: (face: FaceOptions) => string
  readonly load: () => Promise<RunVerb>
}

const table: Readonly<Record<TeamVerb, Entry>> = {
  list: {
    usage: '',
    summary: 'the teams, the newest first',
    examples: [
      ['shoal team list', 'every team: status, tasks done, members alive'],
      ['shoal team list --json', 'the same for a script'],
    ],
    load: async () => (await import('./list.ts')).list,
  },
  show: {
    usage: 'TEAM',
    summary: 'one team at a glance: members, tasks, plans to decide on, last messages',
    examples: [
      ['shoal team show nightly', 'how it stands'],
      ['shoal team show nightly --follow', 'and every event from here on; Ctrl-C ends it'],
      ['shoal team show nightly --follow --after 0 --json', 'everything that ever happened, one JSON object to a line'],
    ],
    load: async () => (await import('./show.ts')).show,
  },
  tasks: {
    usage: 'TEAM',
    summary: 'its tasks, and for blocked ones why',
    examples: [
      ['shoal team tasks nightly', 'every task: status, owner, tries, what came of it'],
      ['shoal team tasks nightly --status failed', 'only those that failed, with the reason'],
      ['shoal team tasks nightly --follow', 'and every change from here on'],
    ],
    load: async () => (await import('./tasks.ts')).tasks,
  },
  task: {
    usage: 'TEAM TASK',
    summary: 'all of one task: blockers, plan, input, result, log',
    examples: [
      ['shoal team task nightly build', 'for people; long results and logs are shortened'],
      ['shoal team task nightly build --json', 'for a script, with the whole result'],
    ],
    load: async () => (await import('./task.ts')).task,
  },
  messages: {
    usage: 'TEAM [NUMBER]',
    summary: 'what was said, or one message in full',
    examples: [
      ['shoal team messages nightly', 'all of it'],
      ['shoal team messages nightly --unread', 'what the lead has not read yet'],
      ['shoal team messages nightly --member worker-2 --follow', 'what one member hears and says, as it comes'],
      ['shoal team messages nightly 17', 'one message in full'],
    ],
    load: async () => (await import('./messages.ts')).messages,
  },
  create: {
    usage: 'TEAM',
    summary: 'a new team',
    examples: [["shoal team create rename --purpose 'Rename the loader'", 'a team without tasks and members']],
    load: async () => (await import('./create.ts')).create,
  },
  add: {
    usage: 'TEAM SUBJECT',
    summary: 'a new task',
    examples: [
      ["shoal team add rename 'Change the callers' --blocked-by 1 --role coder", 'to be done after task 1, by a coder'],
      ['shoal team add rename \'Count words\' --id count --input \'{"file": "a.txt"}\'', 'with an id and an input'],
    ],
    load: async () => (await import('./create.ts')).add,
  },
  block: {
    usage: 'TEAM TASK BLOCKER…',
    summary: 'lets a task wait for others',
    examples: [['shoal team block rename 3 1 2', 'task 3 waits for tasks 1 and 2']],
    load: async () => (await import('./create.ts')).block,
  },
  send: {
    usage: 'TEAM MEMBER|--all TEXT',
    summary: 'a message to a member, or to all; `-` reads it from stdin',
    examples: [
      ["shoal team send rename worker-1 'Leave the tests alone'", 'from the lead to one member'],
      ["shoal team send rename --all 'Ten minutes left'", 'to everybody'],
    ],
    takes: face => (face.all ? 'TEAM TEXT' : 'TEAM MEMBER TEXT'),
    load: async () => (await import('./send.ts')).send,
  },
  join: {
    usage: 'TEAM MEMBER',
    summary: 'makes you a member: any agent or person with a shell can be one',
    examples: [
      ['shoal team join rename ann --role coder', 'ann gets the tasks of coders, and those for everybody'],
      ['shoal team join rename ann --lease 1h', 'counts as alive for an hour after each call'],
    ],
    load: async () => (await import('./member.ts')).join,
  },
  claim: {
    usage: 'TEAM [TASK]',
    summary: 'gives you a task that is yours alone, with all you need to do it',
    examples: [
      ['shoal team claim rename --as ann', 'the next one; the one in hand is given again'],
      ['shoal team claim rename --as ann --wait 10m --json', 'waits for one, for a script'],
      ['shoal team claim rename callers --as ann', 'this one or none'],
    ],
    load: async () => (await import('./member.ts')).claim,
  },
  plan: {
    usage: 'TEAM TASK PLAN',
    summary: 'hands in a plan for a task that needs one; `-` reads it from stdin',
    examples: [
      ["shoal team plan rename 2 'Rename, then fix the callers' --as ann", 'the lead approves it or sends it back'],
    ],
    load: async () => (await import('./end-task.ts')).plan,
  },
  done: {
    usage: 'TEAM TASK [RESULT]',
    summary: 'completes your task; RESULT is JSON or text, `-` reads it from stdin',
    examples: [
      ["shoal team done rename 2 'All callers changed' --as ann", 'with a text as the result'],
      [
        "shoal team done rename 2 '{\"files\": 12}' --as ann --summary '12 files'",
        'with JSON, and a line for the lead',
      ],
    ],
    load: async () => (await import('./end-task.ts')).done,
  },
  fail: {
    usage: 'TEAM TASK',
    summary: 'says that your task cannot be done',
    examples: [
      [
        "shoal team fail rename 2 --as ann --reason 'The tests need a database'",
        'it is tried again if it has tries left',
      ],
    ],
    load: async () => (await import('./end-task.ts')).fail,
  },
  inbox: {
    usage: 'TEAM',
    summary: 'what was said to you and you have not read; it counts as read then',
    examples: [
      ['shoal team inbox rename --as ann --wait 5m', 'waits for the first message'],
      [
        'shoal team inbox rename --as ann --follow --json',
        'a JSON line for each message as it comes; marks nothing as read',
      ],
    ],
    load: async () => (await import('./inbox.ts')).inbox,
  },
  answer: {
    usage: 'TEAM leave|stay',
    summary: 'your answer when you were asked to leave',
    examples: [
      ['shoal team answer rename leave --as ann', 'with no task in hand'],
      ["shoal team answer rename stay --as ann --reason 'The tests still run'", 'says why not'],
    ],
    load: async () => (await import('./member.ts')).answer,
  },
  approve: {
    usage: 'TEAM TASK',
    summary: 'lets a plan be carried out',
    examples: [['shoal team approve rename 2', 'the work on task 2 begins']],
    load: async () => (await import('./decide.ts')).approve,
  },
  reject: {
    usage: 'TEAM TASK',
    summary: 'sends a plan back with feedback',
    examples: [["shoal team reject rename 2 --feedback 'Keep the old name as an alias'", 'the plan is revised']],
    load: async () => (await import('./decide.ts')).reject,
  },
  retry: {
    usage: 'TEAM TASK',
    summary: 'has a failed or skipped task done again',
    examples: [['shoal team retry nightly build', 'tasks that wait for it go on waiting']],
    load: async () => (await import('./decide.ts')).retry,
  },
  skip: {
    usage: 'TEAM TASK',
    summary: 'gives a task up; those that wait for it go on without it',
    examples: [["shoal team skip nightly lint --reason 'No linter here'", 'with the reason for the record']],
    load: async () => (await import('./decide.ts')).skip,
  },
  release: {
    usage: 'TEAM TASK',
    summary: 'gives a task back, your own or as the lead a hanging one',
    examples: [
      ['shoal team release rename 2 --as ann', 'ann gives it back undone'],
      ["shoal team release nightly build --reason 'No word for an hour'", 'the lead takes it; its worker is ended'],
    ],
    load: async () => (await import('./end-task.ts')).release,
  },
  reassign: {
    usage: 'TEAM TASK MEMBER',
    summary: 'as the lead gives a task to a member that joined by hand',
    examples: [["shoal team reassign rename 2 bob --reason 'Ann is stuck'", 'bob has it in hand with his next claim']],
    load: async () => (await import('./end-task.ts')).reassign,
  },
  shutdown: {
    usage: 'TEAM [MEMBER]',
    summary: 'asks members to leave after the task at hand; `--now` stops all',
    examples: [
      ['shoal team shutdown nightly', 'every member, the lead apart'],
      ['shoal team shutdown nightly worker-3', 'one member'],
      ['shoal team shutdown nightly --now', 'the whole run stops at once; `shoal resume` goes on'],
    ],
    load: async () => (await import('./leave.ts')).shutdown,
  },
  delete: {
    usage: 'TEAM',
    summary: 'removes a team with all it has; refused while members are alive',
    examples: [['shoal team delete rename', 'tasks, messages, results and all']],
    load: async () => (await import('./leave.ts')).remove,
  },
}

export const verbs: readonly Verb[] = (Object.entries(table) as [TeamVerb, Entry][]).map(([name, entry]) => ({
  ...entry,
  name,
  examples: entry.examples.map(([line, does]) => ({ line, does })),
}))
