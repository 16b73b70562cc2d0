import { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import { EXAMPLE } from '@apsis/contract/ca/message/conjunction-example.data.ts'
import { expect, test } from 'vitest'
import { rowOf } from './event-row.ts'
import { levelBySaid } from './level-by.ts'

const EVENT = Conjunction.parse(EXAMPLE)
const MESSAGE = EVENT.levelBy!
const ESTIMATE = { ...MESSAGE, source: 'OWN_SCREENING', id: '5a4e1c7b-0d5f-4be2-93a3-6b1f0a9f7c29' } as const
const TRACK = {
  cdmId: MESSAGE.id,
  objectId: '90127',
  at: '2026-11-20T05:30:00.000Z',
  screening: 'AWAITED',
  reason: null,
} as const

test('levelBySaid() is empty if the figures below belong to the estimate that sets the level, and names that estimate if they do not', () => {
  expect(levelBySaid(EVENT)).toBe('')
  expect(levelBySaid(EVENT, MESSAGE.id)).toBe('')
  // The event names the screening that sets its level, because the displayed figures of the message are much lower.
  const held = { ...EVENT, levelBy: { ...ESTIMATE, isBeforeTrack: true }, track: TRACK }
  expect(levelBySaid(held, MESSAGE.id)).toMatch(
    /^Critical by the screening of 2026-11-20 05:41\sZ, before the track of 2026-11-20 05:30\sZ: Pc 2\.12\s×\s10⁻⁴\. Screening anew/,
  )
})

test('a list shows the probability on which the level is based, and separately that of the newest estimate', () => {
  expect(rowOf(EVENT)).toMatchObject({ pc: 2.12e-4, newestPc: 2.12e-4 })
  const newest = { ...EVENT.conjunctionData, probabilityOfCollision: 8e-17 }
  const held = { ...EVENT, conjunctionData: newest, levelBy: { ...MESSAGE, isShown: false } }
  expect(rowOf(held)).toMatchObject({ risk: 'CRITICAL', pc: 2.12e-4, newestPc: 8e-17 })
})
