import { SPEED_OF_LIGHT } from '@apsis/astro/constants.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { expect, test } from 'vitest'
import { messageOf } from '../block/read-message.ts'
import { readCrd } from './crd.ts'
import { crdObservations, laserBiases } from './crd-observations.ts'

/** The tolerance is a millionth of a picosecond, which is the last digit of the scatter in the file. */
const PICOSECOND_DIGITS = 18
/** The twelve decimals of the time of flight are 0.15 mm; the rounding of the product with the speed of light is much smaller. */
const MICROMETRE_DIGITS = 6

// The text is a pass of Yarragadee over LAGEOS-2, from the normal points of 2016-02-14.
const PASS = `h1 CRD  1 2016  2 13 14
h2 YARL       7090  5 13 3
h3 lageos2     9207002 5986    22195 0 1
h4  1 2016  2 13 13 42 16 2016  2 13 14  6 46  0 0 0 0 1 0 2 0
c0 0  532.000 std la1 mcp ti1
60  std 4 1
40 49336.400564399999 0 std       -1       -1  -1.000   105320.0    -17.0   27.0  -1.000  -1.000   -1.0 2 2 0
20 49382.401  983.70 301.40  24. 0
11 49382.400562600000     0.039237325685 std 2  120.0     94   57.0   0.183  -0.536      -1.0  15.67 0
20 49503.601  983.80 301.20  24. 0
11 49503.600567399997     0.038462695003 std 2  120.0     39   65.0   0.083  -0.301      -1.0   6.50 0
50 std   57.5   0.002   2.862   -1.0 0
h8
h9
`

const read = (text: string) => messageOf(readCrd(text))

test('readCrd() reads a pass: station, object, ranges, weather', () => {
  const { version, sessions } = read(PASS)
  expect(version).toBe(1)
  expect(sessions.length).toBe(1)
  const [session] = sessions
  expect(session).toMatchObject({
    station: 'YARL',
    padId: '7090',
    target: 'lageos2',
    ilrsId: '9207002',
    noradId: '22195',
    data: 'normal-points',
    way: 'two-way',
    isTroposphereCorrected: false,
    isCentreOfMassCorrected: false,
  })
  const [start, end] = [session!.start, session!.end].map((time) => formatTime(time, { digits: 0 }))
  expect([start, end]).toEqual([
    expect.stringContaining('2016-02-13T13:42:16'),
    expect.stringContaining('2016-02-13T14:06:46'),
  ])
  expect(session!.ranges.length).toBe(2)
  const [range] = session!.ranges
  expect(range).toMatchObject({
    line: 9,
    timeOfFlightS: 0.039237325685,
    event: 'transmit',
    wavelengthUm: 0.532,
    shots: 94,
  })
  expect(range!.binRmsS).toBeCloseTo(57e-12, PICOSECOND_DIGITS)
  expect(formatTime(range!.epoch, { digits: 7 })).toContain('2016-02-13T13:43:02.4005626')
  expect(session!.weather[1]).toMatchObject({ pressureHpa: 983.8, temperatureK: 301.2, humidityPercent: 24 })
})

test('F21: readCrd() reads to which event the time refers: 0 received, 1 reflected, 2 sent', () => {
  const eventOf = (code: string) =>
    read(PASS.replaceAll('std 2  120.0', `std ${code}  120.0`)).sessions[0]!.ranges.map(({ event }) => event)
  expect(eventOf('0')).toEqual(['receive', 'receive'])
  expect(eventOf('1')).toEqual(['bounce', 'bounce'])
  expect(eventOf('2')).toEqual(['transmit', 'transmit'])
  const other = readCrd(PASS.replace('std 2  120.0', 'std 5  120.0'))
  expect(other.ok).toBe(false)
  if (!other.ok) expect(other.errors[0]).toMatchObject({ line: 9, keyword: '11' })
})

test('a time after midnight belongs to the next day', () => {
  const late = PASS.replace('2016  2 13 13 42 16 2016  2 13 14  6 46', '2016  2 13 23 59 50 2016  2 14 0  6 46')
    .replace('49382.400562600000', '86395.5')
    .replace('49503.600567399997', '12.25')
  const times = read(late).sessions[0]!.ranges.map(({ epoch }) => formatTime(epoch, { digits: 2 }))
  expect(times[0]).toContain('2016-02-13T23:59:55.50')
  expect(times[1]).toContain('2016-02-14T00:00:12.25')
})

test('version 2 has the network in its second record', () => {
  const second = PASS.replace('CRD  1', 'CRD  2').replace('h2 YARL       7090', 'h2 YARL NASA 7090')
  expect(read(second).sessions[0]).toMatchObject({ station: 'YARL', padId: '7090' })
})

test('faults name line and record', () => {
  const first = (text: string) => {
    const found = readCrd(text)
    if (found.ok) throw new Error('read')
    return found.errors[0]
  }
  expect(first(PASS.replace('0.039237325685', '0.0392x'))).toMatchObject({ line: 9, keyword: '11', code: 'bad-row' })
  expect(first(PASS.replace(/^(11 \S+) .*$/m, '$1'))).toMatchObject({
    line: 9,
    keyword: '11',
    message: expect.stringContaining('is missing'),
  })
  expect(first(PASS.replace(/^h4.*\n/m, ''))).toMatchObject({ keyword: 'H4', code: 'missing-keyword' })
  expect(first('no laser data\n')).toMatchObject({ line: 1, keyword: 'H1' })
  expect(first('')).toMatchObject({ keyword: 'H1' })
  expect(first(PASS.replace('2016  2 13 13 42', '2016  2 33 13 42'))).toMatchObject({ line: 4, keyword: 'H4' })
})

test('crdObservations() returns half the path of light, with the nearest weather and the centre-of-mass correction', () => {
  const [first, second] = crdObservations(read(PASS), { centreOfMassM: 0.251 })
  expect(first).toMatchObject({
    kind: 'range',
    sensorId: '7090',
    timeOf: 'transmit',
    way: 'two-way',
    centreOfMassM: 0.251,
  })
  expect(first!.rangeM).toBeCloseTo((0.039237325685 * SPEED_OF_LIGHT) / 2, MICROMETRE_DIGITS)
  expect(first!.air).toMatchObject({ band: 'laser', wavelengthUm: 0.532, pressureHpa: 983.7 })
  expect(second!.air).toMatchObject({ pressureHpa: 983.8 })
  const corrected = read(PASS.replace('0 0 0 0 1 0 2 0', '0 1 1 0 1 0 2 0'))
  const [done] = crdObservations(corrected, { centreOfMassM: 0.251 })
  expect(done!.air).toBeUndefined()
  expect(done!.centreOfMassM).toBe(0)
})

test('laserBiases() contains range and position of each station once', () => {
  expect(laserBiases(['7090', '7090', '7119']).map(({ sensorId, quantity }) => `${sensorId} ${quantity}`)).toEqual([
    '7090 range',
    '7090 south',
    '7090 east',
    '7090 up',
    '7119 range',
    '7119 south',
    '7119 east',
    '7119 up',
  ])
})
