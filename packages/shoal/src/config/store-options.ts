// The options of where teams and runs are kept, and how workers hear of them.
import { ledgerCommands, type Option } from '@shoal/base/model/option'

export const storeOptions = {
  store: {
    flag: 'store',
    type: 'text',
    placeholder: 'URL',
    default: null,
    commands: ledgerCommands,
    scope: 'face',
    configurable: true,
    group: 'Teams',
    description: 'Keep teams and runs in PostgreSQL, for several machines: postgres://HOST/DATABASE',
    fallback: 'SHOAL_STORE, else a file in the state directory',
    example: 'postgres://db.example/shoal',
  },
  blobs: {
    flag: 'blobs',
    type: 'text',
    placeholder: 'PLACE',
    default: null,
    commands: ledgerCommands,
    scope: 'face',
    configurable: true,
    group: 'Teams',
    hidden: true,
    description:
      'With `--store`, keep large values and files of runs here: s3://BUCKET/PREFIX, or a directory that all machines share',
    fallback: 'SHOAL_BLOBS, else in PostgreSQL',
    example: 's3://bucket/shoal',
  },
  queue: {
    flag: 'queue',
    type: 'text',
    placeholder: 'URL',
    default: null,
    commands: ledgerCommands,
    scope: 'face',
    configurable: true,
    group: 'Teams',
    hidden: true,
    description: 'With `--store`, invite workers through BullMQ on this Redis: redis://HOST:PORT',
    fallback: 'SHOAL_QUEUE, else workers look for work in the store',
    example: 'redis://queue.example:6379',
  },
} as const satisfies Record<string, Option>
