import { DAY_MS } from '@apsis/astro/constants.ts'
import type { CommandContact } from '@apsis/astro/manoeuvre/command-contact.ts'
import { CONTACT_LIMITS, isCommanding, type SatelliteContacts } from '@apsis/contract/ca/contact/contact.ts'
import type { GroundStation } from '@apsis/contract/ca/contact/ground-station.ts'
import type { PlanBlackouts } from '@apsis/contract/ca/plan/blackout.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Database } from '../../platform/database/database.ts'
import { pool } from '../../platform/thread/pool.ts'
import { SMALL_MEMORY_MIB, task } from '../../platform/thread/task.ts'
import { refuseTooCostly } from '../../platform/thread/task-failure.ts'
import { findOwnOrbit, type OrbitSource } from '../ephemeris/own-orbit.service.ts'
import { toInstant } from '../message/record/api-value.ts'
import { findSatellite, type SatelliteRow } from '../satellite/record/satellite.repository.ts'
import * as repository from './contact.repository.ts'

const COMPUTE = task<typeof import('./contacts-task.ts').computeContacts>({
  module: new URL('./contacts-task.ts', import.meta.url),
  name: 'computeContacts',
  limits: { seconds: 15, memoryMiB: SMALL_MEMORY_MIB, answerMiB: 8 },
})

type ContactQuestion = { readonly now: Date; readonly from: Date; readonly to: Date }
type Platform = { readonly db: Pick<Database, 'tenant'>; readonly tenantId: string }

const NOTHING_KNOWN: SatelliteContacts = { basis: 'NONE', orbit: null, contacts: [] }

type ContactSources =
  | { readonly known: SatelliteContacts }
  | { readonly stations: readonly GroundStation[]; readonly source: OrbitSource }

/**
 * Returns the contacts of a satellite that apply in a span. Booked contacts replace computed ones: if a future contact was entered or came
 * from a file, only those apply; else the passes over the stations do. A satellite without an orbit has no contacts.
 */
export async function knownContacts(
  platform: Platform,
  satelliteId: string,
  asked: ContactQuestion,
): Promise<SatelliteContacts> {
  const found = await findContacts(platform, satelliteId, asked)
  if ('fault' in found)
    throw new ApiError('unprocessable', `The orbit of the satellite cannot be used: ${found.fault}.`, {
      errors: [{ code: 'contacts.orbit', message: found.fault }],
    })
  return found
}

/** Returns the result of knownContacts(), or the fault of the orbit. */
async function findContacts(
  { db, tenantId }: Platform,
  satelliteId: string,
  { now, from, to }: ContactQuestion,
): Promise<SatelliteContacts | { readonly fault: string }> {
  const stored = await db.tenant(tenantId, async (tx): Promise<ContactSources> => {
    const satellite = await findSatellite(tx, satelliteId)
    if (satellite === undefined) throw new ApiError('not-found', 'There is no such satellite.')
    if (await repository.hasBooked(tx, satelliteId, now)) {
      const contacts = await repository.listContacts(tx, satelliteId, { from, to })
      return { known: { basis: 'BOOKED', orbit: null, contacts } }
    }
    const stations = (await repository.listStations(tx)).filter((station) => serves(station, satellite))
    const source = stations.length === 0 ? undefined : await findOwnOrbit(tx, satellite, { now, at: from, until: to })
    return source === undefined ? { known: NOTHING_KNOWN } : { stations, source }
  })
  if ('known' in stored) return stored.known
  const { stations, source } = stored
  const until = new Date(Math.min(to.getTime(), horizonMs(from)))
  const order = { orbit: source.orbit, stations, from: from.toISOString(), to: until.toISOString() }
  const answer = await refuseTooCostly(
    () => pool.run(COMPUTE, tenantId, order),
    (what) => `The contacts take ${what}: ask for a shorter time.`,
  )
  if (answer.fault !== undefined) return { fault: answer.fault }
  const { contacts, endsAt } = answer
  const text = source.orbit.kind === 'set' ? `element set of ${source.source}` : source.source
  const epoch = source.orbit.kind === 'set' ? toInstant(source.orbit.set.epoch) : null
  const orbit = { source: text, epoch, endsAt, isSimulated: source.isSimulated }
  return { basis: 'COMPUTED', orbit, contacts: [...contacts] }
}

/** An event may be months ahead; no orbit is known well enough to rely on a pass at that time. */
const horizonMs = (from: Date) => from.getTime() + CONTACT_LIMITS.spanDays * DAY_MS

/** Returns true if a station serves a satellite: a station with an empty list serves all. */
export const serves = ({ satelliteIds }: GroundStation, { id }: Pick<SatelliteRow, 'id'>) =>
  satelliteIds.length === 0 || satelliteIds.includes(id)

/** A contact that can command a burn. */
export type KnownCommand = CommandContact & {
  readonly station: string
  readonly from: string
  readonly to: string
}

/** The contacts that can command a satellite; null: no contacts are known. */
export type Commands = {
  readonly basis: Exclude<SatelliteContacts['basis'], 'NONE'>
  readonly contacts: readonly KnownCommand[]
  /** All contacts, including contacts that send no commands. */
  readonly all: readonly Pick<KnownCommand, 'from' | 'to' | 'station'>[]
  /** Contacts are computed up to this time, ms since 1970; null: they are known for the whole span. */
  readonly knownUntilMs: number | null
}

/** The time from which unknown contacts may take place. */
export type ContactsUnknown = {
  readonly cause: Exclude<NonNullable<PlanBlackouts['unknown']>['cause'], 'SHADOW'>
  /** Contacts are known until this time, ms since 1970; null: none are known. */
  readonly afterMs: number | null
  /** The fault of the orbit. */
  readonly why: string
}

export type KnownUntil = { readonly commands: Commands | null; readonly unknown: ContactsUnknown | null }

/** Returns the contacts from now to a time that can command the satellite. */
export async function commandsUntil(
  platform: Platform,
  satelliteId: string,
  span: Omit<ContactQuestion, 'from'>,
): Promise<Commands | null> {
  return (await contactsUntil(platform, satelliteId, span)).commands
}

/**
 * Returns the result of commandsUntil(), and the part of the span without known contacts. With an unusable orbit no contacts are known: then a
 * burn is planned from its message, and does not have to wait for a corrected ephemeris.
 */
export async function contactsUntil(
  platform: Platform,
  satelliteId: string,
  { now, to }: Omit<ContactQuestion, 'from'>,
): Promise<KnownUntil> {
  if (to <= now) return { commands: null, unknown: null }
  const found = await findContacts(platform, satelliteId, { now, from: now, to })
  const nothing = (cause: ContactsUnknown['cause'], why = '') => ({
    commands: null,
    unknown: { cause, afterMs: null, why },
  })
  if ('fault' in found) return nothing('ORBIT_FAULT', found.fault)
  if (found.basis === 'NONE') return nothing('NO_CONTACTS')
  return { commands: commandsOf({ ...found, basis: found.basis }, { now, to }), unknown: unknownOf(found, { now, to }) }
}

/** Booked contacts are complete; computed ones end with the orbit, and after two weeks at the latest. */
function unknownOf(
  { basis, orbit }: SatelliteContacts,
  { now, to }: Omit<ContactQuestion, 'from'>,
): ContactsUnknown | null {
  if (basis !== 'COMPUTED') return null
  const endsAt = orbit?.endsAt ?? null
  if (endsAt !== null) return { cause: 'ORBIT_ENDS', afterMs: Date.parse(endsAt), why: '' }
  return to.getTime() > horizonMs(now) ? { cause: 'HORIZON', afterMs: horizonMs(now), why: '' } : null
}

type ContactsWithBasis = Pick<SatelliteContacts, 'contacts'> & Pick<Commands, 'basis'>

function commandsOf({ basis, contacts }: ContactsWithBasis, { now, to }: Omit<ContactQuestion, 'from'>): Commands {
  const commanding = contacts.filter(isCommanding)
  return {
    basis,
    all: contacts.map(({ from, to: end, station }) => ({ from, to: end, station })),
    knownUntilMs: basis === 'COMPUTED' && to.getTime() > horizonMs(now) ? horizonMs(now) : null,
    contacts: commanding.map(({ from, to: end, station }) => ({
      from,
      to: end,
      station,
      fromMs: Date.parse(from),
      toMs: Date.parse(end),
    })),
  }
}
