// What units in the names of columns measure.
import { stem } from '@shoal/base/text/stem'

/** What units measure: `talk_sec` is a talk time, `panelTempC` a panel temperature. */
export const DIMENSIONS: readonly (readonly [dimension: readonly string[], units: ReadonlySet<string>])[] = (
  [
    ['time duration length', 's sec secs second seconds ms millis min mins minute minutes h hr hour hours'],
    ['weight mass', 'kg g lb lbs t tonnes'],
    ['distance length height', 'km m cm mm mile miles meters metres ft'],
    ['speed velocity', 'ms kmh kph mph kn knots mps'],
    ['energy', 'kwh mwh wh'],
    ['power', 'kw mw w'],
    ['temperature', 'c f celsius fahrenheit'],
    ['cost price amount', 'usd eur gbp chf'],
    ['size', 'bytes kb mb gb'],
  ] as const
).map(([dimension, units]) => [dimension.split(' ').map(stem), new Set(units.split(' ').map(stem))])
