// All checks across files. Adding one is a file beside this and a line here.
import type { CrossCheck } from './check.ts'

export const checks: readonly CrossCheck[] = []
