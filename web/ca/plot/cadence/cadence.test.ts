import type { EphemerisFile } from '@apsis/contract/ca/ephemeris/ephemeris.ts'
import { expect, test } from 'vitest'
import { inOrder } from '../../event/messages.ts'
import { cdmWith } from '../../event/testing/event.ts'
import { cadenceCaption, coverageOf, gapsOf, observationsOf } from './cadence.ts'

const at = (time: string) => Date.parse(`2026-11-${time}:00.000Z`)
const messages = inOrder(
  ['18T00:00', '18T08:00', '18T16:00', '20T00:00'].map((time, place) =>
    cdmWith({ number: place + 1, created: `2026-11-${time}:00.000Z` }),
  ),
)
const TCA = at('21T00:00')

function file(name: string, from: string, to: string, kind: EphemerisFile['kind'] = 'OPERATIONAL') {
  const [usableStartTime, usableStopTime] = [`2026-11-${from}:00.000Z`, `2026-11-${to}:00.000Z`]
  return { name, kind, active: true, usableStartTime, usableStopTime } as EphemerisFile
}

test('coverageOf prefers an ephemeris that covers TCA over one that ends later', () => {
  const covering = file('covering', '20T00:00', '22T00:00')
  const later = file('later', '21T12:00', '27T00:00')
  expect(coverageOf([later, covering], TCA)?.name).toBe('covering')
  expect(coverageOf([later], TCA)?.name).toBe('later')
  expect(coverageOf([file('candidate', '20T00:00', '22T00:00', 'CANDIDATE')], TCA)).toBeUndefined()
})

test('gapsOf finds the spans without messages for more than twice the usual time', () => {
  expect(gapsOf(messages)).toEqual([[at('18T16:00'), at('20T00:00')]])
})

test('observationsOf counts new observations, not repeated ones', () => {
  expect(observationsOf(messages).map(({ number }) => number)).toEqual([1])
})

test('cadenceCaption contains the number of messages that are still expected', () => {
  expect(cadenceCaption({ messages, record: [], coverage: null, tcaMs: TCA, nowMs: at('20T01:00') })).toBe(
    '4 messages, newest 2026-11-20 00:00:00 Z, usually every 8.0 h; 2 more expected before TCA.',
  )
})

test('coverageOf counts an ephemeris that ends or begins at TCA, and prefers the one that reaches farthest', () => {
  const ending = file('ending', '20T00:00', '21T00:00')
  const starting = file('starting', '21T00:00', '21T12:00')
  const later = file('later', '21T00:01', '28T00:00')
  expect(coverageOf([later, ending], TCA)?.name).toBe('ending')
  expect(coverageOf([later, starting], TCA)?.name).toBe('starting')
  expect(coverageOf([ending, starting], TCA)?.name).toBe('starting')
  const early = file('early', '18T00:00', '20T00:00')
  expect(coverageOf([early, file('earlier', '18T00:00', '19T00:00')], TCA)?.name).toBe('early')
  expect(coverageOf([{ ...ending, active: false }], TCA)).toBeUndefined()
  expect(coverageOf([{ ...ending, usableStartTime: null }], TCA)).toBeUndefined()
  expect(coverageOf([{ ...ending, usableStopTime: null }], TCA)).toBeUndefined()
  expect(coverageOf([ending], TCA)).toEqual({ name: 'ending', fromMs: at('20T00:00'), toMs: TCA })
})

test('gapsOf does not count exactly twice the usual interval as a gap, and returns none before there is a usual interval', () => {
  const with24 = (...times: string[]) =>
    gapsOf(inOrder(times.map((time, place) => cdmWith({ number: place + 1, created: `2026-11-${time}:00.000Z` }))))
  expect(with24('18T00:00', '18T08:00', '18T16:00', '19T08:00')).toEqual([])
  expect(with24('18T00:00', '18T08:00', '18T16:00', '19T08:01')).toHaveLength(1)
  expect(with24('18T00:00', '20T00:00')).toEqual([])
})

test('observationsOf returns each new observation time with its message, and none if no message has one', () => {
  const seen = (number: number, lastObservationAt: string | null) => {
    const cdm = cdmWith({ number, created: `2026-11-1${number}T00:00:00.000Z` })
    return { ...cdm, object2: { ...cdm.object2, lastObservationAt } }
  }
  const [first, second] = ['2026-11-10T00:00:00.000Z', '2026-11-11T00:00:00.000Z']
  const all = inOrder([seen(1, first), seen(2, first), seen(3, second), seen(4, null), seen(5, second)])
  expect(observationsOf(all).map(({ number, atMs }) => [number, atMs])).toEqual([
    [1, Date.parse(first)],
    [3, Date.parse(second)],
    [5, Date.parse(second)],
  ])
})

test('cadenceCaption is empty without messages, and names no usual interval while there are too few messages', () => {
  const facts = { record: [], coverage: null, tcaMs: TCA, nowMs: at('20T01:00') }
  expect(cadenceCaption({ ...facts, messages: [] })).toBe('')
  expect(cadenceCaption({ ...facts, messages: messages.slice(0, 2) })).not.toContain('usually')
})
