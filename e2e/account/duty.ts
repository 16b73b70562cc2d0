import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { Channel } from '@apsis/contract/notifications/channel.ts'
import { expect, onTestFinished } from 'vitest'
import { type Account, account } from '../account.ts'
import { callerOf, hideNotices } from '../ca/testing/own-satellite.ts'
import { ADDRESS, newVisitor, tokenOf, visitAs } from '../visitor.ts'
import { NOTHING, type StoredSettings } from './stored-settings.ts'

/** Two people of one organisation, whose on-call chain the journeys set. */
export const [FIRST, SECOND] = [account('demo'), account('demo-admin')] as const
/** The other people who are notified in their organisation. */
const COLLEAGUES = [SECOND, account('demo-test'), account('demo-guest')]

/** Stores settings with a webhook that accepts all notifications, or answers with the given status. */
export async function hearing(statusOf: () => number = () => 204): Promise<StoredSettings> {
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(statusOf()).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { ...NOTHING, webhook: { url: [`http://127.0.0.1:${(server.address() as AddressInfo).port}/`] } }
}

export async function putAs(
  who: Account,
  path: string,
  body: object,
  more: Record<string, string> = {},
): Promise<void> {
  const token = await tokenOf(await visitAs(await newVisitor(), who, '/services'))
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  if (path === 'duty/plan') {
    const plan = await fetch(`${ADDRESS}/api/v1/duty/plan`, { headers })
    Object.assign(more, { 'If-Match': plan.headers.get('etag') ?? '' })
  }
  const init = { method: 'PUT', headers: { ...headers, ...more }, body: JSON.stringify(body) }
  const answer = await fetch(`${ADDRESS}/api/v1/${path}`, init)
  expect(answer.status, await answer.text()).toBe(200)
}

/** Waits until the tests have arrived that were sent when a person's channels were saved. */
export async function proven(who: Account): Promise<void> {
  const headers = { Authorization: `Bearer ${await tokenOf(await visitAs(await newVisitor(), who, '/services'))}` }
  const results = async () => {
    const channels = await (await fetch(`${ADDRESS}/api/v1/notifications/channels`, { headers })).json()
    return (channels as Channel[]).map(({ lastResult }) => lastResult)
  }
  await expect.poll(results, { timeout: 20_000 }).toEqual(['delivered'])
}

/** The beginning of the first turn of each step, a Monday; each turn lasts a week. */
export const TURNS_FROM = '2015-01-05T08:00Z'

/** Stores the chain: the people of each step, who take turns. */
export function setChain(steps: readonly (readonly Account[])[]): Promise<void> {
  return putAs(FIRST, 'duty/plan', {
    timeZone: 'UTC',
    turnsFrom: TURNS_FROM.slice(0, 10),
    handoverTime: TURNS_FROM.slice(11, 16),
    overrides: [],
    absences: [],
    chain: steps.map((people) => ({ people: people.map(({ id }) => id) })),
  })
}

/**
 * Acknowledges the events that a failed journey left open; otherwise the next journey's people would be called for them, and see them in the banner.
 */
export async function acknowledgeAll(): Promise<void> {
  const call = await callerOf(await visitAs(await newVisitor(), FIRST, '/services'))
  const unseen = (await call<Conjunction[]>('GET', 'conjunctions')).filter(({ decision }) => decision.state === 'NEW')
  for (const { conjunctionId } of unseen)
    await call('PUT', `conjunctions/${conjunctionId}/decision`, { action: 'ACKNOWLEDGE' }, '*')
}

/** Removes the duty plan, so that no later journey calls anybody, sends notifications by these channels, or finds this journey's notices. */
export async function forgetDuty(): Promise<void> {
  await setChain([])
  for (const who of COLLEAGUES) await hideNotices(await callerOf(await visitAs(await newVisitor(), who, '/services')))
  for (const who of [FIRST, SECOND]) await putAs(who, 'ca/userconfig', { notifications: { default: NOTHING } })
}
