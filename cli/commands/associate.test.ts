import { readFileSync } from 'node:fs'
import { collectionPath, hasCollection } from '@apsis/astro/testing/reference-collection.ts'
import { expect, test } from 'vitest'
import { record } from '../testing/recorded-terminal.ts'

const HEAD = `CCSDS_TDM_VERS = 2.0\nCREATION_DATE = 2022-01-20T00:00:00\nORIGINATOR = TEST\nMETA_START\nTIME_SYSTEM = UTC
PARTICIPANT_1 = AREL\nPARTICIPANT_2 = TRACK\nMODE = SEQUENTIAL\nPATH = 2,1\nANGLE_TYPE = RADEC\nREFERENCE_FRAME = EME2000
META_STOP\nDATA_START\n`

/** Returns the track of a ground site as a TDM, with every fortieth of its directions. */
function track(): { tdm: string; site: string } {
  const rows = readFileSync(collectionPath('association/case_A3_track.csv'), 'utf8').trim().split('\n').slice(1)
  const some = rows.filter((_row, index) => index % 40 === 0).map((row) => row.split(','))
  const lines = some.map(([utc = '', ra, dec]) => {
    const time = utc.replace('Z', '')
    return `ANGLE_1 = ${time} ${ra}\nANGLE_2 = ${time} ${dec}`
  })
  const [time = '', , , ...place] = some[0] ?? []
  return {
    tdm: `${HEAD}${lines.join('\n')}\nDATA_STOP\n`,
    site: [time, ...place.map((km) => Number(km) * 1000), 0, 0, 0].join(','),
  }
}

test.runIf(hasCollection('association'))(
  'apsis associate finds the object of a published track among 5,207',
  async () => {
    const { tdm, site } = track()
    const ground = await record(['frames', '-', '--from', 'GCRF', '--to', 'ITRF', '--json'], {
      '-': site.replace('Z', ''),
    })
    const [{ latDeg, lonDeg, heightM }] = JSON.parse(ground.out)
    const sensors = JSON.stringify([
      { sensorCode: 'OTHER', lat: 0, lon: 0 },
      { sensorCode: 'AREL', lat: latDeg, lon: lonDeg, altM: heightM },
    ])
    const files = { '-': tdm, 'sensors.json': sensors }
    const catalogue = collectionPath('association/tle_20220119.txt')
    const options = ['--catalogue', catalogue, '--site', 'sensors.json', '--reduction', 'geometric', '--json']
    const { code, out } = await record(['associate', '-', ...options], files)
    expect(code).toBe(0)
    const [answer] = JSON.parse(out)
    expect(answer).toMatchObject({
      participant1: 'AREL',
      isAmbiguous: false,
      association: { noradId: 25872 },
      error: null,
    })
    // expected.json has 4.031 arcsec without a time bias; the tolerance is 3.
    expect(Math.abs(answer.association.medianArcsec - 4.031)).toBeLessThan(3)
    const strict = await record(['associate', '-', ...options, '--threshold', '1'], files)
    expect([strict.code, JSON.parse(strict.out)[0].association]).toEqual([1, null])
  },
)

test('apsis associate reports the missing parts of a track', async () => {
  const tle =
    '1 00005U 58002B   00179.78495062  .00000023  00000-0  28098-4 0  4753\n2 00005  34.2682 348.7242 1859667 331.7664  19.3264 10.82419157413667\n'
  const sensors = JSON.stringify([
    { sensorCode: 'A', lat: 0, lon: 0 },
    { sensorCode: 'B', lat: 0, lon: 0 },
  ])
  const one = 'ANGLE_1 = 2022-01-19T00:00:00 10\nANGLE_2 = 2022-01-19T00:00:00 10\nDATA_STOP\n'
  const files = {
    '-': HEAD + one,
    'cat.tle': tle,
    'sensors.json': sensors,
    'none.tdm': `${HEAD}MAG = 2022-01-19T00:00:00 10\nDATA_STOP\n`,
  }
  const unknown = await record(['associate', '-', '--catalogue', 'cat.tle', '--site', 'sensors.json'], files)
  expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining('no sensor has the code AREL')])
  const none = await record(['associate', 'none.tdm', '--catalogue', 'cat.tle', '--site', '0,0,0', '--json'], files)
  expect(JSON.parse(none.out)).toMatchObject([{ association: null, error: expect.stringContaining('no angles') }])
  const other = await record(['associate', 'cat.tle', '--catalogue', 'cat.tle', '--site', '0,0,0'], files)
  expect(other.code).toBe(1)
})
