import { SECONDS_PER_DAY } from '@apsis/astro/constants.ts'
import { makeEnvironment } from '@apsis/astro/dynamics/environment.ts'
import { transformState } from '@apsis/astro/frames/frame.ts'
import { SLOW_RAD_PER_S } from '@apsis/astro/manoeuvre/detection/detect-burns.ts'
import { buildMatrix, entry } from '@apsis/astro/matrix.ts'
import { determineWithCommonError } from '@apsis/astro/measurement/common-error.ts'
import { numericalFlight } from '@apsis/astro/measurement/flight.ts'
import type { StateAt } from '@apsis/astro/measurement/light-path.ts'
import { orbitForces } from '@apsis/astro/measurement/orbit-forces.ts'
import { missing } from '@apsis/astro/missing.ts'
import type { MeanElements } from '@apsis/astro/sgp4/element-set.ts'
import { initSgp4 } from '@apsis/astro/sgp4/init.ts'
import { propagateSgp4 } from '@apsis/astro/sgp4/propagate.ts'
import { addSeconds, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { alongByDrag, noiseOfElements } from '@apsis/astro/tracking/elements-noise.ts'
import {
  expectedSigma,
  findGrowth,
  GROWTH_SIGMAS,
  type Growth,
  type OffsetOfTrack,
} from '@apsis/astro/tracking/residual-growth.ts'
import { offsetOfTrack, type TrackOffset } from '@apsis/astro/tracking/track-offset.ts'
import { pushedBy } from '@apsis/astro/tracking/unavoidable.ts'
import { norm } from '@apsis/astro/vec3.ts'
import type { OrbitUpdate } from '@apsis/contract/odt/observation/observation.ts'
import type { PossibleManoeuvre } from '@apsis/contract/odt/tracking/track-history.ts'
import { instant, presentOrbit } from '../observation/make-report.ts'
import { MOST_ACROSS_M } from '../observation/range-report.ts'
import { type KeptTrack, readThere, type StoredTrack, withoutCounted } from './kept-track.ts'
import type { KeptHistory } from './track-history.repository.ts'

/** Tracks of one object, oldest first, and the element set from before them. */
export type HistoryTask = {
  readonly set: MeanElements
  readonly tracks: readonly (StoredTrack & { readonly id: string; readonly sensorCode: string })[]
}

/** The history, and the confidence in its manoeuvre, on the scale of burns in element sets: 0.5 at the threshold, near 1 far above it. */
export type HistoryAnswer = { readonly history: KeptHistory; readonly confidence: number }

/** An object further from the orbit than this is another object: the limit for a track of ranges (docs/domain/tracking.md). */
const FARTHEST_M = MOST_ACROSS_M
/** In later tracks drag has more effect than the orbit (docs/domain/plan.md). */
const FITTED_S = 3 * SECONDS_PER_DAY

type TrackWithOffset = {
  readonly id: string
  readonly sensorCode: string
  readonly track: KeptTrack
  readonly offset: TrackOffset
  readonly late: OffsetOfTrack
}

/** Compares tracks with one orbit, and finds the date from which they deviate from it. Runs in the worker pool. */
export function compareTracksWithOrbit({ set, tracks }: HistoryTask): HistoryAnswer {
  const stateAt = motionOf(set)
  const counted: KeptTrack[] = []
  const held = tracks.flatMap((kept): TrackWithOffset[] => {
    const read = readThere(kept)
    const track = read && withoutCounted(read, counted)
    if (track === null) return []
    const offset = offsetOfTrack({ ...track, stateAt })
    if (offset === null || offset.acrossM > FARTHEST_M) return []
    counted.push(track)
    const late = {
      seconds: secondsBetween(set.epoch, offset.epoch),
      lateS: offset.lateS,
      sigmaS: offset.sigmaS,
      sensorId: kept.sensorCode,
      clockSigmaS: (kept.sensor?.sigmaTimeMs ?? 0) / 1000,
    }
    return [{ id: kept.id, sensorCode: kept.sensorCode, track, offset, late }]
  })
  const noise = noiseOfElements(set)
  const isJudged = set.meanMotionRadPerS >= SLOW_RAD_PER_S
  const growth = isJudged
    ? findGrowth(
        held.map(({ late }) => late),
        noise,
      )
    : null
  const behind = growth === null ? [] : held.filter(({ late }) => late.seconds >= growth.to)
  return {
    history: {
      orbitEpoch: instant(set.epoch),
      isJudged,
      tracks: held.map(({ id, sensorCode, offset, late }) => ({
        observationFileId: id,
        sensorCode,
        epoch: instant(offset.epoch),
        lateS: offset.lateS,
        sigmaS: offset.sigmaS,
        expectedSigmaS: expectedSigma(late, noise),
      })),
      manoeuvre: growth && manoeuvreOf(growth, set),
      orbitSince: orbitOf(behind, set),
    },
    confidence: growth === null ? 0 : growth.score / (growth.score + GROWTH_SIGMAS),
  }
}

function motionOf(set: MeanElements): StateAt {
  const model = initSgp4(set)
  return (epoch) => {
    const state = propagateSgp4(model, epoch)
    if (!state.ok) throw new RangeError('the elements have no state then')
    return transformState({ frame: 'TEME', epoch, r: state.r, v: state.v }, 'GCRF', { outside: 'hold' })
  }
}

/**
 * A Δv along the track changes the semi-major axis by 2 a² v Δv/μ, and from then on delays the object by 3 a v Δv/μ in each second (Gauss), which
 * is 3 Δv/v on a circle.
 */
function manoeuvreOf({ from, to, rate, rateSigma, score }: Growth, set: MeanElements): PossibleManoeuvre {
  const speed = norm(motionOf(set)(addSeconds(set.epoch, to)).v)
  return {
    from: instant(addSeconds(set.epoch, from)),
    to: instant(addSeconds(set.epoch, to)),
    deltaVMps: (Math.abs(rate) * speed) / 3,
    sigmaMps: (rateSigma * speed) / 3,
    direction: rate > 0 ? 'along-track' : 'against-track',
    score,
  }
}

/**
 * Returns the orbit from tracks alone: batch least squares without a prior, so that no orbit from before the manoeuvre affects it. The drag during
 * the tracks is added to the covariance. Null if there is no solution.
 */
function orbitOf(behind: readonly TrackWithOffset[], set: MeanElements): OrbitUpdate | null {
  const [first] = behind
  if (first === undefined) return null
  const { origin } = first.track
  const fitted = behind.filter(({ track }) => secondsBetween(origin, track.end) <= FITTED_S)
  const end = (fitted.at(-1) ?? first).track.end
  const sky = makeEnvironment(origin, { outside: 'hold' })
  const found = determineWithCommonError({
    start: motionOf(set)(addSeconds(origin, -first.offset.lateS)),
    sites: new Map(fitted.flatMap(({ track }) => [...track.sites])),
    fly: numericalFlight({ epoch: origin, first: origin, last: end, ...orbitForces(sky, null) }),
    observations: fitted.flatMap(({ track }) => track.observations),
    // A sensor has the same clock error in all of its tracks.
    biases: [...new Map(fitted.flatMap(({ track }) => track.biases.map((bias) => [bias.sensorId, bias]))).values()],
  })
  if (!found.ok) return null
  const dragMps2 = alongByDrag(set) / 3 / SECONDS_PER_DAY ** 2
  const push = pushedBy(found.state, secondsBetween(origin, end)).map((part) => part * dragMps2)
  const covariance = buildMatrix(
    6,
    6,
    (i, j) => entry(found.covariance, i, j) + (push[i] ?? missing()) * (push[j] ?? missing()),
  )
  const prior = `none: ${fitted.length} tracks since a possible manoeuvre`
  return presentOrbit(origin, { ...found, covariance }, prior)
}
