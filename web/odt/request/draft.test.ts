import { NewRequest } from '@apsis/contract/odt/request.ts'
import { expect, test } from 'vitest'
import { bodyOf, draftForEvent, draftOf, isBegunFor, newDraft, untilOf } from './draft.ts'

const TLE =
  '1 25544U 98067A   08264.51782528 -.00002182  00000-0 -11606-4 0  2927\n2 25544  51.6416 247.4627 0006703 130.5360 325.0288 15.72125391563537'
const NAMES = ['ABC01@2026-11-22T18:15:03Z', 'RAD01@2026-11-22T19:00:00Z', 'ABC01@2026-11-23T18:01:00Z']

test('bodyOf names the object by one field and both fields of an orbit message, or neither', () => {
  expect(bodyOf(newDraft())).toBe(undefined)
  const byNumber = bodyOf({ ...newDraft(), object: '25544', passes: 2 })
  expect(byNumber).toMatchObject({ catalogueId: 25_544, numberOfPassesRequested: 2 })
  expect(byNumber).not.toHaveProperty('orbitDataMessageType')
  const byOrbit = bodyOf({ ...newDraft(), object: TLE, names: NAMES })
  expect(byOrbit).toMatchObject({ orbitDataMessageType: 'TLE', orbitDataMessage: TLE, observationPassIds: NAMES })
  expect(NewRequest.safeParse(byOrbit).success).toBe(true)
})

test('newDraft takes the id of a satellite or a catalogue number', () => {
  expect([newDraft('s-1').satellite, newDraft('s-1').object]).toEqual(['s-1', ''])
  expect([newDraft('25544').satellite, newDraft('25544').object]).toEqual(['', '25544'])
})

test('a stored draft comes back whole, and what is none is forgotten', () => {
  const draft = { ...newDraft('s-1'), names: NAMES }
  expect(draftOf(JSON.stringify(draft))).toEqual(draft)
  for (const text of [null, '', '3', '{"names":[1]}', '{"type":"SONAR"}']) expect(draftOf(text)).toBe(null)
})

test('a draft goes on for the address it was begun for, and not for other passes of the same event', () => {
  const [first = '', , third = ''] = NAMES
  const about = (...passes: string[]) =>
    draftForEvent('90141', { id: 'e-1', type: 'OPTICAL', passes: passes.join(',') })
  const kept = { ...about(first), names: [first, third] }
  expect(isBegunFor(kept, about(first))).toBe(true)
  expect(isBegunFor(kept, about())).toBe(true)
  expect(isBegunFor(kept, about(first, third))).toBe(false)
  expect(isBegunFor(kept, about(third))).toBe(false)
  expect(isBegunFor(about(first, third), about(third, first))).toBe(true)
  expect(isBegunFor(kept, { ...about(first), event: 'e-2' })).toBe(false)
  // Whoever chose another kind of measurement finds the draft after a reload; another link asks for another request.
  expect(isBegunFor({ ...kept, type: 'RADAR' }, about(first))).toBe(true)
  expect(isBegunFor(kept, { ...about(first), askedType: 'RADAR' })).toBe(false)
  expect(isBegunFor(kept, { ...about(first), askedType: '' })).toBe(true)
})

test('bodyOf takes sensors only where no pass is named, and the end of the search', () => {
  const draft = { ...newDraft('25544'), sensors: ['ABC01', 'ABC02'], until: '2026-11-23 09:40' }
  expect(bodyOf(draft)).toMatchObject({ sensorCodes: ['ABC01', 'ABC02'], to: '2026-11-23T09:40:00.000Z' })
  expect(bodyOf({ ...draft, names: NAMES })).not.toHaveProperty('sensorCodes')
  expect(NewRequest.safeParse(bodyOf(draft)).success).toBe(true)
})

test('untilOf tells nothing written from what is no time', () => {
  expect([' ', 'soon', '2026-11-23'].map((until) => untilOf({ until }))).toEqual([
    'none',
    'wrong',
    Date.UTC(2026, 10, 23),
  ])
})
