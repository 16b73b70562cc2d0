import { tleChecksum } from '@apsis/astro/sgp4/tle.ts'
import { expect, test } from 'vitest'
import { record } from '../testing/recorded-terminal.ts'

// The element sets are the last ones before the collision of 2009 (Space-Track); the expected values are from python-sgp4, WGS 72.
const iridium = `IRIDIUM 33
1 24946U 97051C   09040.78448243 +.00000153 +00000-0 +47668-4 0  9994
2 24946 086.3994 121.7028 0002288 085.1644 274.9812 14.34219863597336
`
const cosmos = `COSMOS 2251
1 22675U 93036A   09040.49834364 -.00000001  00000-0  95251-5 0  9996
2 22675 074.0355 019.4646 0016027 098.7014 261.5952 14.31135643817415
`
const files = { 'day.tle': iridium + cosmos, 'iridium.tle': iridium, 'cosmos.tle': cosmos }
const YEARS = ['screen', '24946', '--catalogue', 'day.tle', '--from', '2009-02-10']
const EVENING = ['--catalogue', 'day.tle', '--from', '2009-02-10T12:00:00', '--hours', '6']

/** Returns element sets with corrected checksums. */
function checked(text: string): string {
  return text.replaceAll(/^([12] .{66}).$/gm, (line, rest: string) => `${rest}${tleChecksum(line)}`)
}

async function screenJson(args: readonly string[], more: Readonly<Record<string, string>> = {}) {
  const { code, out, err } = await record(['screen', ...args, '--json'], { ...files, ...more })
  return { code, err, answer: JSON.parse(out) }
}

test('apsis screen finds the collision of 2009: TCA, miss distance, speed and the miss in RTN', async () => {
  const { code, err, answer } = await screenJson(['24946', ...EVENING])
  expect([code, err]).toEqual([0, ''])
  expect(Object.keys(answer)).toEqual(['from', 'to', 'objects', 'catalogue', 'encounters', 'notScreened', 'elapsedS'])
  expect(answer).toMatchObject({
    from: '2009-02-10T12:00:00.000000000Z',
    to: '2009-02-10T18:00:00.000000000Z',
    objects: 2,
    notScreened: [],
  })
  const [found, ...more] = answer.encounters
  expect(more).toEqual([])
  expect(found).toMatchObject({ primary: '24946', secondary: '22675', boundary: null, episode: null, regime: 'LEO3' })
  expect(Math.abs(Date.parse(found.tca) - Date.parse('2009-02-10T16:55:59.7958Z'))).toBeLessThanOrEqual(1)
  expect(Math.abs(found.missM - 698.01)).toBeLessThan(1)
  expect(Math.abs(found.relativeSpeedMps - 11_647.24)).toBeLessThan(0.1)
  const wanted = [-31.8, -436.82, 543.5]
  for (const [axis, part] of found.missRtnM.entries()) expect(Math.abs(part - wanted[axis]!)).toBeLessThan(1)
  expect(Math.hypot(...found.relativeVelocityRtnMps)).toBeCloseTo(found.relativeSpeedMps, 6)
  // A probability from a class of orbits cannot be the basis of an action.
  expect(found).toMatchObject({
    reason: 'class-table',
    isReliable: false,
    covarianceFrom: ['class-table', 'class-table'],
  })
})

test('apsis screen --ndjson writes the encounters of --json, one per line, and lists unscreened objects separately', async () => {
  const broken = { 'day.tle': `${files['day.tle']}\n1 00007U` }
  const { answer } = await screenJson(['24946', ...EVENING], broken)
  const { code, out, err } = await record(['screen', '24946', ...EVENING, '--ndjson'], { ...files, ...broken })
  expect(code).toBe(1)
  expect(answer.notScreened.length).toBe(1)
  expect(err).toMatch(/^not screened: .*day\.tle/)
  expect(out.endsWith('\n')).toBe(true)
  expect(
    out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual(answer.encounters)
})

test('apsis screen --csv has the columns, units and digits of SOCRATES', async () => {
  const { code, out, err } = await record(['screen', '24946', ...EVENING, '--csv'], files)
  expect([code, err]).toEqual([0, ''])
  const [head, row, ...more] = out.split('\n')
  expect(head).toBe(
    'NORAD_CAT_ID_1,OBJECT_NAME_1,DSE_1,NORAD_CAT_ID_2,OBJECT_NAME_2,DSE_2,TCA,TCA_RANGE,TCA_RELATIVE_SPEED,MAX_PROB,DILUTION',
  )
  // The days since epoch are 41.70555 minus 40.78448 and 40.49834.
  expect(row).toMatch(
    /^24946,IRIDIUM 33,0\.921,22675,COSMOS 2251,1\.207,2009-02-10 16:55:59\.79[56],0\.698,11\.647,\d\.\d{3}E-04,0\.\d{3}$/,
  )
  expect(more).toEqual([''])
})

test('apsis screen prints a sentence and a table for people', async () => {
  const { code, out } = await record(['screen', 'cosmos.tle', ...EVENING, '--threshold', '800m'], files)
  expect(code).toBe(0)
  expect(out).toMatch(
    /^COSMOS 2251 \(22675\) against 1 other object, from 2009-02-10T12:00:00Z to .*, nearer than 0\.8 km: 1 encounter\.\n/,
  )
  expect(out).toMatch(
    /^2009-02-10T16:55:59\.79[56]Z {2}COSMOS 2251 \(22675\) {2}IRIDIUM 33 \(24946\) +698\.0 .* 11647\.2 /m,
  )
  expect(out).toContain('up to 1.2 days from their epoch')
  const nothing = await record(['screen', '24946', ...EVENING, '--threshold', '0.6'], files)
  expect(nothing).toMatchObject({ code: 0, err: '' })
  expect(nothing.out).toMatch(/nearer than 0\.6 km: 0 encounters\.\nAmong 1 object \(/)
})

test('apsis screen names the kinds of object among which it found nothing, and the missing kinds', async () => {
  const fragment = cosmos.replace('COSMOS 2251', 'COSMOS 2251 DEB').replaceAll('22675', '33757')
  const stage = cosmos.replace('COSMOS 2251', 'SL-8 R/B').replaceAll('22675', '22676')
  const whole = checked(`${iridium}${fragment}${stage}`)
  const ask = (form: readonly string[], catalogue: string) =>
    record(['screen', '24946', ...EVENING, '--threshold', '0.6', ...form], { 'day.tle': catalogue })
  expect((await ask([], whole)).out).toMatch(
    /0 encounters\.\nAmong 2 objects \(payloads 0, rocket bodies 1, debris 1, unknown 0\)\. The newest element set is of 2009-02-09T11:57:36\.\d{3}Z\.\n$/,
  )
  const active = iridium + cosmos
  const lacks = 'ebris is not in this catalogue, nor are rocket bodies, as far as types and names say'
  expect((await ask([], active)).out).toContain(
    `Among 1 object (payloads 0, rocket bodies 0, debris 0, unknown 1); d${lacks}.`,
  )
  // A file with a hundred objects is a catalogue; one with two was selected for a purpose.
  const numbers = Array.from({ length: 100 }, (_, place) => String(50_000 + place))
  const hundred = checked(iridium + numbers.map((number) => cosmos.replaceAll('22675', number)).join(''))
  for (const form of ['--csv', '--ndjson']) {
    expect((await ask([form], hundred)).err).toContain(`D${lacks}.`)
    expect((await ask([form], active)).err).toBe('')
    expect((await ask([form], whole)).err).toBe('')
  }
  expect(JSON.parse((await ask(['--json'], active)).out).catalogue).toEqual({
    payloads: 0,
    rocketBodies: 0,
    debris: 0,
    unknown: 1,
    lacks: ['DEBRIS', 'ROCKET_BODIES'],
    newestEpoch: '2009-02-09T11:57:36.890Z',
  })
})

test('apsis screen uses the OBJECT_TYPE of an element set, in CSV and JSON', async () => {
  const header =
    'OBJECT_NAME,OBJECT_ID,EPOCH,MEAN_MOTION,ECCENTRICITY,INCLINATION,RA_OF_ASC_NODE,ARG_OF_PERICENTER,MEAN_ANOMALY,EPHEMERIS_TYPE,CLASSIFICATION_TYPE,NORAD_CAT_ID,ELEMENT_SET_NO,REV_AT_EPOCH,BSTAR,MEAN_MOTION_DOT,MEAN_MOTION_DDOT,OBJECT_TYPE'
  const row = (name: string, number: number, type: string) =>
    `${name},1993-036A,2009-02-09T11:57:36.890,14.31135643,.0016027,74.0355,19.4646,98.7014,261.5952,0,U,${number},999,1,.95E-5,0,0,${type}`
  const csv = [header, row('ONE', 1, 'PAYLOAD'), row('TWO', 2, 'DEBRIS'), row('SL-8 R/B', 3, 'PAYLOAD'), ''].join('\n')
  const { out } = await record(
    ['screen', 'iridium.tle', '--catalogue', 'day.csv', '--from', '2009-02-10', '--hours', '1', '--json'],
    { ...files, 'day.csv': csv },
  )
  expect(JSON.parse(out).catalogue).toMatchObject({ payloads: 2, rocketBodies: 0, debris: 1, lacks: ['ROCKET_BODIES'] })
})

test('apsis screen --box keeps encounters inside the box at the closest approach: half sides, radial, transverse, normal', async () => {
  const found = async (box: string) => (await screenJson(['24946', ...EVENING, '--box', box])).answer.encounters.length
  // The miss in RTN is −31.8, −436.8, 543.5 m.
  expect(await found('0.1,0.5,0.6')).toBe(1)
  expect(await found('40,440,550m')).toBe(1)
  expect(await found('0.03,0.5,0.6km')).toBe(0)
  expect(await found('0.1,0.43,0.6km')).toBe(0)
  expect(await found('0.1,0.5,0.54km')).toBe(0)
  // The box of LEO3 is 0.5 × 12 × 10 km.
  expect(await found('auto')).toBe(1)
})

/** Returns an object on that evening by mean motion, inclination and mean anomaly. */
function object(number: number, [revPerDay, incDeg, anomalyDeg]: readonly [number, number, number]): string {
  const fixed = (value: number) => value.toFixed(4).padStart(8)
  return checked(`OBJECT ${number}
1 ${number}U 09001A   09041.50000000  .00000000  00000-0  00000-0 0  9990
2 ${number} ${fixed(incDeg)}  10.0000 0001000  20.0000 ${fixed(anomalyDeg)} ${revPerDay.toFixed(8).padStart(11)}    10
`)
}

test('apsis screen --box auto screens every primary in the box of its regime, and every pair once', async () => {
  // Two objects in the geostationary ring are 74 km apart (the box is 364 km along the track); at 560 km altitude the objects are 20 km and 36 km
  // apart (the box is 28 km).
  const ring = [object(90001, [1.0027, 0.05, 100]), object(90002, [1.0027, 0.05, 100.1])]
  const low = [object(90011, [15.05, 53, 50]), object(90012, [15.05, 53, 50.165]), object(90013, [15.05, 53, 50.465])]
  const day = { 'day.tle': [...ring, ...low].join('') }
  const pairsOf = async (args: readonly string[]) => {
    const { answer } = await screenJson([...args, ...EVENING, '--box', 'auto'], day)
    const rows: readonly Record<string, string>[] = answer.encounters
    return rows.map(({ primary, secondary, tca }) => `${[primary, secondary].sort().join()} ${tca?.slice(0, 22)}`)
  }
  const all = await pairsOf(['--all'])
  expect(new Set(all).size).toBe(all.length)
  expect(new Set(all.map((row) => row.slice(0, 11)))).toEqual(new Set(['90001,90002', '90011,90012']))
  const singly = await Promise.all(['90001', '90002', '90011', '90012', '90013'].map((one) => pairsOf([one])))
  expect(new Set(all)).toEqual(new Set(singly.flat()))
})

test('apsis screen replaces objects in the catalogue by the objects in a file', async () => {
  // The object in the file has the same elements, and gets the number of the object in the catalogue.
  const { answer } = await screenJson(['iridium.tle', ...EVENING])
  expect(answer.objects).toBe(2)
  expect(answer.encounters).toMatchObject([{ primary: '24946', secondary: '22675' }])
  const both = await screenJson(['22675', 'iridium.tle', ...EVENING])
  expect(both.answer.encounters).toMatchObject([{ primary: '24946', secondary: '22675' }])
  const all = await screenJson(['--all', ...EVENING])
  expect(all.answer.encounters).toMatchObject([{ primary: '24946', secondary: '22675' }])
})

test('apsis screen uses the element set nearest to the beginning if an object has several, and says so', async () => {
  const older = checked(iridium.replace('09040.78448243', '09030.78448243'))
  const { answer, code } = await screenJson(['24946', ...EVENING], { 'day.tle': older + iridium + cosmos })
  expect(code).toBe(0)
  expect(answer.objects).toBe(2)
  expect(answer.notScreened).toEqual([
    { objectId: '24946', reason: 'another set of the object is nearer to the beginning' },
  ])
  expect(Math.abs(answer.encounters[0].missM - 698.01)).toBeLessThan(1)
})

test('apsis screen uses no supplemental set before its epoch if the object has another', async () => {
  const [before, after] = ['09041.30000000', '09041.60000000'].map((epoch) =>
    checked(iridium.replace('24946U', '24946C').replace('09040.78448243', epoch)),
  )
  const { answer } = await screenJson(['24946', ...EVENING], { 'day.tle': `${before}${after}${cosmos}` })
  // The beginning is at 0.5 of day 41: 0.6 is nearer than 0.3.
  expect(answer.notScreened).toEqual([
    {
      objectId: '24946',
      reason: 'another set of the object is nearer to the beginning, and this one holds from 2009-02-10T14:24:00Z on',
    },
  ])
})

test('apsis screen lists unscreened objects by name; for a primary, or a fault of a file, the exit code is 1', async () => {
  // Because of strong drag at 130 km, the object decays within hours.
  const falling = checked(`FALLING
1 90001U 26001A   09041.50000000  .00000000  00000-0  99999-2 0  9990
2 90001  51.6000 100.0000 0010000  90.0000  10.0000 16.45000000    10
`)
  const catalogue = { 'day.tle': `${iridium}${cosmos}${falling}` }
  const { answer, code } = await screenJson(['24946', ...EVENING.slice(0, 4), '--days', '3'], catalogue)
  expect(answer.notScreened).toMatchObject([
    { objectId: '90001', reason: expect.stringMatching(/^[a-z-]+, after \d+ s$/) },
  ])
  expect(code).toBe(0)
  const lost = await record(['screen', '90001', ...EVENING.slice(0, 4), '--days', '3', '--csv'], {
    ...files,
    ...catalogue,
  })
  expect(lost.code).toBe(1)
  expect(lost.err).toMatch(/^not screened: 90001 [a-z-]+, after \d+ s\n$/)
  const faulty = { 'day.tle': `${iridium}${cosmos.replace('0  9996', '0  9990')}` }
  const broken = await screenJson(['24946', ...EVENING], faulty)
  expect(broken.code).toBe(1)
  expect(broken.answer.notScreened).toMatchObject([
    { objectId: '22675', reason: expect.stringContaining('day.tle: line 5') },
  ])
})

test('apsis screen lists objects that stay together as one episode with all its minima', async () => {
  // The module is on the same orbit, a kilometre behind.
  const other = iridium.replaceAll('24946', '24999').replace('IRIDIUM 33', 'MODULE').replace('274.9812', '274.9712')
  const ignored = { 'day.tle': `${iridium}${cosmos}${checked(other)}` }
  const { answer } = await screenJson(['24946', ...EVENING], ignored)
  const pair = ({ primary, secondary }: Record<string, string>) => primary === '24946' && secondary === '24999'
  const together = answer.encounters.filter(pair)
  expect(together.length).toBeGreaterThan(2)
  expect(new Set(together.map(({ episode }: { episode: number }) => episode))).toEqual(new Set([1]))
  const { out } = await record(['screen', '24946', ...EVENING], { ...files, ...ignored })
  expect(out).toMatch(
    new RegExp(`1 encounter, 1 episode of objects that stay together \\(${together.length} minima\\)`),
  )
  expect(out.match(/MODULE \(24999\)/g)).toHaveLength(1)
})

test('apsis screen --without-episodes lists only passing encounters, and reports the omitted ones', async () => {
  const other = iridium.replaceAll('24946', '24999').replace('IRIDIUM 33', 'MODULE').replace('274.9812', '274.9712')
  const catalogue = { ...files, 'day.tle': `${iridium}${cosmos}${checked(other)}` }
  const command = ['screen', '24946', ...EVENING]
  const whole = await record([...command, '--csv'], catalogue)
  const minima = whole.out.split('\n').filter((row) => row.includes('MODULE')).length
  expect(whole.err).toContain(`${minima} rows are of 1 episode of objects that stay together (${minima} minima)`)
  const csv = await record([...command, '--csv', '--without-episodes'], catalogue)
  expect(csv.out.split('\n').filter((row) => row.includes('MODULE'))).toEqual([])
  expect(csv.out).toContain('COSMOS')
  expect(csv.err).toContain(`left out: 1 episode of objects that stay together (${minima} minima)`)
  const json = JSON.parse((await record([...command, '--json', '--without-episodes'], catalogue)).out)
  expect(json.encounters.map(({ secondary }: { secondary: string }) => secondary)).toEqual(['22675'])
  expect(json.leftOut).toEqual({ episodes: 1, minima })
  const text = await record([...command, '--without-episodes'], catalogue)
  expect(text.out).toContain(`1 encounter, without 1 episode of objects that stay together (${minima} minima).`)
  expect(text.out).not.toContain('MODULE')
})

test.each([
  [['screen', ...EVENING], 2, 'the primary is missing: a catalogue number, a file, or --all'],
  [['screen', '24946', '--all', ...EVENING], 2, 'give PRIMARY or --all, not both'],
  [['screen', '24946', '--from', '2009-02-10', '--hours', '6'], 2, '--catalogue is missing'],
  [['screen', '24946', '--catalogue', 'day.tle', '--hours', '6'], 2, '--from is missing'],
  [['screen', '24946', '--catalogue', 'day.tle', '--from', '2009-02-10'], 2, '--hours or --days is missing'],
  [['screen', '24946', ...EVENING, '--days', '1'], 2, 'give one of --hours and --days'],
  [[...YEARS, '--hours', '1e9'], 2, 'a screening is at most 366 days long'],
  [[...YEARS, '--days', '366.1'], 2, 'a screening is at most 366 days long'],
  [
    ['screen', '24946', ...EVENING, '--threshold', '5mi'],
    2,
    '--threshold is a length above 0, as 5km or 800m, not "5mi"',
  ],
  [['screen', '24946', ...EVENING, '--threshold', '-5km'], 2, '--threshold is a length above 0'],
  [['screen', '24946', ...EVENING, '--box', '1,2'], 2, '--box is auto, or three half sides'],
  [['screen', '24946', ...EVENING, '--box', '1,2,0km'], 2, '--box is a length above 0, as 5km or 800m, not "0km"'],
  [['screen', '24946', ...EVENING, '--box', 'auto', '--threshold', '5km'], 2, 'give one of --threshold and --box'],
  [['screen', '24946', ...EVENING, '--threads', '1.5'], 2, '--threads is a whole number'],
  [['screen', '24946', ...EVENING, '--json', '--csv'], 2, 'give one of --json, --ndjson and --csv'],
  [['screen', '-', '--catalogue', '-', '--from', '2009-02-10', '--days', '1'], 2, 'standard input is named twice'],
  [['screen', '99999', ...EVENING], 1, 'day.tle has no object 99999'],
  [['screen', 'none.tle', ...EVENING], 1, 'none.tle cannot be read'],
])('%j gives exit code %d: %s', async (args, wanted, text) => {
  const { code, out, err } = await record(args, files)
  expect([code, out]).toEqual([wanted, ''])
  expect(err).toContain(text)
})

test('apsis screen lists the supported inputs for a message without an orbit', async () => {
  const opm = 'CCSDS_OPM_VERS = 2.0\nCREATION_DATE = 2009-02-10T00:00:00\n'
  const { code, err } = await record(['screen', 'a.opm', ...EVENING], { ...files, 'a.opm': opm })
  expect(code).toBe(1)
  expect(err).toContain('a.opm: ')
})
