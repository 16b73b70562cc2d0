import { type ConjunctionPlane, planeAxes } from '@apsis/astro/conjunction/conjunction-plane.ts'
import { correlatedCovariance } from '@apsis/astro/conjunction/density-correlation.ts'
import { covarianceSensitivity } from '@apsis/astro/conjunction/probability/sensitivity.ts'
import { SECONDS_PER_DAY } from '@apsis/astro/constants.ts'
import { brakingSensitivity, dragLadder } from '@apsis/astro/statistics/drag-ladder.ts'
import { norm, type Vec3 } from '@apsis/astro/vec3.ts'
import type { Cdm as Message } from '@apsis/ccsds/cdm/cdm.ts'
import { findDensityForecast } from '@apsis/ccsds/cdm/density-forecast.ts'
import { inertialState } from '@apsis/ccsds/cdm/orbit-determination.ts'
import { combinedPlaneOf } from '@apsis/contract/ca/event/combined-plane.ts'
import type { EventContext } from '@apsis/contract/ca/statistics/event-context.ts'
import type { DerivedCdm } from '../message/record/derive-cdm.ts'
import { determinationOf } from './object-context.ts'

type Newest = { readonly message: Message; readonly derived: Pick<DerivedCdm, 'conjunctionData' | 'assessment'> }
type DragOfObject = NonNullable<EventContext['drag']>['object1']

/** Returns the planar case of a message, its probability, and the probability without the density error that both objects share. */
function planarOf({ message, derived }: Newest) {
  const plane = planeOf(message, derived)
  const { hardBodyRadius: radiusM } = derived.assessment
  if (plane === null || radiusM === null) return null
  const [one, other] = ([0, 1] as const).map((index) =>
    inertialState(message.objects[index], message.relative.tca, message.objects[index].state),
  )
  if (one === undefined || other === undefined) return null
  const conjunction = { ...plane, radiusM }
  const [stated] = covarianceSensitivity(conjunction, [1])
  if (stated === undefined) return null
  const forecasts = [findDensityForecast(message, 0), findDensityForecast(message, 1)] as const
  const decorrelated =
    forecasts[0] === null || forecasts[1] === null
      ? undefined
      : covarianceSensitivity(
          {
            ...conjunction,
            combined: correlatedCovariance(
              plane,
              { ...one, density: forecasts[0] },
              { ...other, density: forecasts[1] },
            ),
          },
          [1],
        )[0]
  return { conjunction, one, other, stated: stated.probability, decorrelated: decorrelated?.probability ?? null }
}

/** Returns both probabilities of one message of the history; null if its data do not allow it. */
export function densityShareOf(message: Newest): { stated: number | null; decorrelated: number | null } {
  const planar = planarOf(message)
  return { stated: planar?.stated ?? null, decorrelated: planar?.decorrelated ?? null }
}

/** Returns the probability as a function of the air density, and without the density error that both objects share. */
export function dragContextOf(newest: Newest): EventContext['drag'] {
  const planar = planarOf(newest)
  const [first, second] = [sensitivityOf(newest.message, 0), sensitivityOf(newest.message, 1)]
  if (planar === null || (first === null && second === null)) return null
  const { conjunction, one, other, stated, decorrelated } = planar
  const still: Vec3 = [0, 0, 0]
  return {
    object1: draggedOf(first),
    object2: draggedOf(second),
    rungs: dragLadder(conjunction, [
      { state: one, sensitivityRtnM: first?.rtnM ?? still },
      { state: other, sensitivityRtnM: second?.rtnM ?? still },
    ]),
    stated,
    decorrelated,
  }
}

type Sensitivity = { readonly rtnM: Vec3; readonly from: 'sensitivity' | 'dissipation' }

const draggedOf = (found: Sensitivity | null): DragOfObject =>
  found === null ? null : { alongTrackM: found.rtnM[1], from: found.from }

/** Returns the sensitivity that the message states, else a sensitivity from the energy that drag has dissipated (SEDR) since the last observation. */
function sensitivityOf(message: Message, index: 0 | 1): Sensitivity | null {
  const forecast = findDensityForecast(message, index)
  if (forecast !== null) return { rtnM: forecast.sensitivityRtnM, from: 'sensitivity' }
  const determination = determinationOf(message, index)
  if (determination === null || determination.dissipationWPerKg === null) return null
  const state = inertialState(message.objects[index], message.relative.tca, message.objects[index].state)
  const days = determination.observedDaysBefore ?? determination.createdDaysBefore
  const rtnM = brakingSensitivity(state, determination.dissipationWPerKg / norm(state.v), days * SECONDS_PER_DAY)
  return { rtnM, from: 'dissipation' }
}

/** Returns the conjunction plane of the message's states, with the miss and the covariance of the assessment; null if there is no plane. */
function planeOf(
  message: Message,
  { conjunctionData: data }: Newest['derived'],
): Pick<ConjunctionPlane, 'axes' | 'missM' | 'combined'> | null {
  if (determinationOf(message, 0) === null || determinationOf(message, 1) === null) return null
  const [one, other] = message.objects.map((object) => inertialState(object, message.relative.tca, object.state))
  const axes = one === undefined || other === undefined ? null : planeAxes(one, other)
  const plane = combinedPlaneOf(data)
  return axes === null || plane === undefined ? null : { axes, missM: plane.missM, combined: plane.covariance }
}
