import { addSeconds } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { expect, test } from 'vitest'
import { readOcm } from './ocm.ts'
import { afterOrigin } from './ocm-rows.ts'

const HEAD = [
  ...['CCSDS_OCM_VERS = 3.0', 'CREATION_DATE = 2026-11-20T00:00:00', 'ORIGINATOR = APSIS', 'META_START'],
  ...['TIME_SYSTEM = UTC', 'EPOCH_TZERO = 2026-11-20T12:00:00', 'META_STOP'],
]
const ORIGIN = parseTime('2026-11-20T12:00:00')

/** Returns rows of a trajectory; the first of them is in line 12. */
function trajectory(...rows: readonly string[]) {
  const lines = [
    'TRAJ_START',
    'CENTER_NAME = EARTH',
    'TRAJ_REF_FRAME = GCRF',
    'TRAJ_TYPE = CARTPV',
    ...rows,
    'TRAJ_STOP',
  ]
  return outcome(lines)
}

/** Returns rows of a manoeuvre; the first of them is in line 13. */
function manoeuvre(composition: string, ...rows: readonly string[]) {
  const names = ['MAN_ID = 1', 'MAN_DEVICE_ID = A4', 'MAN_REF_FRAME = VNC_ROTATING', `MAN_COMPOSITION = ${composition}`]
  return outcome(['MAN_START', ...names, ...rows, 'MAN_STOP'])
}

function outcome(lines: readonly string[]) {
  const reading = readOcm(`${[...HEAD, ...lines].join('\n')}\n`, { strict: false })
  return {
    errors: (reading.ok ? [] : reading.errors).map(({ line, code, message }) => `${line} ${code}: ${message}`),
    warnings: reading.warnings.map(({ line, keyword, code }) => `${line} ${keyword} ${code}`),
    message: reading.ok ? reading.message : null,
  }
}
const timesOf = (...rows: readonly string[]) =>
  trajectory(...rows).message?.trajectories[0]?.rows.map(({ epoch }) => epoch)

test('rows have times relative to EPOCH_TZERO, or absolute times', () => {
  expect(timesOf('-60 1 2 3 4 5 6', '0.5 1 2 3 4 5 6', '2026-11-20T12:01:00 1 2 3 4 5 6')).toEqual([
    addSeconds(ORIGIN, -60),
    addSeconds(ORIGIN, 0.5),
    addSeconds(ORIGIN, 60),
  ])
})

test('a sign that is separated from its number is joined to it, which is a deviation', () => {
  const { message, warnings } = trajectory('0 - 1 +  2 3 -4 5 6')
  expect(message?.trajectories[0]?.rows[0]?.values).toEqual([-1, 2, 3, -4, 5, 6])
  expect(warnings).toEqual(['12 null bad-row'])
  expect(trajectory('0 -1 +2 3 -4 5 6').warnings).toEqual([])
})

test('a wrong row is refused, and its fault gives the reason', () => {
  expect(trajectory('0 1 2 3 4 5').errors).toEqual(['12 bad-row: the row has 5 fields'])
  expect(trajectory('0 1 2 3 4 5 6 7').errors).toEqual(['12 bad-row: the row has 7 fields'])
  expect(trajectory('0 1 x 3 4 5 6').errors).toEqual(['12 bad-number: "x" is not a number'])
  expect(trajectory('4e10 1 2 3 4 5 6').errors).toEqual(['12 bad-time: 4e10 seconds after EPOCH_TZERO are no time'])
  expect(trajectory('2026-13-20T12:01:00 1 2 3 4 5 6').errors.map((one) => one.slice(0, 11))).toEqual(['12 bad-time'])
})

test('times of a trajectory must ascend; an equal time is a deviation, an earlier one an error', () => {
  const at = (...seconds: readonly number[]) => trajectory(...seconds.map((one) => `${one} 1 2 3 4 5 6`))
  expect(at(0, 1, 2)).toMatchObject({ errors: [], warnings: [] })
  expect(at(0, 1, 1)).toMatchObject({ errors: [], warnings: ['14 null not-increasing'] })
  expect(at(0, 2, 1).errors).toEqual(['14 not-increasing: the time is before the one before it'])
  // A row that could not be read is one fault, and does not cause faults of other rows.
  expect(trajectory('5 1 2 3 4 5 x', '1 1 2 3 4 5 6', '0 1 2 3 4 5 6').errors).toHaveLength(1)
})

test('afterOrigin() is limited to a thousand years, and does not return times before UTC began', () => {
  expect(afterOrigin(ORIGIN, 1.5)).toEqual(addSeconds(ORIGIN, 1.5))
  const first = parseTime('1972-01-01T00:00:00')
  const back = first.taiS - ORIGIN.taiS
  expect(afterOrigin(ORIGIN, back)).toEqual(first)
  expect(afterOrigin(ORIGIN, back - 1)).toBeNull()
  // A thousand years are 3.15e10 s, counted from the year 2000.
  expect(afterOrigin(ORIGIN, 3.04e10)).not.toBeNull()
  expect(afterOrigin(ORIGIN, 3.16e10)).toBeNull()
  expect(afterOrigin(addSeconds(ORIGIN, 1e10), 2.2e10)).toBeNull()
  expect(afterOrigin(addSeconds(ORIGIN, 3e10), -3.16e10)).toBeNull()
})

test('a row of a manoeuvre has the fields of its composition: times, texts and numbers', () => {
  const composition = 'TIME_ABSOLUTE, DEPLOY_ID, DEPLOY_DV_X'
  const good = '2026-11-20T12:01:00 BEE_1 1.5'
  const { message, errors } = manoeuvre(composition, good)
  expect(errors).toEqual([])
  expect(message?.manoeuvres[0]).toMatchObject({
    composition: ['TIME_ABSOLUTE', 'DEPLOY_ID', 'DEPLOY_DV_X'],
    rows: [good.split(' ')],
  })
  expect(manoeuvre(composition, '2026-11-20T12:01:00 BEE_1').errors).toEqual(['13 bad-row: the row has 2 fields'])
  expect(manoeuvre(composition, '2026-11-20T12:01:00 BEE_1 x').errors).toEqual(['13 bad-number: "x" is not a number'])
  expect(manoeuvre(composition, 'noon BEE_1 1').errors.map((one) => one.slice(0, 11))).toEqual(['13 bad-time'])
})

test('a composition that continues in the next line is read completely, which is a deviation', () => {
  const rows = ['0 1 2 3']
  const broken = manoeuvre('TIME_RELATIVE, DV_X, <cont.>', 'DV_Y, DV_Z', ...rows)
  expect(broken.errors).toEqual([])
  expect(broken.warnings).toEqual(['13 MAN_COMPOSITION bad-line'])
  expect(broken.message?.manoeuvres[0]).toMatchObject({
    composition: ['TIME_RELATIVE', 'DV_X', 'DV_Y', 'DV_Z'],
    rows: [['0', '1', '2', '3']],
  })
  const endless = manoeuvre('TIME_RELATIVE, DV_X,', 'DV_Y, DV_Z')
  expect(endless.message?.manoeuvres[0]).toMatchObject({
    composition: ['TIME_RELATIVE', 'DV_X', 'DV_Y', 'DV_Z'],
    rows: [],
  })
})
