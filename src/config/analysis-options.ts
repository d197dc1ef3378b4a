// The options about what is asked and what counts as a failure.
import { GOALS } from '../model/goal.ts'
import { type Option, reportCommands } from './option.ts'

export const analysisOptions = {
  goal: {
    flag: 'goal',
    type: 'choices',
    placeholder: 'GOAL',
    choices: GOALS,
    default: [],
    commands: ['analyze', 'plan'],
    scope: 'engine',
    configurable: true,
    group: 'Analysis',
    description: 'What the analysts look for',
    fallback: 'read from the query',
    example: 'security,performance',
  },
  query: {
    flag: 'query',
    short: 'q',
    type: 'text',
    placeholder: 'QUERY',
    default: null,
    commands: ['analyze', 'ask', 'plan', 'profile', 'sql', 'search'],
    scope: 'face',
    configurable: false,
    group: 'Analysis',
    description: 'The question to answer',
    descriptionIn: { sql: 'The SELECT to run', search: 'The text to search for' },
    fallback: 'the last argument, when no such path exists',
    example: 'Where do errors start?',
  },
  failOn: {
    flag: 'fail-on',
    type: 'choice',
    choices: ['high', 'medium', 'low'],
    default: null,
    commands: reportCommands,
    scope: 'face',
    configurable: true,
    group: 'Analysis',
    description: 'Exit with status 1 when a problem of this severity or above is found; facts never count',
    example: 'high',
  },
} as const satisfies Record<string, Option>
