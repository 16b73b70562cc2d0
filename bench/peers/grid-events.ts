import { type Detections, STEPS_PER_KEY } from './grid-detect.ts'
import type { GridEphemeris } from './grid-ephemeris.ts'

/**
 * Called for each sampled minimum of a pair, with the minimum of the line through two samples: its step, the distance and the relative speed there.
 */
export type OnSampledMinimum = (one: number, other: number, minimum: SampledMinimum) => void
export interface SampledMinimum {
  /** The step within the stretch; the minimum of the line may lie between two steps. */
  readonly step: number
  readonly missKm: number
  /** The relative speed, km per step. */
  readonly speedKm: number
}

/**
 * Sorts the detections of a stretch by pair and time and groups those of consecutive steps. For each sampled minimum of a group it reports the
 * minimum of the line through that sample and the nearer of its neighbours.
 */
export function forSampledMinima(
  detections: Detections,
  { ephemeris, count }: { readonly ephemeris: GridEphemeris; readonly count: number },
  onMinimum: OnSampledMinimum,
): void {
  const keys = detections.keys.subarray(0, detections.count).sort()
  const distance = makeDistance(ephemeris)
  for (let from = 0; from < keys.length; ) {
    let to = from + 1
    while (to < keys.length && (keys[to] as number) === (keys[to - 1] as number) + 1) to += 1
    const pair = Math.floor((keys[from] as number) / STEPS_PER_KEY)
    const [one, other] = [Math.floor(pair / count), pair % count]
    const first = (keys[from] as number) % STEPS_PER_KEY
    const last = first + to - from - 1
    let before = distance(one, other, first - 1)
    let here = distance(one, other, first)
    for (let step = first; step <= last; step += 1) {
      const after = distance(one, other, step + 1)
      if (here <= after && here <= before) {
        const neighbour = before < after ? step - 1 : step + 1
        onMinimum(one, other, lineBetween(ephemeris, [one, other], [step, neighbour]))
      }
      ;[before, here] = [here, after]
    }
    from = to
  }
}

/** Returns the squared distance at a step; infinite outside of the stretch. */
function makeDistance({ steps }: GridEphemeris): (one: number, other: number, step: number) => number {
  return (one, other, step) => {
    const positions = steps[step]
    if (positions === undefined) return Number.POSITIVE_INFINITY
    const dx = (positions[3 * one] as number) - (positions[3 * other] as number)
    const dy = (positions[3 * one + 1] as number) - (positions[3 * other + 1] as number)
    const dz = (positions[3 * one + 2] as number) - (positions[3 * other + 2] as number)
    return dx * dx + dy * dy + dz * dz
  }
}

/** Returns the minimum of the straight line through two samples, at most a step beyond them. */
function lineBetween(
  { steps }: GridEphemeris,
  [one, other]: readonly [number, number],
  [step, neighbour]: readonly [number, number],
): SampledMinimum {
  const [here, there] = [steps[step] as Float32Array, steps[neighbour] as Float32Array]
  let [dd, dw, ww] = [0, 0, 0]
  for (let axis = 0; axis < 3; axis += 1) {
    const d = (here[3 * other + axis] as number) - (here[3 * one + axis] as number)
    const w = (there[3 * other + axis] as number) - (there[3 * one + axis] as number) - d
    dd += d * d
    dw += d * w
    ww += w * w
  }
  const part = ww > 0 ? Math.max(-1, Math.min(1, -dw / ww)) : 0
  return {
    step: step + part * (neighbour - step),
    missKm: Math.sqrt(Math.max(0, dd + part * (2 * dw + part * ww))),
    speedKm: Math.sqrt(ww),
  }
}
