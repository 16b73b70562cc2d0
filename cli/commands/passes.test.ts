import { expect, test } from 'vitest'
import reference from '../command-line.reference.json' with { type: 'json' }
import { record } from '../testing/recorded-terminal.ts'

const { tle, station, passes, search_start_utc: from } = reference.bugsat
const site = `${station.lat_deg},${station.lon_deg},${station.alt_m}`
const files = { 'bugsat.tle': tle.join('\n') }
const search = ['passes', 'bugsat.tle', '--from', from, '--to', '2014-10-25T06:00:00']

const seconds = (text: string) => new Date(text).getTime() / 1000

test('apsis passes finds the passes of STK: rise, set and highest elevation', async () => {
  const { code, out, err } = await record([...search, '--site', site, '--json'], files)
  expect([code, err]).toEqual([0, ''])
  const found = JSON.parse(out)
  expect(found.length).toBe(passes.length)
  for (const [index, { aos, los, max_el, max_elevation_deg }] of passes.entries()) {
    const pass = found[index]
    expect(pass).toMatchObject({ objectId: '2014-033E', noradId: 40014, startsBefore: false })
    // The set itself is accurate to 1 s and 0.05 degrees.
    expect(Math.abs(seconds(pass.start) - seconds(aos))).toBeLessThan(1)
    expect(Math.abs(seconds(pass.end) - seconds(los))).toBeLessThan(1)
    expect(Math.abs(seconds(pass.maxElevationAt) - seconds(max_el))).toBeLessThan(1)
    expect(Math.abs(pass.maxElevationDeg - max_elevation_deg)).toBeLessThan(0.05)
  }
})

test('apsis passes --mask omits parts below the mask, and sensors have their own masks', async () => {
  const high = passes.filter(({ max_elevation_deg }) => max_elevation_deg > 20)
  const flat = JSON.parse((await record([...search, '--site', site, '--mask', '20', '--json'], files)).out)
  expect(flat.length).toBe(high.length)
  const place = { lat: station.lat_deg, lon: station.lon_deg, altM: station.alt_m }
  const sensors = JSON.stringify([
    { sensorCode: 'ARG-1', ...place, minElDeg: 20 },
    {
      sensorCode: 'ARG-2',
      ...place,
      mask: [
        [0, 0],
        [180, 0],
      ],
    },
  ])
  const { out } = await record([...search, '--site', 'sensors.json', '--json'], { ...files, 'sensors.json': sensors })
  const sites: string[] = JSON.parse(out).map((pass: { site: string }) => pass.site)
  expect(sites.filter((name) => name === 'ARG-1').length).toBe(high.length)
  expect(sites.filter((name) => name === 'ARG-2').length).toBe(passes.length)
})

test('apsis passes --optical shows when a pass is visible, or the reason why not', async () => {
  const { code, out } = await record([...search, '--site', site, '--optical', '--magnitude', '6', '--json'], files)
  expect(code).toBe(0)
  for (const pass of JSON.parse(out)) {
    // In the afternoon of Argentina no pass is visible; at night an object is in shadow or sunlit.
    if (pass.start.slice(11, 13) >= '14') expect(pass).toMatchObject({ visible: [], reasons: ['station-not-dark'] })
    else expect(pass.sunElevationDeg).toBeLessThan(-12)
    expect(pass.visible.length > 0).toBe(pass.reasons.length === 0)
  }
})

test('apsis passes prints a table in UTC, and says so if there is no pass', async () => {
  const { out } = await record([...search, '--site', site], files)
  expect(out).toMatch(/^40014, 2014-033E over /)
  expect(out).toMatch(/^ {2}2014-10-23T03:01:37\.0Z +356\.8 +03:07:48\.9 +39\.32 /m)
  // The orbit is 6,948 to 6,993 km from the centre (14.9188 revolutions a day, e = 0.0033), and the station 6,373 km: at an elevation of
  // 39.32° the range is −6373 sin + √(r² − (6373 cos)²) = 857 to 921 km.
  const row = out.split('\n').find((line) => line.includes('03:01:37.0Z'))
  const rangeKm = Number(row?.trim().split(/\s+/).at(-1))
  expect(rangeKm).toBeGreaterThan(850)
  expect(rangeKm).toBeLessThan(930)
  const none = await record(
    ['passes', 'bugsat.tle', '--site', site, '--from', '2014-10-22T20:30:00', '--to', '2014-10-22T20:31:00'],
    files,
  )
  expect(none).toMatchObject({ code: 0, out: expect.stringContaining('no passes') })
})

test('apsis passes names the faults of a sensor file, and continues after an invalid object', async () => {
  const wrong = JSON.stringify([{ sensorCode: 'X', lat: 'north', lon: 1 }])
  const bad = await record([...search, '--site', 'sensors.json'], { ...files, 'sensors.json': wrong })
  expect([bad.code, bad.err]).toEqual([1, expect.stringContaining('sensors.json: sensor 1: lat is no number')])
  const broken = { 'bugsat.tle': `${tle[0]!.slice(0, 68)}5\n${tle[1]}\n${tle.join('\n')}` }
  const { code, out } = await record([...search, '--site', site, '--json'], broken)
  expect([code, JSON.parse(out).length]).toEqual([1, passes.length])
})

test('apsis passes finds the passes within an ephemeris, and reports its end', async () => {
  const states = await record(
    [
      'propagate',
      'bugsat.tle',
      '--from',
      '2014-10-23T01:00:00',
      '--to',
      '2014-10-23T02:00:00',
      '--frame',
      'ITRF',
      '--csv',
    ],
    files,
  )
  const rows = states.out
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((row) => {
      const [, , , , time = '', , , ...numbers] = row.split(',')
      return [time.replace('Z', ''), ...numbers.slice(0, 6).map((one) => (Number(one) / 1000).toFixed(9))].join(' ')
    })
  const oem = `CCSDS_OEM_VERS = 2.0\nCREATION_DATE = 2014-10-22T00:00:00\nORIGINATOR = TEST\nMETA_START\nOBJECT_NAME = BUGSAT
OBJECT_ID = 2014-033E\nCENTER_NAME = EARTH\nREF_FRAME = ITRF2000\nTIME_SYSTEM = UTC\nSTART_TIME = 2014-10-23T01:00:00
STOP_TIME = 2014-10-23T02:00:00\nMETA_STOP\n${rows.join('\n')}\n`
  const { code, out, err } = await record(
    [...search, '--site', site, '--json'].map((arg) => (arg === 'bugsat.tle' ? '-' : arg)),
    { '-': oem },
  )
  expect([code, err]).toEqual([1, expect.stringContaining('only from 2014-10-23T01:00:00Z to 2014-10-23T02:00:00Z')])
  const [pass, ...more] = JSON.parse(out)
  expect(more).toEqual([])
  expect(Math.abs(seconds(pass.start) - seconds(passes[0]!.aos))).toBeLessThan(1)
})

test('apsis passes --object searches one object of the files, and fails if there is none', async () => {
  const ask = async (...more: string[]) => record([...search, '--site', site, '--json', ...more], files)
  expect(JSON.parse((await ask('--object', '40014')).out)).toHaveLength(passes.length)
  const missing = await ask('--object', '25544')
  expect(missing.code).toBe(1)
  expect(missing.err).toContain('no object of the files is "25544"')
})
