import { toRoman } from './numerals.mjs'

const number = Number(process.argv[2])
if (!Number.isInteger(number) || number < 1 || number > 3999) {
  process.stderr.write('give a whole number from 1 to 3999\n')
  process.exit(2)
}
process.stdout.write(`${toRoman(number)}\n`)
