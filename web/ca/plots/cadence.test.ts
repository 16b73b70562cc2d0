import type { EphemerisFile } from '@apsis/contract/ca/ephemeris.ts'
import { expect, test } from 'vitest'
import { cadenceCaption, coverageOf, gapsOf, observationsOf } from './cadence.ts'
import { inOrder } from './messages.ts'
import { cdmWith } from './testing/event.ts'

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

test('coverageOf prefers the ephemeris that covers TCA to one that reaches farther', () => {
  const covering = file('covering', '20T00:00', '22T00:00')
  const later = file('later', '21T12:00', '27T00:00')
  expect(coverageOf([later, covering], TCA)?.name).toBe('covering')
  expect(coverageOf([later], TCA)?.name).toBe('later')
  expect(coverageOf([file('candidate', '20T00:00', '22T00:00', 'CANDIDATE')], TCA)).toBeUndefined()
})

test('gapsOf finds where messages stayed away for more than twice the usual time', () => {
  expect(gapsOf(messages)).toEqual([[at('18T16:00'), at('20T00:00')]])
})

test('observationsOf counts what is new, and not what is said again', () => {
  expect(observationsOf(messages).map(({ number }) => number)).toEqual([1])
})

test('cadenceCaption says how many are still to be expected', () => {
  expect(cadenceCaption({ messages, record: [], coverage: null, tcaMs: TCA, nowMs: at('20T01:00') })).toBe(
    '4 messages, the newest of 2026-11-20 00:00:00 Z; usually one every 8.0 h; 2 more to be expected before TCA.',
  )
})
