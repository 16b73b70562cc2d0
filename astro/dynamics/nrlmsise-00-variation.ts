// The variation of the coefficients of NRLMSISE-00 with place, time and the Sun: globe7 and glob7s of its program (nrlmsise-00.data.ts), with all
// switches on. Latitude and longitude are in degrees, and constants are rounded as in the program.

import { missing } from '../missing.ts'

/** The state of the Sun and the Earth's magnetic field: F10.7 of the previous day, its mean over 81 days, and ap. */
export interface SpaceWeather {
  readonly f107: number
  readonly f107Average: number
  /** One value for the day, or seven values: of the day, of the current 3 h and 3, 6, 9 h before, mean of 12 to 33 h and of 36 to 57 h before. */
  readonly ap: number | readonly [number, number, number, number, number, number, number]
}

/** Place, time and weather, with the values derived from them that all coefficients share. */
export interface Conditions {
  readonly weather: SpaceWeather
  readonly latDeg: number
  readonly lonDeg: number
  readonly dayOfYear: number
  readonly utS: number
  readonly localHour: number
  /** Associated Legendre functions of the latitude by order and degree. */
  readonly legendre: readonly (readonly number[])[]
}

type Row = readonly number[]

/** Rounded as in the program: degrees, days of a year of 365 days, hours and seconds of a day. */
const RAD_PER_DEG = 1.745_33e-2
const RAD_PER_DAY = 1.721_42e-2
const RAD_PER_HOUR = 0.2618
const RAD_PER_S = 7.2722e-5

/**
 * Returns the shared part of the conditions at a place and time. The local hour is that of the mean Sun, UT + λ/15°; the model does not include
 * the equation of time, up to a quarter of an hour.
 */
export function makeConditions(given: Omit<Conditions, 'legendre' | 'localHour'>): Conditions {
  const [c, s] = [Math.sin(given.latDeg * RAD_PER_DEG), Math.cos(given.latDeg * RAD_PER_DEG)]
  return { ...given, localHour: given.utS / 3600 + given.lonDeg / 15, legendre: legendreOf(c, s) }
}

/**
 * Returns the associated Legendre functions P_lm of c = sin(latitude), with s = cos(latitude), not normalised and without the sign (−1)^m. Closed
 * forms start each order; higher degrees follow from (l − m) P_lm = (2l − 1) c P_(l−1)m − (l + m − 1) P_(l−2)m.
 */
function legendreOf(c: number, s: number): number[][] {
  const [c2, c4, s2] = [c * c, c ** 4, s * s]
  const p04 = (35 * c4 - 30 * c2 + 3) / 8
  const p05 = (63 * c4 * c - 70 * c2 * c + 15 * c) / 8
  const p14 = 2.5 * (7 * c2 * c - 3 * c) * s
  const p15 = 1.875 * (21 * c4 - 14 * c2 + 1) * s
  const [p23, p24] = [15 * s2 * c, 7.5 * (7 * c2 - 1) * s2]
  const p25 = 3 * c * p24 - 2 * p23
  const p26 = (11 * c * p25 - 7 * p24) / 4
  const [p33, p34] = [15 * s2 * s, 105 * s2 * s * c]
  const p35 = (9 * c * p34 - 7 * p33) / 2
  return [
    [1, c, 0.5 * (3 * c2 - 1), 0.5 * (5 * c * c2 - 3 * c), p04, p05, (11 * c * p05 - 5 * p04) / 6],
    [0, s, 3 * c * s, 1.5 * (5 * c2 - 1) * s, p14, p15, (11 * c * p15 - 6 * p14) / 5],
    [0, 0, 3 * s2, p23, p24, p25, p26, (13 * c * p26 - 8 * p25) / 5],
    [0, 0, 0, p33, p34, p35, (11 * c * p35 - 8 * p34) / 3],
  ]
}

/** Returns a reader of a row; coefficients after the end of the row are 0: a row of the tables has up to 150, and most have fewer here. */
function reader(row: Row): (k: number) => number {
  return (k) => row[k] ?? 0
}

/**
 * Returns cosines of the season: cd14 and cd32 have a period of a year, cd18 and cd39 of half a year. The number in each name is the number of
 * the coefficient (counted from 1) that contains the phase in days.
 */
function annual(at: Conditions, row: Row) {
  const p = reader(row)
  const day = (phase: number) => RAD_PER_DAY * (at.dayOfYear - phase)
  return {
    cd14: Math.cos(day(p(13))),
    cd18: Math.cos(2 * day(p(17))),
    cd32: Math.cos(day(p(31))),
    cd39: Math.cos(2 * day(p(38))),
    day,
  }
}

/**
 * Returns the geomagnetic factor of a row: from the daily ap, or from seven values of ap. Activity a = ap − 4 acts as a + (p44 − 1)(a + (e^(−p43
 * a) − 1)/p43): linear with slope p44 in storms, and with slope 1 in quiet times.
 */
export function magneticFactor(at: Conditions, row: Row): number {
  const p = reader(row)
  const { ap } = at.weather
  if (typeof ap === 'number') {
    // If the rate is below 0 the program uses 1e-5.
    const rate = p(43) < 0 ? 1e-5 : p(43)
    const excess = ap - 4
    return excess + (p(44) - 1) * (excess + (Math.exp(-rate * excess) - 1) / rate)
  }
  if (p(51) === 0) return 0
  // The fraction of an interval's activity that remains three hours later, which depends on the latitude.
  const decay = Math.exp((-10_800 * Math.abs(p(51))) / (1 + p(138) * (45 - Math.abs(at.latDeg))))
  return weightedAp(ap, Math.min(decay, 0.999_99), { rate: Math.max(p(24), 1e-4), gain: p(25) })
}

/**
 * Returns the history of ap as one number: equations A24a, c and d of A. E. Hedin, JGR 92 (1987) 4649. Each 3 h value is saturated by g(ap), and
 * older ones have less weight, by powers of x = exp(−10 800 s × decay rate). Each of the last two values represents 8 intervals.
 */
function weightedAp(ap: Row, x: number, { rate, gain }: { readonly rate: number; readonly gain: number }): number {
  const g = (k: number) => {
    const excess = (ap[k] ?? missing()) - 4
    return excess + (gain - 1) * (excess + (Math.exp(-rate * excess) - 1) / rate)
  }
  const late = ((g(5) * x ** 4 + g(6) * x ** 12) * (1 - x ** 8)) / (1 - x)
  const sum = 1 + ((1 - x ** 19) / (1 - x)) * Math.sqrt(x)
  return (g(1) + g(2) * x + g(3) * x * x + g(4) * x ** 3 + late) / sum
}

/**
 * Returns the sum that a row of the thermosphere adds to 1 at the conditions (globe7), with terms of solar flux, latitude, season, local time
 * (diurnal, semidiurnal, terdiurnal tides), longitude, universal time and geomagnetic activity. The coefficients of a row are numbered from 0,
 * and those with the same number have the same meaning in every row.
 */
export function thermosphereVariation(at: Conditions, row: Row): number {
  const p = reader(row)
  const { weather, legendre, localHour, lonDeg, utS } = at
  const l = (order: number, degree: number) => legendre[order]?.[degree] ?? missing()
  const { cd14, cd18, cd32, cd39 } = annual(at, row)
  const hour = RAD_PER_HOUR * localHour
  // df is the day's deviation from the mean flux, dfa the deviation of the mean flux from 150; f1 and f2 scale seasons and tides with it.
  const df = weather.f107 - weather.f107Average
  const dfa = weather.f107Average - 150
  const flux = p(19) * df + p(20) * df * df
  const [f1, f2] = [1 + p(47) * dfa + flux, 1 + p(49) * dfa + flux]
  let sum = p(30) + p(19) * df * (1 + p(59) * dfa) + p(20) * df * df + p(21) * dfa + p(29) * dfa * dfa
  sum += p(1) * l(0, 2) + p(2) * l(0, 4) + p(22) * l(0, 6) + p(14) * l(0, 2) * dfa + p(26) * l(0, 1)
  sum += p(18) * cd32 + (p(15) + p(16) * l(0, 2)) * cd18 + f1 * (p(9) * l(0, 1) + p(10) * l(0, 3)) * cd14
  sum += p(37) * l(0, 1) * cd39
  // Tides: the order m of the Legendre function is the number of periods in a day.
  const diurnal = (a: number, b: number, c: number, d: number) =>
    p(a) * l(1, 1) + p(b) * l(1, 3) + p(c) * l(1, 5) + p(d) * l(1, 2) * cd14
  sum += f2 * (diurnal(3, 4, 27, 11) * Math.cos(hour) + diurnal(6, 7, 28, 12) * Math.sin(hour))
  const semidiurnal = (a: number, b: number, c: number, d: number) =>
    p(a) * l(2, 2) + p(b) * l(2, 4) + (p(c) * l(2, 3) + p(d) * l(2, 5)) * cd14
  sum += f2 * (semidiurnal(5, 41, 23, 35) * Math.cos(2 * hour) + semidiurnal(8, 42, 33, 36) * Math.sin(2 * hour))
  const terdiurnal = (a: number, b: number, c: number) => p(a) * l(3, 3) + (p(b) * l(3, 4) + p(c) * l(3, 6)) * cd14
  sum += f2 * (terdiurnal(39, 93, 46) * Math.sin(3 * hour) + terdiurnal(40, 94, 48) * Math.cos(3 * hour))
  // Terms of longitude describe what is fixed to the ground, such as the magnetic poles and the continents below the tides. Longitude, then
  // universal time, and the product of both.
  const longitude = (from: number, more: number, season: number) =>
    p(from) * l(1, 2) + p(from + 1) * l(1, 4) + p(from + 2) * l(1, 6) + odd(p, l, more) + odd(p, l, season) * cd14
  const lon = RAD_PER_DEG * lonDeg
  sum += (1 + p(80) * dfa) * (longitude(64, 103, 109) * Math.cos(lon) + longitude(90, 106, 112) * Math.sin(lon))
  const ut = (phase: number) => RAD_PER_S * (utS - p(phase))
  // Universal time: effects that rotate with the Earth, above all the magnetic poles, relative to the Sun.
  const utTerm = (p(68) * l(0, 1) + p(69) * l(0, 3) + p(70) * l(0, 5)) * Math.cos(ut(71))
  sum += (1 + p(95) * l(0, 1)) * (1 + p(81) * dfa) * (1 + p(119) * l(0, 1) * cd14) * utTerm
  const mixed = p(76) * l(2, 3) + p(77) * l(2, 5) + p(78) * l(2, 7)
  sum += mixed * Math.cos(ut(79) + 2 * lon) * (1 + p(137) * dfa)
  return sum + magneticTerms(at, row, cd14)
}

/** Returns the sum of three coefficients from `from` on with the functions of order 1 and odd degree. */
function odd(p: (k: number) => number, l: (order: number, degree: number) => number, from: number): number {
  return p(from) * l(1, 1) + p(from + 1) * l(1, 3) + p(from + 2) * l(1, 5)
}

/**
 * The start of each set of magnetic coefficients: for the daily ap, and for the seven values. Both sets have the same eight parts: `size` by
 * zonal harmonics, `season`, `hour` (local time), and `even` and `odd` parts in longitude, whose `tilt` makes the hemispheres differ. The last
 * part is `ut` (universal time, with which the magnetic pole rotates relative to the Sun).
 */
const DAILY = {
  size: [32, 45, 34],
  season: 100,
  hour: 121,
  hourPhase: 124,
  even: [60, 61, 62],
  evenPhase: 63,
  tilt: 120,
  odd: 115,
  oddPhase: 118,
  ut: 83,
  utPhase: 75,
} as const
const SEVEN = {
  size: [50, 96, 54],
  season: 125,
  hour: 128,
  hourPhase: 131,
  even: [52, 98, 67],
  evenPhase: 97,
  tilt: 132,
  odd: 133,
  oddPhase: 136,
  ut: 55,
  utPhase: 58,
} as const

/**
 * Returns the effect of a storm: the magnetic factor times a sum that depends on place and time. Storms heat the air at the auroral ovals. The
 * sum therefore has parts for latitude (even zonal harmonics), for longitude and universal time (the ovals surround the magnetic poles, 11° from
 * the axis) and for local time (the night side of an oval is nearer to the equator).
 */
function magneticTerms(at: Conditions, row: Row, cd14: number): number {
  const p = reader(row)
  const { legendre, localHour, lonDeg, utS } = at
  const l = (order: number, degree: number) => legendre[order]?.[degree] ?? missing()
  const k = typeof at.weather.ap === 'number' ? DAILY : SEVEN
  const zonal = (from: number) => p(from) * l(0, 1) + p(from + 1) * l(0, 3) + p(from + 2) * l(0, 5)
  const lon = (phase: number) => Math.cos(RAD_PER_DEG * (lonDeg - p(phase)))
  const even = p(k.even[0]) * l(1, 2) + p(k.even[1]) * l(1, 4) + p(k.even[2]) * l(1, 6)
  const sum =
    p(k.size[0]) +
    p(k.size[1]) * l(0, 2) +
    p(k.size[2]) * l(0, 4) +
    zonal(k.season) * cd14 +
    odd(p, l, k.hour) * Math.cos(RAD_PER_HOUR * (localHour - p(k.hourPhase))) +
    (1 + p(k.tilt) * l(0, 1)) * even * lon(k.evenPhase) +
    odd(p, l, k.odd) * cd14 * lon(k.oddPhase) +
    zonal(k.ut) * Math.cos(RAD_PER_S * (utS - p(k.utPhase)))
  return magneticFactor(at, row) * sum
}

/**
 * Returns the sum that a row of the mesosphere adds to 1 (glob7s); `magnetic` is the factor of another row, as in the program. The sum has the
 * terms of the thermosphere, but its tides do not grow with the solar flux. They are driven below 100 km by ultraviolet absorbed by ozone and
 * infrared by water, which vary far less over a solar cycle than the extreme ultraviolet that heats the thermosphere.
 */
export function mesosphereVariation(at: Conditions, row: Row, magnetic: number): number {
  const p = reader(row)
  const { weather, legendre, localHour, lonDeg } = at
  const l = (order: number, degree: number) => legendre[order]?.[degree] ?? missing()
  const { cd14, cd18, cd32, cd39, day } = annual(at, row)
  const hour = RAD_PER_HOUR * localHour
  let sum = p(21) * (weather.f107Average - 150)
  sum += p(1) * l(0, 2) + p(2) * l(0, 4) + p(22) * l(0, 6) + p(26) * l(0, 1) + p(14) * l(0, 3) + p(59) * l(0, 5)
  sum += (p(18) + p(47) * l(0, 2) + p(29) * l(0, 4)) * cd32
  sum += (p(15) + p(16) * l(0, 2) + p(30) * l(0, 4)) * cd18
  sum += (p(9) * l(0, 1) + p(10) * l(0, 3) + p(20) * l(0, 5)) * cd14 + p(37) * l(0, 1) * cd39
  const diurnal = (a: number, b: number, c: number) => p(a) * l(1, 1) + p(b) * l(1, 3) + p(c) * l(1, 2) * cd14
  sum += diurnal(3, 4, 11) * Math.cos(hour) + diurnal(6, 7, 12) * Math.sin(hour)
  const semidiurnal = (a: number, b: number, c: number, d: number) =>
    p(a) * l(2, 2) + p(b) * l(2, 4) + (p(c) * l(2, 3) + p(d) * l(2, 5)) * cd14
  sum += semidiurnal(5, 41, 23, 35) * Math.cos(2 * hour) + semidiurnal(8, 42, 33, 36) * Math.sin(2 * hour)
  sum += p(39) * l(3, 3) * Math.sin(3 * hour) + p(40) * l(3, 3) * Math.cos(3 * hour)
  const [size, tilt] = typeof weather.ap === 'number' ? [p(32), p(45)] : [p(50), p(96)]
  sum += magnetic * (size + tilt * l(0, 2))
  const longitude = (from: number, more: number) =>
    p(from) * l(1, 2) + p(from + 1) * l(1, 4) + p(from + 2) * l(1, 6) + odd(p, l, more)
  // Over the year the longitude terms vary in a part that differs between the hemispheres and in a common part.
  const season =
    1 +
    l(0, 1) * (p(80) * Math.cos(day(p(81))) + p(85) * Math.cos(2 * day(p(86)))) +
    p(83) * Math.cos(day(p(84))) +
    p(87) * Math.cos(2 * day(p(88)))
  const lon = RAD_PER_DEG * lonDeg
  return sum + season * (longitude(64, 74) * Math.cos(lon) + longitude(90, 77) * Math.sin(lon))
}
