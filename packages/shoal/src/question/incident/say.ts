// Moments, stretches and texts of an incident as sentences have them.
import { basename } from 'node:path'
import type { Place } from './moments.ts'

/** `2024-05-15 14:02:10.5`; without a year where the log writes none. */
export function timeText(at: number): string {
  if (!Number.isFinite(at)) return 'an unknown time'
  const iso = new Date(at).toISOString()
  return iso
    .slice(0, -1)
    .replace('T', ' ')
    .replace(/\.?0{1,3}$/, '')
}

export function lengthText(ms: number): string {
  const seconds = Math.abs(ms) / 1000
  if (seconds < 60) return `${Number(seconds.toFixed(seconds < 10 ? 1 : 0))} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60)
    return `${minutes} min${minutes < 10 && Math.round(seconds % 60) > 0 ? ` ${Math.round(seconds % 60)} s` : ''}`
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return `${hours} h${minutes % 60 > 0 ? ` ${minutes % 60} min` : ''}`
  return `${Math.round(hours / 24)} days`
}

export function shortText(text: string, most = 120): string {
  const plain = text.replace(/\s+/g, ' ').trim()
  return plain.length > most ? `${plain.slice(0, most - 1)}…` : plain
}

export function placeText({ path, line }: Place): string {
  return `${basename(path)}:${line}`
}

export function numberText(value: number): string {
  return Math.abs(value) >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)))
}

export function countText(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}
