import { transformState } from '@apsis/astro/frames/frame.ts'
import { missing } from '@apsis/astro/missing.ts'
import { type ElementSet, UNSAID } from '@apsis/astro/sgp4/element-set.ts'
import { fitElements } from '@apsis/astro/sgp4/fit-elements.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { cross, norm, scale } from '@apsis/astro/vec3.ts'
import { toFrame } from '@apsis/ccsds/block/frame-name.ts'
import { parseCdm } from '@apsis/ccsds/cdm/cdm.ts'
import type { EphemerisFile } from '@apsis/contract/ca/ephemeris/ephemeris.ts'
import type { EventEstimates } from '@apsis/contract/ca/event/estimate.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import type { Screening } from '@apsis/contract/ca/screening/screening.ts'
import type { Notification } from '@apsis/contract/notifications/notification.ts'
import { expect } from 'vitest'
import { bodyOf, type TestApi } from '../../platform/testing/test-api.ts'
import { asOperator } from './ca-operator.ts'
import { cdmText, type TestCdm } from './cdm-text.ts'
import { oemText } from './oem-text.ts'

export const HOUR_MS = 3_600_000
export const FROM = new Date(Math.floor(Date.now() / 60_000) * 60_000 - HOUR_MS)
export const TCA = new Date(FROM.getTime() + 3 * HOUR_MS).toISOString()
export const NUMBER = 43_617
export const GOOD: readonly [number, number, number] = [0.01, 0.02, 0.01]

/** Returns the orbit of object 1 in the messages of these tests, moved up by this distance at TCA. */
export function ownOrbit(upM: number): ElementSet {
  const { metadata, state } = parseCdm(cdmText({ tca: TCA })).objects[0]
  return orbitThrough(
    state.r.map((one, axis) => one + (axis === 0 ? upM : 0)) as [number, number, number],
    state.v,
    metadata.refFrame,
  )
}

function orbitThrough(
  r: readonly [number, number, number],
  v: readonly [number, number, number],
  frame: string,
): ElementSet {
  const epoch = parseTime(TCA)
  const inTeme = transformState({ frame: toFrame(frame) ?? missing(), epoch, r, v }, 'TEME')
  const fitted = fitElements({ epoch, r: inTeme.r, v: inTeme.v, bstar: 0 })
  if (!fitted.ok) throw new Error(fitted.reason)
  return { ...UNSAID, noradId: NUMBER, objectName: 'OBJECT 43617', ...fitted.elements, bstar: 0 }
}

/** SIMULATED: an object of the catalogue that crosses the own orbit 30 m above it at the TCA of the messages. */
export const THREAT = crossing()
function crossing(): ElementSet {
  const { state, metadata } = parseCdm(cdmText({ tca: TCA })).objects[0]
  const up = scale(state.r, 1 + 30 / norm(state.r))
  const across = scale(cross(up, state.v), 1 / norm(up))
  return { ...orbitThrough(up, across, metadata.refFrame), noradId: 399_998, objectName: 'SIMULATED THREAT' }
}

type FlownOffset = {
  readonly sigmaKm?: readonly [number, number, number]
  readonly kind?: string
  /** A satellite other than the operator's. */
  readonly of?: Pick<Satellite, 'satelliteId' | 'noradId' | 'name'>
}

/** Makes an organisation with the satellite, and the functions of its operator. */
export async function openEstimateOperator(api: TestApi, organisation: string) {
  const operator = asOperator(api, organisation)
  const satellite = await operator.addSatellite(NUMBER, { hardBodyRadius: 5 })
  const untilDone = async (id: string) => {
    await expect
      .poll(async () => (await operator.read<Screening>(`/screenings/${id}`)).state, { timeout: 60_000 })
      .toBe('done')
    return id
  }
  return {
    ...operator,
    satellite,
    untilDone,
    message: (given: TestCdm) => operator.take(cdmText({ tca: TCA, createdAt: FROM.toISOString(), ...given })),
    /** Uploads an operational ephemeris, even if the messages have another orbit, and waits for its screenings. */
    fly: async (upM: number, { sigmaKm, of = satellite, ...more }: FlownOffset = {}) => {
      const who = { objectId: String(of.noradId), objectName: of.name }
      const given = { from: FROM, hours: 3.2, ...who, ...(sigmaKm === undefined ? {} : { sigmaKm }) }
      const form = new FormData()
      for (const [name, value] of Object.entries({
        'satellite-id': of.satelliteId,
        kind: 'OPERATIONAL',
        isDisagreementSeen: 'true',
        ...more,
      }))
        form.set(name, value)
      form.set('file', new Blob([oemText(ownOrbit(upM), given)]), 'own.oem')
      const file = await bodyOf<EphemerisFile>(await operator.call('POST /api/v1/ca/ephemeris/file', { body: form }))
      for (const id of file.screeningIds) await untilDone(id)
      return file
    },
    told: async () => {
      const who = { subject: 'ada', organisation, roles: ['ca:user'] }
      const all = await bodyOf<Notification[]>(await api.call(who, 'GET /api/v1/notifications'))
      return all.flatMap(({ level, title }) => (title.startsWith('Welcome') ? [] : [`${level}: ${title}`]))
    },
    /** Returns the event of the messages. */
    event: async () => (await operator.events()).find(({ object2 }) => object2.designator === '90001') ?? missing(),
    estimates: (id: string) => operator.read<EventEstimates>(`/conjunctions/${id}/estimates`),
  }
}
