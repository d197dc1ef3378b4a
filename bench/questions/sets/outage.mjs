// Questions about the second incident. Held back with unseen/: do not read it when you build the reader.

export const outage = {
  name: 'outage',
  type: 'mixed',
  data: ['outage'],
  setup: path => [
    `create table s as select * replace (time::timestamp as time), msg = 'query exceeded deadline' as hurt from read_json(${path('outage/search.jsonl')}, format = 'newline_delimited', sample_size = -1)`,
  ],
  questions: [
    ['cause', 'why did search queries exceed their deadline?', { contains: ['shards', '3.3.0'] }],
    ['cause', 'What is the most likely cause of the search problems on August 20?', { contains: ['3.3.0'] }],
    ['first-last', 'when did a query exceed its deadline for the first time?', 'select min(time) from s where hurt'],
    ['first-last', 'time of the last "query exceeded deadline"', 'select max(time) from s where hurt'],
    [
      'duration',
      'how long did it take from the first to the last exceeded deadline?',
      'select epoch(max(time)) - epoch(min(time)) from s where hurt',
      { unit: 'seconds' },
    ],
    ['log-field', 'exceeded deadlines per tenant', 'select tenant, count(*) from s where hurt group by 1'],
    [
      'distinct',
      'how many tenants had a query that exceeded the deadline',
      'select count(distinct tenant) from s where hurt',
    ],
    ['before-after', 'which change was made just before the first exceeded deadline?', { contains: ['priya'] }],
    ['filter', 'who changed the search system on the 20th at 11:40?', { value: 'nadia' }],
    [
      'versions',
      'what differs between the properties of 3.2.9 and 3.3.0? only changed values',
      {
        rows: [
          ['index.shards', 12, 3],
          ['log.level', 'info', 'debug'],
        ],
      },
    ],
    ['versions', 'which setting is missing in search-3.3.0.properties', { value: 'warmup.enabled' }],
    ['quantile', 'p90 of took_ms for tenant gobi', "select quantile_cont(took_ms, 0.9) from s where tenant = 'gobi'"],
    ['refuse', 'how many customers complained?', { refuse: 'nothing is said about complaints' }],
  ],
}
