import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { record } from '../testing/recorded-terminal.ts'

const SAMPLES = join(import.meta.dirname, '..', '..', 'ccsds', 'samples')
const sample = (name: string) => readFileSync(join(SAMPLES, name), 'utf8')
const files = { 'pass.tdm': sample('pass.tdm'), 'sensors.json': sample('sensors.json') }
const COMMAND = ['orbit-determination', 'pass.tdm', '--sensors', 'sensors.json']

/** The orbit that the sample was simulated from, at its first measurement: EME2000, m and m/s. */
const TRUTH = {
  positionM: [-3_767_432.21, 4_814_835.022, 3_747_697.027],
  velocityMps: [-322.760_497, -4731.750_946, 5757.502_733],
}

const run = async (args: readonly string[], more: Readonly<Record<string, string>> = {}) =>
  record(args, { ...files, ...more })

async function answerOf(args: readonly string[], more: Readonly<Record<string, string>> = {}) {
  const { code, out, err } = await run([...args, '--json'], more)
  if (code !== 0) throw new Error(err)
  return JSON.parse(out)
}

test('a pass of a radar gives the orbit it was simulated from, within its sigmas', async () => {
  const answer = await answerOf(COMMAND)
  expect(answer).toMatchObject({ epoch: '2026-11-20T03:21:40.000000Z', frame: 'EME2000', used: 81, edited: 0 })
  const offset = [
    ...answer.positionM.map((value: number, k: number) => value - TRUTH.positionM[k]!),
    ...answer.velocityMps.map((value: number, k: number) => value - TRUTH.velocityMps[k]!),
  ]
  offset.forEach((value, k) => {
    expect(Math.abs(value)).toBeLessThan(4 * Math.sqrt(answer.covariance[k][k]))
  })
  // 10 m and 0.01° of noise were simulated, and are what a sensor without noise_sigma has.
  expect(answer.weightedRms).toBeGreaterThan(0.8)
  expect(answer.weightedRms).toBeLessThan(1.2)
  expect(answer.residualConvention).toContain('measured minus computed')
  expect(answer.residuals[0]).toMatchObject({ sensor: 'SITE', quantity: 'range', unit: 'm', edited: null })
})

test('a wrong measurement is edited, and the reason given', async () => {
  const wrong = files['pass.tdm'].replace('03:22:20.000 1905', '03:22:20.000 1925')
  const answer = await answerOf(COMMAND, { 'pass.tdm': wrong })
  const edited = answer.residuals.filter((row: { edited: string | null }) => row.edited !== null)
  expect(edited).toMatchObject([{ epoch: '2026-11-20T03:22:20.000000Z', quantity: 'range', edited: 'beyond-limit' }])
  const { out } = await run(COMMAND, { 'pass.tdm': wrong })
  expect(out).toContain('beyond-limit')
  expect(out).toContain('80 used, 1 edited')
})

test('ranges of the way there and back are recognised by the orbit to start from', async () => {
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

test('a known bias is taken off, and one that is asked for is estimated', async () => {
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

test('--initial-only shows the orbits to start from, and why', async () => {
  const answer = await answerOf([...COMMAND, '--initial-only'])
  expect(answer).toMatchObject({ method: 'gibbs', preference: 'only-root', frame: 'EME2000' })
  expect(Math.abs(answer.orbits[0].semiMajorAxisM - 7.178e6)).toBeLessThan(5e4)
  // Directions alone: azimuth and elevation without the ranges, to 0.01°.
  const angles = files['pass.tdm'].replace(/^RANGE = .*\n/gm, '')
  const sights = await answerOf([...COMMAND, '--initial-only'], { 'pass.tdm': angles })
  expect(sights.method).toBe('gooding')
  expect(sights.orbits[0].objection).toBeNull()
  expect(Math.abs(sights.orbits[0].semiMajorAxisM - 7.178e6)).toBeLessThan(3e5)
  const { out } = await run([...COMMAND, '--initial-only'])
  expect(out).toContain('preferred: only-root')
}, 30_000)

test('line ends of any system, a mark of byte order, and parts in any order change nothing', async () => {
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
}, 30_000)

test('ranges alone need an orbit to start from, and lead to the orbit with one', async () => {
  const ranges = { 'pass.tdm': files['pass.tdm'].replace(/^ANGLE_.*\n/gm, '') }
  for (const more of [[], ['--initial-only']]) {
    const { code, err } = await run([...COMMAND, ...more], ranges)
    expect([code, err]).toEqual([1, expect.stringContaining('an initial orbit needs three directions')])
  }
  const near = { position_m: TRUTH.positionM.map((one) => one + 500), velocity_mps: TRUTH.velocityMps }
  const start = JSON.stringify({ epoch_utc: '2026-11-20T03:21:40', frame: 'EME2000', ...near })
  // One pass of one radar says little across the line of sight: the sigmas are wide, and hold.
  const answer = await answerOf([...COMMAND, '--initial', 'start.json'], { ...ranges, 'start.json': start })
  expect(answer).toMatchObject({ used: 27, edited: 0 })
  TRUTH.positionM.forEach((value, k) => {
    expect(Math.abs(answer.positionM[k] - value)).toBeLessThan(4 * Math.sqrt(answer.covariance[k][k]))
  })
})

test('a sensor of another name is taken for the only one there is, and that is said', async () => {
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
  expect(await errorOf(COMMAND, { 'pass.tdm': 'h1 CRD  3 2016  2 13 14\n' })).toContain('line 1')
})
