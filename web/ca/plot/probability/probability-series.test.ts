import { scaleUtc } from 'd3-scale'
import { expect, test } from 'vitest'
import { inOrder } from '../../event/messages.ts'
import { cdmWith } from '../../event/testing/event.ts'
import { probabilityScales } from './probability-scene.ts'
import { probabilityCaption, probabilityPoints, probabilityTable } from './probability-series.ts'

const at = (day: number) => `2026-11-${day}T05:41:00.000Z`
const value = (number: number, day: number, probability: number | null) =>
  cdmWith({ number, created: at(day), assessment: { probability, maximumProbability: null, reported: null } })
const messages = inOrder([value(1, 18, 3.1e-6), value(2, 19, null), value(3, 20, 1.2e-4)])

test('probabilityCaption describes the trend, the missing values and the crossing of the threshold', () => {
  expect(probabilityCaption(messages, 1e-4)).toBe(
    'Pc (APSIS-SIM) rose from 3.10\u00a0×\u00a010⁻⁶ to 1.20\u00a0×\u00a010⁻⁴ over 2 messages; own threshold 1.00\u00a0×\u00a010⁻⁴ crossed upwards with the message of 2026-11-20 05:41:00 Z. 1 of 3 messages have no value.',
  )
})

test('probabilityCaption has a sentence for each originator, and never joins two', () => {
  const other = cdmWith({ number: 4, created: at(19), originator: 'OTHER', assessment: { probability: 1e-5 } })
  expect(probabilityCaption(inOrder([value(1, 18, 1e-6), other]), undefined)).toBe(
    'Pc (APSIS-SIM) is 1.00\u00a0×\u00a010⁻⁶ in one message. Pc (OTHER) is 1.00\u00a0×\u00a010⁻⁵ in one message.',
  )
})

test('probabilityScales: all decades have the same height, and a missing value is at the bottom', () => {
  const area = { left: 0, right: 100, top: 0, bottom: 350 }
  const frame = { area, x: scaleUtc([0, 1], [0, 100]), decideMs: 0, endMs: 1, nowMs: 0 }
  const scene = { points: probabilityPoints(messages), threshold: 1e-4, isPreview: false }
  const { place } = probabilityScales({ ...scene, selectedId: undefined, hoveredId: undefined }, frame)
  // The axis has the decades −6 to −3, and half a decade below them: 100 px for each decade.
  expect(place(0, 1e-3)[1]).toBeCloseTo(0, 9)
  expect(place(0, 1e-4)[1]).toBeCloseTo(100, 9)
  expect(place(0, 1e-6)[1]).toBeCloseTo(300, 9)
  expect(place(0, undefined)[1]).toBe(345)
})

test('probabilityTable leaves missing values blank', () => {
  expect(probabilityTable(messages).rows).toEqual([
    ['SIM-1', at(18), 'APSIS-SIM', '3.10E-06', undefined, undefined, undefined, 2.5],
    ['SIM-2', at(19), 'APSIS-SIM', undefined, undefined, undefined, 'false', 2.5],
    ['SIM-3', at(20), 'APSIS-SIM', '1.20E-04', undefined, undefined, 'false', 2.5],
  ])
})

test('probabilityPoints: a message is fresh if either object was observed since the previous message of its originator', () => {
  const seen = (number: number, created: string, lastObservationAt: string | null, originator?: string) => {
    const cdm = cdmWith({ number, created, ...(originator === undefined ? {} : { originator }) })
    return {
      ...cdm,
      object1: { ...cdm.object1, lastObservationAt: null },
      object2: { ...cdm.object2, lastObservationAt },
    }
  }
  const all = [
    seen(1, at(16), '2026-11-15T00:00:00.000Z'),
    seen(2, at(17), '2026-11-15T00:00:00.000Z'),
    // The next message is from another originator with a later observation: it does not affect the message after it.
    seen(3, at(18), '2026-11-17T12:00:00.000Z', 'OTHER'),
    seen(4, at(19), '2026-11-16T00:00:00.000Z'),
    seen(5, at(20), null),
  ]
  const fresh = probabilityPoints(inOrder(all)).map(({ hasNewTracking }) => hasNewTracking)
  expect(fresh).toEqual([undefined, false, undefined, true, undefined])
})
