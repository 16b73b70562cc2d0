import { HALF_S, type PlainStates } from './plain-states.ts'

const GM_KM3_S2 = 398_600.8
const INNERMOST_KM = 6300
const CROWD_KM = 9000
const OUTERMOST_KM = 50_000
const SHELL_KM = 15
/** Above the crowded altitudes, shells are thicker by this factor. */
const COARSER = 10
const CROWD_SHELLS = (CROWD_KM - INNERMOST_KM) / SHELL_KM
export const SHELLS = CROWD_SHELLS + Math.ceil((OUTERMOST_KM - CROWD_KM) / (COARSER * SHELL_KM)) + 1

/** The data that a window stores about each object in addition to its state. */
export interface Bins {
  /** The first and the last shell that the object touches; the last is smaller than the first if the object has no state. */
  readonly firstShell: Int32Array
  readonly lastShell: Int32Array
  /** The direction of the object: z/r, and its longitude, rad. */
  readonly height: Float64Array
  readonly longitude: Float64Array
  /**
   * The values of each shell: its objects, the largest angle through which one of them moves within half a window (rad), and the smallest radius
   * (km).
   */
  readonly members: Int32Array
  readonly turn: Float64Array
  readonly radius: Float64Array
}

export function makeBins(count: number): Bins {
  return {
    firstShell: new Int32Array(count),
    lastShell: new Int32Array(count),
    height: new Float64Array(count),
    longitude: new Float64Array(count),
    members: new Int32Array(SHELLS),
    turn: new Float64Array(SHELLS),
    radius: new Float64Array(SHELLS),
  }
}

function shellOf(radiusKm: number): number {
  if (radiusKm < CROWD_KM) return Math.max(0, Math.floor((radiusKm - INNERMOST_KM) / SHELL_KM))
  return Math.min(SHELLS - 1, CROWD_SHELLS + Math.floor((radiusKm - CROWD_KM) / (COARSER * SHELL_KM)))
}

/** Finds the shells that each object touches within a window; its interval of radius is widened by `slackKm` on both sides. */
export function fillBins(bins: Bins, states: PlainStates, slackKm: number): void {
  const { x, y, z, vx, vy, vz } = states
  bins.members.fill(0)
  bins.turn.fill(0)
  bins.radius.fill(Number.POSITIVE_INFINITY)
  for (let k = 0; k < x.length; k += 1) {
    const [px, py, pz] = [x[k] as number, y[k] as number, z[k] as number]
    const [qx, qy, qz] = [vx[k] as number, vy[k] as number, vz[k] as number]
    const r2 = px * px + py * py + pz * pz
    const r = Math.sqrt(r2)
    const radial = (px * qx + py * qy + pz * qz) / r
    const across2 = qx * qx + qy * qy + qz * qz - radial * radial
    const bend = Math.abs(across2 / r - GM_KM3_S2 / r2)
    const reach = Math.abs(radial) * HALF_S + 0.5 * bend * HALF_S * HALF_S + slackKm
    bins.height[k] = pz / r
    bins.longitude[k] = Math.atan2(py, px) + Math.PI
    // An object without a state touches no shell: its radius is NaN, and NaN > 0 is false.
    const hasState = r > 0
    bins.firstShell[k] = hasState ? shellOf(r - reach) : 0
    bins.lastShell[k] = hasState ? shellOf(r + reach) : -1
    const turn = (Math.sqrt(across2) * HALF_S) / (r - reach)
    for (let shell = bins.firstShell[k] as number; shell <= (bins.lastShell[k] as number); shell += 1) {
      bins.members[shell] = (bins.members[shell] as number) + 1
      if (turn > (bins.turn[shell] as number)) bins.turn[shell] = turn
      if (r - reach < (bins.radius[shell] as number)) bins.radius[shell] = r - reach
    }
  }
}
