import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import type { Notification } from '@apsis/contract/notifications/notification.ts'
import { apiOf } from './page.ts'
import { person } from './person.ts'
import type { World } from './world.ts'

/** Calls the API of collision avoidance, in addition to the page; a refused call fails the test. */
export type Call = <T>(method: string, path: string, body?: unknown, ifMatch?: string) => Promise<T>

/** Returns a function that calls the API as a demo user; a text is sent as a message, a form as it is, anything else as JSON. */
export function callerOf(world: World, username: string): Call {
  return async <T>(method: string, path: string, body?: unknown, ifMatch?: string): Promise<T> => {
    const isText = typeof body === 'string'
    const headers = {
      ...(isText ? { 'content-type': 'text/plain' } : {}),
      ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
    }
    const content = body === undefined ? {} : { body: isText || body instanceof FormData ? body : JSON.stringify(body) }
    const { call } = await apiOf(world)
    const answer = await call(person(username), `${method} /api/v1/ca/${path}`, { headers, ...content })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return (text === '' ? undefined : JSON.parse(text)) as T
  }
}

/** Creates a satellite for the test. */
export function ownSatellite(call: Call, noradId: number): Promise<Satellite> {
  const cosparId = `2024-${String(noradId).slice(-3)}A`
  return call<Satellite>('POST', 'satellites', { name: `OWN ${noradId}`, noradId, cosparId })
}

/** Hides all earlier notifications, so that no toast covers an element that a test presses. */
export async function hideNotices(call: Call): Promise<void> {
  const all = await call<Notification[]>('GET', '../notifications?limit=200')
  if (all.length > 0)
    await call(
      'PATCH',
      '../notifications',
      all.map(({ id }) => ({ id, state: 'hidden' })),
    )
}
