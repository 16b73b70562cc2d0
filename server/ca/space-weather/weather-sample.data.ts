import type { DayValue } from './weather-format.ts'

/**
 * Four days of the storm of May 2024 in published figures, to fill the screen if no source is configured. They are never used in computations. The
 * flux as observed at 20 h UT and the planetary A index of Potsdam are from the Solar Terrestrial Activity Reports of 12 to 15 May 2024
 * (solen.info); the smallest Dst is from Mavromichalaki and others, Atmosphere 15 (2024) 1033, doi:10.3390/atmos15091033. S10, M10 and Y10 are not
 * included.
 */
const DAYS = [
  ['2024-05-11', 213.7, 274, -412],
  ['2024-05-12', 221.8, 56, null],
  ['2024-05-13', 215.4, 29, null],
  ['2024-05-14', 219.8, 7, null],
] as const

export const WEATHER_SAMPLE: readonly DayValue[] = DAYS.flatMap(([day, f107, ap, dstNt]) => [
  { day, index: 'f107', value: f107, kind: 'issued' } as const,
  { day, index: 'ap', value: ap, kind: 'nowcast' } as const,
  ...(dstNt === null ? [] : [{ day, index: 'dstNt', value: dstNt, kind: 'nowcast' } as const]),
])
