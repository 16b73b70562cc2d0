import { missing } from '@apsis/astro/missing.ts'
import { compareEpochs } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import type { KindCounts } from '@apsis/contract/tle/object-kind.ts'
import type { ConnectionWays } from '../connections/reader.service.ts'
import { emit } from '../events/event.service.ts'
import type { GpSourceConfig } from '../platform/config.ts'
import type { RecurringWork, WorkPlatform } from '../platform/jobs/recurring-work.ts'
import { addressSource, readAddress } from './address-source.ts'
import * as repository from './catalogue.repository.ts'
import { readCatalogue } from './catalogue.service.ts'
import { SLOT_MS, simulatedSets, slotOf } from './simulated-catalogue.ts'
import { markStale, registerSources } from './source.repository.ts'
import { keepCatalogue, mergeSources } from './source.service.ts'
import { findCatalogueFeed, readSpaceTrack } from './space-track-source.ts'

/** The origin of the public catalogue: simulated, or fetched from sources. */
export type CatalogueSource =
  | {
      readonly kind: 'simulated'
      /** Returns the elements, at a time, of additional objects that are simulated elsewhere. */
      readonly more: (ms: number) => readonly repository.ListedObject[]
    }
  | {
      readonly kind: 'gp'
      readonly addresses: readonly GpSourceConfig[]
      /** The organisation with whose account of Space-Track the catalogue is fetched. */
      readonly organisation: string | undefined
      readonly ways: ConnectionWays
    }

/** The catalogue belongs to no organisation; in the list of recurring work it has this name instead of an organisation's. */
const NOBODY = 'catalogue'
const EVERY_S = 60

/** The recurring work that a new catalogue makes due at once, and a function that gets the numbers of objects in the catalogue. */
type Around = { readonly wakes?: readonly string[]; readonly counted?: (kinds: KindCounts) => void }

/** Keeps the public catalogue up to date; without a source it changes nothing. */
export function downloadWork(
  source: CatalogueSource | undefined,
  { wakes = [], counted = () => undefined }: Around = {},
): RecurringWork {
  const refresh = source?.kind === 'gp' ? readTurn(source, wakes) : simulateTurn(source?.more ?? (() => []), wakes)
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
    const changedAt = new Date(slot * SLOT_MS)
    const of = {
      catalogue: 'simulated',
      source: 'simulated catalogue',
      isSupplemental: false,
      receivedAt: changedAt,
    } as const
    const newest = all.reduce(
      (best, { epoch }) => (compareEpochs(epoch, best) > 0 ? epoch : best),
      all[0]?.epoch ?? missing(),
    )
    const newestEpoch = new Date(formatTime(newest, { digits: 3, zulu: true }))
    await db.shared(async (tx) => {
      await repository.insertSets(tx, of, stored.version === 0 ? [...all, ...history] : all)
      await keepCatalogue(tx, { name: 'simulated', changedAt, objects: all, newestEpoch }, wakes)
    })
  }
}

/** Reads the sources that are due, one after the other, and merges them once. */
function readTurn(
  { addresses, organisation, ways }: Extract<CatalogueSource, { kind: 'gp' }>,
  wakes: readonly string[],
) {
  const sources = addresses.map((one, place) => addressSource(one, place + 1))
  return async (platform: WorkPlatform): Promise<void> => {
    const { db, now, log, signal } = platform
    const connected = organisation === undefined ? undefined : await findCatalogueFeed(platform, organisation)
    const all = connected === undefined ? sources : [connected.source, ...sources]
    await db.shared(async (tx) => {
      if (await registerSources(tx, all)) await markStale(tx)
    })
    if (connected?.isActive === true) await readSpaceTrack(platform, connected, ways)
    for (const source of sources) if (!signal.aborted) await readAddress(platform, source, ways)
    const objects = await db.shared((tx) => mergeSources(tx, new Date(now()), wakes))
    if (objects === undefined) return
    log.info({ objects }, 'the public catalogue is refreshed')
    if (organisation === undefined || connected === undefined) return
    // The event of the reading was sent before the catalogue had the new sets, so another event makes open pages read the connection again.
    const { id } = connected.feed.connection
    await db.tenant(organisation, async (tx) => {
      emit(tx, { tenantId: organisation, type: 'connection', data: { connection: id } })
    })
  }
}
