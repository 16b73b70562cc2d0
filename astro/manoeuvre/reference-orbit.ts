import { covarianceToRtn } from '../conjunction/rtn.ts'
import { GM_EARTH } from '../constants.ts'
import { interpolateCovariance, nearestCovariance } from '../ephemeris/covariance.ts'
import type { Ephemeris } from '../ephemeris/ephemeris.ts'
import { impulsesIn } from '../ephemeris/impulses.ts'
import { interpolateState } from '../ephemeris/interpolate.ts'
import { transformState } from '../frames/frame.ts'
import type { Matrix } from '../matrix.ts'
import type { CartesianState } from '../orbit/elements.ts'
import type { Sgp4Model } from '../sgp4/model.ts'
import { propagateSgp4 } from '../sgp4/propagate.ts'
import { compareEpochs, type Epoch, secondsBetween } from '../time/epoch.ts'
import { formatTime } from '../time/format-time.ts'
import { norm } from '../vec3.ts'

/** A satellite's orbit in GCRF without the planned burns. */
export type ReferenceOrbit = {
  /** Null for an element set, which has no start and no end. */
  readonly span: { readonly start: Epoch; readonly stop: Epoch } | null
  /** Throws RangeError if it has no state at this time. */
  readonly stateAt: (epoch: Epoch) => CartesianState
  /** 6 × 6 in R, T, N of the state, m and m/s; null: the orbit has no covariance there. */
  readonly covarianceRtnAt: (epoch: Epoch) => Matrix | null
  /** The times of velocity steps: burns that the orbit already contains. */
  readonly impulses: readonly Epoch[]
}

/** An ephemeris contains a burn if it has a velocity step within this time of the ignition: a file gives ignitions in whole seconds. */
const SAME_BURN_S = 60

type BurnSpan = { readonly at: Epoch; readonly durationS: number }

/** Returns the velocity step with which an orbit already contains a burn; undefined: it does not contain the burn. */
export const heldBy = (
  { impulses }: Pick<ReferenceOrbit, 'impulses'>,
  { at, durationS }: BurnSpan,
): Epoch | undefined =>
  impulses.find((one) => {
    const seconds = secondsBetween(at, one)
    return seconds >= -SAME_BURN_S && seconds <= durationS + SAME_BURN_S
  })

function inGcrf(epoch: Epoch, { r, v }: CartesianState): CartesianState {
  const there = transformState({ frame: 'TEME', epoch, r, v }, 'GCRF', { outside: 'hold' })
  return { r: there.r, v: there.v }
}

/** Returns the orbit of SGP4 elements. */
export function referenceOfModel(model: Sgp4Model): ReferenceOrbit {
  return {
    span: null,
    impulses: [],
    covarianceRtnAt: () => null,
    stateAt(epoch) {
      const state = propagateSgp4(model, epoch)
      if (!state.ok) throw new RangeError(`the element set cannot be flown: ${state.reason}`)
      return inGcrf(epoch, state)
    },
  }
}

/** Returns the orbit of an ephemeris in TEME, within its usable span. */
export function referenceOfEphemeris(
  ephemeris: Ephemeris,
  [from, until]: readonly [Epoch?, Epoch?] = [],
): ReferenceOrbit {
  const [first, last] = [ephemeris.segments[0], ephemeris.segments.at(-1)]
  if (first === undefined || last === undefined) throw new RangeError('the ephemeris has no states')
  const teme = (epoch: Epoch) => {
    const state = interpolateState(ephemeris, epoch)
    if (state.ok) return state
    const at = formatTime(epoch, { digits: 0, zulu: true })
    throw new RangeError(`the ephemeris has no state at ${at} (${state.reason})`)
  }
  return {
    span: {
      start: from !== undefined && compareEpochs(from, first.start) > 0 ? from : first.start,
      stop: until !== undefined && compareEpochs(until, last.stop) < 0 ? until : last.stop,
    },
    impulses: impulsesIn(ephemeris),
    stateAt: (epoch) => inGcrf(epoch, teme(epoch)),
    covarianceRtnAt(epoch) {
      const found = interpolateCovariance(ephemeris, epoch)
      // An orbit's R, T, N axes in TEME and in GCRF agree to a ten-thousandth of a degree per century.
      return found.ok ? covarianceToRtn(teme(epoch), found.covariance) : endCovariance(ephemeris, epoch)
    },
  }
}

/** The states of a file may extend this far beyond its first or last covariance, s; further away the growth of the covariance is unknown. */
const NEAR_S = 600

/** Beyond the ends of the covariances, which may differ from the ends of the states: returns the nearest covariance, in R, T, N. */
function endCovariance(ephemeris: Ephemeris, epoch: Epoch): Matrix | null {
  const nearest = nearestCovariance(ephemeris.segments, epoch)
  if (nearest === null || Math.abs(secondsBetween(nearest.epoch, epoch)) > NEAR_S) return null
  const there = interpolateState(ephemeris, nearest.epoch)
  return there.ok ? covarianceToRtn(there, nearest.covariance) : null
}

/** Returns the osculating period of an orbit, s. Throws RangeError if the orbit is no ellipse. */
export function periodOfState({ r, v }: CartesianState): number {
  const inverse = 2 / norm(r) - norm(v) ** 2 / GM_EARTH
  if (!(inverse > 0)) throw new RangeError('the orbit is no ellipse')
  return 2 * Math.PI * Math.sqrt(1 / inverse ** 3 / GM_EARTH)
}
