import type { GroundStation } from '@apsis/contract/ca/contact/ground-station.ts'
import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { Watch } from '@apsis/contract/ca/find.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import type { Screening } from '@apsis/contract/ca/screening/screening.ts'
import type { Notification } from '@apsis/contract/notifications/notification.ts'
import type { ObservationRequest } from '@apsis/contract/odt/request/request.ts'
import type { Page } from 'playwright-core'
import { afterAll } from 'vitest'
import type { Account } from '../../account.ts'
import { ADDRESS, newTokenOf, newVisitor, tokenOf, visitAs } from '../../visitor.ts'

/** Statuses of failures that pass: the pages of the journey have used up a rate limit, or the server has no room at the moment. */
const WAITED_FOR = [429, 503]
const EXPIRED = 401

/** Returns a function that calls the API as the person who has signed in on the page; it waits for passing failures to end. */
export async function callerOf(page: Page) {
  let token = await tokenOf(page)
  return async <T>(method: string, path: string, body?: unknown, ifMatch?: string): Promise<T> => {
    const isText = typeof body === 'string'
    const send = () =>
      fetch(`${ADDRESS}/api/v1/ca/${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'Content-Type': isText ? 'text/plain' : 'application/json' }),
          ...(ifMatch === undefined ? {} : { 'If-Match': ifMatch }),
        },
        body: body === undefined ? null : isText ? body : JSON.stringify(body),
      })
    let response = await send()
    // A journey may last longer than its token is valid.
    if (response.status === EXPIRED) {
      token = await newTokenOf(page)
      response = await send()
    }
    while (WAITED_FOR.includes(response.status)) {
      await new Promise((resolve) => setTimeout(resolve, 1000 * Number(response.headers.get('retry-after') ?? 1)))
      response = await send()
    }
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return (text === '' ? undefined : JSON.parse(text)) as T
  }
}

export type Call = Awaited<ReturnType<typeof callerOf>>

/** Returns the journey's own satellite; takes one that an earlier journey with the same number left. */
export async function ownSatellite(call: Call, noradId: number): Promise<Satellite> {
  const [known] = await call<Satellite[]>('GET', `satellites?norad-id=${noradId}`)
  const body = { name: `OWN ${noradId}`, noradId, cosparId: `2024-${String(noradId).slice(-3)}A` }
  return known ?? call<Satellite>('POST', 'satellites', body)
}

/** Hides the notifications of events, so that no toast covers what a journey presses; another journey tests the welcome. */
export async function hideNotices(call: Call): Promise<void> {
  const all = await call<Notification[]>('GET', '../notifications?limit=200')
  const told = all.filter(({ title }) => !title.startsWith('Welcome')).map(({ id }) => ({ id, state: 'hidden' }))
  if (told.length > 0) await call('PATCH', '../notifications', told)
}

/**
 * After the journeys of a file: closes the demo fleet and removes every satellite of the organisation with its events, and the organisation's
 * screenings, watches and open requests of passes, so that the next file finds an empty organisation. Call it after `useBrowser`.
 */
export function leavesNothing(who: Account): void {
  afterAll(async () => {
    const call = await callerOf(await visitAs(await newVisitor(), who, '/services'))
    await call('DELETE', 'demo')
    if (who.roles.odt) await cancelRequests(call)
    for (const { watchId } of await call<Watch[]>('GET', 'find/watches'))
      await call('DELETE', `find/watches/${watchId}`)
    // The first round only cancels a screening that still runs; the second removes it, unless it has ended and gone meanwhile.
    for (const _turn of ['cancel', 'remove'])
      for (const { screeningId } of await call<Screening[]>('GET', 'screenings'))
        await call('DELETE', `screenings/${screeningId}`).catch((failure: Error) => {
          // The screening has ended since it was listed, or ends right now: the cancellation has removed it, or the next round removes it.
          if (!/: 40[49] /.test(failure.message)) throw failure
        })
    // When a satellite is removed, events that are known only from messages leave the list, too.
    const unowned = async () => {
      const events = await call<Conjunction[]>('GET', 'conjunctions?limit=1000')
      return events.filter(({ satelliteId }) => satelliteId === null)
    }
    for (const number of new Set((await unowned()).map(({ object1 }) => Number(object1.designator))))
      await ownSatellite(call, number)
    // Jobs assign the events to the satellite; if the call hangs, the time limit of the hook ends it.
    while ((await unowned()).length > 0) await new Promise((resolve) => setTimeout(resolve, 500))
    for (const { satelliteId } of await call<Satellite[]>('GET', 'satellites'))
      await call('DELETE', `satellites/${satelliteId}`)
    for (const { stationId } of await call<GroundStation[]>('GET', 'ground-stations'))
      await call('DELETE', `ground-stations/${stationId}`)
    await hideNotices(call)
  })
}

/** Cancels the open requests: their passes would appear in the next journey's timelines and printouts. */
async function cancelRequests(call: Call): Promise<void> {
  const open = (await call<ObservationRequest[]>('GET', '../odt/requests?limit=1000')).filter(({ isEnded }) => !isEnded)
  for (const { observationRequestId: id } of open)
    await call('DELETE', `../odt/requests?observation-request-id=${id}`).catch((failure: Error) => {
      // The request is another person's, or has ended meanwhile.
      if (!/: (403|409) /.test(failure.message)) throw failure
    })
}
