import { expect, test } from 'vitest'
import reference from '../command-line.reference.json' with { type: 'json' }
import { record } from '../testing/recorded-terminal.ts'

const tle = `${reference.sequences.flatMap(({ lines }) => lines).join('\n')}\n`

async function convert(text: string, to: string) {
  return record(['convert', '-', '--to', to], { '-': text })
}

test.each(['kvn', 'xml', 'json', 'csv'])(
  'apsis convert converts element sets to %s and back, digit for digit',
  async (form) => {
    const there = await convert(tle, form)
    expect([there.code, there.err]).toEqual([0, ''])
    const back = await convert(there.out, 'tle')
    expect(back.code).toBe(0)
    // A positive derivative may have a sign or none, zero can be written in two ways, and a type 0 may be blank.
    const plain = (line: string) =>
      line
        .slice(0, 68)
        .replaceAll('+0', '-0')
        .replace(/^(1 .{60}) /, '$10')
    const lines = (text: string) =>
      text
        .split('\n')
        .filter((line) => /^[12] /.test(line))
        .map(plain)
    expect(lines(back.out)).toEqual(lines(tle))
  },
)

test('apsis convert converts a CDM to XML and JSON, and back to the same text', async () => {
  const kvn = (await convert(reference.conjunctions[0]!.text, 'kvn')).out
  const xml = await convert(kvn, 'xml')
  expect(xml.out).toMatch(/^<\?xml/)
  expect((await convert(xml.out, 'kvn')).out).toBe(kvn)
  const json = await convert(kvn, 'json')
  expect(JSON.parse(json.out)).toMatchObject([{ SAT1_OBJECT: 'OBJECT1', SAT2_OBJECT: 'OBJECT2' }])
  const values = (text: string) => text.split('\n').filter((line) => line.includes('=') && !line.startsWith('COMMENT'))
  expect(values((await convert(json.out, 'kvn')).out)).toEqual(values(kvn))
})

test('apsis convert --to json writes other messages as data in SI, with units in the names', async () => {
  const opm = `CCSDS_OPM_VERS = 2.0\nCREATION_DATE = 2026-01-01T00:00:00\nORIGINATOR = TEST\nOBJECT_NAME = A\nOBJECT_ID = 2026-001A
CENTER_NAME = EARTH\nREF_FRAME = GCRF\nTIME_SYSTEM = TAI\nEPOCH = 2026-01-01T00:00:37\nX = 7000 [km]\nY = 0 [km]\nZ = -1 [km]
X_DOT = 0 [km/s]\nY_DOT = 7.5 [km/s]\nZ_DOT = 0 [km/s]\n`
  expect(JSON.parse((await convert(opm, 'json')).out)).toMatchObject([
    { kind: 'OPM', state: { epoch: '2026-01-01T00:00:00Z', positionM: [7e6, 0, -1000], velocityMps: [0, 7500, 0] } },
  ])
  expect(await convert(opm, 'tle')).toMatchObject({ code: 1, out: '', err: expect.stringContaining('only OMMs can') })
})

test('apsis convert writes the valid messages, and reports the faults of the others', async () => {
  const wrong = tle.replace(/^(1 .{66})3/, '$14')
  const { code, out, err } = await convert(wrong, 'csv')
  expect(code).toBe(1)
  expect(err).toContain('-: line 1, column 69, checksum')
  expect(out.trimEnd().split('\n').length).toBe(reference.sequences.length)
  expect(await convert('', 'kvn')).toMatchObject({ code: 1, out: '' })
})

test('apsis convert makes an OEM with two segments from an STK ephemeris, and inspect finds it valid', async () => {
  const text = `stk.v.12.0
BEGIN Ephemeris
NumberOfEphemerisPoints 4
ScenarioEpoch 20 Nov 2026 09:30:00
InterpolationMethod Lagrange
InterpolationSamplesM1 3
CentralBody Earth
CoordinateSystem J2000
BEGIN SegmentBoundaryTimes
60
END SegmentBoundaryTimes
EphemerisTimePosVel
0 7000500 0 -1000 0 7500 125
60 6985250 449500 6500 -500 7250 125
60 6985250 449500 6500 -250 7500 250
120 6940500 896250 14000 -1000 7000 125
END Ephemeris
`
  const { code, out, err } = await record(['convert', '-', '--to', 'kvn'], { '-': text })
  expect([code, err]).toEqual([0, ''])
  expect(out.match(/^2026-.*$/gm)).toEqual([
    '2026-11-20T09:30:00 7000.5 0 -1 0 7.5 0.125',
    '2026-11-20T09:31:00 6985.25 449.5 6.5 -0.5 7.25 0.125',
    '2026-11-20T09:31:00 6985.25 449.5 6.5 -0.25 7.5 0.25',
    '2026-11-20T09:32:00 6940.5 896.25 14 -1 7 0.125',
  ])
  expect((await record(['inspect', '-'], { '-': text })).out).toBe('-: STK 12.0 text: valid\n')
  const wrong = await record(['inspect', '-', '--json'], { '-': text.replace('J2000', 'B1950') })
  expect(JSON.parse(wrong.out)).toMatchObject([
    {
      kind: 'STK',
      valid: false,
      errors: [{ line: 8, column: 18, keyword: 'CoordinateSystem', code: 'bad-value' }, {}],
    },
  ])
})

/** A message of 18 SDS about a real encounter. */
const {
  ion: { text: ion },
} = reference
const said = (text: string, keyword: string) => new RegExp(`^${keyword} *= *(\\S+)`, 'm').exec(text)?.[1]

test('apsis convert --exchange swaps the objects of a CDM, and swaps them back', async () => {
  const once = await record(['convert', '-', '--to', 'kvn', '--exchange'], { '-': ion })
  expect(once.code).toBe(0)
  expect(/OBJECT1[\s\S]*?OBJECT_NAME *= *(\S+)/.exec(once.out)?.[1]).toBe('STARLINK-1233')
  const twice = await record(['convert', '-', '--to', 'kvn', '--exchange'], { '-': once.out })
  // The value is the originator's, to its last digit of 0.1 m.
  expect(Math.abs(Number(said(twice.out, 'RELATIVE_POSITION_N')) + 49.3)).toBeLessThan(0.051)
})

test('apsis convert --originator writes a CDM of our own, with the probability of apsis pc', async () => {
  const own = await record(['convert', '-', '--to', 'kvn', '--originator', 'EXAMPLE', '--hbr', '12'], { '-': ion })
  expect([own.code, said(own.out, 'ORIGINATOR')]).toEqual([0, 'EXAMPLE'])
  const [pc] = JSON.parse((await record(['pc', '-', '--hbr', '12', '--json'], { '-': ion })).out)
  // Seven digits are written.
  expect(Math.abs(Number(said(own.out, 'COLLISION_PROBABILITY')) / pc.probability - 1)).toBeLessThan(1e-6)
  const refused = await record(['convert', '-', '--to', 'kvn', '--exchange'], { '-': tle })
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('are for CDMs')])
  const odd = await record(['convert', '-', '--to', 'kvn', '--hbr', '5'], { '-': ion })
  expect([odd.code, odd.err]).toEqual([2, expect.stringContaining('--hbr needs --originator')])
})
