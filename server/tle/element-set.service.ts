import type { ElementSet } from '@apsis/astro/sgp4/element-set.ts'
import type { TleLines } from '@apsis/astro/sgp4/tle-text.ts'
import type { Epoch } from '@apsis/astro/time/epoch.ts'
import { emit } from '../events/event.service.ts'
import type { TenantDb } from '../platform/database/database.ts'
import * as repository from './element-set.repository.ts'
import { type ElementSetRow, readElementSet, readLines } from './element-set-columns.ts'

/** An element set, and its source. */
export type KnownSet = {
  readonly set: ElementSet
  /** The original lines; undefined if the set was received as an OMM. */
  readonly lines: TleLines | undefined
  readonly source: string
  readonly receivedAt: Date
  readonly isSimulated: boolean
}

/** Returns the newest set of each object that the organisation or the catalogue has, by catalogue number. */
export async function newestSets(tx: TenantDb, noradIds: readonly number[]): Promise<ReadonlyMap<number, KnownSet>> {
  if (noradIds.length === 0) return new Map()
  const rows = await repository.listNewestSets(tx, noradIds)
  return new Map(rows.map((row) => [row.norad_id, known(row)]))
}

/** The owner of an object as the catalogue's code, and the set with which it was received. */
export type CatalogueCountry = {
  readonly country: string
  readonly source: string
  readonly receivedAt: Date
  readonly isSimulated: boolean
}

/** Returns the country of an object according to the current catalogue; undefined if the catalogue names none. */
export async function countryOfObject(tx: TenantDb, noradId: number): Promise<CatalogueCountry | undefined> {
  const row = await repository.findCountry(tx, noradId)
  if (row === undefined) return undefined
  const { country, source, received_at: receivedAt, is_simulated: isSimulated } = row
  return { country, source, receivedAt, isSimulated }
}

export type AskedSet = { readonly noradId: number; readonly epoch?: Epoch | undefined }

/** For each query, returns the set with the nearest epoch, otherwise the newest; undefined if there is none. */
export async function nearestSets(tx: TenantDb, asked: readonly AskedSet[]): Promise<(KnownSet | undefined)[]> {
  const rows = await repository.listNearestSets(
    tx,
    asked.map(({ noradId, epoch }) => ({ noradId, epochS: epoch?.taiS })),
  )
  const found: (KnownSet | undefined)[] = asked.map(() => undefined)
  for (const row of rows) found[row.place] = known(row)
  return found
}

type Span = { readonly noradId: number; readonly from: Epoch; readonly to: Epoch; readonly most?: number }

/** Returns the sets of an object with epochs between two times, oldest first; if there are more than `most`, the newest. */
export async function setsBetween(tx: TenantDb, { noradId, from, to, most }: Span): Promise<KnownSet[]> {
  const span = { noradId, fromS: from.taiS, toS: to.taiS, ...(most === undefined ? {} : { most }) }
  return (await repository.listHistory(tx, span)).map(known)
}

/**
 * Returns when the last set of each object was received; only sets with an epoch after `from` and received after `since` are considered, and objects
 * without one are omitted.
 */
export async function lastArrivals(
  tx: TenantDb,
  noradIds: readonly number[],
  { from, since }: { readonly from: Epoch; readonly since?: Date | undefined },
): Promise<{ noradId: number; arrivedAt: Date }[]> {
  if (noradIds.length === 0) return []
  const rows = await repository.listLastArrivals(tx, noradIds, { fromS: from.taiS, since })
  return rows.map(({ norad_id, received_at }) => ({ noradId: norad_id, arrivedAt: received_at }))
}

/** Returns a text that changes with an object's sets that have epochs between two times, without simulated sets; undefined if there are none. */
export async function markOfSets(
  tx: TenantDb,
  { noradId, from, to }: { readonly noradId: number; readonly from: Epoch; readonly to: Epoch },
): Promise<string | undefined> {
  const { count, last_s: lastS } = await repository.countHistory(tx, { noradId, fromS: from.taiS, toS: to.taiS })
  return lastS === null ? undefined : `${count} ${lastS}`
}

/** Stores sets of the organisation's simulated satellites. */
export async function storeSimulatedSets(tx: TenantDb, tenantId: string, sets: readonly ElementSet[]): Promise<void> {
  await repository.upsertOwnSets(tx, { tenantId, source: 'simulator' }, sets)
  emit(tx, { tenantId, type: 'tle', data: { noradIds: sets.map(({ noradId }) => noradId) } })
}

/** Stores sets of objects whose orbits the organisation determines from its own tracks. */
export async function storeAnalystSets(
  tx: TenantDb,
  { tenantId, isSimulated }: { readonly tenantId: string; readonly isSimulated: boolean },
  sets: readonly ElementSet[],
): Promise<void> {
  if (isSimulated) return storeSimulatedSets(tx, tenantId, sets)
  await repository.upsertOwnSets(tx, { tenantId, source: 'analyst' }, sets)
  emit(tx, { tenantId, type: 'tle', data: { noradIds: sets.map(({ noradId }) => noradId) } })
}

/** Deletes the simulated sets. */
export const removeSimulatedSets = repository.deleteSimulatedSets

function known(row: ElementSetRow & repository.KnownSetRow): KnownSet {
  return {
    set: readElementSet(row),
    lines: readLines(row),
    source: row.source,
    receivedAt: row.received_at,
    isSimulated: row.is_simulated,
  }
}
