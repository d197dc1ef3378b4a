// Tables of offices: a clinic, staff, help desk, sensors, deliveries, school grades, a survey, a fleet.
import { at, DAY, draws, FIRST, isoDay, isoSecond, LAST, pad, table } from './random.mjs'

const monthFirst = time => {
  const [year, month, day] = isoDay(time).split('-')
  return `${month}/${day}/${year}`
}
const dollars = number => `$${String(number).replace(/\B(?=(\d{3})+$)/g, ',')}`

export function clinic() {
  const d = draws('clinic')
  const doctors = {
    'Dr. Amin': 'Cardiology',
    'Dr. Bauer': 'Cardiology',
    'Dr. Chen': 'Orthopedics',
    'Dr. Diaz': 'Pediatrics',
    'Dr. Ekberg': 'Dermatology',
    'Dr. Farouk': 'Orthopedics',
  }
  const patients = Array.from({ length: 400 }, (_, i) => ({
    id: pad(i * 13 + 31, 6),
    age: d.int(1, 92),
    smoker: d.chance(0.22) ? 'Y' : 'N',
    insurer: d.weighted({ Aetna: 3, Cigna: 2, 'Blue Shield': 4, none: 1 }),
  }))
  const rows = Array.from({ length: 1300 }, () => {
    const patient = d.pick(patients)
    const doctor = d.pick(Object.keys(doctors))
    const wait = d.chance(0.04)
      ? d.pick(['', 'NA', 'N/A'])
      : Math.max(0, Math.round(d.normal(doctors[doctor] === 'Orthopedics' ? 41 : 24, 9)))
    const weight = d.chance(0.06)
      ? d.pick(['', 'N/A'])
      : Math.max(8, d.normal(Math.min(72, 12 + patient.age * 3), 6)).toFixed(1)
    return [
      patient.id,
      monthFirst(at(2024, 1, 2) + d.int(0, 360) * DAY),
      doctor,
      doctors[doctor],
      patient.age,
      weight,
      patient.smoker,
      wait,
      d.chance(0.3) ? 1 : 0,
      d.pick(['I10', 'M54', 'L20', 'J06', 'E11', 'S93']),
      patient.insurer,
    ]
  })
  return {
    'clinic/visits.csv': table(
      [
        'Patient ID',
        'Visit Date',
        'Doctor',
        'Department',
        'Age',
        'Weight (kg)',
        'Smoker',
        'Wait Time (min)',
        'Follow-up',
        'Diagnosis Code',
        'Insurer',
      ],
      rows,
    ),
  }
}

export function staff() {
  const d = draws('staff')
  const titles = {
    Sales: ['Account Manager', 'Sales Rep'],
    Engineering: ['Engineer', 'Senior Engineer', 'Tester'],
    Finance: ['Accountant', 'Controller'],
    Support: ['Agent', 'Team Lead'],
  }
  const managers = ['Olga Keller', 'Paul Rossi', 'Maya Quinn', 'Hugo Dahl']
  const names = d.shuffle(FIRST.flatMap(first => LAST.slice(0, 5).map(last => `${first} ${last}`)))
  const rows = names.slice(0, 96).map((name, i) => {
    const department = d.weighted({ Sales: 3, Engineering: 5, Finance: 1.5, Support: 3 })
    const salary = d.int(31, 60) * 1000 + i * 37 + (department === 'Engineering' ? 22000 : 0)
    return [
      pad(i * 17 + 204, 5),
      name,
      department,
      d.pick(titles[department]),
      dollars(salary),
      isoDay(at(2012, 1, 9) + d.int(0, 4300) * DAY),
      d.pick(managers),
      d.chance(0.35) ? 'yes' : 'no',
      d.chance(0.3) ? '' : dollars(d.int(4, 60) * 100),
    ]
  })
  return {
    'staff/staff.csv': table(
      [
        'Employee No',
        'Full Name',
        'Department',
        'Job Title',
        'Annual Salary',
        'Start Date',
        'Manager',
        'Remote',
        'Bonus',
      ],
      rows,
    ),
  }
}

export function helpdesk() {
  const d = draws('helpdesk')
  const minute = time => isoSecond(time).slice(0, 16).replace('T', ' ')
  const rows = Array.from({ length: 3000 }, (_, i) => {
    const opened =
      at(2024, 2, 1) +
      d.int(0, 181) * DAY +
      Math.max(6, Math.min(21, Math.round(d.normal(13, 3)))) * 3_600_000 +
      d.int(0, 59) * 60_000
    const priority = d.weighted({ low: 30, normal: 45, high: 18, urgent: 7 })
    const reply = Math.max(
      1,
      Math.round(Math.exp(d.normal({ low: 5, normal: 4.4, high: 3.6, urgent: 2.5 }[priority], 0.7))),
    )
    const open = d.chance(0.07)
    const reopened = d.chance(priority === 'urgent' ? 0.2 : 0.06)
    return [
      `T-${pad(i + 1, 5)}`,
      minute(opened),
      open ? '' : minute(opened + (reply + d.int(10, 4000)) * 60_000),
      priority,
      d.weighted({ email: 5, phone: 3, chat: 4 }),
      d.pick(['amir', 'bea', 'chloe', 'dmitri', 'erin']),
      d.chance(0.4) ? '' : d.weighted({ 1: 1, 2: 1, 3: 3, 4: 6, 5: 7 }),
      reply,
      String(reopened),
    ]
  })
  return {
    'helpdesk/tickets.tsv': table(
      ['ticket', 'opened_at', 'closed_at', 'priority', 'channel', 'agent', 'csat', 'first_reply_minutes', 'reopened'],
      rows,
      '\t',
    ),
  }
}

export function sensors() {
  const d = draws('sensors')
  const stations = { roof: 3, cellar: 12, lab: 21, hall: 19 }
  const rows = []
  for (let i = 0; i < 7000; i++)
    for (const [station, base] of Object.entries(stations)) {
      const time = at(2024, 5, 1) + i * 600_000
      const temperature = base + 4 * Math.sin((i / 144) * 2 * Math.PI) + d.normal(0, 1.2)
      const humidity = 80 - 1.4 * temperature + d.normal(0, 3)
      rows.push([
        `${isoSecond(time)}Z`,
        station,
        d.chance(0.004) ? d.pick(['', 'null']) : temperature.toFixed(2),
        humidity.toFixed(1),
        station === 'cellar' && i > 3000 && i < 3020 ? 2400 + i - 3000 : d.int(400, 1100),
        (3.9 - i / 20000 - (station === 'roof' ? 0.2 : 0)).toFixed(3),
      ])
    }
  return {
    'sensors/readings.csv': table(
      ['timestamp', 'station', 'temperature_c', 'humidity_pct', 'co2_ppm', 'battery_v'],
      rows,
    ),
  }
}

export function deliveries() {
  const d = draws('deliveries')
  const rows = Array.from({ length: 620 }, (_, i) => [
    `D${i + 1}`,
    `${pad(d.int(1, 12), 2)}/${pad(d.int(1, 12), 2)}/2024`,
    d.pick(['Dover', 'Kent', 'Luton']),
    d.pick(FIRST.slice(0, 8)),
    d.int(1, 60),
    d.chance(0.09) ? 'late' : 'on time',
  ])
  return { 'deliveries/deliveries.csv': table(['delivery', 'delivered', 'depot', 'driver', 'parcels', 'result'], rows) }
}

export function grades() {
  const d = draws('grades')
  const names = d.shuffle(FIRST.flatMap(first => LAST.slice(5, 12).map(last => `${first} ${last}`))).slice(0, 130)
  const rows = names.map(name => {
    const talent = d.normal(68, 10)
    const mark = shift => Math.max(5, Math.min(100, Math.round(talent + shift + d.normal(0, 6))))
    return [
      name,
      d.pick(['7A', '7B', '8A', '8B']),
      mark(0),
      mark(4),
      d.chance(0.05) ? '' : mark(-6),
      mark(8),
      d.weighted({ 0: 6, 1: 3, 2: 2, 5: 1, 11: 0.4 }),
    ]
  })
  return { 'grades/grades.csv': table(['Student', 'Class', 'Maths', 'English', 'Physics', 'Art', 'Days Absent'], rows) }
}

export function survey() {
  const d = draws('survey')
  const rows = Array.from({ length: 740 }, (_, i) => [
    i + 1,
    d.weighted({ '18-24': 2, '25-34': 4, '35-49': 4, '50-64': 3, '65+': 1.5 }),
    d.weighted({ Newspaper: 1, Friends: 4, 'Social media': 5, 'Search engine': 4, Other: 1 }),
    d.weighted({ Yes: 62, No: 21, Maybe: 17 }),
    d.chance(0.03) ? 'N/A' : d.weighted({ 1: 1, 2: 2, 3: 5, 4: 9, 5: 7 }),
    d.chance(0.7) ? '' : d.pick(['Great, thanks', 'too slow', 'friendly staff', 'No parking', 'Yes, again']),
  ])
  return {
    'survey/responses.csv': table(
      [
        'Respondent',
        'Age group',
        'How did you hear about us?',
        'Would you recommend us?',
        'Overall rating',
        'Comments',
      ],
      rows,
    ),
  }
}

export function fleet() {
  const d = draws('fleet')
  const cities = ['Oslo', 'Malmo', 'Aarhus', 'Turku', 'Bergen']
  const rows = Array.from({ length: 360 }, (_, i) => {
    const fuel = d.weighted({ diesel: 5, petrol: 3, electric: 2 })
    const mileage = d.int(4000, 290000)
    return [
      `V${pad(i + 1, 3)}`,
      `${d.pick(['AB', 'CK', 'RT'])}${d.int(10000, 99999)}`,
      d.pick(cities),
      d.pick(cities),
      fuel,
      mileage,
      fuel === 'electric' ? '' : (mileage * d.normal(0.07, 0.008)).toFixed(1),
      isoDay(at(2023, 6, 1) + d.int(0, 500) * DAY),
      d.chance(0.1) ? '' : `${d.pick(FIRST)} ${d.pick(LAST)}`,
      d.chance(0.85) ? 1 : 0,
    ]
  })
  return {
    'fleet/vehicles.csv': table(
      [
        'vehicleId',
        'licensePlate',
        'homeCity',
        'currentCity',
        'fuelType',
        'mileageKm',
        'fuelLitres',
        'lastService',
        'driverName',
        'inService',
      ],
      rows,
    ),
  }
}
