import { expect, vi } from 'vitest'
import type { Delivering, Person } from './delivering.ts'

const PATIENCE = { timeout: 20_000, interval: 50 }

/** Saves an address of a person, confirms it by the link in its mail, and returns it; the mail server has no mails before and after. */
export async function confirmAddress(
  world: Delivering,
  who: Person,
  address = `${who.organisation}@operator.example`,
): Promise<string> {
  await world.save(who, { email: [address] })
  await vi.waitFor(() => expect(world.smtp.mails).toHaveLength(1), PATIENCE)
  const text = (world.smtp.mails[0]?.data ?? '').replace(/=\r\n/g, '').replaceAll('=3D', '=')
  const token = decodeURIComponent(/confirm=([\w%.-]+)/.exec(text)?.[1] ?? '')
  const body = JSON.stringify({ token })
  expect((await world.api.call(who, 'POST /api/v1/notifications/channels/confirmations', { body })).status).toBe(200)
  world.smtp.mails.length = 0
  return address
}
