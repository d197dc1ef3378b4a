// Questions about the tables of offices. Held back with unseen/: do not read it when you build the reader.

const csv = (path, more = '') => `read_csv(${path}, all_varchar = true, header = true${more})`
const number = (column, type = 'double') => `try_cast(${column} as ${type})`

export const clinic = {
  name: 'clinic',
  type: 'table',
  data: ['clinic/visits.csv'],
  setup: path => [
    `create table v as select "Patient ID" as patient, strptime("Visit Date", '%m/%d/%Y')::date as visited, "Doctor" as doctor, "Department" as department, "Age"::int age, ${number('"Weight (kg)"')} weight, "Smoker" as smoker, ${number('"Wait Time (min)"')} wait, "Follow-up" as followup, "Diagnosis Code" as code, "Insurer" as insurer from ${csv(path('clinic/visits.csv'))}`,
  ],
  questions: [
    ['distinct', 'How many patients did we see?', 'select count(distinct patient) from v'],
    ['mean', 'average waiting time in orthopedics', "select avg(wait) from v where department = 'Orthopedics'"],
    ['group', 'visits per doctor', 'select doctor, count(*) from v group by 1'],
    ['quantile', '90th percentile of wait time', 'select quantile_cont(wait, 0.9) from v'],
    ['missing', 'How many visits have no weight recorded?', 'select count(*) from v where weight is null'],
    [
      'share',
      'what share of visits needed a follow-up',
      "select 100.0 * avg((followup = '1')::int) from v",
      { percent: true },
    ],
    ['filter', 'how many visits by smokers older than 60', "select count(*) from v where smoker = 'Y' and age > 60"],
    ['dates', 'how many visits in October', 'select count(*) from v where month(visited) = 10'],
    [
      'superlative',
      'Which doctor has the longest average wait?',
      'select doctor from v group by 1 order by avg(wait) desc limit 1',
    ],
    ['filter', 'how many visits had patient 000031', "select count(*) from v where patient = '000031'"],
    [
      'dates',
      'busiest weekday for cardiology',
      "select [dayname(visited), (isodow(visited))::varchar] from v where department = 'Cardiology' group by all order by count(*) desc limit 1",
    ],
    ['refuse', 'what is the average blood pressure?', { refuse: 'there is no blood pressure' }],
    ['two-keys', 'average age by department and smoker', 'select department, smoker, avg(age) from v group by 1, 2'],
    ['median', 'median wait time of pediatrics visits', "select median(wait) from v where department = 'Pediatrics'"],
    ['correlation', 'is age related to weight? give me the correlation', 'select corr(age, weight) from v'],
    [
      'quantile',
      'quartiles: what is the 75th percentile of wait time for Dr. Chen',
      "select quantile_cont(wait, 0.75) from v where doctor = 'Dr. Chen'",
    ],
    [
      'compare',
      'average wait time in the first half of 2024 against the second half',
      'select avg(wait) filter (month(visited) <= 6), avg(wait) filter (month(visited) > 6) from v',
      { either: true },
    ],
    [
      'superlative',
      'which patient came most often?',
      'select patient from v group by 1 order by count(*) desc limit 1',
    ],
  ],
}

const money = column => `replace(replace(${column}, '$', ''), ',', '')::int`
export const staff = {
  name: 'staff',
  type: 'table',
  data: ['staff/staff.csv'],
  setup: path => [
    `create table s as select "Employee No" as number, "Full Name" as name, "Department" as department, "Job Title" as title, ${money('"Annual Salary"')} salary, "Start Date"::date started, "Manager" as manager, "Remote" as remote, ${money(`nullif("Bonus", '')`)} bonus from ${csv(path('staff/staff.csv'))}`,
  ],
  questions: [
    ['count', 'how many people work here', 'select count(*) from s'],
    ['superlative', 'Who earns the most?', 'select name from s order by salary desc limit 1'],
    ['mean', 'average salary in engineering', "select avg(salary) from s where department = 'Engineering'"],
    ['median', 'Median annual salary per department', 'select department, median(salary) from s group by 1'],
    [
      'filter',
      'how many people in engineering work remotely',
      "select count(*) from s where remote = 'yes' and department = 'Engineering'",
    ],
    ['missing', 'how many people got no bonus', 'select count(*) from s where bonus is null'],
    ['sum', 'total bonus paid to the sales department', "select sum(bonus) from s where department = 'Sales'"],
    ['first-last', 'who has been here the longest?', 'select name from s order by started limit 1'],
    ['group', 'number of people per manager', 'select manager, count(*) from s group by 1'],
    ['filter', 'how many people earn more than $80,000', 'select count(*) from s where salary > 80000'],
    [
      'top',
      'the five lowest salaries, with names',
      'select name, salary from s order by salary limit 5',
      { ordered: true },
    ],
    ['dates', 'how many people were hired in 2019?', 'select count(*) from s where year(started) = 2019'],
    [
      'share',
      'what percent of support works remote',
      "select 100.0 * avg((remote = 'yes')::int) from s where department = 'Support'",
      { percent: true },
    ],
    ['refuse', 'How many vacation days does everybody have left?', { refuse: 'there are no vacation days' }],
    ['filter', 'what is the name of employee 00204', "select name from s where number = '00204'"],
  ],
}

export const helpdesk = {
  name: 'helpdesk',
  type: 'table',
  data: ['helpdesk/tickets.tsv'],
  setup: path => [
    `create table t as select ticket, opened_at::timestamp opened, nullif(closed_at, '')::timestamp closed, priority, channel, agent, ${number('csat')} csat, first_reply_minutes::int reply, reopened = 'true' reopened from ${csv(path('helpdesk/tickets.tsv'), ", delim = '\t'")}`,
  ],
  questions: [
    ['missing', 'How many tickets are still open (not closed yet)?', 'select count(*) from t where closed is null'],
    ['group', 'tickets per channel', 'select channel, count(*) from t group by 1'],
    ['median', 'median first reply time for urgent tickets', "select median(reply) from t where priority = 'urgent'"],
    [
      'quantile',
      'p95 of first reply minutes by priority',
      'select priority, quantile_cont(reply, 0.95) from t group by 1',
    ],
    ['mean', 'average csat per agent', 'select agent, avg(csat) from t group by 1'],
    [
      'superlative',
      'Which agent has the best customer satisfaction (csat)?',
      'select agent from t group by 1 order by avg(csat) desc limit 1',
    ],
    [
      'dates',
      'how many tickets were opened each month',
      "select [strftime(opened, '%Y-%m'), monthname(opened), month(opened)::varchar, strftime(opened, '%b'), strftime(opened, '%B %Y')], count(*) from t group by all",
    ],
    [
      'dates',
      'at what hour do most tickets come in?',
      "select [hour(opened)::varchar, hour(opened) || ':00'] from t group by all order by count(*) desc limit 1",
    ],
    [
      'share',
      'reopen rate by priority',
      'select priority, 100.0 * avg(reopened::int) from t group by 1',
      { percent: true },
    ],
    [
      'two-keys',
      'number of high and urgent tickets per agent',
      {
        any: [
          "select agent, priority, count(*) from t where priority in ('high','urgent') group by 1, 2",
          "select agent, count(*) from t where priority in ('high','urgent') group by 1",
        ],
      },
    ],
    [
      'duration',
      'how long does it take on average from opened to closed?',
      'select avg(epoch(closed) - epoch(opened)) from t',
      { unit: 'seconds' },
    ],
    [
      'compare',
      'average first reply: phone vs chat',
      "select channel, avg(reply) from t where channel in ('phone','chat') group by 1",
    ],
    [
      'filter',
      'How many tickets between April 1 and April 15 were opened by phone?',
      "select count(*) from t where opened >= '2024-04-01' and opened < '2024-04-16' and channel = 'phone'",
    ],
    ['count', 'number of chloe tickets with csat 1 or 2', "select count(*) from t where agent = 'chloe' and csat <= 2"],
    ['refuse', 'which customer opened the most tickets', { refuse: 'there is no customer' }],
  ],
}

export const sensors = {
  name: 'sensors',
  type: 'table',
  data: ['sensors/readings.csv'],
  setup: path => [
    `create table r as select timestamp::timestamp as moment, station, ${number('temperature_c')} temperature, humidity_pct::double humidity, co2_ppm::int co2, battery_v::double battery from ${csv(path('sensors/readings.csv'))}`,
  ],
  questions: [
    [
      'correlation',
      'Is there a correlation between temperature and humidity?',
      'select corr(temperature, humidity) from r',
    ],
    ['mean', 'mean temperature per station', 'select station, avg(temperature) from r group by 1'],
    ['superlative', 'When was the highest co2 value measured?', 'select moment from r order by co2 desc limit 1'],
    ['missing', 'how many temperature readings are missing', 'select count(*) from r where temperature is null'],
    ['filter', 'how many readings had co2 above 2000 ppm', 'select count(*) from r where co2 > 2000'],
    ['quantile', '99th percentile of co2 in the lab', "select quantile_cont(co2, 0.99) from r where station = 'lab'"],
    [
      'first-last',
      'last reading of the roof: what battery voltage?',
      "select battery from r where station = 'roof' order by moment desc limit 1",
    ],
    [
      'dates',
      'average temperature of the hall per month',
      "select [strftime(moment, '%Y-%m'), monthname(moment), month(moment)::varchar, strftime(moment, '%b'), strftime(moment, '%B %Y')], avg(temperature) from r where station = 'hall' group by all",
    ],
    ['negative', 'how many temperature readings were below zero?', 'select count(*) from r where temperature < 0'],
    [
      'compare',
      'is the cellar more humid than the lab? average humidity of both',
      "select station, avg(humidity) from r where station in ('cellar','lab') group by 1",
    ],
    ['refuse', 'what was the average wind speed', { refuse: 'there is no wind speed' }],
    [
      'duration',
      'How many days does the data cover?',
      "select date_diff('second', min(moment), max(moment)) from r",
      { unit: 'seconds', tolerance: 0.03 },
    ],
    [
      'dates',
      'at which hour is the roof the warmest on average?',
      "select [hour(moment)::varchar, hour(moment) || ':00', strftime(moment, '%H:00')] from r where station = 'roof' group by all order by avg(temperature) desc limit 1",
    ],
    [
      'quantile',
      '5th percentile of battery voltage per station',
      'select station, quantile_cont(battery, 0.05) from r group by 1',
    ],
  ],
}

export const deliveries = {
  name: 'deliveries',
  type: 'table',
  data: ['deliveries/deliveries.csv'],
  setup: path => [
    `create table d as select * replace (parcels::int as parcels) from ${csv(path('deliveries/deliveries.csv'))}`,
  ],
  questions: [
    [
      'refuse',
      'How many deliveries did we have in March?',
      { refuse: 'day and month cannot be told apart in the column delivered' },
    ],
    ['sum', 'how many parcels per depot', 'select depot, sum(parcels) from d group by 1'],
    [
      'share',
      'share of late deliveries per driver',
      "select driver, 100.0 * avg((result = 'late')::int) from d group by 1",
      { percent: true },
    ],
    [
      'superlative',
      'who delivered the most parcels?',
      'select driver from d group by 1 order by sum(parcels) desc limit 1',
    ],
    ['dates', 'how many deliveries in 2024', 'select count(*) from d'],
    ['refuse', 'parcels per month', { refuse: 'day and month cannot be told apart in the column delivered' }],
    [
      'filter',
      'how many late deliveries from Luton had more than 40 parcels',
      "select count(*) from d where depot = 'Luton' and result = 'late' and parcels > 40",
    ],
  ],
}

export const grades = {
  name: 'grades',
  type: 'table',
  data: ['grades/grades.csv'],
  setup: path => [
    `create table g as select "Student" as student, "Class" as class, "Maths"::int maths, "English"::int english, ${number('"Physics"', 'int')} physics, "Art"::int art, "Days Absent"::int absent from ${csv(path('grades/grades.csv'))}`,
  ],
  questions: [
    ['mean', 'average maths mark per class', 'select class, avg(maths) from g group by 1'],
    ['superlative', 'Who is best in physics?', 'select student from g order by physics desc nulls last limit 1'],
    ['missing', 'how many have no physics mark?', 'select count(*) from g where physics is null'],
    ['correlation', 'correlation between English and Art', 'select corr(english, art) from g'],
    ['filter', 'How many students scored below 50 in English?', 'select count(*) from g where english < 50'],
    ['sum', 'total days absent in class 8B', "select sum(absent) from g where class = '8B'"],
    ['count', 'how many students are in 7A', "select count(*) from g where class = '7A'"],
    [
      'compare',
      'which class is better in art, 7B or 8A?',
      {
        any: [
          "select class from g where class in ('7B','8A') group by 1 order by avg(art) desc limit 1",
          "select class, avg(art) from g where class in ('7B','8A') group by 1",
        ],
      },
    ],
    ['refuse', 'which teacher gives the best marks', { refuse: 'there is no teacher' }],
  ],
}

export const survey = {
  name: 'survey',
  type: 'table',
  data: ['survey/responses.csv'],
  setup: path => [
    `create table r as select "Age group" age, "How did you hear about us?" heard, "Would you recommend us?" recommend, ${number('"Overall rating"', 'int')} rating, coalesce("Comments", '') as comments from ${csv(path('survey/responses.csv'))}`,
  ],
  questions: [
    [
      'share',
      'What percentage would recommend us?',
      "select 100.0 * avg((recommend = 'Yes')::int) from r",
      { percent: true },
    ],
    ['group', 'how many heard about us from each source', 'select heard, count(*) from r group by 1'],
    ['mean', 'average overall rating by age group', 'select age, avg(rating) from r group by 1'],
    ['missing', 'how many respondents left no comment', "select count(*) from r where comments = ''"],
    ['filter', 'how many said "too slow"', "select count(*) from r where comments = 'too slow'"],
    [
      'two-keys',
      'recommend answers of the 65+ and the 18-24 group, counts',
      "select age, recommend, count(*) from r where age in ('65+','18-24') group by 1, 2",
    ],
    [
      'superlative',
      'where do most people aged 25-34 hear about us?',
      "select heard from r where age = '25-34' group by 1 order by count(*) desc limit 1",
    ],
    [
      'filter',
      'how many people rated us 1 but would still recommend us',
      "select count(*) from r where rating = 1 and recommend = 'Yes'",
    ],
    ['missing', 'How many ratings are missing?', 'select count(*) from r where rating is null'],
    ['refuse', 'do women rate us better than men?', { refuse: 'there is no gender' }],
  ],
}

export const fleet = {
  name: 'fleet',
  type: 'table',
  data: ['fleet/vehicles.csv'],
  setup: path => [
    `create table v as select * replace ("mileageKm"::int as mileageKm, ${number('"fuelLitres"')} as fuelLitres, "lastService"::date as lastService, nullif("driverName", '') as driverName) from ${csv(path('fleet/vehicles.csv'))}`,
  ],
  questions: [
    ['filter', 'How many vehicles are currently in Bergen?', "select count(*) from v where currentCity = 'Bergen'"],
    [
      'filter',
      'how many vehicles with home city Oslo are now in Turku',
      "select count(*) from v where homeCity = 'Oslo' and currentCity = 'Turku'",
    ],
    ['missing', 'how many cars have no driver', 'select count(*) from v where driverName is null'],
    ['mean', 'average mileage of diesel vehicles', "select avg(mileageKm) from v where fuelType = 'diesel'"],
    [
      'superlative',
      'which vehicle has the highest mileage?',
      'select [vehicleId, licensePlate] from v order by mileageKm desc limit 1',
    ],
    [
      'first-last',
      'the 2 vehicles whose last service is the oldest',
      'select [vehicleId, licensePlate], lastService from v order by lastService limit 2',
    ],
    ['group', 'count of vehicles by fuel type', 'select fuelType, count(*) from v group by 1'],
    [
      'filter',
      'how many electric vehicles are out of service (inService = 0)',
      "select count(*) from v where fuelType = 'electric' and inService = '0'",
    ],
    ['correlation', 'how strongly are mileage and fuel litres correlated', 'select corr(mileageKm, fuelLitres) from v'],
    [
      'sum',
      'total litres of fuel for petrol cars whose home is Malmo',
      "select sum(fuelLitres) from v where fuelType = 'petrol' and homeCity = 'Malmo'",
    ],
    ['refuse', 'what did the vehicles cost to buy?', { refuse: 'there is no purchase price' }],
    ['compare', 'how many vehicles are not in their home city', 'select count(*) from v where homeCity <> currentCity'],
  ],
}
