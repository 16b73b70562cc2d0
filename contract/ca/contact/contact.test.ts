import { expect, test } from 'vitest'
import { type Contact, isCommanding, NewContact } from './contact.ts'

const FROM = '2026-11-20T06:12:00.000Z'
const faultOf = (to: string) => {
  const read = NewContact.safeParse({ from: FROM, to, station: 'SIM North' })
  return read.success ? undefined : read.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`)
}

test('a contact ends after its beginning, and at most 31 days later', () => {
  expect(faultOf('2026-11-20T06:12:00.001Z')).toBeUndefined()
  expect(faultOf(FROM)).toEqual(['to has to be after from'])
  expect(faultOf('2026-11-20T06:11:59.999Z')).toEqual(['to has to be after from'])
  expect(faultOf('2026-12-21T06:12:00.000Z')).toBeUndefined()
  expect(faultOf('2026-12-21T06:12:00.001Z')).toEqual(['to has to be 31 days after from at most'])
})

test('a contact can command by default', () => {
  const given = { from: FROM, to: '2026-11-20T06:22:00.000Z', station: 'SIM North' }
  expect(NewContact.parse(given).canCommand).toBe(true)
  expect(NewContact.parse({ ...given, canCommand: false }).canCommand).toBe(false)
})

test('a computed contact commands only if it lasts a minute; a booked one may be shorter', () => {
  const commands = (lengthS: number, more: Partial<Contact> = {}) =>
    isCommanding({
      contactId: null,
      from: FROM,
      to: new Date(Date.parse(FROM) + 1_000 * lengthS).toISOString(),
      station: 'SIM North',
      canCommand: true,
      source: 'COMPUTED',
      maximumElevation: 41.3,
      ...more,
    })
  expect([commands(60), commands(59.999), commands(600)]).toEqual([true, false, true])
  expect([commands(10, { source: 'ENTERED' }), commands(10, { source: 'CSV' })]).toEqual([true, true])
  expect([commands(600, { canCommand: false }), commands(600, { canCommand: false, source: 'CSV' })]).toEqual([
    ...[false, false],
  ])
})
