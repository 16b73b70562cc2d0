import type { OwnBurnFrame } from '@apsis/contract/ca/plan/own-burns.ts'
import { expect, test } from 'vitest'
import {
  type BurnRow,
  blankRow,
  burnOf,
  exampleIgnition,
  faultsOf,
  isFull,
  isMessage,
  lettersOf,
  offeredFrame,
  refusedOf,
  rowOf,
} from './burns-form.ts'

const row = (id: number, more: Partial<BurnRow> = {}): BurnRow => ({
  ...blankRow(id),
  ignition: '2026-11-21 08:30:00',
  axis2: '0.045',
  ...more,
})
const faults = (rows: readonly BurnRow[]) => Object.keys(faultsOf(rows))

test('rows are read by the rules of the contract: a blank component of the Δv is zero', () => {
  const rows = [row(1), row(2, { frame: 'VNB', duration: '42', axis1: '-0.01', axis2: '' })]
  expect(faults(rows)).toEqual([])
  expect(rows.map(burnOf)).toEqual([
    { ignition: '2026-11-21T08:30:00.000Z', durationS: 0, frame: 'RTN', vector: [0, 0.045, 0] },
    { ignition: '2026-11-21T08:30:00.000Z', durationS: 42, frame: 'VNB', vector: [-0.01, 0, 0] },
  ])
})

test('an error is shown at its row and field', () => {
  expect(faults([row(1), row(7, { ignition: 'soon' })])).toEqual(['rows.1.ignition'])
  expect(faults([row(1, { duration: '-1' })])).toEqual(['rows.0.duration'])
  expect(faults([row(1, { axis3: 'much' })])).toEqual(['rows.0.axis3'])
  // No component of the Δv is typed.
  expect(faults([row(1, { axis2: '' })])).toEqual(['rows.0.axis1', 'rows.0.axis2', 'rows.0.axis3'])
  expect(faults([row(1, { axis2: '0' })])).toEqual(['rows.0.axis1', 'rows.0.axis2', 'rows.0.axis3'])
})

test('errors from the server are shown at their rows; errors without a row are shown at none', () => {
  const details = [
    { code: 'manoeuvre.own-burn', message: 'Burn 2 begins too soon', pointer: '#/burns/1/ignition' },
    { code: 'other', message: 'no orbit', pointer: '#/satellite-id' },
  ]
  expect(refusedOf({ details })).toEqual({ 'rows.1.ignition': 'Burn 2 begins too soon' })
})

test('a plan has a limited number of burns, axes have their letters, and a message is recognised by its head', () => {
  expect(isFull(Array.from({ length: 20 }, (_, id) => row(id)))).toBe(true)
  expect(isFull([row(1)])).toBe(false)
  expect(lettersOf('VNB')).toEqual(['V', 'N', 'B'])
  expect(lettersOf('LVLH')).toEqual(['1', '2', '3'])
  expect([
    isMessage('CCSDS_OPM_VERS = 2.0'),
    isMessage('<?xml version="1.0"?><ocm id="x">'),
    isMessage('0.045'),
  ]).toEqual([true, true, false])
})

test('rowOf() returns a burn as it was typed, and in R, T, N if the form does not offer its axes', () => {
  const burn = (frame: OwnBurnFrame) =>
    rowOf({ ignition: '2026-11-21T08:30:00.500Z', durationS: 42, frame, vector: [1, 2, 3], deltaVRtn: [4, 5, 6] }, 7)
  expect(burn('VNB')).toEqual({
    id: 7,
    ignition: '2026-11-21 08:30:00.500',
    duration: '42',
    frame: 'VNB',
    axis1: '1',
    axis2: '2',
    axis3: '3',
  })
  expect(burn('RSW_INERTIAL')).toMatchObject({ frame: 'RTN', axis1: '4', axis2: '5', axis3: '6' })
  // Reading the shown row gives the same burn.
  expect(faults([burn('TNW')])).toEqual([])
  expect(burnOf(burn('TNW'))).toEqual({
    ignition: '2026-11-21T08:30:00.500Z',
    durationS: 42,
    frame: 'TNW',
    vector: [1, 2, 3],
  })
})

test('offeredFrame() knows other names of the axes in the form, and no other axes', () => {
  expect(['rtn', 'RIC_INERTIAL', 'J2000', 'VNB', 'LVLH'].map(offeredFrame)).toEqual([
    'RTN',
    'RTN',
    'EME2000',
    'VNB',
    undefined,
  ])
})

test('exampleIgnition() is tomorrow at any time of day', () => {
  expect(['2026-11-21T00:00:00Z', '2026-11-21T23:59:00Z'].map((at) => exampleIgnition(Date.parse(at)))).toEqual([
    '2026-11-22 08:30:00',
    '2026-11-22 08:30:00',
  ])
})
