import { expect, test } from 'vitest'
import reference from '../command-line.reference.json' with { type: 'json' }
import { record } from '../testing/recorded-terminal.ts'

test.each(['Sun', 'Moon'] as const)('apsis sky agrees with JPL Horizons about the %s', async (name) => {
  const { latLonAlt, rows } = reference.sights[name]
  expect(rows.length).toBeGreaterThan(1)
  for (const { ut, numbers } of rows) {
    const { code, out } = await record(['sky', '--at', ut, `--site=${latLonAlt}`, '--json'])
    expect(code).toBe(0)
    const [{ bodies }] = JSON.parse(out)
    const body = bodies.find((one: { name: string }) => one.name === name)
    const [, , , , azimuth = 0, elevation = 0] = numbers
    const apart = (((body.azimuthDeg - azimuth + 540) % 360) - 180) * Math.cos((elevation * Math.PI) / 180)
    // The limit is half a pixel of a wide telescope; the agreement is 0.005 degrees.
    expect(Math.abs(apart)).toBeLessThan(0.01)
    expect(Math.abs(body.elevationDeg - elevation)).toBeLessThan(0.01)
  }
})

test('apsis sky shows the night and every body as text for people', async () => {
  const { out } = await record(['sky', '--at', '2026-06-21T12:00:00', '--site', '48.2,16.37,171'])
  expect(out).toMatch(/^now +day$/m)
  for (const body of ['Sun', 'Moon', 'Venus', 'Pluto']) expect(out).toMatch(new RegExp(`^ {2}${body} `, 'm'))
})
