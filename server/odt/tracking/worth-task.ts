import { HOUR_MS, MINUTE_MS } from '@apsis/astro/constants.ts'
import { makeEnvironment } from '@apsis/astro/dynamics/environment.ts'
import { earthAt } from '@apsis/astro/frames/earth.ts'
import { rotationBetween } from '@apsis/astro/frames/frame.ts'
import { rotateState } from '@apsis/astro/frames/rotation.ts'
import { type GroundSite, makeGroundSite } from '@apsis/astro/measurement/ground-site.ts'
import { missing } from '@apsis/astro/missing.ts'
import { initSgp4 } from '@apsis/astro/sgp4/init.ts'
import { propagateSgp4 } from '@apsis/astro/sgp4/propagate.ts'
import { addSeconds, type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { detectionOf } from '@apsis/astro/tracking/detection.ts'
import { afterTrack, type Look, worthOfTrack } from '@apsis/astro/tracking/pass-worth.ts'
import { degToRad } from '@apsis/astro/units.ts'
import { standardMagnitude } from '@apsis/astro/visibility/magnitude.ts'
import type { PredictedPass } from '@apsis/contract/odt/pass/passprediction.ts'
import { MOST_TRACK_SECONDS, passName } from '@apsis/contract/odt/request/request.ts'
import type { Sensor } from '@apsis/contract/odt/sensor/sensor.ts'
import type { RankedPass, TrackedObject, UNRANKED } from '@apsis/contract/odt/tracking/conjunction.ts'
import { elementsThrough, type ObjectOfMessage, objectsOfMessage, unknownAcceleration } from '../object/event-orbit.ts'
import { predictPasses } from '../pass/predict-task.ts'

/** The data for ranking the passes of an event's object. */
export type WorthTask = {
  readonly original: Uint8Array
  readonly place: 0 | 1
  readonly noradId: number
  /** The radii of the tracked object and of both objects together, m. */
  readonly objectRadiusM: number
  readonly radiusM: number
  readonly line: number
  readonly isSimulated: boolean
  readonly sensors: readonly (Sensor & { readonly record: { readonly tries: number; readonly successes: number } })[]
  readonly fromMs: number
  readonly commitMs: number
}

type StatedTracking = TrackedObject['stated'][number]

export type WorthAnswer = {
  readonly passes: readonly RankedPass[]
  readonly unranked: (typeof UNRANKED)[number] | null
}

const none = (unranked: (typeof UNRANKED)[number]): WorthAnswer => ({ passes: [], unranked })
/** The step between simulated measurements, s: measurements that are closer in time share the errors of the site and the air. */
const LOOK_EVERY_S = 15
/** The time from the end of a pass to its message in the event: delivery by a simulated sensor, by a real one, and processing. */
const SIMULATED_RESULT_MS = 7 * MINUTE_MS
const RESULT_MS = 2 * HOUR_MS
const RANGE_SIGMA_M = 10
/** The radius of the sphere with which requests are planned (server/odt/request/find-windows.ts). */
export const PLANNED_RADIUS_M = 1
const LEAST_RADIUS_M = 0.05
/** The shortest track, s. */
const SHORTEST_S = 30
/** The number of best passes that are ranked; a decision needs no larger choice. */
const MOST_RANKED = 40

/** Ranks the passes of an event's object until the decision is due, best first. Runs in the worker pool. */
export function rankPasses(task: WorthTask): WorthAnswer {
  if (task.commitMs <= task.fromMs) return none('AFTER_COMMIT')
  const object = objectsOfMessage(task.original)[task.place]
  if (
    object.tracked.covariance.length !== 6 ||
    object.tracked.covariance.some((row, i) => !((row[i] ?? missing()) > 0))
  )
    return none('NO_COVARIANCE')
  const { metadata } = object.message.objects[task.place]
  const identity = { epoch: object.tca, noradId: task.noradId, name: metadata.objectName }
  const set = elementsThrough(object.tracked, identity)
  if (set === undefined) return none('NO_ORBIT')
  if (task.sensors.length === 0) return none('NO_SENSOR')
  const answer = predictPasses({
    orbit: { kind: 'set', set },
    sensors: task.sensors,
    from: new Date(task.fromMs).toISOString(),
    to: new Date(task.commitMs).toISOString(),
    minimumElevation: undefined,
    minimumDurationS: undefined,
    showLow: false,
    // The values are the same as in the planning of requests, so a ranked pass can be ordered.
    standardMagnitude: standardMagnitude(PLANNED_RADIUS_M),
    track: false,
    light: false,
  })
  if (answer.fault !== undefined) return none('NO_ORBIT')
  const model = initSgp4(set)
  const candidates = task.sensors.flatMap((sensor, index) =>
    (answer.passes[index] ?? []).flatMap((pass) => candidatesOf({ task, object, sensor, model }, pass)),
  )
  if (candidates.length === 0) return none('NO_PASS')
  const told = candidates.toSorted((a, b) => b.after.gainNats - a.after.gainNats).slice(0, MOST_RANKED)
  const ranked = told.flatMap(({ encounter, after, shown }) => {
    const worth = worthOfTrack(encounter, after.covariance, task.line)
    if (worth === null) return []
    const { probability } = shown.detection
    return [
      {
        ...shown,
        crossingChance: worth.crossingChance * probability,
        crossingChanceIfSeen: worth.crossingChance,
        savedBurns: worth.savedBurns * probability,
        sigmaBefore: worth.sigmaBeforeM,
        sigmaAfter: worth.sigmaAfterM,
        isExhausted: after.isExhausted,
        orderedBy: null,
      },
    ]
  })
  if (ranked.length === 0) return none('NO_PROBABILITY')
  return {
    passes: ranked.toSorted(
      (a, b) => b.crossingChance - a.crossingChance || b.savedBurns - a.savedBurns || a.sigmaAfter - b.sigmaAfter,
    ),
    unranked: null,
  }
}

type Scene = {
  readonly task: WorthTask
  readonly object: ObjectOfMessage
  readonly sensor: WorthTask['sensors'][number]
  readonly model: ReturnType<typeof initSgp4>
}

/** Returns a pass as it would be ordered: the middle of its observable span, at most as long as a track. */
function candidatesOf(scene: Scene, pass: PredictedPass) {
  const { task, object, sensor } = scene
  const [interval] = pass.visibilityIntervals
  if (interval === undefined) return []
  const [from, to] = [Date.parse(interval.start), Date.parse(interval.end)]
  const lengthS = Math.min(MOST_TRACK_SECONDS, (to - from) / 1000)
  if (lengthS < SHORTEST_S) return []
  const startMs = Math.ceil((from + ((to - from) / 1000 - lengthS) * 500) / 1000) * 1000
  const endMs = startMs + Math.floor(lengthS) * 1000
  const resultMs = endMs + (sensor.isSimulated ? SIMULATED_RESULT_MS : RESULT_MS)
  if (resultMs > task.commitMs) return []
  const looks = looksOf(scene, { startMs, endMs })
  const encounter = {
    tracked: object.tracked,
    other: object.other,
    radiusM: task.radiusM,
    accelerationSigma: unknownAcceleration(object, task.isSimulated),
  }
  const shown = {
    name: passName(sensor.sensorCode, new Date(startMs)),
    sensorCode: sensor.sensorCode,
    groundSensorName: sensor.groundSensorName,
    measurementType: sensor.sensorType === 'RADAR_ACTIVE' ? ('RADAR' as const) : ('OPTICAL' as const),
    start: new Date(startMs).toISOString(),
    end: new Date(endMs).toISOString(),
    resultBy: new Date(resultMs).toISOString(),
    ...expectedOf(sensor, pass, task.objectRadiusM),
  }
  return [{ encounter, after: afterTrack(encounter, looks), shown }]
}

/** Returns the expected measurement of an object in a pass, and the chance of a track. */
export function expectedOf(
  sensor: Scene['sensor'],
  pass: PredictedPass,
  objectRadiusM: number,
): Pick<RankedPass, 'maximumElevation' | 'range' | 'magnitude' | 'phaseAngle' | 'clearSky' | 'detection'> {
  const isRadar = sensor.sensorType === 'RADAR_ACTIVE'
  // The light of a sphere is proportional to the square of its radius.
  const magnitude =
    isRadar || pass.magnitude === null
      ? null
      : pass.magnitude - 5 * Math.log10(Math.max(LEAST_RADIUS_M, objectRadiusM) / PLANNED_RADIUS_M)
  const clearSky = isRadar ? null : (sensor.clearSky?.fraction ?? null)
  const { record } = sensor
  const limitingMagnitude = isRadar ? null : sensor.limitingMagnitude
  return {
    maximumElevation: pass.maximumElevation,
    range: pass.range,
    magnitude,
    phaseAngle: isRadar ? null : pass.phaseAngle,
    clearSky,
    detection: { ...detectionOf({ magnitude, limitingMagnitude, clearSky, record }), ...record },
  }
}

function looksOf(
  { object, sensor, model }: Scene,
  { startMs, endMs }: { readonly startMs: number; readonly endMs: number },
): Look[] {
  const start = parseTime(new Date(startMs).toISOString())
  const site: GroundSite = makeGroundSite(
    { latRad: degToRad(sensor.latitude), lonRad: degToRad(sensor.longitude), heightM: sensor.altitude },
    makeEnvironment(start, { outside: 'hold' }),
  )
  // The axes of TEME rotate by a negligible angle within a pass.
  const toGcrf = rotationBetween('TEME', 'GCRF', earthAt(start, { outside: 'hold' }))
  const count = Math.max(2, Math.floor((endMs - startMs) / 1000 / LOOK_EVERY_S) + 1)
  return Array.from({ length: count }, (_, k) => addSeconds(start, k * LOOK_EVERY_S)).flatMap((epoch) => {
    const state = propagateSgp4(model, epoch)
    if (!state.ok) return []
    const moved = rotateState(toGcrf, { r: state.r, v: state.v })
    return [
      {
        secondsToTca: secondsBetween(epoch, object.tca),
        object: moved,
        observer: site.at(epoch).r,
        directionSigmaRad: degToRad(sensor.sigmaArcsec / 3600),
        rangeSigmaM: sensor.sensorType === 'RADAR_ACTIVE' ? (sensor.sigmaRange ?? RANGE_SIGMA_M) : null,
      },
    ]
  })
}

/** The tracking by others, as messages state it. */
export type StatedTask = {
  readonly designator: string
  readonly messages: readonly { readonly cdmId: string; readonly original: Uint8Array }[]
}

/** Returns the tracking of an object that each message states. Runs in the worker pool. */
export function statedTracking({ designator, messages }: StatedTask): StatedTracking[] {
  return messages.flatMap(({ cdmId, original }) => {
    const object = objectsOfMessage(original).find((one) => one.designator === designator)
    if (object === undefined) return []
    const { message, place } = object
    const said = message.objects[place].odParameters
    const time = (epoch: Epoch | undefined) =>
      epoch === undefined ? null : formatTime(epoch, { digits: 3, zulu: true })
    const count = (value: number | undefined) => (value === undefined ? null : Math.round(value))
    return [
      {
        cdmId,
        originator: message.header.originator,
        creationDate: formatTime(message.header.creationDate, { digits: 3, zulu: true }),
        lastObservationFrom: time(said?.timeLastobStart),
        lastObservationTo: time(said?.timeLastobEnd),
        tracksUsed: count(said?.tracksUsed),
        tracksAvailable: count(said?.tracksAvailable),
        observationsUsed: count(said?.obsUsed),
      },
    ]
  })
}
