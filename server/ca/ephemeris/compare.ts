import type { PositionDifference } from '@apsis/astro/ephemeris/difference.ts'
import { secondsBetween } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import type { EphemerisDifference } from '@apsis/contract/ca/ephemeris/ephemeris.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Caller } from '../../platform/auth/caller.ts'
import type { TenantDb } from '../../platform/database/database.ts'
import type { CaPlatform } from '../ca-platform.ts'
import * as repository from './record/ephemeris.repository.ts'
import { compareOnPool } from './record/tasks.ts'

/** The number of samples: enough in a revolution of low orbit to show how the difference varies, and few enough for an answer. */
const [STEP_S, LEAST, MOST] = [240, 60, 2_500]

type ComparisonQuestion = {
  readonly id: string
  readonly referenceId: string | undefined
  readonly signal: AbortSignal
}

/** Returns the distance of a file from an earlier one of its satellite, over the time for which both can be used. */
export async function compareEphemeris(
  { db, now }: Pick<CaPlatform, 'db' | 'now'>,
  { tenantId }: Pick<Caller, 'tenantId'>,
  { id, referenceId, signal }: ComparisonQuestion,
): Promise<EphemerisDifference> {
  const { other, reference } = await db.tenant(tenantId, async (tx) => {
    const file = await requireOrbit(tx, new Date(now()), id)
    const earlier = referenceId ?? (await repository.findEarlier(tx, file.row))?.id
    if (earlier === undefined)
      throw new ApiError('unprocessable', 'No earlier file of the satellite covers a part of the same time.')
    const known = await requireOrbit(tx, new Date(now()), earlier)
    if (known.row.satellite_id !== file.row.satellite_id)
      throw refused('is an ephemeris of another satellite', 'reference-oem-id')
    return { other: file, reference: known }
  })
  const from = new Date(Math.max(other.from, reference.from))
  const to = new Date(Math.min(other.to, reference.to))
  if (from >= to) throw refused('has no time in common with the file', 'reference-oem-id')
  const [begin, end] = [parseTime(from.toISOString()), parseTime(to.toISOString())]
  const samples = Math.max(LEAST, Math.min(MOST, Math.ceil(secondsBetween(begin, end) / STEP_S) + 1))
  const orbits = { reference: reference.packed, other: other.packed }
  const question = { ...orbits, from: begin, to: end, samples }
  const { largest, samples: all, rmsM } = await compareOnPool(tenantId, question, signal)
  if (largest === undefined) throw refused('has no time in common with the file', 'reference-oem-id')
  return {
    oemFileId: other.row.id,
    referenceOemFileId: reference.row.id,
    from: from.toISOString(),
    to: to.toISOString(),
    largest: present(largest),
    rmsM,
    samples: all.map(present),
  }
}

async function requireOrbit(tx: TenantDb, now: Date, id: string) {
  const row = await repository.findEphemeris(tx, now, id)
  if (row === undefined) throw new ApiError('not-found', 'There is no such ephemeris file.')
  const packed = await repository.findOrbit(tx, id)
  const [from, to] = [row.usable_start_at?.getTime(), row.usable_stop_at?.getTime()]
  if (packed === undefined || from === undefined || to === undefined)
    throw new ApiError('unprocessable', 'The file is invalid: it has no orbit to compare.')
  return { row, packed, from, to }
}

function present({ epoch, rtnM: [r, t, n], totalM: total }: PositionDifference) {
  return { time: formatTime(epoch, { digits: 3, zulu: true }), r, t, n, total }
}

function refused(message: string, parameter: string): ApiError {
  const errors = [{ code: 'ephemeris.difference', message, parameter }]
  return new ApiError('unprocessable', `${parameter}: ${message}`, { errors })
}
