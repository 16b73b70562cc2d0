import { DAY_MS, MINUTE_MS } from '@apsis/astro/constants.ts'
import {
  type MeasurementType,
  MOST_PASSES_OF_REQUEST,
  MOST_WINDOW_DAYS,
  PassName,
} from '@apsis/contract/odt/request/request.ts'
import type { Sensor } from '@apsis/contract/odt/sensor/sensor.ts'
import { trackMsOf } from '../../request/draft.ts'
import type { PassOf } from '../pass-query.ts'

/** The reasons why a pass cannot be requested. */
export type Refusal = 'notSeen' | 'isPast' | 'isFar' | 'noSensors' | 'noOrders'

/** A provider must be notified of a pass before it begins. */
const NOTICE_MS = MINUTE_MS

/** The sensors are undefined while they are being read, and if they could not be read. */
type ChoiceFacts = { readonly sensors: readonly Sensor[] | undefined; readonly nowMs: number }

/** Returns the reason why a pass cannot be requested; undefined if it can. */
export function whyNot({ name, code, seenMs }: PassOf, { sensors, nowMs }: ChoiceFacts): Refusal | undefined {
  if (seenMs === undefined) return 'notSeen'
  if (trackMsOf(name) < nowMs + NOTICE_MS) return 'isPast'
  if (trackMsOf(name) > nowMs + MOST_WINDOW_DAYS * DAY_MS) return 'isFar'
  if (!sensors) return 'noSensors'
  const sensor = sensors.find(({ sensorCode }) => sensorCode === code)
  return sensor === undefined || sensor.providerId === null ? 'noOrders' : undefined
}

/** Returns the chosen passes that can be requested at a moment, and the reasons why the others cannot. */
export function requestable(chosen: readonly PassOf[], known: ChoiceFacts) {
  const all = chosen.map((pass) => ({ pass, fault: whyNot(pass, known) }))
  return {
    able: all.flatMap(({ pass, fault }) => (fault ? [] : [pass])),
    refused: all.flatMap(({ pass, fault }) => (fault ? [{ pass, fault }] : [])),
  }
}

/** Returns the passes that the address names. Text that names no pass is ignored. */
export const chosenNames = (text: string | undefined): readonly string[] => [
  ...new Set((text ?? '').split(',').filter((name) => PassName.safeParse(name).success)),
]

/** Returns the text of a choice for the address, in order of time; undefined if nothing is chosen. */
export const chosenText = (names: readonly string[]): string | undefined =>
  names.toSorted((a, b) => trackMsOf(a) - trackMsOf(b)).join(',') || undefined

export type Group = { readonly type: MeasurementType; readonly passes: readonly PassOf[] }

/** Groups passes by kind of measurement, because a request has only one kind: passes of telescopes, and passes of radars. */
export function groupsOf(passes: readonly PassOf[], sensors: readonly Sensor[]): readonly Group[] {
  const radars = new Set(
    sensors.filter(({ sensorType }) => sensorType === 'RADAR_ACTIVE').map(({ sensorCode }) => sensorCode),
  )
  const groups: readonly Group[] = [
    { type: 'OPTICAL', passes: passes.filter(({ code }) => !radars.has(code)) },
    { type: 'RADAR', passes: passes.filter(({ code }) => radars.has(code)) },
  ]
  return groups.filter((group) => group.passes.length > 0)
}

export const isTooMany = ({ passes }: Group): boolean => passes.length > MOST_PASSES_OF_REQUEST
