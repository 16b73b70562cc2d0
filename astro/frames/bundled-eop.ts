import { missing } from '../missing.ts'
import { taiMinusUtcS } from '../time/scales.ts'
import { RAD_PER_ARCSEC } from './angle.ts'
import { BUNDLED_EOP } from './bundled-eop.data.ts'
import { type EopDay, type EopTable, MJD_2000, makeEopTable } from './eop.ts'

/** Units of the packed table: 0.1 mas for the pole, 0.01 mas for the offsets of the celestial pole, 10 µs for UT1. */
const UNIT_RAD = 1e-4 * RAD_PER_ARCSEC
const OFFSET_UNIT_RAD = 1e-5 * RAD_PER_ARCSEC
const UNIT_S = 1e-5

let table: EopTable | undefined

/**
 * Returns the Earth orientation parameters that are part of Apsis, daily from 2000 to a year after the release. The last part is predicted (see
 * eopSpan). They are rounded to 0.1 mas and 10 µs, or 5 mm on the ground, and agree with the series C04 to 0.4 mas and 0.15 ms (eop.test.ts). Use
 * parseEop for a newer or more accurate table.
 */
export function bundledEop(): EopTable {
  table ??= makeEopTable(BUNDLED_EOP.source, unpack())
  return table
}

/** Returns the days of the packed table, which contains UT1 − TAI, a smooth series, and the offsets of the pole every few days. */
function unpack(): EopDay[] {
  const { firstMjd, lastMeasuredMjd, poleStepDays } = BUNDLED_EOP
  const [x, y, ut1] = [integrate(BUNDLED_EOP.x), integrate(BUNDLED_EOP.y), integrate(BUNDLED_EOP.ut1)]
  const [dx, dy] = [integrate(BUNDLED_EOP.dx), integrate(BUNDLED_EOP.dy)]
  return x.map((value, index) => ({
    mjd: firstMjd + index,
    xpRad: value * UNIT_RAD,
    ypRad: (y[index] ?? missing()) * UNIT_RAD,
    ut1MinusUtcS: (ut1[index] ?? missing()) * UNIT_S + taiMinusUtcS(firstMjd + index - MJD_2000),
    dxRad: between(dx, index / poleStepDays) * OFFSET_UNIT_RAD,
    dyRad: between(dy, index / poleStepDays) * OFFSET_UNIT_RAD,
    predicted: firstMjd + index > lastMeasuredMjd,
  }))
}

/**
 * Returns the values of a row of signed second differences. A smooth series has small second differences, so that 27 years of daily values fit in
 * less than 100 kB.
 */
function integrate(packed: string): number[] {
  let [value, slope] = [0, 0]
  return (packed.match(/[+-]\d+/g) ?? []).map((word) => {
    slope += Number(word)
    value += slope
    return value
  })
}

/** Returns a linear interpolation between the values of `list`; after its end the last value is kept. */
function between(list: readonly number[], position: number): number {
  const index = Math.floor(position)
  const here = list[index] ?? list.at(-1) ?? missing()
  return here + ((list[index + 1] ?? here) - here) * (position - index)
}
