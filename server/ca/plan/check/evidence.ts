import { DAY_MS } from '@apsis/astro/constants.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import type { Vec3 } from '@apsis/astro/vec3.ts'
import type { ExecutionCheck } from '@apsis/contract/ca/plan/execution-check.ts'
import type { ExecutionSource } from '@apsis/contract/ca/plan/execution-source.ts'
import type { Database, TenantDb } from '../../../platform/database/database.ts'
import type { WorkPlatform } from '../../../platform/jobs/recurring-work.ts'
import { pool } from '../../../platform/thread/pool.ts'
import { LARGE_MEMORY_MIB, task } from '../../../platform/thread/task.ts'
import { type KnownSet, markOfSets, setsBetween } from '../../../tle/element-set.service.ts'
import { findOrbit } from '../../ephemeris/record/ephemeris.repository.ts'
import { findSatellite, type SatelliteRow } from '../../satellite/record/satellite.repository.ts'
import { errorOf } from '../design/planned-event.ts'
import * as repository from '../record/execution.repository.ts'
import { burnEndOf } from '../record/mitigation.ts'
import type { EventRow, ListedRow } from '../record/plan.repository.ts'
import { readMessageOf } from '../screen/plan-context.ts'
import { type AskedOfSets, judgeSets } from './judge-sets.ts'
import type { ExecutionMeasurement, MeasureTask } from './measure-task.ts'
import type { FindTracks } from './own-tracks.service.ts'

/** Measuring a burn takes some days of propagation with all forces, for each orbit that the data are compared with; the limits allow for this. */
const MEASURE = task<typeof import('./measure-task.ts').measureExecution>({
  module: new URL('./measure-task.ts', import.meta.url),
  name: 'measureExecution',
  limits: { seconds: 30, memoryMiB: LARGE_MEMORY_MIB, answerMiB: 1 },
})

/** A burn that has begun, with its satellite. */
export type FlownPlan = { readonly tenantId: string; readonly row: EventRow; readonly satellite: SatelliteRow }

type EvidenceCheck = Omit<ExecutionCheck, 'at'>

/** The evidence of one source on a burn. */
export type ExecutionEvidence = {
  readonly source: ExecutionSource
  /** Identifies the data: they are read and measured again only if this value has changed. */
  readonly mark: string
  /** Null if the data do not measure the burn. Throws RangeError and TaskLimitError like every task. */
  readonly measure: (db: Pick<Database, 'tenant'>) => Promise<EvidenceCheck | null>
}

/** A source of evidence; undefined if it has none yet. It is called in every run and reads no data: only the measurement reads them. */
type EvidenceSource = (tx: TenantDb, flown: FlownPlan) => Promise<ExecutionEvidence | undefined>

/** Evidence of an own ephemeris that was made after the burn. */
const ofEphemeris: EvidenceSource = async (tx, flown) => {
  const { row } = flown
  const file = await repository.findFileAfter(tx, { satelliteId: row.satellite_id, endAt: burnEndOf(row) })
  if (file === undefined) return undefined
  const about = {
    source: 'EPHEMERIS',
    sourceId: file.id,
    name: file.name,
    dataAt: file.uploaded_at.toISOString(),
  } as const
  return {
    source: about.source,
    mark: file.id,
    measure: async (db) => {
      const given = await db.tenant(flown.tenantId, async (held): Promise<MeasureTask | undefined> => {
        const packed = await findOrbit(held, file.id)
        return packed && { ...(await givenOf(held, flown)), seen: { kind: 'ephemeris', packed } }
      })
      return given === undefined ? null : measured(flown, given, about)
    },
  }
}

/** Evidence of a message that was fitted to observations from after the burn, from a provider or with tracks of the organisation. */
const byMessage =
  (source: 'MESSAGE' | 'TRACKS'): EvidenceSource =>
  async (tx, flown) => {
    const { row, satellite } = flown
    const of = source === 'TRACKS' ? 'TRACKS' : 'PROVIDER'
    const found = await repository.findMessageAfter(tx, { satelliteId: row.satellite_id, endAt: burnEndOf(row), of })
    if (found === undefined) return undefined
    const name = `${found.message_id}, ${found.originator}`
    const about = { source, sourceId: found.id, name, dataAt: found.received_at.toISOString() }
    return {
      source,
      mark: found.id,
      measure: async (db) => {
        const given = await db.tenant(flown.tenantId, async (held): Promise<MeasureTask | undefined> => {
          const original = await repository.findOriginal(held, found.id)
          // Only the orbit of the message is read, so no radius is needed.
          const message = { designator: String(satellite.norad_id), radiusM: 0, method: 'circle-2d' } as const
          return (
            original && {
              ...(await givenOf(held, flown)),
              seen: { kind: 'message', message: { ...message, original } },
            }
          )
        })
        return given === undefined ? null : measured(flown, given, about)
      },
    }
  }

/** The prefix of the ids of own tracks in `mark`. It distinguishes own tracks from a message that includes tracks. */
const OWN = 'own'

/**
 * Tracks of the organisation from after the burn, which determine an orbit by themselves. Once no later tracks can arrive, the tracks that the
 * plan was checked with are complete: they are not requested again.
 */
const byTracks =
  (find: FindTracks, now: number): EvidenceSource =>
  async (tx, flown) => {
    const { tenantId, row, satellite } = flown
    const [noradId, end] = [satellite.norad_id, burnEndOf(row)]
    const known = row.checked_mark.split('\n').find((line) => line.startsWith(`TRACKS ${OWN} `))
    const isOver = now > end.getTime() + find.withinMs
    const ids = isOver && known !== undefined ? known.split(' ').slice(2) : await find.list(tx, { noradId, end })
    if (ids.length === 0) return undefined
    return {
      source: 'TRACKS',
      mark: [OWN, ...ids].join(' '),
      async measure(db) {
        const held = await db.tenant(tenantId, async (reading) => {
          const given = await givenOf(reading, flown)
          const burn = { ignition: row.ignition_at, deltaVRtn: row.burn.deltaVRtn, original: given.plan.original }
          return { given, found: await find.read(reading, { tenantId, ids, noradId, ...burn }) }
        })
        const orbit = await held.found?.fit()
        if (held.found === undefined || !orbit) return null
        const { id, name, at } = held.found
        const about = { source: 'TRACKS', sourceId: id, name, dataAt: at.toISOString() } as const
        return measured(flown, { ...held.given, seen: { kind: 'orbit', ...orbit } }, about)
      },
    }
  }

/** Returns the input of every measurement: the burn, and the orbits without it. */
async function givenOf(tx: TenantDb, { row, satellite }: FlownPlan): Promise<Omit<MeasureTask, 'seen'>> {
  const { ignitionEpoch, deltaVRtn, manoeuvreDuration, dynamics } = row.burn
  const asked = { satelliteId: row.satellite_id, ignitionAt: row.ignition_at, endAt: burnEndOf(row) }
  const before = await repository.findFileBefore(tx, asked)
  return {
    burn: { ignitionEpoch, deltaVRtn, manoeuvreDuration, dynamics },
    executionError: errorAllowed(row),
    isSimulated: row.is_simulated,
    before: (before && (await findOrbit(tx, before.id))) ?? null,
    plan: await readMessageOf(tx, satellite, row.cdm_id),
  }
}

/** Returns the error of the engine that a plan was made with. */
const errorAllowed = ({ request, propulsion }: ListedRow) => errorOf(propulsion, request)

type About = Pick<EvidenceCheck, 'source' | 'sourceId' | 'name' | 'dataAt'>

async function measured({ tenantId }: FlownPlan, given: MeasureTask, about: About): Promise<EvidenceCheck | null> {
  const found = await pool.run(MEASURE, tenantId, given)
  return found && { ...about, ...found }
}

type OwnFile = { readonly tenantId: string; readonly row: EventRow; readonly id: string }

/** Measures the burn in an own file; null if the file does not show it. Throws like every task. */
export async function measureOwnFile(
  db: Pick<Database, 'tenant'>,
  { tenantId, row, id }: OwnFile,
): Promise<ExecutionMeasurement | null> {
  const given = await db.tenant(tenantId, async (tx) => {
    const [satellite, packed] = [await findSatellite(tx, row.satellite_id), await findOrbit(tx, id)]
    if (satellite === undefined || packed === undefined) return undefined
    return {
      ...(await givenOf(tx, { tenantId, row, satellite })),
      before: null,
      seen: { kind: 'ephemeris', packed } as const,
    }
  })
  return given === undefined ? null : pool.run(MEASURE, tenantId, given)
}

/** Sets of 120 days before a burn give the noise of the satellite; the sets show a burn within 3 days (flight rule F17). */
const [DAYS_BEFORE, DAYS_AFTER, SHOWN_WITHIN_DAYS] = [120, 10, 3]
/** Reads the element sets with the burn finder of `apsis burns`. Sets that show no burn prove nothing: some burns are not found. */
const ofElementSets: EvidenceSource = async (tx, { tenantId, row, satellite }) => {
  const endAt = burnEndOf(row)
  const around = (days: number) => parseTime(new Date(endAt.getTime() + days * DAY_MS).toISOString().replace('Z', ''))
  const noradId = satellite.norad_id
  const mark = await markOfSets(tx, { noradId, from: around(0), to: around(DAYS_AFTER) })
  if (mark === undefined) return undefined
  return {
    source: 'ELEMENT_SETS',
    mark,
    measure: async (db) => {
      const span = { from: around(-DAYS_BEFORE), to: around(DAYS_AFTER) }
      const known = await db.tenant(tenantId, (held) => setsBetween(held, { noradId, ...span }))
      const sets = known.filter(({ isSimulated }) => !isSimulated)
      return inSets(row, sets, { ignition: around(0), shownBy: around(SHOWN_WITHIN_DAYS) })
    },
  }
}

function inSets(
  row: ListedRow,
  sets: readonly KnownSet[],
  around: Pick<AskedOfSets, 'ignition' | 'shownBy'>,
): EvidenceCheck | null {
  const last = sets.at(-1)
  const asked = { ...around, plannedRtn: row.burn.deltaVRtn as Vec3, executionError: errorAllowed(row) }
  const judged = judgeSets(
    sets.map(({ set }) => set),
    asked,
  )
  if (judged === null || last === undefined) return null
  return {
    source: 'ELEMENT_SETS',
    sourceId: null,
    name: String(sets.length),
    reference: 'HISTORY',
    dataAt: last.receivedAt.toISOString(),
    ...judged,
    lateS: null,
    lateSigmaS: null,
    misfit: null,
  }
}

/**
 * All sources; another source is one more line here. No simulated source is among them, because the satellites of the demo continue on their
 * orbits as if there had been no burn.
 */
const SOURCES: readonly EvidenceSource[] = [ofEphemeris, byMessage('TRACKS'), byMessage('MESSAGE'), ofElementSets]

type Asking = Pick<WorkPlatform, 'db' | 'log' | 'now'> & { readonly findTracks: FindTracks | undefined }

/**
 * Returns the evidence on a burn so far. For a change of area there is no evidence: no source can distinguish it from usual drag. Each source is
 * read in its own transaction: a source that fails does not stop the others, and is read again in the next run.
 */
export async function readEvidence(
  { db, log, now, findTracks }: Asking,
  flown: FlownPlan,
): Promise<ExecutionEvidence[]> {
  if (flown.row.burn.drag !== null) return []
  const all: ExecutionEvidence[] = []
  const sources = findTracks === undefined ? SOURCES : [...SOURCES, byTracks(findTracks, now())]
  for (const source of sources)
    try {
      const one = await db.tenant(flown.tenantId, (tx) => source(tx, flown))
      if (one !== undefined) all.push(one)
    } catch (error) {
      log.error({ err: error, manoeuvreId: flown.row.id }, 'a source of a burn cannot be asked')
    }
  return all
}
