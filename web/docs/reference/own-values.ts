import { listGroundStations } from '@apsis/contract/ca/contact/ground-station.ts'
import { type EphemerisFile, listEphemeris } from '@apsis/contract/ca/ephemeris/ephemeris.ts'
import { type Conjunction, listConjunctions } from '@apsis/contract/ca/event/conjunction.ts'
import { listCdms } from '@apsis/contract/ca/message/cdm.ts'
import { listImports } from '@apsis/contract/ca/message/import.ts'
import { listManoeuvres } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { listEventReports } from '@apsis/contract/ca/report/event-report.ts'
import { listHandovers } from '@apsis/contract/ca/report/handover.ts'
import { listSatellites, type Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import { listScreenings } from '@apsis/contract/ca/screening/screening.ts'
import { listConnections } from '@apsis/contract/connections/connection.ts'
import { type DutyPlan, getDutyPlan } from '@apsis/contract/duty/plan.ts'
import { listSimulatedCalls } from '@apsis/contract/duty/telephone.ts'
import { listChannels } from '@apsis/contract/notifications/channel.ts'
import { listDeliveries } from '@apsis/contract/notifications/delivery.ts'
import { listObservations } from '@apsis/contract/odt/observation/observation.ts'
import { listRequests } from '@apsis/contract/odt/request/request.ts'
import { listCustomers } from '@apsis/contract/payments/customer.ts'
import { allows, CA_USER } from '@apsis/contract/roles.ts'
import { listServiceAccounts } from '@apsis/contract/service-accounts/service-account.ts'
import { queryOptions } from '@tanstack/react-query'
import { call, callVersioned } from '../../api/call.ts'
import { getSession } from '../../session/session.ts'
import { NOTHING_OWN, type OwnValues } from './sample.ts'

/** The value for a missing item that no other item of its kind can replace. */
const NONE = ''
const FIRST = { query: { limit: 1 } } as const

/**
 * The ids of the reader's organisation, for the examples: a command with the ids of another organisation would fail. If there is no item of
 * a kind, its id is absent.
 */
export const fleetQuery = queryOptions({
  queryKey: ['docs', 'own-values'],
  queryFn: async ({ signal }): Promise<OwnValues> => {
    const [
      satellites,
      removed,
      messages,
      events,
      files,
      imports,
      screenings,
      cancelled,
      notes,
      reports,
      plans,
      stations,
      programs,
    ] = await Promise.all([
      call(listSatellites, { query: { limit: 100 } }, signal),
      call(listSatellites, { query: { limit: 100, deleted: 'true' } }, signal),
      call(listCdms, FIRST, signal),
      call(listConjunctions, FIRST, signal),
      call(listEphemeris, { query: { limit: 100 } }, signal),
      call(listImports, FIRST, signal),
      call(listScreenings, FIRST, signal),
      call(listScreenings, { query: { limit: 1, state: 'cancelled' } }, signal),
      call(listHandovers, FIRST, signal),
      call(listEventReports, FIRST, signal),
      call(listManoeuvres, FIRST, signal),
      call(listGroundStations, FIRST, signal),
      call(listServiceAccounts, { query: { limit: 1, state: 'ACTIVE' } }, signal),
    ])
    const [satellite, file] = [satellites[0], files.find(isUsable)]
    const late = await call(listConjunctions, { query: { limit: 100, sort: '-tca' } }, signal)
    return {
      values: present({
        'satellite-id': satellite?.satelliteId,
        'norad-id': satellite?.noradId,
        'cdm-id': messages[0]?.cdmId,
        'conjunction-id': events[0]?.conjunctionId,
        'oem-id': file?.oemFileId,
        'import-id': imports[0]?.importId,
        'screening-id': screenings[0]?.screeningId,
        'handover-id': notes[0]?.handoverId,
        'report-id': reports[0]?.reportId,
        'manoeuvre-id': plans[0]?.manoeuvreId,
        'station-id': stations[0]?.stationId,
        'service-account-id': programs[0]?.serviceAccountId,
      }),
      // The answer of GET is the body of PUT: if it is sent unchanged, it changes nothing.
      bodies: present({
        updateSatellite: satellite,
        updateGroundStation: stations[0],
        updateEphemeris: file && { oemFileId: file.oemFileId, name: file.name, kind: file.kind, active: file.active },
      }),
      // These calls need items in a certain state.
      ofOperations: {
        restoreSatellite: { 'satellite-id': restorableOf(removed, satellites)?.satelliteId ?? NONE },
        resumeScreening: { 'screening-id': cancelled[0]?.screeningId ?? NONE },
        compareEphemeris: { 'oem-id': comparableOf(files)?.oemFileId ?? NONE },
        getTle: present({ noradId: satellite?.noradId }),
        createManoeuvre: present({ 'conjunction-id': plannableOf(late, satellites)?.conjunctionId }),
        previewManoeuvre: present({ 'conjunction-id': plannableOf(late, satellites)?.conjunctionId }),
        createManoeuvreGroup: present({ 'conjunction-id': plannableOf(late, satellites)?.conjunctionId }),
      },
      versions: {},
    }
  },
})

/** The values for the account: the first program whose secret the reader may renew, and a channel for the calls about one channel. */
export const accountsQuery = queryOptions({
  queryKey: ['docs', 'service-accounts'],
  queryFn: async ({ signal }): Promise<OwnValues> => {
    const session = getSession()
    const isOfCa = session.status === 'signed-in' && allows([CA_USER], session.who.roles)
    const [accounts, channels, givenUp, made, duty, connections] = await Promise.all([
      call(listServiceAccounts, { query: { limit: 100 } }, signal),
      call(listChannels, {}, signal),
      call(listDeliveries, { query: { limit: 1, state: 'dead' } }, signal),
      isOfCa ? call(listSimulatedCalls, {}, signal) : { calls: [] },
      isOfCa ? callVersioned(getDutyPlan, {}, { signal }) : undefined,
      isOfCa ? call(listConnections, {}, signal) : [],
    ])
    const id = accounts.find(({ mayRotate }) => mayRotate)?.serviceAccountId
    const [confirmed] = channels.filter(({ isConfirmed }) => isConfirmed)
    const [asked] = channels.filter(({ isConfirmed }) => !isConfirmed)
    const [webhook] = channels.filter(
      ({ channel, oldSecretEndsAt }) => channel === 'webhook' && oldSecretEndsAt === null,
    )
    return {
      values: present({
        'service-account-id': id,
        'channel-id': (confirmed ?? asked)?.channelId,
        'delivery-id': givenUp[0]?.deliveryId,
        'call-id': made.calls[0]?.callId,
        'connection-id': connections[0]?.connectionId,
      }),
      bodies: present({
        updateDutyPlan: duty && session.status === 'signed-in' && chainOf(duty.answer, session.who.subject),
      }),
      ofOperations: {
        askConfirmation: present({ 'channel-id': asked?.channelId }),
        rotateChannelSecret: present({ 'channel-id': webhook?.channelId }),
      },
      versions: present({ updateDutyPlan: duty?.version }),
    }
  },
})

/** The values for payments: the reader's customer. */
export const customerQuery = queryOptions({
  queryKey: ['docs', 'customer'],
  queryFn: async ({ signal }): Promise<OwnValues> => {
    const [customer] = await call(listCustomers, FIRST, signal)
    return { ...NOTHING_OWN, values: present({ 'customer-id': customer?.customerId }) }
  },
})

/** The values for tracking: a file, a request that can still be cancelled, and an event. */
export const trackingQuery = queryOptions({
  queryKey: ['docs', 'tracking'],
  queryFn: async ({ signal }): Promise<OwnValues> => {
    const session = getSession()
    const seesEvents = session.status === 'signed-in' && allows([CA_USER], session.who.roles)
    const [[file], requests, events, [satellite]] = await Promise.all([
      call(listObservations, FIRST, signal),
      call(listRequests, { query: { limit: 100 } }, signal),
      // Events and satellites belong to another service, so a user of tracking may lack the right to list them.
      seesEvents ? call(listConjunctions, FIRST, signal) : [],
      seesEvents ? call(listSatellites, FIRST, signal) : [],
    ])
    const fileId = file?.observationFileId
    return {
      values: present({
        'file-id': fileId,
        'observation-request-id': requests.find(({ isEnded }) => !isEnded)?.observationRequestId,
        'conjunction-id': events[0]?.conjunctionId,
        'catalogue-id': satellite?.noradId,
      }),
      bodies: present({ zipObservationFiles: fileId && { fileIds: [fileId], notation: 'TDM_KVN' } }),
      ofOperations: {},
      versions: {},
    }
  },
})

const isUsable = ({ usableStartTime }: EphemerisFile) => usableStartTime !== null

/** Returns a file whose time overlaps with an earlier file of the same satellite. */
export function comparableOf(files: readonly EphemerisFile[]): EphemerisFile | undefined {
  const usable = files.filter(isUsable)
  const from = ({ usableStartTime }: EphemerisFile) => usableStartTime ?? ''
  const to = ({ usableStopTime }: EphemerisFile) => usableStopTime ?? ''
  return usable.find((newer) =>
    usable.some(
      (older) =>
        older.satelliteId === newer.satelliteId &&
        older.version < newer.version &&
        from(older) < to(newer) &&
        from(newer) < to(older),
    ),
  )
}

/**
 * Returns the latest event of a satellite that has an engine, so that there is time left for a command. A message is needed to size a burn.
 */
export function plannableOf(events: readonly Conjunction[], satellites: readonly Satellite[]): Conjunction | undefined {
  const able = satellites.filter(({ configuration }) => configuration.propulsion.type === 'IMPULSIVE')
  return events.find(({ satelliteId, messages }) => messages > 0 && able.some((one) => one.satelliteId === satelliteId))
}

/**
 * Returns the body of the example: the current chain, which changes nothing if it is sent. If no chain was ever set, the example calls the
 * reader.
 */
export function chainOf(
  { timeZone, turnsFrom, handoverTime, chain, overrides, absences, version }: DutyPlan,
  subject: string,
) {
  const own = [{ people: [subject] }]
  return { timeZone, turnsFrom, handoverTime, chain: version === 0 ? own : chain, overrides, absences }
}

/** Returns a removed satellite whose catalogue number no other satellite has got since. */
export function restorableOf(removed: readonly Satellite[], kept: readonly Satellite[]): Satellite | undefined {
  return removed.find(({ noradId }) => !kept.some((one) => one.noradId === noradId))
}

function present<T>(values: Readonly<Record<string, T | undefined>>): Record<string, T> {
  return Object.fromEntries(Object.entries(values).filter((one): one is [string, T] => one[1] !== undefined))
}
