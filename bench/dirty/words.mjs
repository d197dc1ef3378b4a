// Words that the tables of the bench are made of, and a generator of numbers that gives the same for the same seed.
import { random } from '../tables-input.mjs'

export function dice(seed) {
  const next = random(seed)
  const int = (low, high) => low + Math.floor(next() * (high - low + 1))
  const pick = list => list[Math.floor(next() * list.length)]
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
  const digits = n => Array.from({ length: n }, () => int(0, 9)).join('')
  const chance = p => next() < p
  return { next, int, pick, normal, digits, chance }
}

export const CITIES = [
  ['Portland', 'OR', '97201'], ['Salem', 'OR', '97301'], ['Eugene', 'OR', '97401'], ['Seattle', 'WA', '98101'],
  ['Tacoma', 'WA', '98402'], ['Spokane', 'WA', '99201'], ['Boston', 'MA', '02108'], ['Worcester', 'MA', '01608'],
  ['Springfield', 'MA', '01103'], ['Newark', 'NJ', '07102'], ['Trenton', 'NJ', '08608'], ['Denver', 'CO', '80202'],
  ['Boulder', 'CO', '80302'], ['Pueblo', 'CO', '81003'], ['Austin', 'TX', '78701'], ['Houston', 'TX', '77002'],
  ['El Paso', 'TX', '79901'], ['Madison', 'WI', '53703'], ['Milwaukee', 'WI', '53202'], ['Green Bay', 'WI', '54301'],
  ['Richmond', 'VA', '23219'], ['Norfolk', 'VA', '23510'], ['Roanoke', 'VA', '24011'], ['Fargo', 'ND', '58102'],
  ['Bismarck', 'ND', '58501'], ['Augusta', 'ME', '04330'], ['Bangor', 'ME', '04401'], ['San Diego', 'CA', '92101'],
  ['Fresno', 'CA', '93721'], ['Grand Rapids', 'MI', '49503'],
]
export const FIRST = ['Mary', 'John', 'Linda', 'Jon', 'Ann', 'Anna', 'Peter', 'Petra', 'Carl', 'Carla', 'Maria', 'Marie', 'Eric', 'Erica', 'Hugo', 'Nina', 'Tina', 'Olga', 'Paul', 'Paula', 'Omar', 'Ivan', 'Yuki', 'Chen', 'Fatima', 'Aisha', 'Lars', 'Sven', 'Grace', 'Ruth']
export const LAST = ['Smith', 'Smyth', 'Meyer', 'Mayer', 'Meier', 'Brown', 'Braun', 'Garcia', 'Lopez', 'Silva', 'Novak', 'Kowalski', 'Jensen', 'Hansen', 'Larsen', 'Nguyen', 'Tran', 'Kim', 'Park', 'Sato', 'Tanaka', 'Okafor', 'Mensah', 'Haddad', 'Cohen', 'Levy', 'Rossi', 'Bianchi', 'Dubois', 'Moreau']
export const STREETS = ['Main Street', 'Oak Avenue', 'Elm Street', 'River Road', 'Mill Lane', 'Station Road', 'Park Avenue', 'Church Street', 'Lake Drive', 'Harbor Way']
export const NOUNS = ['lamp', 'chair', 'table', 'shelf', 'kettle', 'carpet', 'mirror', 'basket', 'candle', 'drawer', 'blanket', 'pillow', 'teapot', 'hammer', 'ladder', 'bucket', 'brush', 'curtain', 'clock', 'vase']
export const ADJECTIVES = ['red', 'oak', 'steel', 'folding', 'small', 'large', 'antique', 'woven', 'painted', 'light', 'heavy', 'outdoor', 'modern', 'plain']
export const TOPICS = ['treatment', 'screening', 'outcomes', 'prevention', 'diagnosis', 'infection', 'therapy', 'surgery', 'children', 'adults', 'hypertension', 'diabetes', 'asthma', 'pregnancy', 'vaccination', 'nutrition', 'exercise', 'sleep', 'anxiety', 'migraine']

export const title = text => text.replace(/\b[a-z]/g, letter => letter.toUpperCase())
export const day = (k, from = Date.UTC(2022, 0, 1)) => new Date(from + k * 86_400_000).toISOString().slice(0, 10)
