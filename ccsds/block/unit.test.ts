import { realBetween } from '@apsis/astro/testing/real-between.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatQuantity, parseQuantity, type Unit } from './unit.ts'

/** One unit in the last place is at most 2⁻⁵² of the value: a value may change by this much between writing and reading. */
const ONE_ULP = 2.3e-16

const DECIMAL_UNITS: (Unit | null)[] = [
  'km',
  'km/s',
  'km**2',
  'km**2/s',
  'km**2/s**2',
  'km**3/s**2',
  'm**2',
  'kg',
  's',
  null,
]

test('parseQuantity() rounds a value only once when it converts it to SI', () => {
  expect(parseQuantity('6655.9942', 'km')).toBe(6655994.2)
  expect(parseQuantity('-0.00101495', 'km/s')).toBe(-1.01495)
  expect(parseQuantity('398600.4415', 'km**3/s**2')).toBe(398600441500000)
  expect(parseQuantity('3.331349476038534e-04', 'km**2')).toBe(333.1349476038534)
  expect(parseQuantity('180', 'deg')).toBe(Math.PI)
  expect(parseQuantity('+.5E1', null)).toBe(5)
  // In doubles 1.001 · 1000 is 1000.9999999999999, so the decimal point is moved in the text instead.
  expect(parseQuantity('1.001', 'km')).toBe(1001)
})

/** All units of messages whose factor follows from their prefixes. A new unit must be added here, too; otherwise this does not compile. */
const BY_PREFIX: Record<Exclude<Unit, 'deg' | 'deg/s' | 'd'>, true> = {
  km: true,
  'km/s': true,
  'km/s**2': true,
  'km**2': true,
  'km**2/s': true,
  'km**2/s**2': true,
  'km**3/s**2': true,
  m: true,
  'm/s': true,
  'm/s**2': true,
  'm**2': true,
  'm**2/s': true,
  'm**2/s**2': true,
  'm**2/s**3': true,
  'm**2/s**4': true,
  'm**3/kg': true,
  'm**3/(kg*s)': true,
  'm**3/(kg*s**2)': true,
  'm**4/kg**2': true,
  'm**2/kg': true,
  'kg/m**2': true,
  'kg*m**2': true,
  kg: true,
  s: true,
  N: true,
  'W/kg': true,
  Hz: true,
  'Hz/s': true,
  dBHz: true,
  dBW: true,
  K: true,
  hPa: true,
  TECU: true,
  mag: true,
  nT: true,
  SFU: true,
  '%': true,
  '#/yr': true,
  'rev/day': true,
  'rev/day**2': true,
  'rev/day**3': true,
  '1/ER': true,
  's/s': true,
}

test("the factor of a unit to SI follows from its prefixes: k in km is 10³, h in hPa is 10², and km**2 has the square of km's factor", () => {
  for (const unit of Object.keys(BY_PREFIX) as (keyof typeof BY_PREFIX)[]) {
    const prefixed = /^(?:(k)m|(h)Pa)(?:\*\*(\d))?/.exec(unit)
    const [, kilo, hecto, power = '1'] = prefixed ?? []
    const factor = ((kilo === undefined ? 1 : 1e3) * (hecto === undefined ? 1 : 1e2)) ** Number(power)
    expect(parseQuantity('1', unit), unit).toBe(factor)
    expect(formatQuantity(factor, unit), unit).toBe('1')
  }
})

test.each(['', ' ', '1,5', '1.5 ', 'NaN', 'Infinity', '1e999', '0x10', '1e', '--1', '1_000', '1e99999', '.', '1 2'])(
  'parseQuantity() does not accept %j as a number',
  (text) => {
    expect(parseQuantity(text, null)).toBeNull()
    expect(parseQuantity(text, 'km')).toBeNull()
  },
)

test('formatQuantity() returns the text that was read', () => {
  const cases: [string, Unit | null][] = [
    ['6655.9942', 'km'],
    ['-82.9177', 'km'],
    ['0.47042605', 'km/s'],
    ['218.242943', 'deg'],
    ['0.117746', 'deg'],
    ['398600.4415', 'km**3/s**2'],
    ['2.3', null],
    ['4.29602280558729e-10', 'km**2/s**2'],
    ['0', 'km'],
  ]
  for (const [text, unit] of cases) expect(formatQuantity(parseQuantity(text, unit)!, unit)).toBe(text)
})

test('formatQuantity() writes tenths of a degree and hundredths of a day with as few digits as were read', () => {
  const tenths = Array.from({ length: 3_599 }, (_, k) => String((k + 1) / 10))
  const hundredths = Array.from({ length: 3_599 }, (_, k) => String((k + 1) / 100))
  const again = (texts: readonly string[], unit: Unit) =>
    texts.map((text) => formatQuantity(parseQuantity(text, unit) ?? Number.NaN, unit))
  expect(again(tenths, 'deg')).toEqual(tenths)
  expect(again(hundredths, 'd')).toEqual(hundredths)
})

test('formatQuantity() and parseQuantity() are exact inverses in every decimal unit', () => {
  const value = fc.oneof(realBetween(-1e15, 1e15), realBetween(-1e-3, 1e-3))
  fc.assert(
    fc.property(value, fc.constantFrom(...DECIMAL_UNITS), (si, unit) => {
      expect(parseQuantity(formatQuantity(si, unit), unit)).toBe(si + 0)
    }),
    { numRuns: 3000 },
  )
})

test('formatQuantity() reproduces exactly every angle that was read from a message', () => {
  fc.assert(
    fc.property(realBetween(-360, 360), (deg) => {
      const rad = parseQuantity(String(deg), 'deg')!
      expect(parseQuantity(formatQuantity(rad, 'deg'), 'deg')).toBe(rad + 0)
    }),
    { numRuns: 3000 },
  )
})

test('formatQuantity() writes any angle to within one unit in the last place', () => {
  fc.assert(
    fc.property(
      realBetween(-6.3, 6.3).filter((rad) => Math.abs(rad) > 1e-290),
      (rad) => {
        const back = parseQuantity(formatQuantity(rad, 'deg'), 'deg')!
        expect(Math.abs(back - rad)).toBeLessThanOrEqual(ONE_ULP * Math.abs(rad))
      },
    ),
    { numRuns: 3000 },
  )
})

test('formatQuantity() refuses values that no message can contain', () => {
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY])
    expect(() => formatQuantity(value, 'km')).toThrow(RangeError)
})
