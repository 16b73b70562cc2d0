import type { Epoch } from '../time/epoch.ts'
import { formatTime } from '../time/format-time.ts'
import { julianCenturiesTt } from '../time/tdb.ts'
import { toUt1, type Ut1 } from '../time/ut1.ts'
import { bundledEop } from './bundled-eop.ts'
import { dailyTidesAt } from './daily-tides.ts'
import { type EarthOrientation, type EopTable, earthOrientationAt, eopSpan } from './eop.ts'

/** The two families of theories of the Earth: those of 1976, 1980 and 1982, and those of 2000 and 2006. */
export const EARTH_THEORIES = ['IAU2006', 'IAU1980'] as const
export type EarthTheory = (typeof EARTH_THEORIES)[number]

/** The model of the Earth. The default of each part is given in its comment. */
export interface EarthModel {
  /** The theory for MOD and TOD, and for the rotation from the celestial frames to the Earth. Default: IAU2006. */
  readonly theory?: EarthTheory
  /** Earth orientation parameters. Default: bundledEop(). */
  readonly eop?: EopTable
  /** Whether to apply the table's corrections of the nutation (dX, dY or dψ, dε). Default: true. */
  readonly corrections?: boolean
  /** Outside the span of the table: refuse the epoch, or hold the nearest day and report it in `orientation`. Default: refuse. */
  readonly outside?: 'refuse' | 'hold'
  /** Whether to add the tides within a day to the daily values of the pole and UT1. Default: true. */
  readonly dailyTides?: boolean
}

/** The Earth at one epoch: everything on which the rotations between its frames depend. */
export interface Earth {
  readonly epoch: Epoch
  /** Julian centuries of TT since J2000.0. */
  readonly t: number
  readonly ut1: Ut1
  readonly theory: EarthTheory
  readonly corrections: boolean
  readonly orientation: EarthOrientation
}

/**
 * Returns the Earth at the epoch. Throws RangeError for an epoch outside the table of Earth orientation parameters, unless the model holds the
 * ends of the table. In that case `orientation.quality` is 'before-span' or 'after-span', and `ut1SigmaS` states the possible error of UT1.
 */
export function earthAt(epoch: Epoch, model: EarthModel = {}): Earth {
  const { theory = 'IAU2006', eop = bundledEop(), corrections = true, outside = 'refuse', dailyTides = true } = model
  const daily = earthOrientationAt(eop, epoch)
  const { quality } = daily
  if (outside === 'refuse' && (quality === 'before-span' || quality === 'after-span')) {
    const { firstMjd, lastMjd } = eopSpan(eop)
    const time = formatTime(epoch, { scale: 'TAI', digits: 0 })
    const span = `MJD ${firstMjd} to ${lastMjd}`
    throw new RangeError(`${time} TAI is outside the Earth orientation parameters of ${eop.source}, ${span}`)
  }
  const orientation = dailyTides ? withDailyTides(daily, toUt1(epoch, daily.ut1MinusTaiS)) : daily
  const ut1 = toUt1(epoch, orientation.ut1MinusTaiS)
  return { epoch, t: julianCenturiesTt(epoch), ut1, theory, corrections, orientation }
}

/**
 * The IERS removes the tides within a day before it publishes one value for each day. Users add them again after the interpolation (IERS
 * Conventions 2010, §5.5.1).
 */
function withDailyTides(daily: EarthOrientation, ut1: Ut1): EarthOrientation {
  const { xpRad, ypRad, ut1S } = dailyTidesAt(ut1)
  return {
    ...daily,
    xpRad: daily.xpRad + xpRad,
    ypRad: daily.ypRad + ypRad,
    ut1MinusTaiS: daily.ut1MinusTaiS + ut1S,
  }
}
