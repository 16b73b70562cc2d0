import { expect, test } from 'vitest'
import {
  CATALOGUE_IN_ENGLISH,
  type CatalogueFacts,
  type CatalogueManner,
  isShort,
  sayAmong,
  sayWarning,
} from './catalogue-in-words.ts'
import { CATALOGUE_WORDS } from './catalogue-words.data.ts'

const AT = Date.parse('2026-11-20T07:18:00.000Z')
const FRESH = { isWhole: true, isSimulated: false, newestEpoch: '2026-11-20T05:00:00.000Z' }
const ACTIVE: CatalogueFacts = { ...FRESH, payloads: 11_000, rocketBodies: 0, debris: 0, unknown: 0 }
const WHOLE: CatalogueFacts = { ...FRESH, payloads: 12_000, rocketBodies: 2_100, debris: 10_800, unknown: 1_934 }

const german: CatalogueManner = {
  ...CATALOGUE_IN_ENGLISH,
  t: (word, values = {}) => {
    const words: Readonly<Record<string, string>> = CATALOGUE_WORDS.de
    const text = words[word] ?? words[`${word}_${values.count === 1 ? 'one' : 'other'}`] ?? word
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
  },
}

// The expected sentences were written by hand.
test.each([
  [
    'a whole catalogue',
    WHOLE,
    'among 26834 objects (payloads 12000, rocket bodies 2100, debris 10800, unknown 1934; newest element set 2.3 h old)',
  ],
  [
    'active objects by type',
    ACTIVE,
    'among 11000 objects (payloads 11000, rocket bodies 0, debris 0, unknown 0; newest element set 2.3 h old); debris is not in this catalogue, nor are rocket bodies',
  ],
  [
    'active objects by name',
    { ...ACTIVE, payloads: 0, unknown: 11_000 },
    'among 11000 objects (payloads 0, rocket bodies 0, debris 0, unknown 11000; newest element set 2.3 h old); debris is not in this catalogue, nor are rocket bodies, as far as types and names say',
  ],
  [
    'active objects with one that was looked up, and with rocket bodies',
    { ...ACTIVE, rocketBodies: 2_000, debris: 1 },
    'among 13001 objects (payloads 11000, rocket bodies 2000, debris 1, unknown 0; newest element set 2.3 h old); hardly any debris is in this catalogue (1)',
  ],
  [
    'a catalogue whose download failed for three days',
    { ...WHOLE, newestEpoch: '2026-11-17T07:18:00.000Z' },
    'among 26834 objects (payloads 12000, rocket bodies 2100, debris 10800, unknown 1934; newest element set 3.0 d old); this catalogue is out of date',
  ],
  [
    'a simulated catalogue',
    { ...WHOLE, isSimulated: true },
    'among 26834 SIMULATED objects (payloads 12000, rocket bodies 2100, debris 10800, unknown 1934; newest element set 2.3 h old)',
  ],
  [
    'one object that was named',
    { ...ACTIVE, payloads: 1, isWhole: false },
    'among the 1 object that was named (payloads 1, rocket bodies 0, debris 0, unknown 0; newest element set 2.3 h old)',
  ],
  [
    'an empty catalogue',
    { ...ACTIVE, payloads: 0, newestEpoch: null },
    'among 0 objects (payloads 0, rocket bodies 0, debris 0, unknown 0); the catalogue was empty',
  ],
] as const)('among what nothing was found, of %s', (_, held, text) => {
  expect(sayAmong(CATALOGUE_IN_ENGLISH, held, AT)).toBe(text)
})

test('the German sentences have the same content', () => {
  expect(sayAmong(german, ACTIVE, AT)).toBe(
    'unter 11000 Objekten (Nutzlasten 11000, Raketenstufen 0, Trümmer 0, unbekannt 0; neueste Bahnelemente 2.3 h alt); Trümmer stehen nicht in diesem Katalog, Raketenstufen auch nicht',
  )
})

test('a warning names missing objects and the consequence; for a complete and fresh catalogue there is no warning', () => {
  expect(sayWarning(CATALOGUE_IN_ENGLISH, ACTIVE, AT)).toBe(
    'Debris is not in this catalogue, nor are rocket bodies. Close approaches with what a catalogue lacks are not found.',
  )
  expect(sayWarning(CATALOGUE_IN_ENGLISH, WHOLE, AT)).toBeUndefined()
  // Eighteen hours is also the limit in the status.
  const old = { ...WHOLE, newestEpoch: '2026-11-19T13:17:59.000Z' }
  expect(sayWarning(CATALOGUE_IN_ENGLISH, old, AT)).toMatch(/^This catalogue is out of date\./)
})

test.each([
  [WHOLE, false],
  [ACTIVE, true],
  [{ ...ACTIVE, isWhole: false }, false],
  [{ ...WHOLE, newestEpoch: '2026-11-18T05:00:00.000Z' }, true],
])('isShort() of the catalogue %j is %s', (held, short) => {
  expect(isShort(held, AT)).toBe(short)
})

const DEBRIS_TOO = {
  source: 'space-track.org',
  objects: 28_000,
  payloads: 6_000,
  rocketBodies: 2_100,
  debris: 19_900,
  unknown: 0,
  newestEpoch: '2026-11-20T05:00:00.000Z',
}
const PAYLOADS_ALONE = {
  source: 'celestrak.org SupGP SOURCE=SpaceX-E',
  objects: 9_000,
  payloads: 9_000,
  rocketBodies: 0,
  debris: 0,
  unknown: 0,
  newestEpoch: '2026-11-20T05:00:00.000Z',
}

test('if one of several sources has been silent for days, its kinds of object are told as out of date', () => {
  const held = { ...WHOLE, sources: [{ ...DEBRIS_TOO, newestEpoch: '2026-11-17T07:18:00.000Z' }, PAYLOADS_ALONE] }
  expect(isShort(held, AT)).toBe(true)
  expect(sayAmong(CATALOGUE_IN_ENGLISH, held, AT)).toMatch(
    /space-track\.org \(28000, newest 3\.0 d old\).*; what came from space-track\.org is out of date \(payloads 6000, rocket bodies 2100, debris 19900\)$/,
  )
  expect(sayWarning(CATALOGUE_IN_ENGLISH, held, AT)).toBe(
    'What came from space-track.org is out of date (payloads 6000, rocket bodies 2100, debris 19900). What has burnt or been found since is not where it says, or not in it.',
  )
  expect(sayWarning(german, held, AT)).toMatch(
    /^Was aus space-track\.org kam, ist veraltet \(Nutzlasten 6000, Raketenstufen 2100, Trümmer 19900\)\./,
  )
})

test('a source with hardly any object is not told as out of date, as no other source has these objects any more', () => {
  const few = { ...PAYLOADS_ALONE, objects: 30, payloads: 30, newestEpoch: '2026-11-10T05:00:00.000Z' }
  expect(isShort({ ...WHOLE, sources: [DEBRIS_TOO, few] }, AT)).toBe(false)
  expect(sayWarning(CATALOGUE_IN_ENGLISH, { ...WHOLE, sources: [DEBRIS_TOO, few] }, AT)).toBeUndefined()
})

test('of more than six sources the others are counted', () => {
  const sources = Array.from({ length: 8 }, (_, place) => ({
    ...PAYLOADS_ALONE,
    source: `list ${place + 1}`,
    objects: 10,
  }))
  const text = sayAmong(CATALOGUE_IN_ENGLISH, { ...WHOLE, sources }, AT)
  expect(text).toContain('list 6 (10, newest 2.3 h old), 2 other sources (20); newest')
  expect(text).not.toContain('list 7')
})

test('sayAmong() names the sources of the sets, but not that of a simulated catalogue', () => {
  const from =
    'from space-track.org (28000, newest 2.3 h old), celestrak.org SupGP SOURCE=SpaceX-E (9000, newest 0.3 h old)'
  const sources = [DEBRIS_TOO, { ...PAYLOADS_ALONE, newestEpoch: '2026-11-20T07:00:00.000Z' }]
  expect(sayAmong(CATALOGUE_IN_ENGLISH, { ...WHOLE, sources }, AT)).toBe(
    `among 26834 objects (payloads 12000, rocket bodies 2100, debris 10800, unknown 1934; ${from}; newest element set 2.3 h old)`,
  )
  expect(sayAmong(german, { ...WHOLE, sources }, AT)).toContain(
    '; aus space-track.org (28000, neueste 2.3 h alt), celestrak.org SupGP',
  )
  // The age of the only source is that of the catalogue.
  expect(sayAmong(CATALOGUE_IN_ENGLISH, { ...WHOLE, sources: [DEBRIS_TOO] }, AT)).toContain(
    '; from space-track.org (28000); newest element set 2.3 h old)',
  )
  expect(sayAmong(CATALOGUE_IN_ENGLISH, { ...WHOLE, sources, isSimulated: true }, AT)).not.toContain('space-track')
})
