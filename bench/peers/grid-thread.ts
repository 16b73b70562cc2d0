import { serveTasks } from '../stage/threads.ts'
import { openBulkStates } from './bulk-states.ts'
import { type Detections, makeDetector } from './grid-detect.ts'
import { fillEphemeris, KNOT_S, KNOTS_PER_STRETCH, makeEphemeris, STEP_S } from './grid-ephemeris.ts'
import { forSampledMinima } from './grid-events.ts'
import { openPeerObjects } from './peer-objects.ts'
import { makeRefiner } from './peer-refine.ts'
import type { PeerEvents, PeerWork } from './peer-run.ts'

/** Pairs that interpolation puts nearer than the threshold plus this margin, km, are refined by SGP4. */
const MARGIN_KM = 1.5
/** For pairs slower than this, km/s, single precision cannot tell which step is the nearest, so the search covers more steps. */
const SLOW_KMPS = 0.15
const SLOW_STEPS = 10

serveTasks<PeerWork, { fromS: number; toS: number }, PeerEvents>(async ({ sets, durationS, thresholdKm }) => {
  const objects = openPeerObjects(sets)
  const writeStates = await openBulkStates(sets, objects.lose)
  const { count } = objects
  const ephemeris = makeEphemeris(count, KNOTS_PER_STRETCH)
  const detect = makeDetector(count)
  const detections: Detections = { keys: new Float64Array(1 << 20), count: 0 }
  return ({ fromS }) => {
    const refiner = makeRefiner(objects, { thresholdKm, durationS })
    fillEphemeris(ephemeris, writeStates, Math.round(fromS / KNOT_S))
    detections.count = 0
    ephemeris.steps.forEach((positions, step) => {
      detect(positions, step, detections)
    })
    forSampledMinima(detections, { ephemeris, count }, (one, other, { step, missKm, speedKm }) => {
      if (missKm >= thresholdKm + MARGIN_KM) return
      const guessS = (ephemeris.firstStep + step) * STEP_S
      const speedKmps = speedKm / STEP_S
      const reach = (speedKmps < SLOW_KMPS ? SLOW_STEPS : 1) * STEP_S
      refiner.addMinima(one, other, { fromS: guessS - reach, toS: guessS + reach, guessS, speedKmps })
      if (guessS < reach) refiner.addEnd(one, other, 'start')
      if (guessS > durationS - reach) refiner.addEnd(one, other, 'end')
    })
    return { events: Float64Array.from(refiner.events), lost: objects.lost() }
  }
})
