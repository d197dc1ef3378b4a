// Configuration: sections with assignments, nothing but assignments, or nested keys; else what the statistics say.
import type { Probe, Sniff } from '@shoal/base/model/content-type'
import { readSettings } from '../../text/settings-lines.ts'
import { languagesOf } from '../claims.ts'
import { dialectFit } from '../dialect-fit.ts'
import { extensions, fileNames } from './names.ts'

const OWN = languagesOf(extensions, fileNames)

export function sniff(probe: Probe): Sniff | null {
  const likeness = dialectFit(probe, OWN)
  if (APACHE.test(probe.text)) return { score: 0.96, language: 'conf', reason: 'it has sections of an Apache server' }
  if (isSchedule(probe.lines)) return { score: 0.96, language: 'conf', reason: 'it has the schedules of a crontab' }
  const proof = judge(probe.lines, likeness?.score ?? 0)
  if (!proof || proof.score <= (likeness?.score ?? 0)) return likeness
  // The grammar proves that these are settings; the words know best in which format.
  const format = likeness && likeness.score > 0.5 ? likeness.language : proof.language
  return { ...proof, language: format ?? null }
}

/** Tags that only a server's configuration knows; they must not pass for HTML. */
const APACHE =
  /^[ \t]*<(?:VirtualHost|Directory|Location|LocationMatch|IfModule|FilesMatch|Limit|Proxy)\b[^<>]*>[ \t]*$/m

/** Five fields of time, at least one of them open, then a command. */
const SCHEDULE = /^(?=.*\*)(?:[\d*][\d*/,-]*[ \t]+){5}(?:\w+[ \t]+)?[\w/[]/
const FIXED_SCHEDULE = /^(?:[\d*][\d*/,-]*[ \t]+){5}\S/
const ENVIRONMENT = /^[A-Z_]+[ \t]*=/

/** Banners in comments are rows of stars, too: most lines must be schedules, or set what they are run with. */
function isSchedule(lines: readonly string[]): boolean {
  const told = lines.filter(line => line.trim() !== '' && !line.startsWith('#')).slice(0, 100)
  if (!told.some(line => SCHEDULE.test(line))) return false
  return told.filter(line => FIXED_SCHEDULE.test(line) || ENVIRONMENT.test(line)).length > told.length / 2
}

/** A grammar that fits every line proves more the more the words agree: assignments also stand in code. */
function judge(lines: readonly string[], likeness: number): Sniff | null {
  const report = readSettings(lines)
  if (report.lines < 2) return null
  const share = (count: number) => count / report.lines
  const inis = share(report.sections + report.assignments)
  if (report.sections > 0 && report.assignments > 0 && inis > 0.9) {
    const what = `${report.sections} sections with ${report.assignments} assignments`
    return { score: 0.85 + 0.1 * likeness, language: 'ini', reason: what }
  }
  if (share(report.assignments) === 1 && report.assignments >= 2) {
    return {
      score: 0.55 + 0.4 * likeness,
      language: 'properties',
      reason: `all ${report.lines} lines assign a value to a key`,
    }
  }
  if (report.yamlKeys >= 2 && share(report.yaml) > 0.97 && report.distinctKeys > 0.8) {
    return { score: 0.45 + 0.5 * likeness, language: 'yaml', reason: `${report.yamlKeys} keys, nested as in YAML` }
  }
  return null
}
