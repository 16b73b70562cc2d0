import { beforeAll } from 'vitest'
import type { Account } from '../../account.ts'
import { keepFleet, newVisitor, putFleet, visitAs } from '../../visitor.ts'
import { type Call, callerOf } from './own-satellite.ts'

/** Every user of an organisation waits until its whole demo fleet is stored; on a busy machine that takes minutes. */
export const WHOLE_FLEET_MS = 900_000

/** Gives the organisation of a file the whole demo fleet, with its history. Call it after `useBrowser` and `leavesNothing`. */
export function hasFleet(who: Account): void {
  beforeAll(async () => {
    const visitor = await newVisitor()
    await openFleet(await callerOf(await visitAs(visitor, who, '/services')), who)
    await visitor.close()
  }, WHOLE_FLEET_MS)
}

/**
 * Gives an organisation the whole demo fleet. The first fleet is opened as a person opens it, and is stored when it is complete; every
 * later fleet is a copy, in other products as well (record 146). This removes all other satellites, events, requests and payments of the
 * organisation, so call it first.
 */
export async function openFleet(call: Call, who: Account): Promise<void> {
  if (await putFleet(who.organisation)) return
  await call('POST', 'demo')
  // If a call hangs, the time limit of the hook or of the test ends it.
  while (!(await keepFleet(who.organisation)));
}
