/** Checks the attachment of mails about events, over SMTP: the newest message is attached byte for byte, or the mail says why not. */
import type { CdmIntake } from '@apsis/contract/ca/message/cdm.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { asOperator } from '../../ca/testing/ca-operator.ts'
import { cdmText } from '../../ca/testing/cdm-text.ts'
import { bodyOf } from '../../platform/testing/test-api.ts'
import { type Delivering, startDelivering } from '../testing/delivering.ts'

/** On a busy machine the work may start late. */
const PATIENCE = { timeout: 20_000, interval: 50 }
/** A message that is too large to attach because of its comment lines. */
const TOO_LARGE = `${'COMMENT '.padEnd(1_000, 'x')}\n`.repeat(300)

let world: Delivering
beforeAll(async () => {
  world = await startDelivering()
  await world.start()
})
afterAll(() => world.close())

/** Creates an organisation with one confirmed address; returns the mails about events that arrived there. */
async function mailed(organisation: string) {
  const who = { subject: 'ada', organisation, roles: ['ca:user'] }
  const address = `${organisation}@operator.example`
  await world.save(who, { email: [address] })
  await vi.waitFor(async () => expect(await world.deliveries(who, '?state=waiting')).toEqual([]), PATIENCE)
  await world.api.database.query(
    `update delivery.receiver set confirmed_at = now() where tenant_id = 'organisation:${organisation}'`,
  )
  const mails = () => world.smtp.mails.filter(({ to, data }) => to.includes(address) && data.includes('Risk_raised'))
  return { who, mails, platform: asOperator(world.api, organisation) }
}

/** Returns the files that are attached to a mail (RFC 2045, base64). */
function attachedTo(mail: string): { readonly name: string; readonly bytes: Buffer }[] {
  return mail
    .split(/\r\n--[^\r\n]+/)
    .map((part) => /^([\s\S]*?)\r\n\r\n([\s\S]*)$/.exec(part))
    .flatMap((found) => {
      const [head = '', body = ''] = found?.slice(1) ?? []
      const name = /Content-Disposition: attachment;\s+filename="?([^"\r\n]+)/i.exec(head)?.[1]
      if (name === undefined) return []
      expect(head).toMatch(/Content-Transfer-Encoding: base64/i)
      return [{ name, bytes: Buffer.from(body, 'base64') }]
    })
}

test.each([
  ['lines that end as in UNIX', (text: string) => Buffer.from(text)],
  ['lines that end as in Windows', (text: string) => Buffer.from(text.replaceAll('\n', '\r\n'))],
  [
    'letters beyond ASCII, a long line and no last end of line',
    (text: string) =>
      Buffer.from(text.replace('TCA =', `COMMENT Übergang über 70° — ${'ж'.repeat(600)}\nTCA =`).trimEnd()),
  ],
  [
    'letters that are no UTF-8',
    (text: string) => Buffer.from(text.replace('TCA =', 'COMMENT Übergang\nTCA ='), 'latin1'),
  ],
])('a mail about an event contains its newest message as it was received, byte for byte: %s', async (_, form) => {
  const { mails, platform } = await mailed(`bytes-${world.smtp.mails.length}`)
  const send = async (bytes: Buffer) => {
    const [taken] = await bodyOf<CdmIntake[]>(await platform.send(new Uint8Array(bytes), 'text/plain'))
    return taken?.cdmId
  }
  await send(form(cdmText({ objects: ['1', '2'], missM: 240 })))
  const second = form(cdmText({ objects: ['1', '2'], createdAt: '2030-01-01T08:00:00.000' }))
  const newest = await send(second)
  await vi.waitFor(() => expect(mails()).toHaveLength(2), PATIENCE)
  const attached = attachedTo(mails()[1]!.data)
  expect(attached.map(({ name }) => name)).toEqual([`${newest}.cdm`])
  expect(attached[0]?.bytes.equals(second)).toBe(true)
})

test('if the message cannot be read or is too large, the mail says so, and the rest of the mail is complete', async () => {
  const { mails, platform } = await mailed('missed')
  const [taken] = await platform.take(cdmText({ objects: ['1', '2'], missM: 240 }))
  await vi.waitFor(() => expect(mails()).toHaveLength(1), PATIENCE)
  const setNewest = (id: string) =>
    world.api.database.query(
      `update ca.conjunction set facts = jsonb_set(facts, '{newestCdmId}', to_jsonb($1::text)) where id = $2`,
      [id, taken!.conjunctionId!],
    )
  const tell = () =>
    world.tell('missed', {
      level: 'critical',
      matter: taken!.conjunctionId!,
      finding: {
        code: 'risk-raised',
        values: {
          satellite: 'SAT-3',
          secondary: 'DEB',
          level: 'CRITICAL',
          missM: 240,
          tcaAt: '2030-01-05T12:00:00.000Z',
        },
      },
    })
  const textOf = (data: string) =>
    /text\/plain; charset=utf-8[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/.exec(data)?.[1]?.replace(/=\r\n/g, '') ?? ''
  await setNewest('not an id')
  await tell()
  await vi.waitFor(() => expect(mails()).toHaveLength(2), PATIENCE)
  expect(attachedTo(mails()[1]!.data)).toEqual([])
  expect(textOf(mails()[1]!.data)).toContain('The newest message could not be attached: read it in Apsis.')
  // The other facts of the event do not depend on the message.
  expect(textOf(mails()[1]!.data)).toMatch(/R, T, N +\+240, 0, 0 m/)
  expect(world.api.logged.join('\n')).toContain('what is enclosed in a mail could not be read')
  const large = cdmText({ objects: ['1', '2'], createdAt: '2030-01-01T09:00:00.000' }).replace(
    'TCA =',
    `${TOO_LARGE}TCA =`,
  )
  await platform.take(large)
  await vi.waitFor(() => expect(mails()).toHaveLength(3), PATIENCE)
  expect(attachedTo(mails()[2]!.data)).toEqual([])
  expect(textOf(mails()[2]!.data)).toContain('The newest message is too large for a mail: read it in Apsis.')
})
