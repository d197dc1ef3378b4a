// The options of `shoal watch`: what is done when something new is found.
import type { Option } from '@shoal/base/model/option'

export const watchOptions = {
  on: {
    flag: 'on',
    type: 'choice',
    choices: ['high', 'medium', 'low'],
    default: null,
    commands: ['watch'],
    scope: 'face',
    configurable: false,
    group: 'Analysis',
    description: 'Run the command of `--run` when a new problem of this severity or above is found',
    fallback: 'any new problem',
    example: 'high',
  },
  run: {
    flag: 'run',
    type: 'text',
    placeholder: 'COMMAND',
    default: null,
    commands: ['watch'],
    scope: 'face',
    configurable: false,
    group: 'Analysis',
    description:
      'The command that is run: words, with quotes around those that hold blanks; no shell reads it. It gets the new problems as JSON on stdin',
    example: 'notify-send "new problems"',
  },
  shell: {
    flag: 'shell',
    type: 'boolean',
    default: false,
    commands: ['watch'],
    scope: 'face',
    configurable: false,
    group: 'Analysis',
    description: 'Have a shell read the command of `--run`',
  },
} as const satisfies Record<string, Option>
