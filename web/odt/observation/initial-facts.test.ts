import { INITIAL_ORBIT_EXAMPLE } from '@apsis/contract/odt/observation/initial-orbit.ts'
import { expect, test } from 'vitest'
import { heightsOf, isLostInARevolution, saidOf, servesOf } from './initial-facts.ts'
import { requestOf } from './initial-pane.tsx'

const FIT = INITIAL_ORBIT_EXAMPLE.fit
if (FIT === null) throw new Error('the example has a fit')
const best = { ...INITIAL_ORBIT_EXAMPLE, fit: FIT }
const other = { ...best, rank: 2, objection: 'BELOW_THE_SURFACE', fit: null, noFit: 'NO_POSSIBLE_ORBIT' } as const
const found = { preference: 'ONLY_POSSIBLE_ORBIT', orbits: [best, other] } as const

test('each root has the reasons for and against it, and whether a fit confirms it', () => {
  expect(saidOf(best, { ...found, orbits: [...found.orbits] })).toBe(
    'For it: the others meet the surface or leave the Earth. A fit of all leaves 0.93 σ.',
  )
  expect(saidOf(other, { ...found, orbits: [...found.orbits] })).toBe(
    'Against it: meets the surface. No covariance: no orbit is possible.',
  )
  const same = { ...best, rank: 3, objection: 'MORE_ECCENTRIC', sameAs: 1 } as const
  expect(saidOf(same, { ...found, orbits: [...found.orbits] })).toContain('it is root 1')
})

test('a track that is too short to find the object again is reported, with the possible error after one revolution', () => {
  expect(isLostInARevolution(best)).toBe(false)
  // 0.48 m/s over 6 106 s is 2.9 km.
  expect(servesOf(best)).toMatch(
    /^After one revolution maybe 2.9 km \(1σ\) ahead or behind; sensors find it until 1995-01-30/,
  )
  const short = { ...best, fit: { ...FIT, alongTrackDrift: 99, usableUntil: '1995-01-29T02:51:10.000Z' } }
  expect(isLostInARevolution(short)).toBe(true)
  expect(servesOf(short)).toMatch(/^Too short to follow the object: .* 600 km .* before 1995-01-29/)
  expect([isLostInARevolution(other), servesOf(other)]).toEqual([true, undefined])
})

test('heightsOf gives a hyperbola an infinite apogee', () => {
  expect(heightsOf(best)).toBe('828 × 858')
  expect(heightsOf({ ...best, apogeeHeight: null })).toBe('828 × ∞')
})

test('another pass is requested with the orbit as its message', () => {
  expect(requestOf({ orbitDataMessage: 'CCSDS_OMM_VERS = 2.0' })).toEqual({
    dialog: 'new-observation',
    satellite: 'CCSDS_OMM_VERS = 2.0',
  })
})
