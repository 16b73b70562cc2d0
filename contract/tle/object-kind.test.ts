import { expect, test } from 'vitest'
import { countKinds, kindOfObject, lacksOf, objectsIn } from './object-kind.ts'

// These names are from the public catalogues: Space-Track of 2022-01-22, CelesTrak of 2024-11-01.
test.each([
  ['COSMOS 2251 DEB', 'debris'],
  ['FENGYUN 1C DEB', 'debris'],
  ['CZ-6A DEB', 'debris'],
  ['SL-8 DEB *', 'debris'],
  ['BREEZE-M DEB (TANK)', 'debris'],
  ['BREEZE-M DEB [TANK]', 'debris'],
  ['ECHO 1 DEB [METAL OBJ]', 'debris'],
  // A part of a rocket body is debris.
  ['USA 40 R/B DEB', 'debris'],
  ['SL-16 R/B', 'rocketBodies'],
  ['FALCON 9 R/B', 'rocketBodies'],
  ['SL-12 R/B(2)', 'rocketBodies'],
  ['SL-12 R/B(AUX MOTOR)', 'rocketBodies'],
  ['DELTA 1 R/B(2) *', 'rocketBodies'],
  ['DELTA 2 R/B(2) (PAM-D)', 'rocketBodies'],
  ['SPACENET 4 R/B [PAM-D]', 'rocketBodies'],
  ['SL-16 R/B                ', 'rocketBodies'],
  // A name never says that an object is a payload, and letters inside a word have no meaning.
  ['ISS (ZARYA)', 'unknown'],
  ['STARLINK-1008', 'unknown'],
  ['DEBUT (ORIZURU)', 'unknown'],
  ['ORIZURU (DEBUT)', 'unknown'],
  ['REMOVEDEBRIS', 'unknown'],
  ['TBA - TO BE ASSIGNED', 'unknown'],
  ['OBJECT A', 'unknown'],
  ['CALSPHERE 4(A)', 'unknown'],
  ['', 'unknown'],
  ['(', 'unknown'],
  [')', 'unknown'],
  ['DEB', 'debris'],
] as const)('the object %s is by its name of the kind %s', (name, kind) => {
  expect(kindOfObject({ name })).toBe(kind)
})

test.each([
  ['PAYLOAD', 'payloads'],
  ['ROCKET BODY', 'rocketBodies'],
  ['ROCKET_BODY', 'rocketBodies'],
  ['DEBRIS', 'debris'],
  ['PAY', 'payloads'],
  ['R/B', 'rocketBodies'],
  ['deb', 'debris'],
] as const)('an element set that says %s of itself is believed, whatever its name says', (objectType, kind) => {
  expect(kindOfObject({ objectType, name: 'SL-16 R/B' })).toBe(kind)
  expect(kindOfObject({ objectType, name: 'COSMOS 2251 DEB' })).toBe(kind)
})

test.each(['UNKNOWN', 'TBA', 'UNK', 'OTHER', '', '  '])('if the type is %j, the name decides', (objectType) => {
  expect(kindOfObject({ objectType, name: 'COSMOS 2251 DEB' })).toBe('debris')
  expect(kindOfObject({ objectType, name: 'OBJECT A' })).toBe('unknown')
})

test('objects are counted by kind', () => {
  const objects = [
    { name: 'COSMOS 2251 DEB' },
    { name: 'CZ-6A DEB' },
    { name: 'SL-16 R/B' },
    { name: 'ISS (ZARYA)', objectType: 'PAYLOAD' },
    { name: 'STARLINK-1008' },
  ]
  const counts = countKinds(objects.map(kindOfObject))
  expect(counts).toEqual({ payloads: 1, rocketBodies: 1, debris: 2, unknown: 1 })
  expect(objectsIn(counts)).toBe(5)
})

// CelesTrak's catalogue of 2024-11-01 has no types; its names were counted with grep, and the numbers rounded.
const WHOLE = { payloads: 0, rocketBodies: 2_100, debris: 10_800, unknown: 13_900 }

test.each([
  ['a whole catalogue without types', WHOLE, []],
  [
    'active objects with types',
    { payloads: 11_000, rocketBodies: 0, debris: 0, unknown: 0 },
    ['DEBRIS', 'ROCKET_BODIES'],
  ],
  [
    'active objects by names alone',
    { payloads: 0, rocketBodies: 0, debris: 0, unknown: 11_000 },
    ['DEBRIS', 'ROCKET_BODIES'],
  ],
  // An object that was looked up by its number does not make a catalogue complete.
  [
    'active objects and one that was looked up',
    { payloads: 11_000, rocketBodies: 0, debris: 1, unknown: 0 },
    ['DEBRIS', 'ROCKET_BODIES'],
  ],
  ['active objects with rocket bodies', { payloads: 11_000, rocketBodies: 2_000, debris: 0, unknown: 0 }, ['DEBRIS']],
  ['one in a hundred', { payloads: 98, rocketBodies: 1, debris: 1, unknown: 0 }, []],
  ['nothing', { payloads: 0, rocketBodies: 0, debris: 0, unknown: 0 }, ['DEBRIS', 'ROCKET_BODIES']],
] as const)('what a catalogue of %s lacks', (_, counts, lacks) => {
  expect(lacksOf(counts)).toEqual(lacks)
})
