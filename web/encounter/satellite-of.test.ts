import { expect, test } from 'vitest'
import type { Inspection } from './inspect.ts'
import { satelliteOf } from './satellite-of.ts'

const SAT_1 = { noradId: 90_001, cosparId: '2024-031A', name: 'SAT-1' }
const SAT_3 = { noradId: 90_003, cosparId: '2024-031C', name: 'SAT-3' }
const WITHOUT_DESIGNATOR = { noradId: 90_007, name: 'SAT-7' }
const FLEET = [SAT_1, SAT_3, WITHOUT_DESIGNATOR]

const found = (objectId: string, objectName = '') =>
  satelliteOf({ segments: [{ objectId, objectName }] as unknown as Inspection['segments'] }, FLEET)

test.each([
  ['its number', '90003', SAT_3],
  ['its number with leading zeros, as 18 SDS writes it', '000090003', SAT_3],
  ['its designator', '2024-031C', SAT_3],
  ['its designator without the hyphen, in small letters', '2024031c', SAT_3],
])('a file belongs to the satellite that it names by %s', (_, objectId, satellite) => {
  expect(found(objectId)).toBe(satellite)
})

test('a name alone is enough, but a number or a designator of another satellite has priority', () => {
  expect(found('OWN', 'SAT-7')).toBe(WITHOUT_DESIGNATOR)
  expect(found('90003', 'SAT-1')).toBe(SAT_3)
  expect(found('2024-031C', 'SAT-1')).toBe(SAT_3)
})

test('a file that names no satellite of the fleet, or nothing at all, belongs to no satellite', () => {
  expect(found('25544', 'ISS')).toBeUndefined()
  expect(found('')).toBeUndefined()
  expect(satelliteOf({ segments: [] }, FLEET)).toBeUndefined()
})
