import { MARGIN } from '@apsis/astro/manoeuvre/plan-impulse.ts'
import type { Separation } from '@apsis/contract/ca/plan/confirmed.ts'
import type { ScreeningReason } from '@apsis/contract/ca/plan/screening-reason.ts'

type MeasuredDistance = {
  readonly nominal: number | null
  readonly maximumBefore: number | null
  readonly separation?: Separation | undefined
}

/**
 * True if no value is left to judge an event with the burn. The distance counts only for co-orbiting objects, which have no conjunction
 * plane and no maximum from it. An event that should have a probability but has no valid one is not made safe by a distance (flight rule
 * F2).
 */
export const isUnmeasured = ({ nominal, maximumBefore, separation }: MeasuredDistance) =>
  nominal === null && (separation === undefined || maximumBefore !== null)

/** True if only a value along curved orbits is missing: the objects have a plane, which proves nothing here, and only a count would give a value. */
export const isOnlyCounted = ({ nominal, maximumBefore }: MeasuredDistance) =>
  nominal === null && maximumBefore !== null

/** True if only the burn makes it impossible to judge an event: without the burn there is a probability. */
export const isLost = (row: MeasuredDistance & { readonly before: number | null }) =>
  isUnmeasured(row) && row.before !== null

/** True if the burn as planned leaves less than the accepted distance. */
export const isTooNear = ({ nominal, acceptedM }: Separation) => nominal.missM * MARGIN < acceptedM

/** True if the distance with the burn is too small, and smaller than without it. */
export const isMadeTooNear = (separation: Separation) =>
  isTooNear(separation) && separation.nominal.missM < separation.before.missM

type Near = Separation['nominal']
const valuesOf = ({ missM, at }: Near, leastM: number) => ({ missM, tcaAt: at, leastM })

/** Returns failures by rule F12 for a distance: the burn must reach its target, and with a 3σ error the accepted distance. */
export function distanceFailures(separation: Separation): ScreeningReason[] {
  const { targetM, acceptedM, nominal, hot, cold } = separation
  const leastM = Math.max(targetM ?? 0, acceptedM)
  const failed: ScreeningReason[] = []
  if (nominal.missM * MARGIN < leastM)
    failed.push({ code: 'keeps-too-little-distance', values: valuesOf(nominal, leastM) })
  for (const [code, near] of [
    ['strong-comes-too-near', hot],
    ['weak-comes-too-near', cold],
  ] as const)
    if (near !== null && near.missM < acceptedM) failed.push({ code, values: valuesOf(near, acceptedM) })
  return failed
}

/**
 * Returns the reasons for another event of co-orbiting objects: it fails below the accepted distance, and warns if a
 * burn that is too strong or too weak leads to less than that distance.
 */
export function distanceReasons(
  object: string,
  separation: Separation,
): { readonly failed: ScreeningReason[]; readonly warned: ScreeningReason[] } {
  const { acceptedM, before, nominal, hot, cold } = separation
  if (isTooNear(separation))
    return {
      failed: [{ code: 'too-near-with-burn', values: { object, ...valuesOf(nominal, acceptedM) } }],
      warned: [],
    }
  // An approach that the burn does not bring nearer gives no warning.
  const leastM = Math.min(acceptedM, before.missM)
  const off = [hot, cold].flatMap((near) => (near !== null && near.missM < leastM ? [near] : []))
  const [nearest] = off.toSorted((a, b) => a.missM - b.missM)
  return {
    failed: [],
    warned:
      nearest === undefined
        ? []
        : [{ code: 'off-nominal-too-near', values: { object, ...valuesOf(nearest, acceptedM) } }],
  }
}
