import { expect, test } from 'vitest'
import { isNobody, type NamedObject, resolved, writtenObject } from './objects.ts'

const OBJECTS: readonly NamedObject[] = [
  { name: 'SAT-1', satelliteId: 's-1', catalogueId: 90_001 },
  { name: 'SAT-10', satelliteId: 's-10', catalogueId: 90_010 },
  { name: 'ANALYST 1', satelliteId: undefined, catalogueId: 800_000_001 },
]
const typed = (object: string) => ({ satellite: '', object })

test('a name is resolved to its satellite or its number', () => {
  expect(resolved(typed(' sat-1 '), OBJECTS)).toEqual({ satellite: 's-1', object: '' })
  expect(resolved(typed('SAT-10'), OBJECTS)).toEqual({ satellite: 's-10', object: '' })
  expect(resolved(typed('ANALYST 1'), OBJECTS)).toEqual(typed('800000001'))
  // A text that is not one of their names is unchanged: a number, an orbit, or an unfinished text.
  for (const text of ['25544', 'SAT', '', '1 25544U …']) expect(resolved(typed(text), OBJECTS)).toEqual(typed(text))
  expect(resolved({ satellite: 's-9', object: 'SAT-1' }, OBJECTS).satellite).toBe('s-9')
})

test('an object that an address names by its id is shown by its name', () => {
  expect(writtenObject({ satellite: 's-10', object: '' }, OBJECTS)).toBe('SAT-10')
  expect(writtenObject({ satellite: 's-9', object: '' }, OBJECTS)).toBe('s-9')
  expect(writtenObject(typed('25544'), OBJECTS)).toBe('25544')
})

test('a text is reported as unknown only if no name begins with it', () => {
  expect(['SAT', 'sat-1', '', ' '].map((text) => isNobody(text, OBJECTS))).toEqual([false, false, false, false])
  expect(['NOPE', 'SAT-3'].map((text) => isNobody(text, OBJECTS))).toEqual([true, true])
})
