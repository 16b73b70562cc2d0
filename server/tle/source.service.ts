import { DAY_MS } from '@apsis/astro/constants.ts'
import { compareEpochs, type Epoch } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { GOOD_RESULTS, type ReadingResult } from '@apsis/contract/connections/connection.ts'
import { ServiceError } from '../connections/ask.service.ts'
import type { SharedDb } from '../platform/database/database.ts'
import { wakeRecurringWork } from '../platform/jobs/recurring-work.repository.ts'
import * as catalogue from './catalogue.repository.ts'
import { type GpContent, newestOf } from './gp-format.ts'
import { mergeCatalogue } from './merge-catalogue.ts'
import { listFacts, listUnlisted } from './satcat.repository.ts'
import * as repository from './source.repository.ts'

/** An object that no source lists has only one set, so its rank is never compared. */
const UNLISTED_RANK = 1_000
/** Sets are kept for as long as burns are searched for in them (docs/domain/announced.md). */
const KEPT_DAYS = 120
/** No burn is searched for in supplemental sets: they follow the plans of an operator. */
const SUPPLEMENTAL_KEPT_DAYS = 7
/** An answer with fewer objects than this share of the last good one counts as incomplete. */
const LEAST_SHARE = 0.5

export type SourceAnswer = GpContent & {
  readonly receivedAt: Date
  /** False if the answer contains only changes; objects that it does not name stay. */
  readonly isWhole: boolean
  readonly etag: string | null
  readonly lastModified: string | null
  readonly movedTo: string | null
}

/** The result of an answer, and the number of its sets that are new. */
export type StoredAnswer = { readonly result: ReadingResult; readonly changed: number }

/** Stores the answer of a source; throws a ServiceError, and changes nothing, if the answer is too small to be complete. */
export async function storeAnswer(tx: SharedDb, id: string, answer: SourceAnswer): Promise<StoredAnswer> {
  const source = await repository.lockSource(tx, id)
  // The source was removed from the settings in the meantime.
  if (source === undefined) return { result: 'nothing-new', changed: 0 }
  const { receivedAt, isWhole, unreadable } = answer
  const isSupplemental = source.kind === 'SUPPLEMENTAL'
  const sets = isSupplemental ? answer.sets : newestOf(answer.sets)
  const objects = new Set(sets.map(({ noradId }) => noradId)).size
  if (isWhole && objects === 0 && source.objects === 0) throw new ServiceError('empty')
  if (isWhole && objects < LEAST_SHARE * source.objects)
    throw new ServiceError('too-small', `${objects} of ${source.objects} objects`)
  if (isWhole) await repository.deleteListing(tx, id)
  await catalogue.insertSets(tx, { catalogue: 'gp', source: source.name, isSupplemental, receivedAt }, sets)
  const changed = await repository.upsertListing(tx, id, sets)
  if (!isWhole) await repository.deleteOlderListings(tx, id)
  const result = unreadable > 0 ? 'some-refused' : changed > 0 ? 'new' : 'nothing-new'
  await repository.updateSource(tx, id, {
    result,
    detail: unreadable > 0 ? `${unreadable} entries` : null,
    objects: isWhole ? objects : await repository.countListed(tx, id),
    newestEpoch: newestOfBoth(isWhole ? null : source.newest_epoch, sets),
    successAt: receivedAt,
    newAt: changed > 0 ? receivedAt : source.last_new_at,
    failedAt: null,
    etag: answer.etag,
    lastModified: answer.lastModified,
    movedTo: answer.movedTo,
  })
  if (changed > 0) await repository.markStale(tx)
  return { result, changed }
}

function newestOfBoth(known: Date | null, sets: readonly { readonly epoch: Epoch }[]): Date | null {
  const newest = newestEpoch(sets)
  if (newest === undefined) return known
  const date = dateOf(newest)
  return known !== null && known > date ? known : date
}

const newestEpoch = (sets: readonly { readonly epoch: Epoch }[]): Epoch | undefined =>
  sets.reduce<Epoch | undefined>(
    (best, { epoch }) => (best === undefined || compareEpochs(epoch, best) > 0 ? epoch : best),
    undefined,
  )

const dateOf = (epoch: Epoch) => new Date(formatTime(epoch, { digits: 3, zulu: true }))

type Outcome = { readonly result: ReadingResult; readonly detail: string | null; readonly at: Date }

/** Stores the result of a reading that brought no sets; the last good sets stay. */
export async function recordOutcome(tx: SharedDb, id: string, { result, detail, at }: Outcome): Promise<void> {
  const source = await repository.lockSource(tx, id)
  if (source === undefined) return
  const isGood = GOOD_RESULTS.includes(result)
  await repository.updateSource(tx, id, {
    result,
    detail,
    objects: source.objects,
    newestEpoch: source.newest_epoch,
    successAt: isGood ? at : source.last_success_at,
    newAt: source.last_new_at,
    failedAt: isGood ? null : at,
    etag: source.etag,
    lastModified: source.last_modified,
    movedTo: source.moved_to,
  })
}

/**
 * Merges the sources into the catalogue if one has changed, or if a supplemental set has begun to apply since the last time; returns the
 * number of objects.
 */
export async function mergeSources(tx: SharedDb, now: Date, wakes: readonly string[]): Promise<number | undefined> {
  const at = parseTime(now.toISOString())
  if (!(await repository.lockStale(tx, at.taiS))) return undefined
  const sets = [...(await repository.listListings(tx)), ...(await listUnlisted(tx, UNLISTED_RANK))]
  const objects = mergeCatalogue(sets, at, await listFacts(tx))
  await repository.markMerged(tx, at.taiS)
  const newest = newestEpoch(objects)
  // If there is no set, the last good catalogue stays.
  if (newest === undefined) return undefined
  await keepCatalogue(tx, { name: 'gp', changedAt: now, objects, newestEpoch: dateOf(newest) }, wakes)
  return objects.length
}

/** Stores the objects of a catalogue, deletes sets that are too old, and makes the work due that depends on the catalogue. */
export async function keepCatalogue(
  tx: SharedDb,
  content: catalogue.CatalogueContent,
  wakes: readonly string[],
): Promise<void> {
  await catalogue.storeCatalogue(tx, content)
  await catalogue.deleteOldSets(tx, content.name, {
    general: daysBefore(content.changedAt, KEPT_DAYS),
    supplemental: daysBefore(content.changedAt, SUPPLEMENTAL_KEPT_DAYS),
  })
  await wakeRecurringWork(tx, wakes)
}

const daysBefore = (date: Date, days: number) => new Date(date.getTime() - days * DAY_MS)
