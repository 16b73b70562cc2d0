import type { Estimate } from '@apsis/contract/ca/event/estimate.ts'
import { scaleUtc } from 'd3-scale'
import { expect, test } from 'vitest'
import { estimateWords } from '../../event/estimates-words.data.ts'
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
  ownCovariance: null,
  against: null,
  neighbour: null,
  isEmergencyReportable: null,
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
  // Larger values are higher.
  expect(atPc(1e-4)).toBeLessThan(atPc(1e-9))
  expect(atMiss(500)).toBeLessThan(atMiss(50))
})

test('estimatesCaption() counts messages once and screenings separately, and mentions the missing one', () => {
  const own = estimate({ source: 'OWN_SCREENING', missM: 88 })
  expect(estimatesCaption([estimate({ source: 'PROVIDER' }), estimate({}), own], estimateWords)).toBe(
    'Messages: 1, newest 200 m. Own screenings: 1, newest 88 m.',
  )
  expect(estimatesCaption([own], estimateWords)).toBe('No message. Own screenings: 1, newest 88 m.')
  const reported = estimate({ source: 'REPORTED', missM: 187 })
  expect(estimatesCaption([reported], estimateWords)).toBe('Reported, cannot be recomputed: 1, newest 187 m.')
  expect(estimatesCaption([own, reported], estimateWords)).toBe(
    'No message. Own screenings: 1, newest 88 m. Reported, cannot be recomputed: 1, newest 187 m.',
  )
  expect(estimatesCaption([], estimateWords)).toBe('No estimate yet.')
})

test('estimatesTable() has a line for each estimate, with its source and state', () => {
  const { columns, rows } = estimatesTable([estimate({ source: 'OWN_SCREENING', state: 'WEAK', miss: null })])
  expect(rows).toHaveLength(1)
  expect(rows[0]).toHaveLength(columns.length)
  expect(rows[0]?.slice(0, 2)).toEqual(['OWN_SCREENING', 'WEAK'])
})

test('the axes of estimateScales() start and end at powers of ten, and contain the threshold and at least one decade', () => {
  const domain = (given: Partial<Estimate>[], threshold?: number) => {
    const { pc, miss } = estimateScales(given.map(estimate), frame, threshold)
    return { pc: pc.domain(), miss: miss.domain() }
  }
  expect(domain([{ probability: 3e-6, missM: 200 }], 1e-3)).toEqual({ pc: [-6, -3], miss: [2, 3] })
  // Without an own threshold the default of spec §9 is used.
  expect(domain([{ probability: 3e-6, missM: 0.2 }])).toEqual({ pc: [-6, -4], miss: [0, 1] })
  expect(domain([{ probability: 1e-30, missM: 2_000 }, { missM: 88 }])).toEqual({ pc: [-10, -4], miss: [1, 4] })
  expect(domain([{ probability: null, missM: 100 }])).toEqual({ pc: [-4, -3], miss: [2, 3] })
  expect(domain([])).toEqual({ pc: [-4, -3], miss: [2, 3] })
})

test('estimateScales() puts the two panels in the halves of the area, with room for the title of the lower one', () => {
  const { pc, miss, middle, atPc, atMiss } = estimateScales([estimate({})], frame, 1e-4)
  expect(middle).toBe(110)
  expect(pc.range()).toEqual([101, 10])
  expect(miss.range()).toEqual([210, 130])
  expect([atPc(1e-6), atPc(1e-4), atPc(1e-5)]).toEqual([101, 10, 55.5])
  expect([atMiss(100), atMiss(1_000)]).toEqual([210, 130])
})

test('estimatesCaption() describes messages alone, and the newest estimate of each source', () => {
  expect(estimatesCaption([estimate({ missM: 5 }), estimate({ missM: 1_200 })], estimateWords)).toContain(
    '1\u202f200 m',
  )
  const own = [estimate({ source: 'OWN_SCREENING', missM: 88 }), estimate({ source: 'OWN_SCREENING', missM: 44 })]
  expect(estimatesCaption(own, estimateWords)).toBe('No message. Own screenings: 2, newest 44 m.')
})

test('estimatesTable() names the source of each estimate: its message, else its file, else nothing', () => {
  const last = (given: Partial<Estimate>) => estimatesTable([estimate(given)]).rows[0]?.at(-1)
  expect(last({})).toBe('M-1')
  expect(last({ messageId: null, fileName: 'own.oem' })).toBe('own.oem')
  expect(last({ messageId: null })).toBeUndefined()
  const [row] = estimatesTable([estimate({ method: null, probability: null, miss: { r: 1, t: 2, n: 3 } })]).rows
  expect(row?.slice(6, 10)).toEqual([1, 2, 3, undefined])
  expect(row?.[5]).toBe(200)
  // A missing value is blank, and the other values are formatted as in files.
  expect(row?.[4]).toBe('')
  expect(estimatesTable([estimate({ probability: 2.5e-6 })]).rows[0]?.[4]).toBe('2.50E-06')
})
