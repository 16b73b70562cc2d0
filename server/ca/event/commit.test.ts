import { expect, test } from 'vitest'
import { type CommandWindow, commitOf, joinWindows, overOf } from './commit.ts'

const at = (time: string, day = '04') => `2030-01-${day}T${time}.000Z`
const TCA_MS = Date.parse(at('12:00:00', '05'))
const contact = (from: string, to: string, station = 'S') => ({ from: at(from), to: at(to), station })
const booked = (...contacts: CommandWindow['contacts']): CommandWindow => ({
  basis: 'BOOKED',
  contacts,
  knownUntilMs: null,
})

test('the deadline of an event is the latest time to start sending in the last command contact before its commit hours', () => {
  const window = booked(
    contact('03:00:00', '03:10:00'),
    contact('09:00:00', '09:10:00'),
    contact('15:00:00', '15:10:00'),
  )
  const commit = (hours: number) => commitOf({ tcaMs: TCA_MS, commitHours: hours }, window)
  expect(commit(24)).toEqual({ at: at('09:07:00'), source: 'LAST_CONTACT', contact: contact('09:00:00', '09:10:00') })
  expect(commit(20)?.at).toBe(at('15:07:00'))
  // If a contact continues beyond the limit that the commit hours set, sending ends at the limit.
  expect(commit(26.9)?.at).toBe(at('09:03:00'))
  // A schedule that ends more than a day before the limit is still being booked: its end sets no deadline.
  const far = commitOf({ tcaMs: TCA_MS + 2 * 86_400_000, commitHours: 24 }, window)
  expect(far).toEqual({ at: at('12:00:00', '06'), source: 'NOT_YET_KNOWN', contact: null })
  expect(commit(48)).toEqual({ at: at('12:00:00', '03'), source: 'NO_CONTACT_BEFORE', contact: null })
})

test('if contacts are unknown, or not known yet, only the commit hours set the deadline', () => {
  const hours = { tcaMs: TCA_MS, commitHours: 24 }
  expect(commitOf(hours, undefined)).toBeUndefined()
  expect(commitOf(hours, { basis: 'NONE', contacts: [], knownUntilMs: 0 })).toBeUndefined()
  const near: CommandWindow = {
    basis: 'COMPUTED',
    contacts: [contact('03:00:00', '03:10:00')],
    knownUntilMs: Date.parse(at('04:00:00')),
  }
  expect(commitOf(hours, near)).toEqual({ at: at('12:00:00'), source: 'NOT_YET_KNOWN', contact: null })
  // The booked contacts are past, and no others are known. A deadline that one of them set stays, and a later deadline follows from the
  // commit hours.
  const over: CommandWindow = { basis: 'NONE', contacts: near.contacts, knownUntilMs: Date.parse(at('13:00:00')) }
  expect(commitOf(hours, over)?.at).toBe(at('03:07:00'))
  expect(commitOf({ ...hours, commitHours: 20 }, over)).toBeUndefined()
})

test('a contact that has begun is kept unchanged if later contacts are of the same kind', () => {
  const ending = { nowMs: Date.parse(at('03:05:00')), keptMs: 86_400_000 }
  const found: CommandWindow = {
    basis: 'COMPUTED',
    contacts: [contact('03:05:00', '03:10:00'), contact('09:00:00', '09:10:00')],
    knownUntilMs: TCA_MS,
  }
  const before = { ...found, contacts: [contact('03:00:00', '03:10:00'), contact('08:00:00', '08:10:00')] }
  expect(joinWindows(before, found, ending).contacts.map(({ from }) => from)).toEqual([at('03:00:00'), at('09:00:00')])
  // This also holds if booked contacts replace possible ones, or are past.
  expect(joinWindows({ ...before, basis: 'BOOKED' }, found, ending)).toEqual(joinWindows(before, found, ending))
  expect(joinWindows(undefined, found, ending)).toEqual(found)
})

test('after a schedule has ended, a decision that was due by its last contact stays due until new contacts are known', () => {
  const ending = { nowMs: Date.parse(at('10:00:00')), keptMs: 86_400_000 }
  const before = booked(contact('03:00:00', '03:10:00'), contact('09:00:00', '09:10:00'))
  const over = overOf(before, ending)
  expect(over).toEqual(before)
  const hours = { tcaMs: TCA_MS, commitHours: 24 }
  expect(commitOf(hours, over)).toEqual(commitOf(hours, before))
  expect(commitOf(hours, over)?.at).toBe(at('09:07:00'))
  // A schedule whose future contacts were withdrawn does not count, and future deadlines follow from the commit hours.
  const takenBack = overOf(before, { ...ending, nowMs: Date.parse(at('04:00:00')) })
  expect(takenBack).toMatchObject({ basis: 'NONE', contacts: [contact('03:00:00', '03:10:00')] })
  expect(commitOf(hours, takenBack)).toBeUndefined()
  // After a week the schedule is dropped.
  expect(overOf(before, { ...ending, nowMs: Date.parse(at('10:00:00', '06')) })).toMatchObject({
    basis: 'NONE',
    contacts: [],
  })
})
