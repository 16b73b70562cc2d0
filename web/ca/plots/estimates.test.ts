import type { Estimate } from '@apsis/contract/ca/estimate.ts'
import { scaleUtc } from 'd3-scale'
import { expect, test } from 'vitest'
import { estimateWords } from '../conjunction/estimates-words.data.ts'
import { estimateScales, estimatesCaption, estimatesTable } from './estimates.ts'

const estimate = (given: Partial<Estimate>): Estimate => ({
  estimateId: '1',
  source: 'RECOMPUTED',
  madeAt: '2030-01-01T00:00:00.000Z',
  tca: '2030-01-03T00:00:00.000Z',
  missM: 200,
  miss: { r: 1, t: 2, n: 3 },
  relativeSpeedMps: 10_000,
  probability: 1e-6,
  method: 'circle-2d',
  maximumProbability: 1e-4,
  sigma: { r: 1, t: 2, n: 3 },
  riskLevel: 'LOW',
  state: 'COUNTS',
  weakness: null,
  endedAt: null,
  cdmId: null,
  messageId: 'M-1',
  originator: 'TESTER',
  screeningId: null,
  oemFileId: null,
  fileName: null,
  against: null,
  isSimulated: false,
  ...given,
})

const frame = {
  area: { left: 0, right: 100, top: 10, bottom: 210 },
  x: scaleUtc([0, 1], [0, 100]),
  decideMs: 0,
  endMs: 1,
  nowMs: 0,
}

test('estimateScales() keeps every probability and miss inside its own panel, down to the floors', () => {
  const all = [estimate({ probability: 3e-4, missM: 88 }), estimate({ probability: 1e-40, missM: 0.2 })]
  const { atPc, atMiss, middle } = estimateScales(all, frame, 1e-4)
  for (const y of [atPc(3e-4), atPc(1e-40), atPc(1e-4)]) {
    expect(y).toBeGreaterThanOrEqual(10)
    expect(y).toBeLessThan(middle)
  }
  for (const y of [atMiss(88), atMiss(0.2)]) {
    expect(y).toBeGreaterThan(middle)
    expect(y).toBeLessThanOrEqual(210)
  }
  // Larger is higher.
  expect(atPc(1e-4)).toBeLessThan(atPc(1e-9))
  expect(atMiss(500)).toBeLessThan(atMiss(50))
})

test('estimatesCaption() counts messages once and screenings apart, and says where one of them is missing', () => {
  const own = estimate({ source: 'OWN_SCREENING', missM: 88 })
  expect(estimatesCaption([estimate({ source: 'PROVIDER' }), estimate({}), own], estimateWords)).toBe(
    'Messages: 1, newest 200 m. Screenings of the own orbit: 1, newest 88 m.',
  )
  expect(estimatesCaption([own], estimateWords)).toBe('No message. Screenings of the own orbit: 1, newest 88 m.')
  expect(estimatesCaption([], estimateWords)).toBe('No estimate yet.')
})

test('estimatesTable() has a line for each estimate, with its source and state', () => {
  const { columns, rows } = estimatesTable([estimate({ source: 'OWN_SCREENING', state: 'WEAK', miss: null })])
  expect(rows).toHaveLength(1)
  expect(rows[0]).toHaveLength(columns.length)
  expect(rows[0]?.slice(0, 2)).toEqual(['OWN_SCREENING', 'WEAK'])
})
