import { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import type { SatelliteOperator } from '@apsis/contract/ca/satellite/satellite-operator.ts'
import { expect, test } from 'vitest'
import { ownerStateOf, statementsOf } from './owner.ts'

const SATELLITE = Satellite.parse((Satellite.meta()!.examples as unknown[])[0])
const operator = (manoeuvrability: SatelliteOperator['manoeuvrability']) =>
  ({ manoeuvrability }) as Pick<SatelliteOperator, 'manoeuvrability'> as SatelliteOperator
const said = (objectType: string | null, manoeuvrable: 'YES' | 'NO' | 'UNKNOWN') => ({ objectType, manoeuvrable })

test('the sources of the manoeuvrability are named, and a contradiction stays visible', () => {
  const none = { operator: null, own: undefined }
  expect(statementsOf(none)).toEqual([])
  expect(statementsOf({ ...none, said: said('PAYLOAD', 'YES') })).toEqual([{ moves: 'YES', by: ['message'] }])
  expect(statementsOf({ ...none, operator: operator('YES'), said: said(null, 'YES') })).toEqual([
    { moves: 'YES', by: ['message', 'directory'] },
  ])
  expect(statementsOf({ ...none, operator: operator('NO'), said: said(null, 'YES') })).toEqual([
    { moves: 'YES', by: ['message'] },
    { moves: 'NO', by: ['directory'] },
  ])
})

test('for an own satellite its propulsion decides, and other sources only if it is unknown', () => {
  const own = (type: 'NONE' | 'UNKNOWN') => ({
    ...SATELLITE,
    configuration: { ...SATELLITE.configuration, propulsion: { type } as const },
  })
  const message = said('PAYLOAD', 'YES')
  expect(statementsOf({ operator: null, own: own('NONE'), said: message })).toEqual([
    { moves: 'NO', by: ['propulsion'] },
  ])
  expect(statementsOf({ operator: null, own: own('UNKNOWN'), said: message })).toEqual([
    { moves: 'YES', by: ['message'] },
  ])
})

test.each([
  ['DEBRIS', 'UNKNOWN', 'PASSIVE'],
  ['ROCKET BODY', 'NO', 'PASSIVE'],
  ['PAYLOAD', 'YES', 'ACTIVE'],
  // A satellite without an engine may still be in operation.
  ['PAYLOAD', 'NO', 'PAYLOAD'],
  ['PAYLOAD', 'UNKNOWN', 'PAYLOAD'],
  [null, 'UNKNOWN', 'UNKNOWN'],
  ['OTHER', 'YES', 'ACTIVE'],
] as const)('the state of a %s of which the message says %s is %s', (type, moves, state) => {
  expect(ownerStateOf({ operator: null, own: undefined, said: said(type, moves) })).toBe(state)
})
