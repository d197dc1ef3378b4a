// Placeholder until the analyst of this type is written.
import { placeholder } from '../placeholder.ts'

export const analyst = placeholder
