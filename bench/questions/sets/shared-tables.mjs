// Questions about public tables. Held back with unseen/: do not read it when you build the reader.

const csv = (path, more = '') => `read_csv(${path}, all_varchar = true, header = true${more})`

export const birdstrikes = {
  name: 'birdstrikes',
  type: 'table',
  source: 'shared',
  data: ['tables/birdstrikes.csv'],
  setup: path => [
    `create table b as select *, "Flight Date"::date as flown, try_cast("Cost Total $" as double) as cost, try_cast("Speed IAS in knots" as double) as speed from ${csv(path('tables/birdstrikes.csv'))}`,
  ],
  questions: [
    ['count', 'how many bird strikes were reported', 'select count(*) from b'],
    [
      'superlative',
      'Which bird species caused the highest total cost?',
      'select "Wildlife Species" from b group by 1 order by sum(cost) desc limit 1',
    ],
    ['sum', 'total cost of strikes during approach', `select sum(cost) from b where "Phase of flight" = 'Approach'`],
    ['group', 'number of strikes by time of day', 'select "Time of day", count(*) from b group by 1'],
    ['dates', 'how many strikes in 1998', 'select count(*) from b where year(flown) = 1998'],
    [
      'top',
      'the 5 states with the most strikes',
      'select "Origin State", count(*) from b group by 1 order by 2 desc limit 5',
    ],
    [
      'share',
      'what percentage of strikes with a large bird (wildlife size) led to substantial damage?',
      `select 100.0 * avg(("Effect Amount of damage" = 'Substantial')::int) from b where "Wildlife Size" = 'Large'`,
      { percent: true },
    ],
    [
      'mean',
      'average speed when hitting a Canada goose',
      `select avg(speed) from b where "Wildlife Species" = 'Canada goose'`,
    ],
    ['refuse', 'how many people were injured?', { refuse: 'there is no column about injuries' }],
  ],
}

export const airports = {
  name: 'airports',
  type: 'table',
  source: 'shared',
  data: ['tables/airports.csv'],
  setup: path => [
    `create table a as select * replace (latitude::double as latitude, longitude::double as longitude) from ${csv(path('tables/airports.csv'))}`,
  ],
  questions: [
    ['count', 'How many airports are in Texas (TX)?', `select count(*) from a where state = 'TX'`],
    [
      'superlative',
      'which state has the most airports',
      'select state from a group by 1 order by count(*) desc limit 1',
    ],
    [
      'superlative',
      'what is the northernmost airport? (highest latitude)',
      'select [name, iata] from a order by latitude desc limit 1',
    ],
    ['filter', 'name of the airport with iata code 00R', `select name from a where iata = '00R'`],
    ['filter', 'which airports are outside of the USA?', `select [iata, name] from a where country <> 'USA'`],
    ['refuse', 'how many passengers does JFK have', { refuse: 'there are no passengers' }],
  ],
}

export const weather = {
  name: 'weather',
  type: 'table',
  source: 'shared',
  data: ['tables/seattle-weather.csv'],
  setup: path => [
    `create table w as select date::date as d, precipitation::double as precipitation, temp_max::double as temp_max, temp_min::double as temp_min, wind::double as wind, weather from ${csv(path('tables/seattle-weather.csv'))}`,
  ],
  questions: [
    [
      'dates',
      'how many rainy days (weather rain) in 2014',
      `select count(*) from w where weather = 'rain' and year(d) = 2014`,
    ],
    ['superlative', 'When was the hottest day?', 'select d from w order by temp_max desc limit 1'],
    ['mean', 'average wind per weather type', 'select weather, avg(wind) from w group by 1'],
    ['sum', 'total precipitation per year', 'select year(d)::varchar, sum(precipitation) from w group by 1'],
    [
      'negative',
      'on how many days was the minimum temperature below zero',
      'select count(*) from w where temp_min < 0',
    ],
    [
      'dates',
      'which month of the year is the wettest on total?',
      'select [monthname(d), month(d)::varchar] from w group by all order by sum(precipitation) desc limit 1',
    ],
    ['correlation', 'correlation between temp_max and precipitation', 'select corr(temp_max, precipitation) from w'],
    [
      'compare',
      'average temp_max in July 2013 vs July 2015',
      "select [strftime(d, '%Y-%m'), strftime(d, '%B %Y'), strftime(d, '%Y')], avg(temp_max) from w where month(d) = 7 and year(d) in (2013, 2015) group by all",
    ],
    ['refuse', 'how humid was it in 2012', { refuse: 'there is no humidity' }],
    ['top', '3 windiest days', 'select d, wind from w order by wind desc limit 3'],
  ],
}

export const unemployment = {
  name: 'unemployment',
  type: 'table',
  source: 'shared',
  data: ['tables/unemployment.tsv'],
  setup: path => [
    `create table u as select id, rate::double as rate from ${csv(path('tables/unemployment.tsv'), ", delim = '\t'")}`,
  ],
  questions: [
    ['superlative', 'What is the highest unemployment rate?', 'select max(rate) from u'],
    ['median', 'median rate', 'select median(rate) from u'],
    ['filter', 'how many counties (ids) have a rate above 0.15', 'select count(*) from u where rate > 0.15'],
    ['refuse', 'how many people live in these counties?', { refuse: 'there is no population' }],
  ],
}

export const github = {
  name: 'github',
  type: 'table',
  source: 'shared',
  data: ['tables/github.csv'],
  setup: path => [
    `create table g as select strptime(time, '%Y/%m/%d %H:%M:%S') as moment, count::int as n from ${csv(path('tables/github.csv'))}`,
  ],
  questions: [
    [
      'dates',
      'on which weekday is the total count the highest?',
      'select [dayname(moment), isodow(moment)::varchar, dayofweek(moment)::varchar] from g group by all order by sum(n) desc limit 1',
    ],
    ['sum', 'sum of count in February 2015', "select sum(n) from g where strftime(moment, '%Y-%m') = '2015-02'"],
    ['superlative', 'At what time was the largest count?', 'select moment from g order by n desc limit 1'],
    ['mean', "mean count at 14 o'clock", 'select avg(n) from g where hour(moment) = 14'],
  ],
}
