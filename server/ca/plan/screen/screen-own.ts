import { rtnAxes } from '@apsis/astro/conjunction/rtn.ts'
import { flyChain, flyKicked } from '@apsis/astro/manoeuvre/burn-chain.ts'
import { type ExecutionError, executionCovariance, sumMatrices } from '@apsis/astro/manoeuvre/execution-error.ts'
import {
  type ChainedBurn,
  chainOf,
  endOfBurns,
  epochOf,
  factorOf,
  flyOwnPath,
  shareOf,
} from '@apsis/astro/manoeuvre/own-path.ts'
import type { ReferenceOrbit } from '@apsis/astro/manoeuvre/reference-orbit.ts'
import { transform } from '@apsis/astro/mat3.ts'
import { type Matrix, mapCovariance } from '@apsis/astro/matrix.ts'
import type { ScreeningBox } from '@apsis/astro/screening/screening-box.ts'
import { secondsBetween } from '@apsis/astro/time/epoch.ts'
import { add, scale, subtract, type Vec3 } from '@apsis/astro/vec3.ts'
import { toInstant } from '../../message/record/api-value.ts'
import type { PlannedEvent } from '../design/planned-event.ts'

type ChainWithError = { readonly burns: readonly ChainedBurn[]; readonly error: ExecutionError | null }

/**
 * Propagates burns through an event, from the orbit of its message: all burns that begin before the closest approach.
 * If a burn continues through the closest approach, only the part before it counts. Null if no burn begins before the
 * closest approach. Throws RangeError if the dynamics cannot be propagated.
 */
export function trialOfChain({ burns, error }: ChainWithError, { model, tca }: PlannedEvent) {
  const { dynamics, encounter } = model
  if (burns.length === 0) return null
  const { origin, chain } = chainOf(burns)
  const originS = secondsBetween(tca, origin)
  const before = chain.map((one) => ({ ...one, atS: one.atS + originS })).filter(({ atS }) => atS < 0)
  const [first] = before
  if (first === undefined) return null
  const leg = { fromS: first.atS, toS: 0 }
  const state = dynamics.fly(encounter.primary, { fromS: 0, toS: first.atS }, 'primary')
  const unmoved = dynamics.fly(state, leg, 'primary')
  // The difference is the rounding of the propagation backwards and forwards (flight rule F5).
  const [dr, dv] = [subtract(encounter.primary.r, unmoved.r), subtract(encounter.primary.v, unmoved.v)]
  const share = shareOf(burns, error)
  return {
    share,
    firstS: first.atS,
    lastEndS: Math.min(0, Math.max(...before.map(({ atS, durationS }) => atS + durationS))),
    /** Returns the encounter with every burn multiplied by a factor. */
    after(factor: number) {
      const given = before.map((one) => ({ ...one, deltaVRtnMps: scale(one.deltaVRtnMps, factor) }))
      const flown = flyChain(dynamics, { ...state, atS: first.atS }, given)
      const end = flyKicked(dynamics, state, leg, flown.kicks)
      const grown = flown.burns.map(({ atS, before: at, deltaV }): Matrix => {
        const kicks = dynamics.kicks({ r: at.r, v: add(at.v, deltaV) }, { fromS: atS, toS: 0 })
        return mapCovariance(kicks, executionCovariance(deltaV, error ?? NO_ERROR, rtnAxes(at)))
      })
      const added = error === null ? {} : { added: grown.reduce<Matrix>((sum, one) => sumMatrices(sum, one), ZERO) }
      return model.after({ state: { r: add(end.r, dr), v: add(end.v, dv) }, ...added })
    },
    off: (which: 'hot' | 'cold') => factorOf(which, share),
  }
}

const NO_ERROR: ExecutionError = { magnitude: 0, pointingRad: 0 }
const ZERO: Matrix = Array.from({ length: 6 }, () => new Array<number>(6).fill(0))

/**
 * Returns the share of the new path that lies in the volume that the messages cover, which is around the old path.
 * Outside of that volume an object may be near that no message reports.
 */
export function coverageOfChain(
  reference: ReferenceOrbit,
  asked: ChainWithError,
  box: ScreeningBox | null,
): { readonly coverage: number; readonly until: string } {
  const { parts } = flyOwnPath(reference, { ...asked, case: 'nominal' })
  const until = toInstant(parts.at(-1)?.stop ?? endOfBurns(asked.burns))
  if (box === null) return { coverage: 0, until }
  const origin = epochOf(asked.burns.find(({ isAlong }) => isAlong !== true)?.ignition ?? '')
  const looks = parts.flatMap(({ states }) => states).filter(({ epoch }) => secondsBetween(origin, epoch) >= 0)
  const inside = looks.filter(({ epoch, state }) => {
    const old = reference.stateAt(epoch)
    return isInside(box, transform(rtnAxes(old), subtract(state.r, old.r)))
  })
  return { coverage: inside.length / Math.max(1, looks.length), until }
}

export const isInside = (box: ScreeningBox, [r, t, n]: Vec3) =>
  Math.abs(r) <= box.radialM && Math.abs(t) <= box.transverseM && Math.abs(n) <= box.normalM
