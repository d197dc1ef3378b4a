// The labelling that a call is about.
import { z } from 'zod'

export const labelling = z.string().min(1).max(20).describe('Of `label_next`: L1')
