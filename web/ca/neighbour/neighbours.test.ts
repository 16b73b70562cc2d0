import { listNeighbours, Neighbour } from '@apsis/contract/ca/neighbour/neighbour.ts'
import { expect, test } from 'vitest'
import { changeCaption, changePanels, changeTable, sampleText } from './change-plot.tsx'
import {
  changeText,
  covarianceText,
  madeText,
  metresOf,
  neighbourName,
  neighbourOf,
  neighboursCall,
  neighboursFile,
} from './neighbours.ts'
import { neighbourWords } from './words.data.ts'

const [given] = (Neighbour.meta()?.examples as unknown[] | undefined) ?? []
const example = Neighbour.parse(given)
const CHANGE = {
  from: 'older.txt',
  rmsM: 320.4,
  largestM: 710.2,
  burn: null,
  samples: [
    { at: '2026-11-20T08:00:00.000Z', rtnM: [3, -40, 1] as [number, number, number] },
    { at: '2026-11-20T10:54:00.000Z', rtnM: [-12, 710, 2] as [number, number, number] },
  ],
}
function withFile(file: Partial<NonNullable<typeof example.file>>): Neighbour {
  if (example.file === null) throw new Error('The example has no file.')
  return { ...example, file: { ...example.file, ...file } }
}

test('covarianceText() says from when on a covariance is an envelope, and whether it is one at the TCA', () => {
  // The example has its TCA on 22 November at 03:11.
  expect(covarianceText(withFile({ envelopeFrom: '2026-11-20T19:42:42.000Z' }), neighbourWords)).toBe(
    'covariance an envelope from 2026-11-20 19:42:42 Z, so at TCA',
  )
  expect(covarianceText(withFile({ envelopeFrom: '2026-11-22T19:42:42.000Z' }), neighbourWords)).toBe(
    'covariance an envelope from 2026-11-22 19:42:42 Z',
  )
  expect(covarianceText(withFile({ envelopeFrom: null }), neighbourWords)).toBe('a covariance to its end')
  expect(covarianceText(withFile({ hasCovariance: false, envelopeFrom: null }), neighbourWords)).toBe('no covariance')
  expect(covarianceText({ ...example, file: null }, neighbourWords)).toBeUndefined()
})

test('madeText() falls back to the time of fetching if the file does not say when it was made', () => {
  expect(madeText(example, neighbourWords)).toBe('2026-11-20 07:55:10 Z')
  expect(madeText(withFile({ madeAt: null }), neighbourWords)).toBe('2026-11-20 08:00:10 Z, fetched')
})

test('changeText() tells the usual and the largest change, or that there is no version before', () => {
  expect(changeText(withFile({ change: CHANGE }), neighbourWords)).toBe('changed by 320 m RMS, at most 710 m')
  expect(changeText(withFile({ change: { ...CHANGE, largestM: null } }), neighbourWords)).toBe(
    'changed by 320 m RMS, at most – m',
  )
  expect(changeText(example, neighbourWords)).toBe('no version before')
  const burn = { from: '2026-11-20T09:00:00.000Z', to: '2026-11-20T12:00:00.000Z', alongTrackMps: 0.0214 }
  expect(changeText(withFile({ change: { ...CHANGE, burn } }), neighbourWords)).toBe(
    'changed by 320 m RMS, at most 710 m; a burn of +0.021 m/s along the track between 2026-11-20 09:00:00 Z and 2026-11-20 12:00:00 Z is in one version alone',
  )
})

test('neighbourOf() finds the other object of an event by its catalogue number', () => {
  expect(neighbourOf([example], '100001')).toBe(example)
  expect(neighbourOf([example], '10000')).toBeUndefined()
  expect(neighbourName({ ...example, name: null }, neighbourWords)).toBe('without a name, 100001')
})

test('metresOf() has a decimal below ten metres only', () => {
  expect([metresOf(3.14), metresOf(31.4), metresOf(-3.14, { signed: true })]).toEqual(['3.1', '31', '−3.1'])
})

test('the file of the neighbours has a row for each, also for one without a file', () => {
  const { columns, rows } = neighboursFile([withFile({ change: CHANGE }), { ...example, file: null }])
  const [first = [], second = []] = rows
  expect(first[columns.indexOf('change_rms_m')]).toBe(320.4)
  expect(first[columns.indexOf('source')]).toBe('api.starlink.com')
  expect(second[columns.indexOf('file')]).toBeUndefined()
  expect(neighboursCall('one')).toEqual({
    method: 'GET',
    path: listNeighbours.path,
    query: { 'satellite-id': 'one' },
  })
})

test('each panel of the plot contains zero and all its values, and the panels do not overlap', () => {
  const panels = changePanels(CHANGE.samples, { width: 600, height: 320 })
  expect(panels.map(({ part }) => part)).toEqual(['R', 'T', 'N'])
  for (const { y, area, place } of panels)
    for (const value of [0, ...CHANGE.samples.map(({ rtnM }) => rtnM[place] ?? 0)]) {
      expect(y(value)).toBeGreaterThanOrEqual(area.top)
      expect(y(value)).toBeLessThanOrEqual(area.bottom)
    }
  expect(panels[0]?.area.bottom).toBeLessThan(panels[1]?.area.top ?? 0)
  expect(panels[1]?.area.bottom).toBeLessThan(panels[2]?.area.top ?? 0)
})

test('a version without any change has a scale', () => {
  const [panel] = changePanels([{ at: '2026-11-20T08:00:00.000Z', rtnM: [0, 0, 0] }], { width: 600, height: 320 })
  expect(panel?.y(0)).toBeGreaterThan(panel?.area.top ?? Number.NaN)
  expect(panel?.y(0)).toBeLessThan(panel?.area.bottom ?? Number.NaN)
})

test('the plot is told as a sentence, each of its points as text, and all as a table', () => {
  expect(changeCaption('newer.txt', CHANGE, neighbourWords)).toBe(
    'newer.txt less older.txt, along R, T, N of the older: 320 m RMS, at most 710 m; R 12, T 710, N 2.0 m.',
  )
  const [, second] = CHANGE.samples
  if (second === undefined) throw new Error('There is no second sample.')
  expect(sampleText(second, neighbourWords)).toBe('2026-11-20 10:54:00 Z: R −12, T +710, N +2.0 m, total 710 m')
  expect(changeTable({ ...CHANGE, samples: [{ at: 'x', rtnM: [3, 4, 0] }] })).toEqual({
    columns: ['at_utc', 'r_m', 't_m', 'n_m', 'total_m'],
    rows: [['x', 3, 4, 0, 5]],
  })
})
