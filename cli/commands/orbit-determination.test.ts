import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeEnvironment } from '@apsis/astro/dynamics/environment.ts'
import { earthAt } from '@apsis/astro/frames/earth.ts'
import { rotationBetween } from '@apsis/astro/frames/frame.ts'
import { transform } from '@apsis/astro/mat3.ts'
import { numericalFlight } from '@apsis/astro/measurement/flight.ts'
import { makeGroundSite } from '@apsis/astro/measurement/ground-site.ts'
import { orbitForces } from '@apsis/astro/measurement/orbit-forces.ts'
import { exposureTimes, simulateEchoes } from '@apsis/astro/measurement/simulate-track.ts'
import { seededRandom, standardNormal } from '@apsis/astro/random.ts'
import { IS_WHOLE } from '@apsis/astro/testing/test-size.ts'
import { addSeconds } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { degToRad, radToDeg } from '@apsis/astro/units.ts'
import { norm, subtract } from '@apsis/astro/vec3.ts'
import { expect, test } from 'vitest'
import { record } from '../testing/recorded-terminal.ts'
import tables from './orbit-determination.reference.json' with { type: 'json' }

const SAMPLES = join(import.meta.dirname, '..', '..', 'ccsds', 'samples')
const sample = (name: string) => readFileSync(join(SAMPLES, name), 'utf8')
const files = { 'pass.tdm': sample('pass.tdm'), 'sensors.json': sample('sensors.json') }
const COMMAND = ['orbit-determination', 'pass.tdm', '--sensors', 'sensors.json']

/** The orbit from which the sample was simulated, at its first measurement: EME2000, m and m/s. */
const TRUTH = {
  positionM: [-3_767_432.21, 4_814_835.022, 3_747_697.027],
  velocityMps: [-322.760_497, -4731.750_946, 5757.502_733],
}

const answers = new Map<string, ReturnType<typeof record>>()
/** Runs a command, which may take seconds, once with the same files for all tests of its answer. */
function run(args: readonly string[], more: Readonly<Record<string, string>> = {}): ReturnType<typeof record> {
  const key = JSON.stringify([args, more])
  const answer = answers.get(key) ?? record(args, { ...files, ...more })
  answers.set(key, answer)
  return answer
}

async function answerOf(args: readonly string[], more: Readonly<Record<string, string>> = {}) {
  const { code, out, err } = await run([...args, '--json'], more)
  if (code !== 0) throw new Error(err)
  return JSON.parse(out)
}

test('the orbit from a pass over a radar agrees with the simulated one within its sigmas', async () => {
  const answer = await answerOf(COMMAND)
  expect(answer).toMatchObject({ epoch: '2026-11-20T03:21:40.000000Z', frame: 'EME2000', used: 81, edited: 0 })
  const offset = [
    ...answer.positionM.map((value: number, k: number) => value - TRUTH.positionM[k]!),
    ...answer.velocityMps.map((value: number, k: number) => value - TRUTH.velocityMps[k]!),
  ]
  offset.forEach((value, k) => {
    expect(Math.abs(value)).toBeLessThan(4 * Math.sqrt(answer.covariance[k][k]))
  })
  // The simulated noise is 10 m and 0.01°, which are the defaults of a sensor without noise_sigma.
  expect(answer.weightedRms).toBeGreaterThan(0.8)
  expect(answer.weightedRms).toBeLessThan(1.2)
  expect(answer.residualConvention).toContain('measured minus computed')
  expect(answer.residuals[0]).toMatchObject({ sensor: 'SITE', quantity: 'range', unit: 'm', edited: null })
})

test('the orbit is one line of NDJSON, and one row of CSV with its nested values as JSON', async () => {
  for (const args of [COMMAND, [...COMMAND, '--initial-only']]) {
    const answer = await answerOf(args)
    const lines = await run([...args, '--ndjson'])
    expect([lines.code, lines.out]).toEqual([0, `${JSON.stringify(answer)}\n`])
    const [names = '', row = '', ...rest] = (await run([...args, '--csv'])).out.split('\n')
    expect(rest).toEqual([''])
    expect(names.split(',').slice(0, 2)).toEqual(['epoch', 'frame'])
    expect(row.startsWith(`${answer.epoch},${answer.frame},`)).toBe(true)
  }
  const { code, err } = await run([...COMMAND, '--json', '--csv'])
  expect([code, err]).toEqual([2, expect.stringContaining('give one of --json, --ndjson and --csv')])
})

test('a wrong measurement is rejected, with its reason', async () => {
  const wrong = files['pass.tdm'].replace('03:22:20.000 1905', '03:22:20.000 1925')
  const answer = await answerOf(COMMAND, { 'pass.tdm': wrong })
  const edited = answer.residuals.filter((row: { edited: string | null }) => row.edited !== null)
  expect(edited).toMatchObject([{ epoch: '2026-11-20T03:22:20.000000Z', quantity: 'range', edited: 'beyond-limit' }])
  const { out } = await run(COMMAND, { 'pass.tdm': wrong })
  expect(out).toContain('beyond-limit')
  expect(out).toContain('80 used, 1 edited')
})

test('two-way ranges are recognised with the initial orbit', async () => {
  const doubled = files['pass.tdm'].replace(
    /^(RANGE = \S+) (\S+)$/gm,
    (_all, head, km) => `${head} ${(2 * km).toFixed(6)}`,
  )
  const state = JSON.stringify({
    epoch_utc: '2026-11-20T03:21:40',
    frame: 'EME2000',
    position_m: TRUTH.positionM,
    velocity_mps: TRUTH.velocityMps,
  })
  const args = [...COMMAND, '--initial', 'start.json']
  const single = await answerOf(args, { 'start.json': state })
  const { out, err } = await run([...args, '--json'], { 'pass.tdm': doubled, 'start.json': state })
  expect(err).toContain('there and back')
  expect(JSON.parse(out).positionM[0]).toBeCloseTo(single.positionM[0], 0)
})

test('a known bias is subtracted, and a requested one is estimated', async () => {
  const sensor = { id: 'SITE', latitude_deg: 48.2, longitude_deg: 16.37, altitude_m: 171 }
  const known = JSON.stringify({ stations: [{ ...sensor, known_bias_to_subtract: { range_m: 500 } }] })
  const off = files['pass.tdm'].replace(
    /^(RANGE = \S+) (\S+)$/gm,
    (_all, head, km) => `${head} ${(Number(km) + 0.5).toFixed(6)}`,
  )
  const answer = await answerOf(COMMAND, { 'pass.tdm': off, 'sensors.json': known })
  expect(answer.biases).toEqual([
    { sensor: 'SITE', quantity: 'range', value: 500, sigma: 0, unit: 'm', estimated: false },
  ])
  const plain = await answerOf(COMMAND)
  expect(answer.positionM[0]).toBeCloseTo(plain.positionM[0], 0)
  const estimated = await answerOf([...COMMAND, '--estimate', 'range'], { 'pass.tdm': off })
  const [bias] = estimated.biases
  expect(Math.abs(bias.value - 500)).toBeLessThan(4 * bias.sigma)
})

test('--initial-only shows the possible initial orbits, and which is preferred and why', async () => {
  const answer = await answerOf([...COMMAND, '--initial-only'])
  expect(answer).toMatchObject({ preference: 'fits-the-other-sights', frame: 'EME2000' })
  expect(answer.orbits.map(({ method }: { method: string }) => method).toSorted()).toEqual(
    expect.arrayContaining(['gibbs', 'lambert']),
  )
  expect(Math.abs(answer.orbits[0].semiMajorAxisM - 7.178e6)).toBeLessThan(5e4)
  // The measurements are only directions: azimuth and elevation without ranges, to 0.01°.
  const angles = files['pass.tdm'].replace(/^RANGE = .*\n/gm, '')
  const sights = await answerOf([...COMMAND, '--initial-only'], { 'pass.tdm': angles })
  expect(sights.method).toBe('gooding')
  expect(sights.orbits[0].objection).toBeNull()
  expect(Math.abs(sights.orbits[0].semiMajorAxisM - 7.178e6)).toBeLessThan(3e5)
  const { out } = await run([...COMMAND, '--initial-only'])
  expect(out).toContain('preferred: fits-the-other-sights')
})

test('the result does not depend on line ends, a byte order mark, and the order of parts', async () => {
  const plain = await answerOf(COMMAND)
  const text = files['pass.tdm']
  const others = { crlf: text.replaceAll('\n', '\r\n'), mac: text.replaceAll('\n', '\r'), marked: `\uFEFF${text}` }
  for (const [name, other] of Object.entries(others)) {
    const sensors = { 'sensors.json': files['sensors.json'].replaceAll('\n', '\r\n') }
    expect((await answerOf(COMMAND, { 'pass.tdm': other, ...sensors })).positionM, name).toEqual(plain.positionM)
  }
  const [head = '', rows = ''] = text.split('DATA_START\n')
  const lines = rows
    .replace(/DATA_STOP\n/, '')
    .trimEnd()
    .split('\n')
  const part = (from: number, to: number) => `${head}DATA_START\n${lines.slice(from, to).join('\n')}\nDATA_STOP\n`
  const parts = { 'a.tdm': part(0, 42), 'b.tdm': part(42, lines.length) }
  for (const order of [
    ['a.tdm', 'b.tdm'],
    ['b.tdm', 'a.tdm'],
  ]) {
    const answer = await answerOf(['orbit-determination', ...order, '--sensors', 'sensors.json'], parts)
    expect(answer.used).toBe(81)
    expect(answer.positionM[0]).toBeCloseTo(plain.positionM[0], 2)
  }
})

test('ranges alone need an initial orbit, and give an orbit if there is one', async () => {
  const ranges = { 'pass.tdm': files['pass.tdm'].replace(/^ANGLE_.*\n/gm, '') }
  for (const more of [[], ['--initial-only']]) {
    const { code, err } = await run([...COMMAND, ...more], ranges)
    expect([code, err]).toEqual([1, expect.stringContaining('an initial orbit needs three directions')])
  }
  const near = { position_m: TRUTH.positionM.map((one) => one + 500), velocity_mps: TRUTH.velocityMps }
  const start = JSON.stringify({ epoch_utc: '2026-11-20T03:21:40', frame: 'EME2000', ...near })
  // One pass over one radar determines the orbit poorly across the line of sight: the sigmas are large, and correct.
  const answer = await answerOf([...COMMAND, '--initial', 'start.json'], { ...ranges, 'start.json': start })
  expect(answer).toMatchObject({ used: 27, edited: 0 })
  TRUTH.positionM.forEach((value, k) => {
    expect(Math.abs(answer.positionM[k] - value)).toBeLessThan(4 * Math.sqrt(answer.covariance[k][k]))
  })
})

test('two-way ranges are also recognised without an initial orbit', async () => {
  const doubled = files['pass.tdm'].replace(
    /^(RANGE = \S+) (\S+)$/gm,
    (_all, head, km) => `${head} ${(2 * km).toFixed(6)}`,
  )
  const { code, out, err } = await run([...COMMAND, '--json'], { 'pass.tdm': doubled })
  expect([code, err]).toEqual([0, expect.stringContaining('there and back')])
  for (const [k, value] of TRUTH.positionM.entries())
    expect(Math.abs(JSON.parse(out).positionM[k] - value)).toBeLessThan(1000)
})

/** A low orbit in EME2000 (which differs from GCRF by 23 mas), and radars below it. */
const LOW = { r: [3_551_000, 5_740_000, 1_990_000], v: [-2190, -1170, 7290] } as const
const RADARS = [
  { id: 'NORTH', latitude_deg: 69.66, longitude_deg: 18.94, altitude_m: 130 },
  { id: 'EAST', latitude_deg: 35.7, longitude_deg: 139.5, altitude_m: 70 },
  { id: 'SOUTH', latitude_deg: -33.9, longitude_deg: 20, altitude_m: 10 },
  { id: 'WEST', latitude_deg: 5.25, longitude_deg: -52.8, altitude_m: 14 },
]

/** Returns the simulated measurements of radars over hours, to 10 m and 0.01°, as one TDM. */
function simulatedTdm(hours: number) {
  const start = parseTime('2026-11-20T00:00:00')
  const sky = makeEnvironment(start)
  const end = addSeconds(start, hours * 3600)
  const motion = numericalFlight({ epoch: start, first: start, last: end, ...orbitForces(sky, null) })(LOW)!
  const normal = standardNormal(seededRandom(5))
  const segments = RADARS.map(({ id, latitude_deg, longitude_deg, altitude_m }) => {
    const place = { latRad: degToRad(latitude_deg), lonRad: degToRad(longitude_deg), heightM: altitude_m }
    const site = makeGroundSite(place, sky)
    const epochs = exposureTimes(addSeconds(start, 60), addSeconds(end, -60), 20)
    const seen = epochs.filter((epoch) => {
      const pose = site.at(epoch)
      const [, , up] = transform(pose.toSez, subtract(motion.stateAt(epoch).r, pose.r))
      return up > 0.17 * norm(subtract(motion.stateAt(epoch).r, pose.r))
    })
    const noise = { rangeSigmaM: 10, angleSigmaRad: degToRad(0.01) }
    const echoes = simulateEchoes({ stateAt: motion.stateAt, site, epochs: seen, clockErrorS: 0, normal }, noise)
    const rows = echoes.map(({ epoch, rangeM, azimuthRad, elevationRad }) => {
      const at = formatTime(epoch, { digits: 6 })
      const angles = [azimuthRad, elevationRad].map(
        (value, k) => `ANGLE_${k + 1} = ${at} ${radToDeg(value).toFixed(7)}`,
      )
      return [`RANGE = ${at} ${(rangeM / 1000).toFixed(6)}`, ...angles].join('\n')
    })
    const [head = ''] = files['pass.tdm'].split('META_START')
    const meta = files['pass.tdm'].slice(head.length).split('DATA_START')[0]!.replace('= SITE', `= ${id}`)
    return rows.length === 0 ? '' : `${meta}DATA_START\n${rows.join('\n')}\nDATA_STOP\n`
  })
  return `${files['pass.tdm'].split('META_START')[0]}${segments.join('')}`
}

test('passes over a quarter of a day need no initial orbit, because each pass leads to the next', async () => {
  const args = ['orbit-determination', 'day.tdm', '--sensors', 'radars.json', '--epoch', '2026-11-20T00:00:00']
  const day = { 'day.tdm': simulatedTdm(6), 'radars.json': JSON.stringify(RADARS) }
  const answer = await answerOf(args, day)
  expect(answer.residuals.map(({ sensor }: { sensor: string }) => sensor)).toEqual(
    expect.arrayContaining(['NORTH', 'EAST']),
  )
  expect(answer.weightedRms).toBeLessThan(1.3)
  // The error is given in sigmas: 23 mas between EME2000 and GCRF are 0.8 m, and the sigmas are 5 m and more.
  LOW.r.forEach((value, k) => {
    expect(Math.abs(answer.positionM[k] - value)).toBeLessThan(4 * Math.sqrt(answer.covariance[k][k]) + 1)
  })
})

test('a file with several objects requires one of them, and only its measurements count', async () => {
  const other = files['pass.tdm'].slice(files['pass.tdm'].indexOf('META_START')).replace('= TRACK', '= OTHER')
  const two = { 'pass.tdm': `${files['pass.tdm']}${other.replace(/^(RANGE = \S+) (\S+)$/gm, '$1 900')}` }
  const { code, err } = await run(COMMAND, two)
  expect([code, err]).toEqual([
    1,
    expect.stringContaining('pass.tdm: the measurements are of several objects, TRACK, OTHER'),
  ])
  const answer = await answerOf([...COMMAND, '--object', 'track'], two)
  expect(answer).toMatchObject({ used: 81, edited: 0 })
  expect((await run([...COMMAND, '--object', 'third'], two)).err).toContain('no measurements are of third')
  // A file of one object is also compared with the name, because a track of another object would distort the orbit.
  expect((await run([...COMMAND, '--object', 'third'])).err).toContain('no measurements are of third')
})

test('a sensor with another name is assumed to be the only one, and that is reported', async () => {
  const other = { 'pass.tdm': files['pass.tdm'].replace('PARTICIPANT_1 = SITE', 'PARTICIPANT_1 = NOBODY') }
  const { code, err } = await run([...COMMAND, '--json'], other)
  expect([code, err]).toEqual([0, expect.stringContaining('PARTICIPANT_1 NOBODY is taken for SITE')])
  expect((await run([...COMMAND, '--json'])).err).not.toContain('is taken for')
})

test('faults name file, line and keyword', async () => {
  const errorOf = async (args: readonly string[], more: Readonly<Record<string, string>> = {}) => {
    const { code, err } = await run(args, more)
    return `${code} ${err}`
  }
  expect(await errorOf(['orbit-determination', 'pass.tdm'])).toContain('--sensors is missing')
  expect(await errorOf([...COMMAND, '--estimate', 'mass'])).toContain('--estimate takes range')
  const broken = files['pass.tdm'].replace('2121.045682', '2121.x')
  expect(await errorOf(COMMAND, { 'pass.tdm': broken })).toMatch(/pass\.tdm: line 16, column \d+, RANGE/)
  const elsewhere = JSON.stringify([
    { id: 'A', lat: 1, lon: 1 },
    { id: 'B', lat: 2, lon: 2 },
  ])
  expect(await errorOf(COMMAND, { 'sensors.json': elsewhere })).toContain('no sensor is called SITE')
  expect(await errorOf(COMMAND, { 'sensors.json': '[{ "id": "SITE", "lon": 1 }]' })).toContain(
    'sensor 1: lat is missing',
  )
  expect(await errorOf(COMMAND, { 'sensors.json': '[' })).toContain('sensors.json')
  const table = 'utc,range_km\n2026-11-20T03:21:40,x\n'
  expect(await errorOf(COMMAND, { 'pass.tdm': table })).toContain('pass.tdm: line 2: range_km is "x", no number')
  const half = 'utc,range_km,azimuth_deg,elevation_deg\n2026-11-20T03:21:40,1,2,\n'
  expect(await errorOf(COMMAND, { 'pass.tdm': half })).toContain('pass.tdm: line 2: azimuth_deg and elevation_deg go')
  expect(await errorOf([...COMMAND, '--epoch', 'today'])).toMatch(/^2 .*--epoch: "today" is not a time/)
  const start = { 'start.json': '{ "position_m": [7e6, 0, 0] }' }
  expect(await errorOf([...COMMAND, '--initial', 'start.json'], start)).toContain('start.json: epoch_utc is missing')
  expect(await errorOf(COMMAND, { 'pass.tdm': 'h1 CRD  3 2016  2 13 14\n' })).toContain('line 1')
})

const tableNamed = (name: string) => {
  const found = tables.cases.find((one) => one.name === name)
  if (found === undefined) throw new RangeError(`no table ${name}`)
  return found
}
const tableFiles = (lines: readonly string[]) => ({
  'table.csv': `${lines.join('\n')}\n`,
  'sensors.json': JSON.stringify(tables.sensors),
})
const TABLE = ['orbit-determination', 'table.csv', '--sensors', 'sensors.json']
/** Returns the head and the first three passes, with 2, 4 and 6 measurements. */
const threePasses = (table: readonly string[]) => table.slice(0, 13)

test.each(tables.cases)('$name is found without an initial orbit, within five sigmas', async (one) => {
  const answer = await answerOf([...TABLE, '--epoch', one.epoch], tableFiles(one.table))
  // GCRF and EME2000 differ by 0.02 arc seconds.
  const toEme = rotationBetween('GCRF', 'EME2000', earthAt(parseTime(one.epoch))).matrix
  const truth = [one.positionM, one.velocityMps].flatMap(([x = 0, y = 0, z = 0]) => transform(toEme, [x, y, z]))
  const found = [...answer.positionM, ...answer.velocityMps]
  found.forEach((value, k) => {
    expect(Math.abs(value - truth[k]!)).toBeLessThan(5 * Math.sqrt(answer.covariance[k][k]))
  })
  expect(answer.weightedRms).toBeLessThan(1.5)
  expect(answer.edited).toBeLessThan(3)
})

test('measurements that match no orbit are refused with the reason, with and without --initial', async () => {
  const { table } = tableNamed('LEO 36')
  // No object in orbit has ranges that grow by a kilometre from row to row.
  const wrong = table.map((line, k) =>
    k === 0 ? line : line.replace(/,[\d.]+/, (text) => `,${Number(text.slice(1)) + k}`),
  )
  const without = await run(TABLE, tableFiles(threePasses(wrong)))
  expect([without.code, without.out]).toEqual([1, ''])
  expect(without.err).toMatch(/there is no orbit: .*(weighted RMS|does not settle|left out)/)
  const { epoch, positionM, velocityMps } = tableNamed('LEO 36')
  const start = JSON.stringify({ epoch_utc: epoch, frame: 'GCRF', position_m: positionM, velocity_mps: velocityMps })
  const started = await run([...TABLE, '--initial', 'start.json'], { ...tableFiles(wrong), 'start.json': start })
  expect([started.code, started.out]).toEqual([1, ''])
  expect(started.err).toContain('the weighted RMS of the best fit is ')
})

test('if a track of another orbit is omitted, a message says so', async () => {
  const { table } = tableNamed('LEO 36')
  // Half a minute later the object is 220 km further along.
  const mixed = threePasses(table).map((line) => line.replace(/^2022-03-01T00:(\d\d):00/, '2022-03-01T00:$1:30'))
  const { code, err } = await run(TABLE, tableFiles(mixed))
  expect(code).toBe(1)
  expect(err).toContain('all measurements of one track are left out')
})

// This takes a minute of processor time; the two shorter tests run each time.
test.skipIf(!IS_WHOLE)(
  'two-way ranges are recognised by the fit of all measurements, without an initial orbit',
  async () => {
    const table = threePasses(tableNamed('LEO 36').table)
    const doubled = table.map((line, k) =>
      k === 0 ? line : line.replace(/,[\d.]+/, (text) => `,${2 * Number(text.slice(1))}`),
    )
    const plain = await answerOf(TABLE, tableFiles(table))
    const { out, err } = await run([...TABLE, '--json'], tableFiles(doubled))
    expect(err).toContain('there and back')
    expect(JSON.parse(out).positionM[0]).toBeCloseTo(plain.positionM[0], 0)
  },
)

test('--time-tag says to which event the times of a table refer: a wrong one moves the orbit, and is reported if the data show it', async () => {
  const { epoch, table } = tableNamed('LEO 36')
  const at = [...TABLE, '--epoch', epoch]
  const right = await answerOf(at, tableFiles(table))
  expect(right.residualConvention).toContain(
    'times of the table: ranges and range rates at the bounce, directions at the reception',
  )
  const wrong = await answerOf([...at, '--time-tag', 'receive'], tableFiles(table))
  expect(wrong.residualConvention).toContain('ranges and range rates at the reception')
  const movedM = norm(subtract(wrong.positionM, right.positionM))
  expect(movedM).toBeGreaterThan(25)
  expect(movedM).toBeLessThan(65)
  const high = tableNamed('GTO 44')
  const { err } = await run([...TABLE, '--time-tag', 'receive', '--json'], tableFiles(high.table))
  expect(err).toContain('the ranges fit better if their times are of bounce and not of receive')
  const usual = await run([...TABLE, '--epoch', high.epoch, '--json'], tableFiles(high.table))
  expect(usual.err).not.toContain('fit better')
  expect((await run([...TABLE, '--time-tag', 'echo'], tableFiles(table))).err).toContain(
    '--time-tag takes receive, bounce, transmit',
  )
  expect((await run([...COMMAND, '--time-tag', 'receive'])).err).toContain('--time-tag is for tables')
})

test('the ranges of a table exclude the delay of the atmosphere, unless range_corrected is false', async () => {
  const table = threePasses(tableNamed('LEO 36').table)
  const told = (range_corrected: boolean | undefined) =>
    answerOf(TABLE, {
      ...tableFiles(table),
      'sensors.json': JSON.stringify(tables.sensors.map((sensor) => ({ ...sensor, range_corrected }))),
    })
  const [corrected, silent, delayed] = [await told(true), await told(undefined), await told(false)]
  expect(silent.positionM).toEqual(corrected.positionM)
  // At elevations of 10 to 45 degrees the delay is 3 to 14 m.
  expect(norm(subtract(delayed.positionM, corrected.positionM))).toBeGreaterThan(1)
})
