import { listCdms } from '@apsis/contract/ca/message/cdm.ts'
import {
  createSatellite,
  listSatellites,
  removeSatellite,
  restoreSatellite,
  type Satellite,
  type SatelliteInput,
  updateSatellite,
} from '@apsis/contract/ca/satellite/satellite.ts'
import { Id } from '@apsis/contract/page.ts'
import { getTle } from '@apsis/contract/tle/tle.ts'
import { queryOptions } from '@tanstack/react-query'
import { call, callAll, callVersioned } from '../../api/call.ts'
import { ApiProblem, saysNotFound } from '../../api/problem.ts'
import { KEYS } from '../event/queries.ts'

/** A satellite, or one that was removed and can still be restored; null if there is none. */
export type SatelliteAnswer = { readonly satellite: Satellite; readonly isRemoved: boolean } | null

export const satelliteQuery = (satelliteId: string) =>
  queryOptions({
    queryKey: [...KEYS.satellites, 'one', satelliteId],
    queryFn: async ({ signal }): Promise<SatelliteAnswer> => {
      // A text that is not an id cannot name a satellite, so nothing is requested.
      if (!Id.safeParse(satelliteId).success) return null
      const ask = async (deleted: boolean) =>
        (
          await call(
            listSatellites,
            { query: { 'satellite-id': satelliteId, ...(deleted ? { deleted: 'true' } : {}) } },
            signal,
          )
        )[0]
      const satellite = await ask(false)
      if (satellite) return { satellite, isRemoved: false }
      const removed = await ask(true)
      return removed ? { satellite: removed, isRemoved: true } : null
    },
  })

/** Reads the messages about a satellite, newest first; they include the messages that set the levels of the open events. */
export const satelliteCdmsQuery = (satelliteId: string) =>
  queryOptions({
    queryKey: [...KEYS.cdms, 'of-satellite', satelliteId],
    queryFn: ({ signal }) => callAll(listCdms, { query: { 'satellite-id': satelliteId, limit: 1_000 } }, signal),
  })

/** Reads the newest element set of a catalogue number; null if the catalogue does not have it (spec §8: no message is shown). */
export const elementSetQuery = (noradId: number) =>
  queryOptions({
    queryKey: ['tle', noradId],
    queryFn: async ({ signal }) => {
      try {
        return await call(getTle, { query: { noradId } }, signal)
      } catch (failure) {
        if (failure instanceof ApiProblem && saysNotFound(failure)) return null
        throw failure
      }
    },
  })

/**
 * Saves over a version; the server refuses with 412 if another change was saved in between. Without a version it saves
 * over any version.
 */
export async function saveSatellite(satelliteId: string, input: SatelliteInput, version?: number): Promise<Satellite> {
  const how = version === undefined ? {} : { version: `"${version}"` }
  return (await callVersioned(updateSatellite, { body: { ...input, satelliteId } }, how)).answer
}

export const addSatellite = (input: SatelliteInput) => call(createSatellite, { body: input })
export const dropSatellite = (id: string) => call(removeSatellite, { params: { 'satellite-id': id } })
export const bringBack = (id: string) => call(restoreSatellite, { params: { 'satellite-id': id } })
