import { createHash } from 'node:crypto'
import type { EphemerisFile } from '@apsis/contract/ca/ephemeris.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { WorkFloor } from '../../platform/jobs/standing-work.ts'
import { storeEphemeris } from '../ephemeris/store-ephemeris.ts'
import { findFileBySha } from '../ephemeris-file/ephemeris.repository.ts'
import { STUDY } from '../ephemeris-file/study.ts'
import { findSatelliteByNorad } from '../satellite/satellite.service.ts'
import { EPHEMERIS_DROP } from './feed.service.ts'
import type { Dealt, DropKind } from './file-drop-work.ts'

/** The number of the satellite at the beginning of the name: `90003_2026-11-21.oem`. */
const NUMBER = /^0*(\d{1,9})(?=[-_. ]|$)/

/**
 * Operational ephemerides in a watched folder: checked, stored and screened like those that are uploaded. The name says whose
 * each is, as names in files differ between programs; what the file itself says of its object is checked against it.
 */
export const EPHEMERIDES: DropKind = {
  work: 'ca.ephemeris-drop',
  feed: EPHEMERIS_DROP,
  noun: 'ephemerides',
  ingest: ingestEphemeris,
}

type Dropped = Parameters<DropKind['ingest']>[1]

async function ingestEphemeris(floor: WorkFloor, { tenantId, name, bytes }: Dropped): Promise<Dealt[]> {
  const refused = (code: string, message: string): Dealt[] => [
    { name, status: 'refused', messageId: null, errors: [{ code, message }] },
  ]
  const number = NUMBER.exec(name)?.[1]
  if (number === undefined)
    return refused(
      'file.no-number',
      'has to begin with the catalogue number of the satellite, as in 90003_2026-11-21.oem',
    )
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const { satellite, known } = await floor.db.tenant(tenantId, async (tx) => {
    const found = await findSatelliteByNorad(tx, Number(number))
    return { satellite: found, known: found && (await findFileBySha(tx, found.id, sha256)) }
  })
  if (satellite === undefined) return refused('file.unknown-satellite', `there is no satellite ${number} of yours`)
  // Stored just before a worker was lost: it does not take the place of itself.
  if (known !== undefined) return [{ name, status: 'duplicate', messageId: null, errors: [] }]
  const { db, queue, log, now } = floor
  const owner = { tenantId, subject: EPHEMERIS_DROP }
  const given = {
    satelliteId: satellite.id,
    kind: 'OPERATIONAL',
    name,
    source: bytes,
    requestId: EPHEMERIS_DROP,
  } as const
  try {
    return dealtOf(name, await storeEphemeris({ db, queue, log, now }, owner, given))
  } catch (error) {
    // A study in the folder of what is flown is told like any other file that is refused.
    const [told] = error instanceof ApiError ? error.errors : []
    if (told?.code !== STUDY) throw error
    return refused(told.code, told.message)
  }
}

function dealtOf(name: string, { state, errors }: Pick<EphemerisFile, 'state' | 'errors'>): Dealt[] {
  if (state !== 'INVALID') return [{ name, status: 'accepted', messageId: null, errors: [] }]
  return [{ name, status: 'refused', messageId: null, errors: [...errors] }]
}
