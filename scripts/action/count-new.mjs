// How many problems of a report are new; without a baseline, how many there are.
import { readFileSync } from 'node:fs'

const { findings, cross_file } = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const isNew = ({ nature, status }) => nature === 'problem' && status !== 'unchanged'
console.log([...findings, ...cross_file].filter(isNew).length)
