import { rtnAxes } from '../conjunction/rtn.ts'
import { makeEnvironment } from '../dynamics/environment.ts'
import { transform, transpose } from '../mat3.ts'
import { orbitForces } from '../measurement/orbit-forces.ts'
import { addSeconds, compareEpochs, type Epoch } from '../time/epoch.ts'
import { dot, norm, scale, subtract, type Vec3 } from '../vec3.ts'
import { flyKicked, partsOfArc } from './burn-chain.ts'
import { J2 } from './dynamics.ts'
import { makeFullDynamics } from './full-dynamics.ts'
import { heldBy, type ReferenceOrbit } from './reference-orbit.ts'

/**
 * Whether an ephemeris contains a burn. `moved`: during the burn something else, or a part of the burn, moves the object. `not-seen`: no
 * statement is possible, because the ephemeris is less accurate than the burn is large, or has no states around it.
 */
export type Holding = 'held' | 'moved' | 'not-held' | 'not-seen'

export type SoughtBurn = {
  readonly at: Epoch
  readonly durationS: number
  /** The Δv in R, T, N at ignition. */
  readonly deltaVRtn: Vec3
}

/** A file may start a burn this much earlier or later: files have ignitions in whole seconds, and plans may move by this much. */
const SHIFT_S = 60
/**
 * The propagation continues for this time after a burn, so that its velocity is visible as a distance: 0.05 m/s in a quarter of an hour are 45 m.
 */
const AFTER_S = 900
/** Of a longer burn only this length in its middle is examined, in which thrust has moved the satellite by more than all unmodelled effects. */
const LONGEST_S = 7_200
/**
 * The noise is the deviation of the orbit from a propagation with all forces at times without a burn: a burn must be this many times larger to be
 * seen.
 */
const TIMES_NOISE = 8
/**
 * The tolerance, as a fraction of the burn, around the full burn and around zero: for thrust that rotates with the satellite, and for a changed
 * size.
 */
const SHARE = 0.25

/** A part of an orbit in which a burn is searched: its start, its length, and the part of the burn in it. */
type Window = { readonly from: Epoch; readonly lengthS: number; readonly burn: { fromS: number; durationS: number } }

/**
 * Searches for a burn in an ephemeris, whose thrust may be spread over its states. The orbit is propagated through the burn without thrust, under
 * all forces except drag and light. The deviation of the ephemeris from it is compared with the expected effect of the burn, and with the
 * deviations at nearby times without a burn. Another burn in these times hides the burn, but is never mistaken for it.
 */
export function holdingOf(reference: ReferenceOrbit, burn: SoughtBurn): Holding {
  const { span } = reference
  const { at, durationS, deltaVRtn } = burn
  if (span === null) return 'not-seen'
  if (heldBy(reference, burn) !== undefined) return 'held'
  const { from, lengthS, burn: part } = windowOf(burn)
  const isKnown = (begin: Epoch) =>
    compareEpochs(begin, span.start) >= 0 && compareEpochs(addSeconds(begin, lengthS), span.stop) <= 0
  if (!isKnown(from)) return 'not-seen'
  const quiet = [
    ...[1, 2].map((times) => addSeconds(at, -SHIFT_S - times * lengthS)),
    ...[0, 1].map((times) =>
      addSeconds(at, durationS + SHIFT_S + (lengthS === LONGEST_S ? 0 : AFTER_S) + times * lengthS),
    ),
  ].filter(isKnown)
  if (quiet.length === 0) return 'not-seen'
  const beside = makeBeside(reference, at)
  try {
    const noiseM = Math.max(...quiet.map((begin) => norm(beside(begin, lengthS))))
    const deltaV = scale(
      transform(transpose(rtnAxes(reference.stateAt(at))), deltaVRtn),
      durationS === 0 ? 1 : part.durationS / durationS,
    )
    const wanted = movedBy(reference, { from, lengthS, burn: part }, deltaV)
    if (norm(wanted) < TIMES_NOISE * noiseM) return 'not-seen'
    const found = beside(from, lengthS)
    const share = dot(found, wanted) / dot(wanted, wanted)
    const rest = norm(subtract(found, scale(wanted, share))) / norm(wanted)
    if (rest >= SHARE) return 'moved'
    return Math.abs(share) < SHARE ? 'not-held' : Math.abs(share - 1) < SHARE ? 'held' : 'moved'
  } catch (error) {
    // The states have a gap, or the orbit cannot be propagated.
    if (error instanceof RangeError) return 'not-seen'
    throw error
  }
}

function windowOf({ at, durationS }: SoughtBurn): Window {
  if (durationS <= LONGEST_S)
    return {
      from: addSeconds(at, -SHIFT_S),
      lengthS: durationS + 2 * SHIFT_S + AFTER_S,
      burn: { fromS: SHIFT_S, durationS },
    }
  return {
    from: addSeconds(at, (durationS - LONGEST_S) / 2),
    lengthS: LONGEST_S,
    burn: { fromS: 0, durationS: LONGEST_S },
  }
}

/** Returns the deviation of an orbit at the end of a span from its propagation with all forces from the start of the span, m. */
function makeBeside(reference: ReferenceOrbit, about: Epoch): (from: Epoch, lengthS: number) => Vec3 {
  const sky = makeEnvironment(about, { outside: 'hold' })
  const { forces } = orbitForces(sky, null)
  return (from, lengthS) => {
    const { fly } = makeFullDynamics({ origin: from, primary: forces, secondary: forces })
    const flown = fly(reference.stateAt(from), { fromS: 0, toS: lengthS }, 'primary')
    return subtract(reference.stateAt(addSeconds(from, lengthS)).r, flown.r)
  }
}

/** Returns the displacement of a satellite by a burn at the end of a window, m. */
function movedBy(reference: ReferenceOrbit, { from, lengthS, burn }: Window, deltaV: Vec3): Vec3 {
  const parts = burn.durationS === 0 ? 1 : partsOfArc(burn.durationS)
  const kicks = Array.from({ length: parts }, (_, k) => ({
    atS: burn.fromS + (burn.durationS === 0 ? 0 : ((k + 0.5) * burn.durationS) / parts),
    deltaV: scale(deltaV, 1 / parts),
  }))
  const [start, leg] = [reference.stateAt(from), { fromS: 0, toS: lengthS }]
  return subtract(flyKicked(J2, start, leg, kicks).r, J2.fly(start, leg, 'primary').r)
}
