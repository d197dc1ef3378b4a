// The name of this machine as part of a file's name: ids of processes mean nothing beyond the machine or container.
import { hostname } from 'node:os'

export function hostWord(): string {
  return (
    hostname()
      .replace(/[^A-Za-z0-9]+/g, '_')
      .slice(0, 40) || '_'
  )
}
