// Questions about public logs. Held back with unseen/: do not read it when you build the reader.

const lines = path =>
  `(select unnest(l) as text, generate_subscripts(l, 1) as line from (select string_split(rtrim(replace(content, chr(13), ''), chr(10)), chr(10)) as l from read_text(${path})))`
export const ssh = {
  name: 'ssh',
  type: 'log',
  source: 'shared',
  data: ['logs/OpenSSH.log'],
  setup: path => [
    `create table s as select *, nullif(regexp_extract(text, 'Failed password for (?:invalid user )?(\\S+) from', 1), '') as victim, nullif(regexp_extract(text, 'Failed password for .* from ([0-9.]+) port', 1), '') as attacker, nullif(regexp_extract(text, ': Invalid user (\\S+) from', 1), '') as invalid from ${lines(path('logs/OpenSSH.log'))}`,
  ],
  questions: [
    [
      'log-field',
      'How many failed password attempts are there?',
      "select count(*) from s where text like '%Failed password%'",
    ],
    [
      'superlative',
      'which ip address failed the most passwords',
      'select attacker from s where attacker is not null group by 1 order by count(*) desc limit 1',
    ],
    [
      'log-field',
      'how many possible break-in attempts',
      "select count(*) from s where text like '%POSSIBLE BREAK-IN ATTEMPT%'",
    ],
    ['filter', 'how many failed passwords for root?', "select count(*) from s where victim = 'root'"],
    [
      'filter',
      'how many accepted passwords (successful logins) are in the log',
      "select count(*) from s where text like '%Accepted password%'",
    ],
    ['refuse', 'how many bytes were transferred over ssh', { refuse: 'the log has no bytes' }],
  ],
}

export const httpd = {
  name: 'httpd',
  type: 'log',
  source: 'shared',
  data: ['logs/Apache.log'],
  setup: path => [
    `create table a as select *, strptime(text[2:25], '%a %b %d %H:%M:%S %Y') as moment, regexp_extract(text, '\\] \\[(\\w+)\\]', 1) as level from ${lines(path('logs/Apache.log'))}`,
  ],
  questions: [
    ['log-field', 'entries by level', 'select level, count(*) from a group by 1'],
    [
      'dates',
      'how many errors on December 4',
      "select count(*) from a where level = 'error' and moment::date = '2005-12-04'",
    ],
    [
      'log-field',
      'how often was "Directory index forbidden by rule" reported',
      "select count(*) from a where text like '%Directory index forbidden by rule%'",
    ],
    [
      'first-last',
      'what time is the first entry and what time is the last?',
      {
        any: [
          'select min(moment), max(moment) from a',
          'select min(moment) from a union all select max(moment) from a',
        ],
      },
    ],
    ['filter', 'how many times did it say error state 6', "select count(*) from a where text like '%error state 6'"],
  ],
}

export const hdfs = {
  name: 'hdfs',
  type: 'log',
  source: 'shared',
  data: ['logs/HDFS.log'],
  setup: path => [
    `create table h as select *, string_split(text, ' ')[4] as level, rtrim(string_split(text, ' ')[5], ':') as component from ${lines(path('logs/HDFS.log'))}`,
  ],
  questions: [
    ['log-field', 'how many WARN lines', "select count(*) from h where level = 'WARN'"],
    [
      'log-field',
      'lines per component',
      {
        any: [
          'select component, count(*) from h group by 1',
          "select string_split(component, '$')[1], count(*) from h group by 1",
        ],
      },
    ],
    [
      'superlative',
      'What is the most active component?',
      'select component from h group by 1 order by count(*) desc limit 1',
    ],
    ['refuse', 'how many jobs were submitted by the user hadoop?', { refuse: 'the log names no jobs' }],
  ],
}

export const spark = {
  name: 'spark',
  type: 'log',
  source: 'shared',
  data: ['logs/Spark.log'],
  setup: path => [
    `create table s as select *, strptime(text[1:17], '%y/%m/%d %H:%M:%S') as moment, rtrim(string_split(text, ' ')[4], ':') as component from ${lines(path('logs/Spark.log'))}`,
  ],
  questions: [
    [
      'duration',
      'How many seconds does this log cover?',
      'select epoch(max(moment)) - epoch(min(moment)) from s',
      { unit: 'seconds' },
    ],
    ['log-field', 'how many tasks finished', "select count(*) from s where text like '%Finished task%'"],
    [
      'log-field',
      'how many times was a block found locally',
      "select count(*) from s where text like '%Found block%locally%'",
    ],
    ['filter', 'how many entries of executor.Executor', "select count(*) from s where component = 'executor.Executor'"],
  ],
}

export const linux = {
  name: 'linux',
  type: 'log',
  source: 'shared',
  data: ['logs/Linux.log'],
  setup: path => [
    `create table l as select *, nullif(regexp_extract(text, 'authentication failure;.*rhost=(\\S+)', 1), '') as rhost, regexp_matches(text, 'authentication failure;.* user=root') as root from ${lines(path('logs/Linux.log'))}`,
  ],
  questions: [
    [
      'log-field',
      'How many authentication failures were there?',
      "select count(*) from l where text like '%authentication failure;%'",
    ],
    ['filter', 'authentication failures with user=root: how many', 'select count(*) from l where root'],
    [
      'superlative',
      'which rhost had the most authentication failures?',
      'select rhost from l where rhost is not null group by 1 order by count(*) desc limit 1',
    ],
    [
      'log-field',
      'how many times did a process exit abnormally',
      "select count(*) from l where text like '%exited abnormally%'",
    ],
  ],
}
