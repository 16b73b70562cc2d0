import { NewRequest } from '@apsis/contract/odt/request/request.ts'
import { expect, test, vi } from 'vitest'
import {
  bodyOf,
  draftOf,
  draftOfAddress,
  fromOf,
  isBegunFor,
  isWindowTurned,
  limitsOf,
  newDraft,
  sentOf,
  untilOf,
} from './draft.ts'

const TLE =
  '1 25544U 98067A   08264.51782528 -.00002182  00000-0 -11606-4 0  2927\n2 25544  51.6416 247.4627 0006703 130.5360 325.0288 15.72125391563537'
const ID = '2f1c4f60-6d0e-4c8e-9d55-0b6a5f4e3d21'
const NAMES = ['ABC01@2026-11-22T18:15:03Z', 'RAD01@2026-11-22T19:00:00Z', 'ABC01@2026-11-23T18:01:00Z']

test('bodyOf names the object by one field and includes both fields of an orbit message, or neither', () => {
  expect(bodyOf(newDraft())).toBe(undefined)
  const byNumber = bodyOf({ ...newDraft(), object: '25544', passes: 2 })
  expect(byNumber).toMatchObject({ catalogueId: 25_544, numberOfPassesRequested: 2 })
  expect(byNumber).not.toHaveProperty('orbitDataMessageType')
  const byOrbit = bodyOf({ ...newDraft(), object: TLE, names: NAMES })
  expect(byOrbit).toMatchObject({ orbitDataMessageType: 'TLE', orbitDataMessage: TLE, observationPassIds: NAMES })
  expect(NewRequest.safeParse(byOrbit).success).toBe(true)
})

test('newDraft accepts the id of a satellite, a name, a catalogue number, or an orbit', () => {
  expect([newDraft(TLE).satellite, newDraft(TLE).object]).toEqual(['', TLE])
  expect([newDraft(ID).satellite, newDraft(ID).object]).toEqual([ID, ''])
  // A name is free text: its object is known only after the list of objects was read.
  expect([newDraft('SAT-1').satellite, newDraft('SAT-1').object]).toEqual(['', 'SAT-1'])
  expect(bodyOf(newDraft('SAT-1'))).toBe(undefined)
  expect([newDraft('25544').satellite, newDraft('25544').object]).toEqual(['', '25544'])
  // The draft has the kind of measurement that the address names, if it names one.
  expect([newDraft('', 'RADAR').type, newDraft('', 'SONAR').type, newDraft().type]).toEqual([
    'RADAR',
    'OPTICAL',
    'OPTICAL',
  ])
})

test('a stored draft is restored completely, and an invalid one is discarded', () => {
  const draft = { ...newDraft('s-1'), names: NAMES }
  expect(draftOf(JSON.stringify(draft))).toEqual(draft)
  const { elevation: _, ...less } = draft
  expect(draftOf(JSON.stringify(less))).toBe(null)
  for (const text of [null, '', '3', '{"names":[1]}', '{"type":"SONAR"}', '{"least":3}'])
    expect(draftOf(text)).toBe(null)
})

test('a draft is continued for the address for which it was begun, and not for other passes of the same event', () => {
  const [first = '', , third = ''] = NAMES
  const about = (...passes: string[]) =>
    draftOfAddress({ satellite: '90141', event: 'e-1', type: 'OPTICAL', passes: passes.join(',') })
  const kept = { ...about(first), names: [first, third] }
  expect(isBegunFor(kept, about(first))).toBe(true)
  expect(isBegunFor(kept, about())).toBe(true)
  expect(isBegunFor(kept, about(first, third))).toBe(false)
  expect(isBegunFor(kept, about(third))).toBe(false)
  expect(isBegunFor(about(first, third), about(third, first))).toBe(true)
  expect(isBegunFor(kept, { ...about(first), event: 'e-2' })).toBe(false)
  // The draft survives a reload after another kind of measurement was chosen; another link starts another request.
  expect(isBegunFor({ ...kept, type: 'RADAR' }, about(first))).toBe(true)
  expect(isBegunFor(kept, { ...about(first), askedType: 'RADAR' })).toBe(false)
  expect(isBegunFor(kept, { ...about(first), askedType: '' })).toBe(true)
})

test('bodyOf includes sensors only if no pass is named, and the end of the search', () => {
  const draft = { ...newDraft('25544'), sensors: ['ABC01', 'ABC02'], until: '2026-11-23 09:40' }
  expect(bodyOf(draft)).toMatchObject({ sensorCodes: ['ABC01', 'ABC02'], to: '2026-11-23T09:40:00.000Z' })
  expect(bodyOf({ ...draft, names: NAMES })).not.toHaveProperty('sensorCodes')
  expect(bodyOf({ ...draft, sensors: ['ABC01'] })).toMatchObject({ sensorCodes: ['ABC01'] })
  expect(bodyOf({ ...draft, sensors: [] })).not.toHaveProperty('sensorCodes')
  expect(NewRequest.safeParse(bodyOf(draft)).success).toBe(true)
})

test('a draft for an event begins with two passes, as its tracking proposes, and nothing is sent if every pass was removed', () => {
  const about = draftOfAddress({ satellite: '90141', event: 'e-1' })
  expect([about.passes, draftOfAddress({ satellite: '90141' }).passes]).toEqual([2, 1])
  expect(draftOfAddress({ satellite: '90141', event: 'e-1', passes: NAMES.join(',') }).passes).toBe(3)
  expect(bodyOf(about)).toMatchObject({ numberOfPassesRequested: 2 })
  expect(bodyOf({ ...about, passes: 0 })).toBe(undefined)
})

test('untilOf distinguishes an empty field from a text that is not a time', () => {
  expect([' ', 'soon', '2026-11-23'].map((until) => untilOf({ until }))).toEqual([
    'none',
    'wrong',
    Date.UTC(2026, 10, 23),
  ])
})

test('the limits of a request are degrees and minutes, sent as seconds; an invalid limit is an error and is not sent', () => {
  expect(limitsOf({ elevation: '', least: ' ' })).toEqual({ faults: [] })
  expect(limitsOf({ elevation: '30,5', least: '2.5' })).toEqual({ elevation: 30.5, durationS: 150, faults: [] })
  expect(limitsOf({ elevation: '91', least: 'long' })).toEqual({ faults: ['badElevation', 'badLeast'] })
  const body = bodyOf({ ...newDraft('25544'), elevation: '30', least: '2' })
  expect(body).toMatchObject({ minimumElevation: 30, minimumDuration: 120 })
  expect(NewRequest.safeParse(body).success).toBe(true)
  expect(bodyOf(newDraft('25544'))).not.toHaveProperty('minimumElevation')
})

test('a draft begins with the passes of an address without an event, and its window includes the last of them', () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 20, 12) })
  const about = (passes: string) => draftOfAddress({ satellite: '90001', type: 'OPTICAL', passes, elevation: '30' })
  expect(about(NAMES.join(','))).toMatchObject({
    names: NAMES,
    asked: NAMES,
    object: '90001',
    elevation: '30',
    until: '',
  })
  // The pass is ten days ahead: without an end the server would search only seven days.
  const far = 'ABC01@2026-11-30T18:15:03Z'
  const body = bodyOf(about(`${NAMES[0]},${far}`))
  expect(Date.parse(body?.to ?? '')).toBeGreaterThan(Date.parse('2026-11-30T18:18:03Z'))
  // The window is never longer than the maximum of 14 days.
  const last = bodyOf(about('ABC01@2026-12-04T11:59:00Z'))
  expect(Date.parse(last?.to ?? '')).toBeLessThanOrEqual(Date.UTC(2026, 11, 4, 12))
  expect(about('nonsense,ABC01@soon').names).toEqual([])
  vi.useRealTimers()
})

test('a sent draft names what was proposed and is sent again unchanged', () => {
  const [first, second] = ['ABC02@2026-11-23T18:00:00Z', 'ABC01@2026-11-23T19:00:00Z']
  const draft = { ...newDraft('90141'), passes: 3, names: [first, second] }
  const sent = sentOf(draft)
  expect([sent.passes, sent.key, sent.isSent, draft.isSent]).toEqual([2, draft.key, true, false])
  expect(JSON.stringify(bodyOf(sent))).toBe(JSON.stringify(bodyOf(draft)))
  // If no pass is named, their number is sent, and the number survives a reload.
  expect(sentOf({ ...draft, names: [] }).passes).toBe(3)
  expect(draftOf(JSON.stringify(sent))).toEqual(sent)
})

test('the window begins at the entered time, but not before now, and not if that is after its end', () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 22) })
  const draft = { ...newDraft('25544'), from: '2026-11-22 18:00', until: '2026-11-23 09:40' }
  expect(bodyOf(draft)).toMatchObject({ from: '2026-11-22T18:00:00.000Z', to: '2026-11-23T09:40:00.000Z' })
  expect(bodyOf({ ...draft, from: '2026-11-21 18:00' })).not.toHaveProperty('from')
  expect(bodyOf({ ...draft, from: '' })).not.toHaveProperty('from')
  expect([fromOf({ from: 'soon' }), isWindowTurned(draft)]).toEqual(['wrong', false])
  expect(isWindowTurned({ ...draft, from: '2026-11-23 09:40' })).toBe(true)
  vi.useRealTimers()
})
