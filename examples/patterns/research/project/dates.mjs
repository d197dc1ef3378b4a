/** @deprecated formatDate depends on the time zone of the machine; use toIsoDate. */
export function formatDate(date) {
  return `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`
}

/** The day in UTC: 2026-02-11. */
export function toIsoDate(date) {
  return date.toISOString().slice(0, 10)
}
