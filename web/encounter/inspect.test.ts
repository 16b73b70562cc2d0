import { expect, test } from 'vitest'
import { inspect } from './inspect.ts'

/** The constant of EGM96, km³/s², as in every CCSDS example. */
const GM = 398_600.4418

type State = readonly [x: number, vy: number]
/** Returns an OEM with these states, a minute apart: on the x axis in km, moving along y in km/s. */
function oem(
  states: readonly State[],
  after: readonly string[] = [],
  more: readonly string[] = [],
): ReadableStream<Uint8Array> {
  const time = (minute: number) => `2026-11-20T00:${String(minute).padStart(2, '0')}:00`
  const lines = [
    'CCSDS_OEM_VERS = 2.0',
    'CREATION_DATE = 2026-11-19T22:00:00',
    'ORIGINATOR = OPERATOR',
    'META_START',
    'OBJECT_NAME = SAT-3',
    'OBJECT_ID = 2024-031C',
    'CENTER_NAME = EARTH',
    'REF_FRAME = EME2000',
    'TIME_SYSTEM = UTC',
    `START_TIME = ${time(0)}`,
    `STOP_TIME = ${time(Math.max(0, states.length - 1))}`,
    ...more,
    'META_STOP',
    ...states.map(([x, vy], minute) => `${time(minute)} ${x} 0 0 0 ${vy} 0`),
    ...after,
    '',
  ]
  return new Blob([lines.join('\n')]).stream() as ReadableStream<Uint8Array>
}

/** Six rows of a covariance: 0.25, 9 and 16 m² of the position, in km². */
const COVARIANCE = ['0.25e-6', '0 9e-6', '0 0 16e-6', '0 0 0 1e-12', '0 0 0 0 1e-12', '0 0 0 0 0 1e-12']
const block = (...epochs: readonly (readonly string[])[]) => [
  'COVARIANCE_START',
  ...epochs.flatMap((head) => [...head, ...COVARIANCE]),
  'COVARIANCE_STOP',
]

test('a closed orbit has a period; an escape orbit, or a state at the centre, has none', async () => {
  const period = async (x: number, vy: number) => (await inspect(oem([[x, vy]]))).periodMs
  const escapeSpeed = Math.sqrt((2 * GM) / 7_000)
  // The escape speed divided by √2 is the speed of a circular orbit.
  expect(await period(7_000, escapeSpeed / Math.SQRT2)).toBeCloseTo(2_000 * Math.PI * Math.sqrt(7_000 ** 3 / GM), -1)
  expect(await period(7_000, escapeSpeed * 1.01)).toBeUndefined()
  expect(await period(0, 0)).toBeUndefined()
})

test('the period is computed from the last state that has one', async () => {
  const circle = Math.sqrt(GM / 8_000)
  const { periodMs } = await inspect(
    oem([
      [7_000, 7],
      [8_000, circle],
      [8_000, 20],
    ]),
  )
  expect(periodMs).toBeCloseTo(2_000 * Math.PI * Math.sqrt(8_000 ** 3 / GM), -1)
})

test('the frame of a covariance is the one that it names, else the frame of its segment; the first covariance decides', async () => {
  const of = async (...epochs: readonly (readonly string[])[]) => inspect(oem([[7_000, 7.5]], block(...epochs)))
  const epoch = 'EPOCH = 2026-11-20T00:00:00'
  const later = 'EPOCH = 2026-11-20T00:01:00'
  expect((await of([epoch])).covarianceFrame).toBe('EME2000')
  expect((await of([epoch, 'COV_REF_FRAME = RTN'])).covarianceFrame).toBe('RTN')
  const both = await of([epoch], [later, 'COV_REF_FRAME = RTN'])
  expect([both.covarianceFrame, both.covariances]).toEqual(['EME2000', 2])
  const [first, second] = both.sigmas
  expect(first?.atMs).toBe(Date.UTC(2026, 10, 20))
  expect(second?.atMs).toBe(Date.UTC(2026, 10, 20, 0, 1))
  for (const [i, sigmaM] of [0.5, 3, 4].entries()) expect(first?.sigmas[i]).toBeCloseTo(sigmaM, 9)
})

test('a file without a covariance has no frame for one', async () => {
  const { covariances, covarianceFrame, sigmas } = await inspect(oem([[7_000, 7.5]]))
  expect({ covariances, covarianceFrame, sigmas }).toEqual({ covariances: 0, covarianceFrame: undefined, sigmas: [] })
})

test('if there are very many covariances, every second one is removed repeatedly, so that a plot has between 1500 and 3000', async () => {
  const from = Date.UTC(2026, 10, 20)
  const epochs = Array.from({ length: 3_001 }, (_, i) => [
    `EPOCH = ${new Date(from + 1_000 * i).toISOString().slice(0, 19)}`,
  ])
  const all = await inspect(oem([[7_000, 7.5]], block(...epochs.slice(0, 3_000))))
  expect(all.sigmas).toHaveLength(3_000)
  const { sigmas, covariances } = await inspect(oem([[7_000, 7.5]], block(...epochs)))
  expect(covariances).toBe(3_001)
  expect(sigmas.map(({ atMs }) => (atMs - from) / 1_000)).toEqual(Array.from({ length: 1_501 }, (_, i) => 2 * i))
})

test('a file without two states has no number of states per revolution', async () => {
  const one = await inspect(oem([[7_000, 7.5]]))
  expect([one.points, one.statesPerRevolution]).toEqual([1, undefined])
  const none = await inspect(oem([]))
  expect([none.points, none.periodMs, none.statesPerRevolution]).toEqual([0, undefined, undefined])
})

test('the usable span of a segment is the stated one, else the span of its states', async () => {
  const states: readonly State[] = [
    [7_000, 7.5],
    [7_000, 7.5],
    [7_000, 7.5],
  ]
  const [from, to] = [Date.UTC(2026, 10, 20), Date.UTC(2026, 10, 20, 0, 2)]
  const [whole] = (await inspect(oem(states))).segments
  expect([whole?.usableFromMs, whole?.usableToMs]).toEqual([from, to])
  const said = ['USEABLE_START_TIME = 2026-11-20T00:00:30', 'USEABLE_STOP_TIME = 2026-11-20T00:01:30']
  const [part] = (await inspect(oem(states, [], said))).segments
  expect([part?.usableFromMs, part?.usableToMs]).toEqual([from + 30_000, to - 30_000])
})

test('states in a frame that cannot be converted are refused at their segment, even if everything else is valid', async () => {
  const segment = (frame: string) => [
    ...['META_START', 'OBJECT_NAME = SAT-3', 'OBJECT_ID = 2024-031C', 'CENTER_NAME = EARTH', `REF_FRAME = ${frame}`],
    ...['TIME_SYSTEM = UTC', 'START_TIME = 2026-11-20T01:00:00', 'STOP_TIME = 2026-11-20T01:00:00', 'META_STOP'],
    '2026-11-20T01:00:00 7000 0 0 0 7.5 0',
  ]
  const faults = async (frame: string) => (await inspect(oem([[7_000, 7.5]], segment(frame)))).errors
  // The segment begins on line 14.
  const message = 'states in MARS_FIXED cannot be brought to another frame'
  expect(await faults('MARS_FIXED')).toContainEqual(expect.objectContaining({ line: 14, code: 'bad-value', message }))
  expect((await faults('ITRF2014')).filter((fault) => fault.message.includes('cannot be brought'))).toEqual([])
})

test('errors are in the order of the lines, whatever their columns', async () => {
  const second = [
    ...['META_START', 'OBJECT_NAME = SAT-3', 'OBJECT_ID = 2024-031C', 'CENTER_NAME = EARTH', 'REF_FRAME = MARS_FIXED'],
    ...['TIME_SYSTEM = UTC', 'START_TIME = 2026-11-20T01:00:00', 'STOP_TIME = 2026-11-20T01:00:00', 'META_STOP'],
    '2026-11-20T01:00:00 7000 0 0 0 7.5 0',
  ]
  const bad: readonly State[] = [
    [7_000, 7.5],
    [Number.NaN, Number.NaN],
  ]
  const { errors } = await inspect(oem(bad, second))
  const places = errors.map(({ line, column }) => [line, column] as const)
  // The second state, on line 14, has an invalid number; the error in the frame of the second segment is later.
  expect(places[0]).toEqual([14, 21])
  expect(places.at(-1)?.[0]).toBeGreaterThan(14)
  expect(places.at(-1)?.[1]).toBeLessThan(21)
  expect(places).toEqual(places.toSorted(([a, b], [c, d]) => 1_000 * (a - c) + b - d))
})

test('at most a hundred errors of one kind are listed; one more says that the list is cut', async () => {
  const withUnknownKeywords = async (count: number) => {
    const states: readonly State[] = [
      [7_000, 7.5],
      [7_000, 7.5],
    ]
    const unknown = Array.from({ length: count }, (_, k) => `NO_KEYWORD_${k} = 1`)
    const { errors, warnings, truncated } = await inspect(oem(states, [], unknown))
    return { listed: [...errors, ...warnings].filter(({ keyword }) => keyword?.startsWith('NO_')).length, truncated }
  }
  expect(await withUnknownKeywords(100)).toEqual({ listed: 100, truncated: false })
  expect(await withUnknownKeywords(101)).toEqual({ listed: 100, truncated: true })
})

test('a covariance of zeros counts as missing', async () => {
  const zeros = block(['EPOCH = 2026-11-20T00:00:00']).map((line) =>
    COVARIANCE.includes(line) ? line.replace(/\S+/g, '0') : line,
  )
  expect(await inspect(oem([[7_000, 7.5]], zeros))).toMatchObject({ covariances: 0, sigmas: [] })
})
