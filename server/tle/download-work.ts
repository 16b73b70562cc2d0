import { DAY_MS } from '@apsis/astro/constants.ts'
import { compareEpochs, type Epoch } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import type { KindCounts } from '@apsis/contract/tle/object-kind.ts'
import type { GpSourceConfig } from '../platform/config.ts'
import type { SharedDb } from '../platform/database/database.ts'
import { downloadText } from '../platform/http/download.ts'
import { DownloadError } from '../platform/http/download-error.ts'
import { wakeRecurringWork } from '../platform/jobs/recurring-work.repository.ts'
import type { RecurringWork, WorkPlatform } from '../platform/jobs/recurring-work.ts'
import type { OutboundProxy } from '../platform/outbound-settings.ts'
import { VERSION } from '../platform/process/version.ts'
import * as repository from './catalogue.repository.ts'
import { readCatalogue } from './catalogue.service.ts'
import { readGp } from './gp-format.ts'
import { SLOT_MS, simulatedSets, slotOf } from './simulated-catalogue.ts'

/** The source of the public catalogue. */
export type CatalogueSource =
  | {
      readonly kind: 'simulated'
      /** Returns the elements, at a time, of additional objects that are simulated elsewhere. */
      readonly more: (ms: number) => readonly repository.ListedObject[]
    }
  | ({ readonly kind: 'gp'; readonly proxy: OutboundProxy | undefined } & GpSourceConfig)

/** The catalogue belongs to no organisation; in the list of recurring work it has this name instead of an organisation's. */
const NOBODY = 'catalogue'
const EVERY_S = 60
/** CelesTrak has new data every two hours, and blocks clients that request them more often. */
const PAUSE_S = 7_200
/** The random delay prevents all installations from asking in the same second. */
const JITTER_S = 600
/** Sets are kept for as long as burns are searched for in them (docs/domain/announced.md). */
const KEPT_DAYS = 120
/** If a download has fewer objects than this share of the last good one, it was cut off. */
const LEAST_SHARE = 0.5

/** Only tests set these. */
export type DownloadLimits = { readonly timeoutMs?: number; readonly mostBytes?: number }

/** The recurring work that a new catalogue makes due at once, and a function that gets the numbers of objects in the catalogue. */
type Around = { readonly wakes?: readonly string[]; readonly counted?: (kinds: KindCounts) => void }

/** Keeps the public catalogue up to date; without a source it changes nothing. */
export function downloadWork(
  source: CatalogueSource | undefined,
  { wakes = [], counted = () => undefined, ...limits }: DownloadLimits & Around = {},
): RecurringWork {
  const refresh =
    source?.kind === 'gp' ? downloadTurn({ ...source, limits, wakes }) : simulateTurn(source?.more ?? (() => []), wakes)
  const turn = async (platform: WorkPlatform) => {
    await refresh(platform)
    counted((await readCatalogue(platform.db)).kinds)
  }
  return { name: 'tle.refresh', everyS: EVERY_S, tenants: source === undefined ? [] : [NOBODY], turn }
}

function simulateTurn(more: (ms: number) => readonly repository.ListedObject[], wakes: readonly string[]) {
  return async ({ db, now }: WorkPlatform): Promise<void> => {
    const slot = slotOf(now())
    const stored = await db.shared((tx) => repository.findCatalogue(tx, 'simulated'))
    const isStored = stored.changed_at !== null && slotOf(stored.changed_at.getTime()) === slot
    if (stored.is_active && isStored) return
    const { listed, history } = simulatedSets(slot)
    const all = [...listed, ...more(slot * SLOT_MS)]
    const content = {
      name: 'simulated' as const,
      source: 'simulated catalogue',
      receivedAt: new Date(slot * SLOT_MS),
      listed: all,
      newestEpoch: newestEpoch(all),
      history: stored.version === 0 ? history : [],
    }
    await db.shared((tx) => keepCatalogue(tx, content, wakes))
  }
}

/** Stores a catalogue, deletes sets that are too old, and makes the work due that waits for it. */
export async function keepCatalogue(
  tx: SharedDb,
  content: repository.CatalogueContent,
  wakes: readonly string[],
): Promise<void> {
  await repository.storeCatalogue(tx, content)
  await repository.deleteOldSets(tx, content.name, daysBefore(content.receivedAt, KEPT_DAYS))
  await wakeRecurringWork(tx, wakes)
}

type LimitedSource = GpSourceConfig & {
  readonly proxy: OutboundProxy | undefined
  readonly limits: DownloadLimits
  readonly wakes: readonly string[]
}

function downloadTurn(source: LimitedSource) {
  return async (platform: WorkPlatform): Promise<void> => {
    const { db, now, log } = platform
    const asked = new Date(now())
    const nextAt = new Date(now() + (PAUSE_S + JITTER_S * Math.random()) * 1000)
    if (!(await db.shared((tx) => repository.claimDownload(tx, 'gp', { now: asked, nextAt })))) return
    try {
      await download(platform, source, asked)
    } catch (error) {
      if (!(error instanceof DownloadError)) throw error
      log.warn({ err: error }, 'the public catalogue was not refreshed; the last good one stays')
      const notBefore = new Date(asked.getTime() + error.retryAfterS * 1000)
      await db.shared((tx) => repository.updateOutcome(tx, 'gp', { outcome: error.message, notBefore }))
    }
  }
}

async function download({ db, log, signal }: WorkPlatform, source: LimitedSource, receivedAt: Date): Promise<void> {
  const known = await db.shared((tx) => repository.findCatalogue(tx, 'gp'))
  const tags = { etag: known.etag, lastModified: known.last_modified }
  const answer = await downloadText(source.url, tags, {
    signal,
    version: VERSION,
    proxy: source.proxy,
    ...source.limits,
  })
  if (answer.kind === 'unchanged') {
    await db.shared((tx) => repository.updateOutcome(tx, 'gp', { outcome: 'unchanged' }))
    return
  }
  const { objects, unreadable } = readGp(answer.text, source.format)
  if (objects.length < LEAST_SHARE * known.objects)
    throw new DownloadError(`The answer lists ${objects.length} objects; the last good one had ${known.objects}.`)
  const { etag, lastModified } = answer
  const outcome = unreadable === 0 ? 'new' : `new, without ${unreadable} entries that cannot be read`
  const content = {
    name: 'gp' as const,
    source: new URL(source.url).hostname,
    receivedAt,
    listed: objects,
    history: [],
    newestEpoch: newestEpoch(objects),
  }
  await db.shared(async (tx) => {
    await keepCatalogue(tx, content, source.wakes)
    await repository.updateOutcome(tx, 'gp', { outcome, etag, lastModified })
  })
  log.info({ objects: objects.length, unreadable }, 'the public catalogue is refreshed')
}

function newestEpoch(sets: readonly { readonly epoch: Epoch }[]): Date {
  const [first, ...others] = sets
  if (first === undefined) throw new DownloadError('There is no element set.')
  const newest = others.reduce((best, { epoch }) => (compareEpochs(epoch, best) > 0 ? epoch : best), first.epoch)
  return new Date(formatTime(newest, { digits: 3, zulu: true }))
}

const daysBefore = (date: Date, days: number) => new Date(date.getTime() - days * DAY_MS)
