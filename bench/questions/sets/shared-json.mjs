// Questions about public JSON data. Held back with unseen/: do not read it when you build the reader.

const json = path => `read_json(${path}, auto_detect = true, sample_size = -1, maximum_object_size = 50000000)`

export const movies = {
  name: 'movies',
  type: 'json',
  source: 'shared',
  data: ['json/movies.json'],
  setup: path => [`create table m as select * from ${json(path('json/movies.json'))}`],
  questions: [
    ['count', 'How many movies are in the list?', 'select count(*) from m'],
    [
      'superlative',
      'Which movie had the biggest production budget?',
      `select "Title"->>'$' from m order by "Production Budget" desc nulls last limit 1`,
    ],
    [
      'top',
      'top 5 movies by worldwide gross',
      `select "Title"->>'$', "Worldwide Gross" from m order by "Worldwide Gross" desc nulls last limit 5`,
    ],
    ['distinct', 'how many different directors', 'select count(distinct "Director") from m'],
    [
      'missing',
      'for how many movies is the MPAA rating missing?',
      'select count(*) from m where "MPAA Rating" is null',
    ],
    [
      'mean',
      'average IMDB rating per major genre, only Horror and Musical',
      `select "Major Genre", avg("IMDB Rating") from m where "Major Genre" in ('Horror','Musical') group by 1`,
    ],
    [
      'filter',
      'How many movies did Steven Spielberg direct?',
      `select count(*) from m where "Director" = 'Steven Spielberg'`,
    ],
    [
      'superlative',
      'which distributor released the most movies',
      'select "Distributor" from m where "Distributor" is not null group by 1 order by count(*) desc limit 1',
    ],
    ['filter', 'movies with an IMDB rating above 8.5, how many', 'select count(*) from m where "IMDB Rating" > 8.5'],
    ['refuse', 'how many Oscars did these movies win?', { refuse: 'there are no awards' }],
    [
      'median',
      'median running time of comedies',
      `select median("Running Time min") from m where "Major Genre" = 'Comedy'`,
    ],
  ],
}

export const cars = {
  name: 'cars',
  type: 'json',
  source: 'shared',
  data: ['json/cars.json'],
  setup: path => [`create table c as select * replace ("Year"::date as "Year") from ${json(path('json/cars.json'))}`],
  questions: [
    [
      'filter',
      'How many European cars have 4 cylinders?',
      `select count(*) from c where "Origin" = 'Europe' and "Cylinders" = 4`,
    ],
    ['superlative', 'which car is the heaviest', 'select "Name" from c order by "Weight_in_lbs" desc limit 1'],
    ['mean', 'average mpg per origin', 'select "Origin", avg("Miles_per_Gallon") from c group by 1'],
    ['correlation', 'correlation of horsepower and acceleration', 'select corr("Horsepower", "Acceleration") from c'],
    ['missing', 'how many cars lack a horsepower value?', 'select count(*) from c where "Horsepower" is null'],
    [
      'dates',
      'number of cars per model year before 1975',
      `select year("Year")::varchar, count(*) from c where year("Year") < 1975 group by 1`,
    ],
    [
      'two-keys',
      'median weight by origin and cylinders, for 4 and 6 cylinders',
      `select "Origin", "Cylinders", median("Weight_in_lbs") from c where "Cylinders" in (4,6) group by 1, 2`,
    ],
    ['refuse', 'what did the cars cost when new?', { refuse: 'there is no price' }],
    [
      'top',
      '2 quickest cars (lowest acceleration)',
      'select "Name", "Acceleration" from c order by "Acceleration" limit 2',
    ],
  ],
}

export const penguins = {
  name: 'penguins',
  type: 'json',
  source: 'shared',
  data: ['json/penguins.json'],
  setup: path => [
    `create table p as select "Species" species, "Island" island, "Beak Length (mm)" beak, "Flipper Length (mm)" flipper, "Body Mass (g)" mass, "Sex" sex from ${json(path('json/penguins.json'))}`,
  ],
  questions: [
    ['group', 'how many penguins of each species', 'select species, count(*) from p group by 1'],
    [
      'mean',
      'average body mass of female Gentoo penguins',
      `select avg(mass) from p where species = 'Gentoo' and sex = 'FEMALE'`,
    ],
    [
      'superlative',
      'On which island do the most Adelie penguins live?',
      `select island from p where species = 'Adelie' group by 1 order by count(*) desc limit 1`,
    ],
    ['correlation', 'flipper length vs body mass correlation', 'select corr(flipper, mass) from p'],
    ['median', 'median flipper length by species', 'select species, median(flipper) from p group by 1'],
    ['filter', 'how many penguins weigh more than 6 kg', 'select count(*) from p where mass > 6000'],
    ['refuse', 'how old are the penguins on average?', { refuse: 'there is no age' }],
  ],
}

export const flights = {
  name: 'flights',
  type: 'json',
  source: 'shared',
  data: ['json/flights-2k.json'],
  setup: path => [
    `create table f as select strptime(date::varchar, ['%Y/%m/%d %H:%M', '%Y-%m-%d %H:%M:%S']) as moment, delay, distance, origin, destination from ${json(path('json/flights-2k.json'))}`,
  ],
  questions: [
    ['mean', 'What is the average delay?', 'select avg(delay) from f'],
    [
      'share',
      'what share of flights arrived early (negative delay)?',
      'select 100.0 * avg((delay < 0)::int) from f',
      { percent: true },
    ],
    [
      'superlative',
      'which airport do most flights leave from',
      'select origin from f group by 1 order by count(*) desc limit 1',
    ],
    [
      'filter',
      'How many flights went from LAX to LAS?',
      `select count(*) from f where origin = 'LAX' and destination = 'LAS'`,
    ],
    ['quantile', '95th percentile of the delay', 'select quantile_cont(delay, 0.95) from f'],
    ['dates', 'how many flights in February', 'select count(*) from f where month(moment) = 2'],
    ['filter', 'flights longer than 2000 miles: average delay', 'select avg(delay) from f where distance > 2000'],
    ['refuse', 'Which airline is the most punctual?', { refuse: 'there is no airline' }],
    ['distinct', 'how many destinations are served', 'select count(distinct destination) from f'],
  ],
}

export const countries = {
  name: 'countries',
  type: 'json',
  source: 'shared',
  data: ['json/countries.json'],
  setup: path => [`create table c as select * from ${json(path('json/countries.json'))}`],
  questions: [
    ['distinct', 'How many countries are in the data?', 'select count(distinct country) from c'],
    [
      'superlative',
      'which country had the highest life expectancy in 1970',
      'select country from c where year = 1970 order by life_expect desc limit 1',
    ],
    ['filter', 'fertility in Brazil in 1980', `select fertility from c where country = 'Brazil' and year = 1980`],
    [
      'mean',
      'mean life_expect per year since 1990',
      'select year::varchar, avg(life_expect) from c where year >= 1990 group by 1',
    ],
    [
      'compare',
      'life expectancy of Japan and India in 2000',
      `select country, life_expect from c where year = 2000 and country in ('Japan','India')`,
    ],
    ['refuse', 'what was the population of France in 1995?', { refuse: 'there is no population' }],
  ],
}
