import { DAY_MS, HOUR_MS, MINUTE_MS } from '@apsis/astro/constants.ts'
import { CONTACT_LIMITS } from '@apsis/contract/ca/contact/contact.ts'
import { emit } from '../../events/event.service.ts'
import type { TenantDb } from '../../platform/database/database.ts'
import { forEachItem } from '../../platform/jobs/each-item.ts'
import type { RecurringWork, WorkPlatform } from '../../platform/jobs/recurring-work.ts'
import * as repository from '../event/command-window.repository.ts'
import { type CommandWindow, commitOf, joinWindows, overOf } from '../event/commit.ts'
import { raiseListVersion } from '../event/event.repository.ts'
import { COMMIT } from '../recurring-work-names.ts'
import { contactsUntil, type KnownUntil } from './known-contacts.ts'

/** Passes move by seconds with a new orbit, and each hour adds one more pass: one search an hour is enough. */
const FOUND_FOR_MS = HOUR_MS
/** Past windows are kept as long as past contacts. */
const KEPT_MS = 7 * DAY_MS
/** A run searches for contacts for this long and leaves the rest to the next run, so that a large fleet delays no other work. */
const MOST_LOOKING_MS = 20_000
/** A deadline that moves by at least this much causes a new reminder; a smaller change is a small shift of the same contact. */
const LATER_MS = 30 * MINUTE_MS

type Platform = Pick<WorkPlatform, 'db' | 'log' | 'now' | 'signal'>
type Clock = { readonly tenantId: string; readonly at: Date }

/** Finds the contacts that can command each satellite, and the deadline that they set for its events (F19). */
export const commitWork: RecurringWork = {
  ...COMMIT,
  async turn(platform, tenantId) {
    const clock = { tenantId, at: new Date(platform.now()) }
    const asked = { now: clock.at, foundForMs: FOUND_FOR_MS }
    const due = await platform.db.tenant(tenantId, (tx) => repository.listDue(tx, asked))
    const signal = AbortSignal.any([platform.signal, AbortSignal.timeout(MOST_LOOKING_MS)])
    await lookForContacts({ ...platform, signal }, clock, due)
  },
}

/**
 * Searches for the contacts of satellites, even before their first messages, so that the first notices already give
 * the time to decide.
 */
export async function lookForContacts(
  platform: Platform,
  clock: Clock,
  satelliteIds: readonly string[],
): Promise<void> {
  const what = 'the contacts of a satellite could not be looked for'
  await forEachItem({ log: platform.log, signal: platform.signal, what }, satelliteIds, (id) =>
    lookOrPass(platform, clock, id),
  )
}

/** A satellite whose search fails waits an hour like the others; otherwise it would come first in each run and delay them. */
async function lookOrPass(platform: Platform, { tenantId, at }: Clock, satelliteId: string): Promise<void> {
  const asked = await platform.db.tenant(tenantId, (tx) => repository.openWindow(tx, { tenantId, satelliteId }))
  try {
    await look(platform, { tenantId, at }, satelliteId, asked)
  } catch (error) {
    await platform.db.tenant(tenantId, (tx) => repository.setLookedFor(tx, satelliteId, asked, at))
    throw error
  }
}

async function look({ db }: Platform, { tenantId, at }: Clock, satelliteId: string, asked: number): Promise<void> {
  const to = new Date(at.getTime() + CONTACT_LIMITS.spanDays * DAY_MS)
  const known = await contactsUntil({ db, tenantId }, satelliteId, { now: at, to })
  await db.tenant(tenantId, async (tx) => {
    // Contacts were changed during the search: the result is out of date, and the next run searches again.
    if (!(await repository.isStillAsked(tx, satelliteId, asked))) return
    const before = (await repository.listWindows(tx, [satelliteId])).get(satelliteId)
    const window = windowOf(known, { before, at, to })
    await repository.setWindow(tx, satelliteId, window, at)
    await settle(tx, { tenantId, at }, { satelliteId, window })
  })
}

type WindowQuestion = { readonly before: CommandWindow | undefined; readonly at: Date; readonly to: Date }

function windowOf({ commands, unknown }: KnownUntil, { before, at, to }: WindowQuestion): CommandWindow {
  // If the new orbit cannot be used, the window of the previous orbit stays.
  if (unknown?.cause === 'ORBIT_FAULT' && before !== undefined) return before
  const ending = { nowMs: at.getTime(), keptMs: KEPT_MS }
  if (commands === null) return overOf(before, ending)
  const contacts = commands.contacts.map(({ from, to: end, station }) => ({ from, to: end, station }))
  const knownUntilMs = commands.basis === 'BOOKED' ? null : (unknown?.afterMs ?? to.getTime())
  return joinWindows(before, { basis: commands.basis, contacts, knownUntilMs }, ending)
}

type Settling = { readonly satelliteId: string; readonly window: CommandWindow }

/** Writes the time to decide to the events for which it has changed. */
async function settle(tx: TenantDb, { tenantId, at }: Clock, { satelliteId, window }: Settling): Promise<void> {
  const changed = async () =>
    (await repository.listDeciding(tx, satelliteId, at)).flatMap((row) => {
      const hours = { tcaMs: row.tca.getTime(), commitHours: row.commitHours }
      const commit = commitOf(hours, window)
      const limitMs = hours.tcaMs - hours.commitHours * HOUR_MS
      const movedMs = atOf(commit, limitMs) - atOf(row.commit ?? undefined, limitMs)
      return isSame(commit, row.commit ?? undefined) ? [] : [{ id: row.id, commit, movedMs }]
    })
  // Raising the version of the list waits for every writer of events, and makes clients read the whole list again.
  if ((await changed()).length === 0) return
  const changedIn = await raiseListVersion(tx, tenantId)
  for (const { id, commit, movedMs } of await changed()) {
    await repository.setCommit(tx, { id, commit, changedIn })
    if (movedMs > LATER_MS) await repository.forgetAsked(tx, id)
    emit(tx, { tenantId, type: 'conjunction', data: { conjunctionId: id, change: 'decideBefore' } })
  }
}

type StoredCommit = ReturnType<typeof commitOf>

const atOf = (commit: StoredCommit, limitMs: number) => (commit === undefined ? limitMs : Date.parse(commit.at))

/** Compares the fields one by one, because the database does not keep the order of fields. */
const isSame = (a: StoredCommit, b: StoredCommit) =>
  a?.at === b?.at &&
  a?.source === b?.source &&
  a?.contact?.station === b?.contact?.station &&
  a?.contact?.from === b?.contact?.from &&
  a?.contact?.to === b?.contact?.to
