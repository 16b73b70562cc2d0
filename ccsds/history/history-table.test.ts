import { readFileSync } from 'node:fs'
import { decidedEventsOf } from '@apsis/astro/statistics/history-events.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { expect, test } from 'vitest'
import { describeFault } from '../fault.ts'
import { isHistoryTable, readHistoryTable } from './history-table.ts'

const HEAD = 'event,created,tca,probability'
const faultsOf = (text: string, most?: number) => {
  const reading = readHistoryTable([text], most)
  return reading.ok ? [] : reading.faults.map(describeFault)
}

test('a table of past events is read, with the values in each row', () => {
  const text = `tca,event,created,probability,sigmaMinorM,sigmaMajorM,radiusM,radialM,horizontalM,otherRadiusM,kind,decision
2026-01-03T00:00:00Z,A,2026-01-01,1e-4,60,200,5,-30,400,0.02,ROCKET BODY,MANOEUVRE
2026-01-03T00:00:01Z,A,2026-01-02T12:00:00Z,,,,,,,,,
`
  const reading = readHistoryTable([text.slice(0, 40), text.slice(40)])
  expect(reading.ok && reading.messages).toMatchObject([
    {
      objects: ['', 'A'],
      kind: 'rocket-body',
      otherRadiusM: 0.02,
      probability: 1e-4,
      decision: 'MANOEUVRE',
      crossing: { radialM: -30, horizontalM: 400 },
      errors: { sigmaMinorM: 60, sigmaMajorM: 200, radiusM: 5 },
    },
    { kind: 'unknown', otherRadiusM: null, probability: null, decision: null, crossing: null, errors: null },
  ])
  expect(reading.ok && formatTime(reading.messages[0]!.created)).toMatch(/^2026-01-01T00:00:00/)
  // An unknown probability is not treated as zero: the event is decided on its first message.
  const { events } = decidedEventsOf(reading.ok ? reading.messages : [])
  expect(events).toMatchObject([{ event: { updates: [{ daysBefore: 2 }] }, decision: 'MANOEUVRE' }])
})

test('the sample history.csv contains twelve events with two messages each', () => {
  const text = readFileSync(new URL('../samples/history.csv', import.meta.url), 'utf8')
  expect(isHistoryTable(text)).toBe(true)
  const reading = readHistoryTable([text])
  const { events, hasDecisions } = decidedEventsOf(reading.ok ? reading.messages : [])
  expect([events.length, events.every(({ event }) => event.updates.length === 2), hasDecisions]).toEqual([
    12,
    true,
    true,
  ])
})

test.each([
  ['', 'the table has no row'],
  [`${HEAD}\n`, 'line 1, column 1: the table has no row'],
  ['event,created,tca\nA,2026-01-01,2026-01-02\n', 'probability: there is no column probability'],
  [`${HEAD},sigmaMinor\nA,2026-01-01,2026-01-02,0,1\n`, 'sigmaMinor: no column is called "sigmaMinor"'],
  [`${HEAD},tca\nA,2026-01-01,2026-01-02,0,2026-01-02\n`, 'tca: no column is called "tca", or two are'],
  [`${HEAD}\nA,2026-01-01,2026-01-02,-1\n`, 'line 2, column 25, probability: "-1" is not a number between 0 and 1'],
  [`${HEAD}\nA,2026-02-30,2026-01-02,0\n`, 'line 2, column 3, created'],
  [`${HEAD}\n,2026-01-01,2026-01-02,0\n`, 'event: the event has no name'],
  [`${HEAD},kind\nA,2026-01-01,2026-01-02,0,comet\n`, 'kind: no kind is called so'],
  [`${HEAD},radiusM\nA,2026-01-01,2026-01-02,0,0\n`, 'radiusM: "0" is not a number above 0'],
  [`${HEAD},sigmaMinorM,sigmaMajorM\nA,2026-01-01,2026-01-02,0,9,8\n`, 'it is larger than sigmaMajorM'],
  [`${HEAD}\nA,2026-01-01,2026-01-02\n`, 'the row has 3 cells; expected 4'],
  [`${HEAD}\n${'x'.repeat(101)},2026-01-01,2026-01-02,0\n`, 'it has more than 100 characters'],
])('the faults of a table are reported by line and column: %j', (text, words) => {
  expect(faultsOf(text)[0]).toContain(words)
})

test('a table has a maximum number of rows, and all of its faults are reported', () => {
  const rows = (count: number, cell: string) => `${HEAD}\n${`A,2026-01-01,2026-01-02,${cell}\n`.repeat(count)}`
  expect(faultsOf(rows(3, '0'), 3)).toEqual([])
  expect(faultsOf(rows(4, '0'), 3)[0]).toContain('3 rows')
  expect(faultsOf(rows(3, 'x'))).toHaveLength(3)
})
