import { secondsBetween } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { OPERATOR_PATH_LIMITS, type OperatorPath, type OperatorPaths } from '@apsis/contract/ca/find/operator-path.ts'
import type { Caller } from '../../platform/auth/caller.ts'
import type { Database, TenantDb } from '../../platform/database/database.ts'
import { pool } from '../../platform/thread/pool.ts'
import { LARGE_MEMORY_MIB, task } from '../../platform/thread/task.ts'
import { listOwnEphemerides } from '../ephemeris/own-orbit.service.ts'
import { listNeighbourOrbits, type NeighbourOrbit } from '../neighbour/record/neighbour.repository.ts'
import { findSatellite, listActiveSatellites } from '../satellite/record/satellite.repository.ts'
import { inQuery, refusal } from '../screening/flyers.ts'

const SAMPLE = task<typeof import('./sample-paths.ts').samplePaths>({
  module: new URL('./sample-paths.ts', import.meta.url),
  name: 'samplePaths',
  limits: { seconds: 30, memoryMiB: LARGE_MEMORY_MIB, answerMiB: 64 },
})

type PathsQuestion = {
  readonly from: string
  readonly to: string
  readonly satelliteId: string | undefined
  readonly signal: AbortSignal
}
/** A stored orbit, and its description in the answer. */
type StoredPath = { readonly about: Omit<OperatorPath, 'pieces'>; readonly packed: Uint8Array }

/**
 * Returns the paths that operators expect for their satellites in a span: the satellites of the organisation, and the satellites that come
 * near them.
 */
export async function readOperatorPaths(
  { db }: { readonly db: Database },
  { tenantId }: Pick<Caller, 'tenantId'>,
  { signal, satelliteId, ...asked }: PathsQuestion,
): Promise<OperatorPaths> {
  const [from, to] = [new Date(asked.from), new Date(asked.to)]
  const { own, others } = await db.tenant(tenantId, (tx) => pathsOf(tx, { from, to, satelliteId }))
  const shown = [...own, ...others.slice(0, OPERATOR_PATH_LIMITS.others)]
  const [start, end] = [parseTime(asked.from), parseTime(asked.to)]
  const question = { packed: shown.map(({ packed }) => packed), start, spanS: secondsBetween(start, end) }
  if (shown.length > 0) pool.requireRoom(tenantId)
  const pieces = shown.length === 0 ? [] : await pool.run(SAMPLE, tenantId, question, signal)
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    paths: shown.map(({ about }, place) => ({ ...about, pieces: pieces[place] ?? [] })),
    isCut: others.length > OPERATOR_PATH_LIMITS.others,
  }
}

type Span = { readonly from: Date; readonly to: Date; readonly satelliteId: string | undefined }

async function pathsOf(tx: TenantDb, { from, to, satelliteId }: Span) {
  const satellites =
    satelliteId === undefined ? await listActiveSatellites(tx) : [await findSatellite(tx, satelliteId)].filter(isThere)
  if (satelliteId !== undefined && satellites.length === 0)
    throw refusal('not-found', inQuery('satellite-id'), 'names no satellite of yours')
  const numbers = new Map(satellites.map(({ id, norad_id: number }) => [id, number]))
  const files = await listOwnEphemerides(tx, { from, to, ...(satelliteId === undefined ? {} : { satelliteId }) })
  const own = files.flatMap((file): StoredPath[] => {
    const { packed, usableFrom, usableTo, madeAt, fileName: name, isSimulated } = file
    const noradId = numbers.get(file.satelliteId)
    if (noradId === undefined) return []
    const span = { from: usableFrom.toISOString(), until: usableTo.toISOString() }
    const about = { noradId, satelliteId: file.satelliteId, name, publisher: null, madeAt: madeAt.toISOString() }
    return [{ packed, about: { ...about, ...span, isSimulated } }]
  })
  const mine = new Set(numbers.values())
  const near = await listNeighbourOrbits(tx, { satelliteIds: [...numbers.keys()], from })
  const others = near.filter(({ norad_id: number, usable_from: start }) => !mine.has(number) && start < to)
  return { own, others: others.map(pathOfNeighbour) }
}

const isThere = <Value>(value: Value | undefined): value is Value => value !== undefined

const pathOfNeighbour = (file: NeighbourOrbit): StoredPath => ({
  packed: file.packed,
  about: {
    noradId: file.norad_id,
    satelliteId: null,
    name: file.name,
    publisher: new URL(file.address).host,
    madeAt: (file.made_at ?? file.received_at).toISOString(),
    from: file.usable_from.toISOString(),
    until: file.usable_to.toISOString(),
    isSimulated: file.is_simulated,
  },
})
