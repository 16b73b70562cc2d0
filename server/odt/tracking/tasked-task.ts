import { MINUTE_MS } from '@apsis/astro/constants.ts'
import { standardMagnitude } from '@apsis/astro/visibility/magnitude.ts'
import { elementsThrough, objectsOfMessage } from '../object/event-orbit.ts'
import { predictPasses } from '../pass/predict-task.ts'
import { expectedOf, PLANNED_RADIUS_M, type WorthTask } from './worth-task.ts'

/** The ordered passes of an object of an event. */
export type TaskedTask = Pick<WorthTask, 'original' | 'place' | 'noradId' | 'objectRadiusM' | 'sensors'> & {
  readonly passes: readonly { readonly sensorCode: string; readonly startMs: number; readonly endMs: number }[]
}

/** The expectation of an ordered pass; null: its sensor no longer exists, or does not see the object then, by the message that applies. */
export type PassExpectation = ReturnType<typeof expectedOf> | null

/** A pass is searched within this time around its ordered times, so that its culmination is included. Passes in low orbit take no longer. */
const AROUND_MS = 20 * MINUTE_MS

/** Returns the expectation of each ordered pass, in their order. Runs in the worker pool. */
export function expectPasses({
  original,
  place,
  noradId,
  objectRadiusM,
  sensors,
  passes,
}: TaskedTask): PassExpectation[] {
  const object = objectsOfMessage(original)[place]
  const { objectName: name } = object.message.objects[place].metadata
  const set = elementsThrough(object.tracked, { epoch: object.tca, noradId, name })
  if (set === undefined) return passes.map(() => null)
  return passes.map(({ sensorCode, startMs, endMs }) => {
    const sensor = sensors.find((one) => one.sensorCode === sensorCode)
    if (sensor === undefined) return null
    const answer = predictPasses({
      orbit: { kind: 'set', set },
      sensors: [sensor],
      from: new Date(startMs - AROUND_MS).toISOString(),
      to: new Date(endMs + AROUND_MS).toISOString(),
      minimumElevation: undefined,
      minimumDurationS: undefined,
      showLow: false,
      standardMagnitude: standardMagnitude(PLANNED_RADIUS_M),
      track: false,
      light: false,
    })
    const meant = answer.fault === undefined ? answer.passes[0] : undefined
    const seen = meant?.find(({ visibilityIntervals }) =>
      visibilityIntervals.some(({ start, end }) => Date.parse(start) < endMs && Date.parse(end) > startMs),
    )
    return seen === undefined ? null : expectedOf(sensor, seen, objectRadiusM)
  })
}
