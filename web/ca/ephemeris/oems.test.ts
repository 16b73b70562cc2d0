import { EphemerisFile } from '@apsis/contract/ca/ephemeris/ephemeris.ts'
import { expect, test } from 'vitest'
import { inspect } from '../../encounter/inspect.ts'
import { countsOf, coverageOf, merged, usableSpans, without } from '../satellite/coverage.ts'
import { checklistOf, checkOf } from './checklist.ts'
import { reachOf } from './reach.ts'

const [EXAMPLE] = EphemerisFile.meta()!.examples as [EphemerisFile]
const at = (time: string) => Date.parse(`2026-11-${time}Z`)
const file = (part: Partial<EphemerisFile>) => EphemerisFile.parse({ ...EXAMPLE, ...part })
const NOW = at('20T07:02:27')
const WEEK = { fromMs: NOW, toMs: NOW + 7 * 86_400_000 }

test('usableSpans leaves out gaps to the second', () => {
  const gap = { from: '2026-11-21T00:00:00.000Z', to: '2026-11-21T00:00:01.000Z' }
  expect(usableSpans(file({ gaps: [gap] }))).toEqual([
    { fromMs: at('20T00:04:00'), toMs: at('21T00:00:00') },
    { fromMs: at('21T00:00:01'), toMs: at('26T23:56:00') },
  ])
})

test('coverageOf finds the gaps that no operational file covers, and the TCAs inside them', () => {
  const events = [
    { id: 'inside', atMs: at('21T14:13:07') },
    { id: 'outside', atMs: at('27T01:00:00') },
  ]
  const coverage = coverageOf([file({})], events, WEEK)
  expect(coverage.gaps).toEqual([{ fromMs: at('26T23:56:00'), toMs: WEEK.toMs }])
  expect(coverage.untilMs).toBe(at('26T23:56:00'))
  expect(coverage.tcas.map(({ isCovered }) => isCovered)).toEqual([true, false])
  expect(coverage.bars[0]?.weight).toBe('current')
})

test('coverageOf counts no candidate, inactive or superseded file as coverage', () => {
  for (const part of [
    { kind: 'CANDIDATE' },
    { active: false },
    { state: 'SUPERSEDED' },
    { state: 'INVALID' },
  ] as const) {
    const { gaps, bars } = coverageOf([file(part)], [], WEEK)
    expect(gaps).toEqual([WEEK])
    expect(bars[0]?.weight).toBe(part === undefined || 'kind' in part ? 'candidate' : 'thin')
  }
})

test('merged joins spans that touch, and without removes a part from the middle', () => {
  expect(
    merged([
      { fromMs: 5, toMs: 9 },
      { fromMs: 0, toMs: 5 },
      { fromMs: 20, toMs: 30 },
    ]),
  ).toEqual([
    { fromMs: 0, toMs: 9 },
    { fromMs: 20, toMs: 30 },
  ])
  expect(
    without(
      [{ fromMs: 0, toMs: 10 }],
      [
        { fromMs: 3, toMs: 4 },
        { fromMs: 9, toMs: 12 },
      ],
    ),
  ).toEqual([
    { fromMs: 0, toMs: 3 },
    { fromMs: 4, toMs: 9 },
  ])
})

test('countsOf counts operational files, those that end within a day, and invalid files', () => {
  const soon = file({ usableStopTime: '2026-11-21T07:02:26.000Z' })
  expect(countsOf([file({}), soon, file({ state: 'INVALID' })], NOW)).toEqual({
    operational: 2,
    expiring: 1,
    invalid: 1,
  })
})

/** Returns the text of a circular orbit of 7000 km, with a state each minute; its acceleration is that of a point mass. */
function oem(
  change: (line: string, place: number) => string = (line) => line,
  head: Record<string, string> = {},
): string {
  const gm = 398_600.4418
  const rate = Math.sqrt(gm / 7_000 ** 3)
  const speed = rate * 7_000
  const states = Array.from({ length: 120 }, (_, i) => {
    const angle = rate * 60 * i
    const time = new Date(at('20T00:00:00') + 60_000 * i).toISOString().slice(0, 19)
    const [c, s] = [Math.cos(angle), Math.sin(angle)]
    const numbers = [7_000 * c, 7_000 * s, 0, -speed * s, speed * c, 0].map((value) => value.toFixed(9))
    return change(`${time} ${numbers.join(' ')}`, i)
  })
  const metadata = {
    OBJECT_NAME: 'SAT-3',
    OBJECT_ID: '2024-031C',
    CENTER_NAME: 'EARTH',
    REF_FRAME: 'EME2000',
    TIME_SYSTEM: 'UTC',
    START_TIME: '2026-11-20T00:00:00',
    STOP_TIME: '2026-11-20T01:59:00',
    ...head,
  }
  return [
    'CCSDS_OEM_VERS = 2.0',
    'CREATION_DATE = 2026-11-19T22:00:00',
    'ORIGINATOR = OPERATOR',
    'META_START',
    ...Object.entries(metadata).map(([key, value]) => `${key} = ${value}`),
    'META_STOP',
    ...states,
    '',
  ].join('\n')
}

const look = (text: string, objectIds = ['2024-031C']) => inspect(new Blob([text]).stream(), { objectIds })

test('inspect returns the content of a valid file', async () => {
  const found = await look(oem())
  expect(found.errors).toEqual([])
  expect(found).toMatchObject({ kind: 'OEM', notation: 'KVN', version: '2.0', originator: 'OPERATOR', points: 120 })
  expect(found.segments).toMatchObject([
    { frame: 'EME2000', objectId: '2024-031C', fromMs: at('20T00:00:00'), toMs: at('20T01:59:00'), states: 120 },
  ])
  // The period is 2π √(7000³ / 398600.4418) = 5828.5 s, with a state each 60 s.
  expect(found.periodMs! / 1_000).toBeCloseTo(5_828.5, 0)
  expect(found.statesPerRevolution).toBeCloseTo(97.1, 0)
})

test.each<[string, string, string, string]>([
  ['another object', oem((line) => line, { OBJECT_ID: '1998-067A', OBJECT_NAME: 'ISS' }), 'object', 'OBJECT_ID'],
  ['another time system', oem((line) => line, { TIME_SYSTEM: 'TAI' }), 'timeSystem', 'TIME_SYSTEM'],
  ['an unknown frame', oem((line) => line, { REF_FRAME: 'MARS_FIXED' }), 'frame', 'REF_FRAME'],
])('inspect names %s by check and keyword', async (_what, text, check, keyword) => {
  const { errors } = await look(text)
  const found = errors.find((fault) => checkOf(fault) === check)
  expect(found?.keyword).toBe(keyword)
  expect(found?.line).toBeGreaterThan(3)
  expect(checklistOf({ errors, warnings: [] }).find(({ name }) => name === check)?.level).toBe('serious')
})

test('inspect names the line of a time that decreases, and of states in metres', async () => {
  const lines = oem().split('\n')
  const first = lines.indexOf('META_STOP') + 1
  const swapped = [...lines]
  ;[swapped[first + 10], swapped[first + 11]] = [lines[first + 11]!, lines[first + 10]!]
  const back = (await look(swapped.join('\n'))).errors.filter(({ code }) => code === 'not-increasing')
  expect(back.map(({ line }) => line)).toContain(first + 12)
  const metres = oem((line) => line.replace(/ (\S+)/g, (_, number: string) => ` ${Number(number) * 1e3}`))
  const found = (await look(metres)).errors
  expect(found.some(({ code }) => code === 'bad-physics')).toBe(true)
})

test('inspect recognises a file that is not an ephemeris, and then passes no other check', async () => {
  const found = await look('CCSDS_CDM_VERS = 1.0\n')
  const list = checklistOf(found)
  expect(list.find(({ name }) => name === 'kind')?.level).toBe('serious')
  expect(list.filter(({ name }) => name !== 'kind').every(({ level }) => level === 'inactive')).toBe(true)
  const unasked = checklistOf({ errors: [], warnings: [] }, false)
  expect(unasked.filter(({ level }) => level !== 'ok').map(({ name }) => name)).toEqual(['object'])
})

test('a file without a covariance has neither passed nor failed the check of the covariance', () => {
  const found = { errors: [], warnings: [] }
  const of = (hasCovariance: boolean | undefined) =>
    checklistOf({ ...found, hasCovariance }).find(({ name }) => name === 'covariance')
  expect(of(false)).toMatchObject({ level: 'caution', isAbsent: true })
  expect(of(true)).toMatchObject({ level: 'ok', isAbsent: false })
})

test('reachOf reports a file that ends before a TCA, and no other', () => {
  const span = { fromMs: 1_000, untilMs: 10_000, periodMs: 500 }
  expect(reachOf([5_000, 9_000], span)).toBeUndefined()
  expect(reachOf([9_800], span)).toEqual({ what: 'endsSoonAfter', tcaMs: 9_800 })
  expect(reachOf([12_000, 9_000], span)).toEqual({ what: 'endsBefore', tcaMs: 12_000 })
  expect(reachOf([900], span)).toEqual({ what: 'beginsAfter', tcaMs: 900 })
})

test('countsOf: a file that lasts a whole day does not end within it', () => {
  const day = file({ usableStopTime: '2026-11-21T07:02:27.000Z' })
  expect(countsOf([day], NOW)).toEqual({ operational: 1, expiring: 0, invalid: 0 })
})

test('a warning qualifies its check and an error fails it, each with its findings', () => {
  const warning = { code: 'too-sparse', message: 'few states' }
  const error = { code: 'bad-physics', message: 'no orbit' }
  const list = checklistOf({ errors: [error], warnings: [warning] })
  const of = (name: string) => list.find((one) => one.name === name)
  expect(of('density')).toEqual({
    name: 'density',
    level: 'caution',
    faults: [{ ...warning, isError: false }],
    isAbsent: false,
    isOver: false,
  })
  expect(of('physics')).toEqual({
    name: 'physics',
    level: 'serious',
    faults: [{ ...error, isError: true }],
    isAbsent: false,
    isOver: false,
  })
  expect(list.filter(({ level }) => level === 'ok').map(({ name }) => name)).toEqual(
    list.map(({ name }) => name).filter((name) => name !== 'density' && name !== 'physics'),
  )
  // Only an error means that the file is of another kind.
  const encoding = { code: 'bad-encoding', message: 'odd' }
  const odd = checklistOf({ errors: [], warnings: [encoding] })
  expect(odd.find(({ name }) => name === 'syntax')?.level).toBe('ok')
})

test('if the object is not needed, or the file is of another kind, nothing is reported as absent', () => {
  const other = { code: 'wrong-kind', message: 'a CDM' }
  const covariance = (found: object, isAsked = true) =>
    checklistOf({ errors: [], warnings: [], hasCovariance: false, ...found }, isAsked).find(
      ({ name }) => name === 'covariance',
    )
  expect(covariance({ errors: [other] })).toMatchObject({ level: 'inactive', isAbsent: false })
  expect(covariance({}, false)).toMatchObject({ level: 'caution', isAbsent: true })
})

test('without can remove a complete span, and keeps spans that only touch', () => {
  const span = { fromMs: 0, toMs: 10 }
  const cut = (fromMs: number, toMs: number) => without([span], [{ fromMs, toMs }])
  expect(cut(0, 10)).toEqual([])
  expect(cut(-5, 15)).toEqual([])
  expect(cut(0, 4)).toEqual([{ fromMs: 4, toMs: 10 }])
  expect(cut(4, 10)).toEqual([{ fromMs: 0, toMs: 4 }])
  expect(cut(10, 12)).toEqual([span])
  expect(cut(-2, 0)).toEqual([span])
  expect(
    merged([
      { fromMs: 0, toMs: 9 },
      { fromMs: 2, toMs: 3 },
    ]),
  ).toEqual([{ fromMs: 0, toMs: 9 }])
  expect(
    merged([
      { fromMs: 0, toMs: 1 },
      { fromMs: 2, toMs: 3 },
    ]),
  ).toHaveLength(2)
})

test('coverageOf ends with the span that contains now, not with one that begins later or ends now', () => {
  const starting = (usableStartTime: string, usableStopTime = '2026-11-26T23:56:00.000Z') =>
    coverageOf([file({ usableStartTime, usableStopTime })], [], WEEK).untilMs
  expect(starting('2026-11-20T07:02:27.000Z')).toBe(at('26T23:56:00'))
  expect(starting('2026-11-20T07:02:28.000Z')).toBeUndefined()
  expect(starting('2026-11-20T00:04:00.000Z', '2026-11-20T07:02:27.000Z')).toBeUndefined()
})

test('coverageOf: a TCA at an exact end is covered; a file without times has no bar', () => {
  const events = ['20T00:04:00', '26T23:56:00'].map((time) => ({ id: time, atMs: at(time) }))
  const { tcas } = coverageOf([file({})], [...events, { id: 'before', atMs: at('20T00:03:59.999') }], WEEK)
  expect(tcas.map(({ isCovered }) => isCovered)).toEqual([true, true, false])
  const unread = file({
    startTime: null,
    stopTime: null,
    usableStartTime: null,
    usableStopTime: null,
    state: 'INVALID',
  })
  expect(coverageOf([unread], [], WEEK)).toMatchObject({ bars: [], untilMs: undefined, gaps: [WEEK] })
  const whole = coverageOf([file({ usableStartTime: null, usableStopTime: null })], [], WEEK).bars[0]
  expect(whole?.usable).toEqual(whole?.whole)
})

test('a candidate waits until it is superseded, expired or unreadable', () => {
  const weight = (state: EphemerisFile['state']) =>
    coverageOf([file({ kind: 'CANDIDATE', state })], [], WEEK).bars[0]?.weight
  expect((['VALID', 'SCREENED', 'SUPERSEDED', 'EXPIRED', 'INVALID'] as const).map(weight)).toEqual([
    ...(['candidate', 'candidate', 'thin', 'thin', 'thin'] as const),
  ])
})

test('reachOf requires one more revolution after a TCA at the ends of the file', () => {
  const span = { fromMs: 1_000, untilMs: 10_000, periodMs: 500 }
  expect(reachOf([1_000, 9_500], span)).toBeUndefined()
  expect(reachOf([9_501], span)?.what).toBe('endsSoonAfter')
  expect(reachOf([10_000], span)?.what).toBe('endsSoonAfter')
  expect(reachOf([10_001], span)?.what).toBe('endsBefore')
  expect(reachOf([], span)).toBeUndefined()
})
