import type { PositionReport } from '@apsis/contract/odt/observation/position-report.ts'
import { expect, test } from 'vitest'
import { positionSentence, whatText } from './position-panes.tsx'
import { seriesOf } from './position-plot.tsx'

const offset = { radial: 1, inTrack: -380.44, crossTrack: 3 }
const row = { epoch: '2026-11-25T00:00:00.000Z', before: offset, sigma: { radial: 5, inTrack: 5, crossTrack: 5 } }
const positions: PositionReport = {
  catalogueId: 55_051,
  objectName: 'ION SCV-008',
  isAssociated: true,
  alongTrackTimeOffset: -0.05,
  across: 12.4,
  mostTimeOffset: 1,
  mostAcross: 3_000,
  nearer: null,
  burn: null,
  statedSigma: null,
  positionsInMessage: 2,
  measurements: [
    { ...row, after: { radial: 0.4, inTrack: -1.9, crossTrack: 0.8 }, isEdited: false },
    { ...row, epoch: '2026-11-25T00:01:00.000Z', after: { radial: 0, inTrack: 900, crossTrack: 0 }, isEdited: true },
  ],
}

test('the text on positions states by how much they correct the orbit of their satellite, and how many they are', () => {
  expect(positionSentence(positions)).toBe(
    'One position fits ION SCV-008 55051: 0.0500 s earlier than predicted, 0.0124 km beside its track.',
  )
  const far = { ...positions, isAssociated: false, alongTrackTimeOffset: 40 }
  expect(positionSentence(far)).toMatch(/^Uncorrelated: .* 40.0 s later .* Limits: 1.00 s and 3.00 km/)
  expect(positionSentence({ ...far, alongTrackTimeOffset: null })).toMatch(/^Uncorrelated: no orbit near/)
  const nearer = { catalogueId: 1, objectName: 'OTHER', distance: 1_200 }
  expect(positionSentence({ ...positions, nearer })).toMatch(/^Ambiguous: OTHER 1 is nearer, 1.20 km/)
})

test('the text names the source of the covariance, and the positions that were not used', () => {
  expect(whatText(positions)).toMatch(/2 of 2 of the message. Accuracy by the message’s covariance.$/)
  const stated = whatText({ ...positions, statedSigma: 5, positionsInMessage: 90 })
  expect(stated).toMatch(/2 of 90 .* last three hours .* Accuracy as stated: 5.00 m/)
})

test('the text names a burn that explains the positions, with its Δv if it is known', () => {
  const burn = { at: '2026-11-24T22:00:00.000Z', deltaVMps: 1.5 }
  expect(whatText({ ...positions, burn })).toMatch(
    /After the burn of .*22:00:00.* \(1.50 m\/s as told\): orbit of these positions alone/,
  )
  expect(whatText({ ...positions, burn: { ...burn, deltaVMps: null } })).toContain('(Δv not told)')
})

test('residuals of positions are drawn with their signs, from the chosen orbit, and positions left out are marked', () => {
  const before = seriesOf(positions, 'before')
  expect(before.shown.map(({ values }) => values)).toEqual([
    [1, -380.44, 3],
    [1, -380.44, 3],
  ])
  expect(before.shown[0]?.text).toMatch(/in-track −380.4 m/)
  expect([...before.outliers]).toEqual([Date.parse('2026-11-25T00:01:00Z')])
  expect(seriesOf(positions, 'after').shown[1]?.values).toEqual([0, 900, 0])
})
