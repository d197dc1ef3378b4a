// What analysts look for in JSON lines: what is looked for in JSON, and in logs.
import type { Focus } from '@shoal/base/model/content-type'
import { focus as json } from '../json/focus.ts'

export const focus: Focus = { ...json, types: [...json.types, 'error_cluster', 'burst', 'anomaly'] }
