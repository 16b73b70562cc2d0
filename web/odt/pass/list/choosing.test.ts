import type { Sensor } from '@apsis/contract/odt/sensor/sensor.ts'
import { expect, test } from 'vitest'
import type { PassOf } from '../pass-query.ts'
import { chosenNames, chosenText, groupsOf, isTooMany, requestable, whyNot } from './choosing.ts'

const nowMs = Date.UTC(2026, 10, 22, 12)
const sensors = [
  { sensorCode: 'ABC01', sensorType: 'OPTICAL_PASSIVE', providerId: 'simulator' },
  { sensorCode: 'RAD01', sensorType: 'RADAR_ACTIVE', providerId: 'simulator' },
  { sensorCode: 'OWN1', sensorType: 'RADAR_ACTIVE', providerId: null },
] as Sensor[]
const pass = (name: string, seenMs: number | undefined = 1) => ({ name, code: name.split('@')[0], seenMs }) as PassOf

test('a pass can be requested if it can be observed, is in the future, and its sensor accepts orders', () => {
  const why = (name: string, seenMs?: number) => whyNot(pass(name, seenMs), { sensors, nowMs })
  expect(why('ABC01@2026-11-22T18:15:03Z')).toBe(undefined)
  expect(whyNot({ ...pass('ABC01@2026-11-22T18:15:03Z'), seenMs: undefined }, { sensors, nowMs })).toBe('notSeen')
  expect(why('ABC01@2026-11-22T12:00:30Z')).toBe('isPast')
  // A window is at most 14 days long.
  expect(why('ABC01@2026-12-06T11:59:00Z')).toBe(undefined)
  expect(why('ABC01@2026-12-06T12:01:00Z')).toBe('isFar')
  expect(why('OWN1@2026-11-22T18:15:03Z')).toBe('noOrders')
})

test('until the sensors are read no pass is requested, and none is reported as taking no orders', () => {
  const one = pass('RAD01@2026-11-22T18:15:03Z')
  expect(whyNot(one, { sensors: undefined, nowMs })).toBe('noSensors')
  expect(requestable([one], { sensors: undefined, nowMs }).able).toEqual([])
})

test('a chosen pass that has begun meanwhile, or that the address names, is left out of the request', () => {
  const [begun, ahead] = [pass('RAD01@2026-11-22T11:59:00Z'), pass('RAD01@2026-11-22T18:15:03Z')]
  const own = pass('OWN1@2026-11-22T18:15:03Z')
  expect(requestable([begun, ahead, own], { sensors, nowMs })).toEqual({
    able: [ahead],
    refused: [
      { pass: begun, fault: 'isPast' },
      { pass: own, fault: 'noOrders' },
    ],
  })
})

test('the address contains the chosen passes once each, in order of time, and no other text', () => {
  const [early, late] = ['RAD01@2026-11-22T18:15:03Z', 'ABC01@2026-11-23T18:15:03Z']
  expect(chosenText([late, early])).toBe(`${early},${late}`)
  expect(chosenText([])).toBe(undefined)
  expect(chosenNames(`${early},<b>,${late},${early}`)).toEqual([early, late])
  expect(chosenNames(undefined)).toEqual([])
})

test('telescopes and radars need separate requests, with at most 20 passes each', () => {
  const optical = Array.from({ length: 21 }, (_, place) => pass(`ABC01@2026-11-22T18:15:${10 + place}Z`))
  const radar = [pass('RAD01@2026-11-22T19:15:03Z')]
  const groups = groupsOf([...radar, ...optical], sensors)
  expect(groups.map(({ type, passes }) => [type, passes.length])).toEqual([
    ['OPTICAL', 21],
    ['RADAR', 1],
  ])
  expect(groups.map(isTooMany)).toEqual([true, false])
  expect(groupsOf(radar, sensors)).toHaveLength(1)
})
