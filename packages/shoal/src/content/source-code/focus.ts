// What analysts look for in code.
import type { Focus } from '@shoal/base/model/content-type'

export const focus: Focus = {
  types: ['vulnerability', 'complexity', 'dependency', 'dead_code', 'api_surface', 'pattern', 'antipattern'],
  goals: {
    general: 'what the code does, where it may fail, and what a reviewer would ask to be changed',
    security:
      'untrusted input that reaches a query, command, path, page or deserializer, missing checks of identity or rights, secrets, weak cryptography, errors that tell too much',
    architecture:
      'what each part is responsible for, what it depends on and what depends on it, cycles, leaking layers, repeated knowledge',
    performance:
      'work repeated in loops, calls that wait one after the other, growing memory, missing limits and indexes, needless copies',
    quality:
      'faults in the logic, errors that are swallowed, functions that do too much, repeated, dead or unclear code, what no test could reach',
    data: 'which data is read and written, in which shape, what is assumed about it and not checked',
  },
}
