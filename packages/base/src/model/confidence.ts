// How far something may be trusted.
export type Confidence = 'high' | 'medium' | 'low'
