import { createHash } from 'node:crypto'
import { EPHEMERIS_DISAGREES, type EphemerisFile } from '@apsis/contract/ca/ephemeris/ephemeris.ts'
import type { CdmIntake } from '@apsis/contract/ca/message/cdm.ts'
import type { ProblemDetail } from '@apsis/contract/errors.ts'
import { notify } from '../../notifications/notification.service.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { WorkPlatform } from '../../platform/jobs/recurring-work.ts'
import { findKindBySha } from '../ephemeris/record/ephemeris.repository.ts'
import { STUDY } from '../ephemeris/record/path-status.ts'
import { storeEphemeris } from '../ephemeris/store-ephemeris.ts'
import type { SatelliteRow } from '../satellite/record/satellite.repository.ts'
import { findSatelliteByNorad } from '../satellite/satellite.service.ts'

/** The result for one message or file in the folder. */
export type FileAnswer = Pick<CdmIntake, 'name' | 'status' | 'messageId' | 'errors'>

export type FileContent = {
  readonly tenantId: string
  readonly name: string
  readonly bytes: Buffer
  readonly isStaging: boolean
  readonly source: 'file-drop' | 'mailbox'
}

/** The satellite's number at the beginning of the file name: `90003_2026-11-21.oem`. */
const NUMBER = /^0*(\d{1,9})(?=[-_. ]|$)/

/** The names under which files are stored. */
const STORED_BY = { 'file-drop': 'ephemeris-drop', mailbox: 'ephemeris-mailbox' } as const

/**
 * Checks, stores and screens an operational ephemeris from a watched folder or a mailbox like an uploaded one. The file name gives the
 * satellite, since object names in files differ between programs; the object in the file is checked against it. An ephemeris that disagrees
 * with the last messages about the satellite's position becomes a candidate, and users are notified.
 */
export async function ingestEphemeris(
  platform: WorkPlatform,
  { tenantId, name, bytes, isStaging, source }: FileContent,
): Promise<FileAnswer[]> {
  const refused = (code: string, message: string): FileAnswer[] => [
    { name, status: 'refused', messageId: null, errors: [{ code, message }] },
  ]
  // An operational ephemeris replaces the known orbit of the satellite.
  if (isStaging) return refused('file.staging', 'comes from a place for tests: no operational ephemeris does')
  const number = NUMBER.exec(name)?.[1]
  if (number === undefined)
    return refused(
      'file.no-number',
      'has to begin with the catalogue number of the satellite, as in 90003_2026-11-21.oem',
    )
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const { satellite, known } = await platform.db.tenant(tenantId, async (tx) => {
    const found = await findSatelliteByNorad(tx, Number(number))
    return { satellite: found, known: found && (await findKindBySha(tx, found.id, sha256)) }
  })
  if (satellite === undefined) return refused('file.unknown-satellite', `there is no satellite ${number} of yours`)
  // The file was stored just before a worker was lost, so it is not stored again.
  if (known === 'OPERATIONAL') return [{ name, status: 'duplicate', messageId: null, errors: [] }]
  const { db, queue, log, now } = platform
  const storedBy = STORED_BY[source]
  const owner = { tenantId, subject: storedBy }
  const given = { satelliteId: satellite.id, name, source: bytes, requestId: storedBy } as const
  const store = (kind: EphemerisFile['kind']) => storeEphemeris({ db, queue, log, now }, owner, { ...given, kind })
  try {
    return dealtOf(name, await store('OPERATIONAL'))
  } catch (error) {
    // A study in the folder of operational ephemerides is reported like any other refused file.
    const told = error instanceof ApiError ? error.errors : []
    if (told[0]?.code === STUDY) return refused(STUDY, told[0].message)
    if (told[0]?.code !== EPHEMERIS_DISAGREES) throw error
    // Neither a folder nor a mailbox can ask a person to confirm: the file is stored as a candidate, and a user makes it operational if it is right.
    const kept = known === undefined ? await store('CANDIDATE') : undefined
    await tellPutAside(platform, { tenantId, satellite, name, id: kept?.oemFileId }, told)
    const ask = {
      code: EPHEMERIS_DISAGREES,
      message: 'it is kept as a candidate: a person makes it operational on the page',
    }
    return [{ name, status: 'refused', messageId: null, errors: [...told, ask] }]
  }
}

type PutAside = {
  readonly tenantId: string
  readonly satellite: Pick<SatelliteRow, 'id' | 'name'>
  /** The name of the file. */
  readonly name: string
  /** Undefined: it was stored before. */
  readonly id: string | undefined
}

/** Notifies all users: until somebody has checked, the satellite keeps its previous file. */
async function tellPutAside(
  { db }: Pick<WorkPlatform, 'db'>,
  { tenantId, satellite, name, id }: PutAside,
  disagreements: readonly ProblemDetail[],
): Promise<void> {
  const told = { satellite: satellite.name, file: name, count: disagreements.length, ...disagreements[0]?.values }
  await db.tenant(tenantId, (tx) =>
    notify(tx, {
      tenantId,
      subject: undefined,
      audience: 'ca',
      matter: `ephemeris:${satellite.id}`,
      level: 'serious',
      satelliteId: satellite.id,
      link: id === undefined ? '/ca/oems' : `/ca/oems?file=${id}`,
      finding: { code: 'ephemeris-put-aside', values: told },
    }),
  )
}

function dealtOf(name: string, { state, errors }: Pick<EphemerisFile, 'state' | 'errors'>): FileAnswer[] {
  if (state !== 'INVALID') return [{ name, status: 'accepted', messageId: null, errors: [] }]
  return [{ name, status: 'refused', messageId: null, errors: [...errors] }]
}
