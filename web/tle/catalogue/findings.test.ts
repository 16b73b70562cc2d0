import type { CatalogueContent } from '@apsis/contract/tle/catalogue.ts'
import { expect, test } from 'vitest'
import { findingsOf, standingOfSource, verdictOf } from './findings.ts'

const NOW = Date.parse('2026-11-30T03:00:00Z')
const hoursAgo = (hours: number) => new Date(NOW - hours * 3_600_000).toISOString()

const source = (change: Partial<CatalogueContent['sources'][number]> = {}): CatalogueContent['sources'][number] => ({
  name: 'space-track.org',
  kind: 'CONNECTION',
  isStaging: false,
  objects: 5_000,
  newestEpoch: hoursAgo(2),
  lastReadAt: hoursAgo(1),
  lastNewAt: hoursAgo(1),
  lastResult: 'new',
  lastDetail: null,
  lastFailedAt: null,
  nextAt: hoursAgo(-0.2),
  movedTo: null,
  ...change,
})

/** A catalogue that lacks nothing. */
const content = (change: Partial<CatalogueContent> = {}): CatalogueContent => ({
  catalogue: {
    payloads: 2_000,
    rocketBodies: 300,
    debris: 2_600,
    unknown: 100,
    lacks: [],
    isWhole: true,
    isSimulated: false,
    newestEpoch: hoursAgo(2),
    sources: [],
  },
  changedAt: hoursAgo(1),
  sixDigits: 12,
  parts: [
    {
      kind: 'debris',
      source: 'space-track.org',
      objects: 5_000,
      belowDay: 4_999,
      belowThreeDays: 0,
      belowWeek: 0,
      older: 1,
    },
  ],
  sources: [source()],
  withoutSet: { payloads: 1, rocketBodies: 0, debris: 640, unknown: 0, objects: [] },
  left: { count: 0, objects: [] },
  reentries: [],
  ...change,
})
const texts = (of: CatalogueContent) => findingsOf(of, NOW).map(({ level, text }) => `${level}: ${text}`)

test('verdictOf() says of a whole and fresh catalogue that no kind is lacking, and findingsOf() still says what no screening finds', () => {
  const one = content()
  expect(verdictOf(one, NOW)).toEqual({
    level: 'ok',
    what: '5\u202f000 objects from one source,',
    rest: 'newest element set 2.0 h old. No kind of object is lacking.',
  })
  expect(texts(one)).toEqual([
    'inactive: One object has no element set of the last week: a screening takes it where the old set says, maybe far off.',
    'inactive: 641 objects in orbit have no element set (Payloads 1, Debris 640): no screening finds them.',
    'inactive: 12 objects have a six-digit number.',
  ])
})

test('verdictOf() is a caution where debris is lacking, the catalogue is old, or objects are lost', () => {
  const held = content().catalogue!
  const left = { noradId: 1, name: 'LOST', kind: 'debris', leftAt: hoursAgo(5) } as const
  const lacking: [Partial<CatalogueContent>, RegExp][] = [
    [{ catalogue: { ...held, debris: 0, lacks: ['DEBRIS'] } }, /^Debris is not in this catalogue.* are not found\.$/],
    [{ catalogue: { ...held, newestEpoch: hoursAgo(18.5) } }, /^This catalogue is out of date\. What has burnt/],
    [{ left: { count: 1, objects: [{ ...left, hasComeDown: false }] } }, /^One object left the catalogue/],
    [{ sixDigits: 0 }, /^No object has six digits/],
  ]
  for (const [change, said] of lacking) {
    expect(findingsOf(content(change), NOW)[0]).toEqual({
      about: 'lack',
      level: 'caution',
      text: expect.stringMatching(said),
    })
    expect(verdictOf(content(change), NOW)).toMatchObject({
      level: 'caution',
      rest: expect.stringMatching(/What it lacks, no screening finds\.$/),
    })
  }
  expect(verdictOf(content({ left: { count: 1, objects: [{ ...left, hasComeDown: true }] } }), NOW).level).toBe('ok')
})

test('verdictOf() takes no catalogue as serious, and a simulated one as simulated', () => {
  expect(verdictOf(content({ catalogue: null, parts: [] }), NOW)).toMatchObject({ level: 'serious' })
  const simulated = content({
    catalogue: { ...content().catalogue!, isSimulated: true },
    withoutSet: null,
    sixDigits: 0,
    parts: [],
    sources: [source({ kind: 'SIMULATED', name: 'simulated catalogue' })],
  })
  expect(verdictOf(simulated, NOW)).toMatchObject({ level: 'ok', what: '5\u202f000 SIMULATED objects,' })
  expect(texts(simulated)).toEqual([])
})

test('findingsOf() names a source that fails, and is serious once it has failed for longer than a catalogue is fresh', () => {
  const failing = (hours: number) => source({ lastFailedAt: hoursAgo(0.1), lastReadAt: hoursAgo(hours) })
  expect(texts(content({ sources: [failing(2)] }))[0]).toMatch(
    /^caution: space-track\.org could not be read the last time/,
  )
  expect(texts(content({ sources: [failing(19)] }))[0]).toMatch(/^serious: space-track\.org could not be read/)
  expect(verdictOf(content({ sources: [failing(2)] }), NOW).rest).toMatch(/It is not being read as it should be\.$/)
  expect(texts(content({ withoutSet: null }))).toContainEqual(expect.stringContaining('comes after 17:00 UTC.'))
  const open = content({ withoutSet: null, sources: [source({ kind: 'ADDRESS' })] })
  expect(texts(open)).toContainEqual(expect.stringContaining('no source says what is in orbit.'))
})

test('standingOfSource() tells a source that fails, is overdue, waits, or was taken in part from one that is read', () => {
  const word = (change: Parameters<typeof source>[0]) => standingOfSource(source(change), NOW).word
  expect(word({})).toBe('good')
  expect(word({ lastFailedAt: hoursAgo(1) })).toBe('failingState')
  expect(word({ nextAt: hoursAgo(0.2) })).toBe('good')
  expect(word({ nextAt: hoursAgo(0.3) })).toBe('lateState')
  expect(word({ lastReadAt: null, lastResult: null, nextAt: null })).toBe('waiting')
  expect(word({ lastResult: 'some-refused' })).toBe('inPart')
})
