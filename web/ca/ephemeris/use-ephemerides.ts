import { DAY_MS } from '@apsis/astro/constants.ts'
import type { EphemerisFile } from '@apsis/contract/ca/ephemeris/ephemeris.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import { useQuery } from '@tanstack/react-query'
import { useNow } from '../../clock/clock.ts'
import { aheadQuery, satellitesQuery } from '../event/queries.ts'
import { coverageOf } from '../satellite/coverage.ts'
import { ephemeridesQuery } from '../satellite/ephemerides-query.ts'
import type { Row } from './coverage-plot.tsx'
import { useRemovals } from './removals.ts'

/** Coverage is computed for this time ahead. */
export const AHEAD_MS = 8 * DAY_MS
const NO_FILES: readonly EphemerisFile[] = []
const NO_SATELLITES: readonly Satellite[] = []

/** Returns all data of the screen, combined once. */
export function useEphemerides(satelliteId: string | undefined) {
  const query = useQuery(ephemeridesQuery())
  const fleet = useQuery(satellitesQuery())
  const events = useQuery(aheadQuery())
  const nowMs = useNow('minute')
  const removals = useRemovals()
  const hidden = removals.map(({ id }) => id)
  const satellites = fleet.data ?? NO_SATELLITES
  const all = (query.data ?? NO_FILES).filter(({ oemFileId }) => !hidden.includes(oemFileId))
  const files = satelliteId ? all.filter((file) => file.satelliteId === satelliteId) : all
  const ahead = (events.data ?? []).filter(({ satelliteId: id }) => id !== null)
  const tcas = new Map(
    satellites.map((satellite) => [
      satellite.satelliteId,
      ahead
        .filter((event) => event.satelliteId === satellite.satelliteId)
        .map(({ conjunctionData: { tca } }) => Date.parse(tca))
        .filter((tca) => tca > nowMs),
    ]),
  )
  const rows: readonly Row[] = satellites.map((satellite) => {
    const own = all.filter((file) => file.satelliteId === satellite.satelliteId)
    const at = (tcas.get(satellite.satelliteId) ?? []).map((atMs) => ({ id: `${satellite.satelliteId} ${atMs}`, atMs }))
    return { satellite, coverage: coverageOf(own, at, { fromMs: nowMs, toMs: nowMs + AHEAD_MS }) }
  })
  const nameOf = (file: EphemerisFile) =>
    satellites.find((one) => one.satelliteId === file.satelliteId)?.name ?? file.objectName ?? '–'
  return { query, fleet, nowMs, satellites, all, files, rows, tcas, nameOf }
}
