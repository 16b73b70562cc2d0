import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import manifest from './package.json' with { type: 'json' }

// Each run starts a process, and other tests may keep the machine busy.
vi.setConfig({ testTimeout: 30_000 })

const APSIS = join(import.meta.dirname, 'apsis.ts')
const folder = mkdtempSync(join(tmpdir(), 'apsis-cli-'))
afterAll(() => rmSync(folder, { recursive: true }))

interface Result {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** Runs the real command as a process of its own, with `input` on its standard input. */
function apsis(args: readonly string[], input = ''): Promise<Result> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [APSIS, ...args])
    let [out, err] = ['', '']
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      err += text
    })
    // The command may end before it has read everything.
    child.stdin.on('error', () => undefined)
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, out, err }))
    child.stdin.end(input)
  })
}

const message = `CCSDS_OPM_VERS = 3.0
CREATION_DATE = 2026-11-20T09:30:00
ORIGINATOR = APSIS
OBJECT_NAME = SIMULATED 1
OBJECT_ID = 2026-001A
CENTER_NAME = EARTH
REF_FRAME = GCRF
TIME_SYSTEM = TAI
EPOCH = 2026-11-20T09:30:37.25
X = 7000.001 [km]
Y = 0 [km]
Z = -1 [km]
X_DOT = 0 [km/s]
Y_DOT = 7.5 [km/s]
Z_DOT = 0.001 [km/s]
MAN_EPOCH_IGNITION = 2026-324T10:00:00
MAN_DURATION = 0 [s]
MAN_DELTA_MASS = -1.5 [kg]
MAN_REF_FRAME = RTN
MAN_DV_1 = 0 [km/s]
MAN_DV_2 = 0.002 [km/s]
MAN_DV_3 = 0 [km/s]
`

test('apsis --version and --help answer on standard output', async () => {
  expect(await apsis(['--version'])).toEqual({ code: 0, out: `${manifest.version}\n`, err: '' })
  const help = await apsis(['--help'])
  expect([help.code, help.err]).toEqual([0, ''])
  for (const name of ['time', 'orbit', 'opm read']) {
    expect(help.out).toContain(`  ${name}  `)
    const own = await apsis([...name.split(' '), '--help'])
    expect([own.code, own.err]).toEqual([0, ''])
    expect(own.out).toMatch(new RegExp(`^Usage: apsis ${name} `))
    expect(own.out).toContain('Examples:')
  }
})

test.each([
  [[], 'a command is missing'],
  [['foo'], 'there is no command "foo"'],
  [['opm'], 'there is no command "opm"'],
  [['time'], 'the time is missing'],
  [['time', '2026-01-01T00:00:00', 'x'], '"x" is one argument too many'],
  [['time', '2026-01-01T00:00:00', '--to', 'mars'], '--to is utc, tai, tt, tdb or gps, not "mars"'],
  [['time', '2026-01-01T00:00:00', '--format', 'unix'], '--format is iso or doy'],
  [['time', '2026-01-01T00:00:00', '--digits', '16'], '--digits is 0 to 15'],
  [['time', '2026-01-01T00:00:00', '--frob'], "Unknown option '--frob'"],
  [['orbit'], 'give one of --state and --elements'],
  [['orbit', '--state=1,2,3'], '--state has six numbers'],
  [['orbit', '--state=1,2,3,4,5,'], '--state has six numbers'],
  [['orbit', '--state=1,2,3,4,5,6', '--gm', '-1'], '--gm'],
  [['opm', 'read'], 'the file is missing'],
])('apsis %j is wrong usage: exit code 2, nothing on standard output', async (args, why) => {
  const { code, out, err } = await apsis(args)
  expect([code, out]).toEqual([2, ''])
  expect(err).toContain(why)
})

test('apsis time shows the instant in every scale', async () => {
  const { code, out, err } = await apsis(['time', '2016-12-31T23:59:60.25'])
  expect([code, err]).toEqual([0, ''])
  const lines = out.trimEnd().split('\n')
  // TAI − UTC was 36 s, TT − TAI is 32.184 s, TAI − GPS is 19 s.
  expect(lines[0]).toBe('utc  2016-12-31T23:59:60.250000000Z')
  expect(lines[1]).toBe('tai  2017-01-01T00:00:36.250000000')
  expect(lines[2]).toBe('tt   2017-01-01T00:01:08.434000000')
  expect(lines[3]).toMatch(/^tdb {2}2017-01-01T00:01:08\.43\d{7}$/)
  expect(lines[4]).toBe('gps  2017-01-01T00:00:17.250000000')
})

test('apsis time --to answers with the text alone, in the form and digits asked for', async () => {
  const one = await apsis(['time', '2017-01-01T00:00:36.25', '--from', 'tai', '--to', 'UTC', '--digits', '2'])
  expect(one).toEqual({ code: 0, out: '2016-12-31T23:59:60.25Z\n', err: '' })
  const doy = await apsis(['time', '2026-11-20T09:30:00', '--to', 'utc', '--format', 'doy', '--digits', '0'])
  expect(doy.out).toBe('2026-324T09:30:00Z\n')
})

test('apsis time --json is for programs', async () => {
  const { code, out } = await apsis(['time', '1960-01-01T00:00:00', '--from', 'tt', '--json'])
  expect(code).toBe(0)
  expect(JSON.parse(out)).toMatchObject({ from: 'TT', utc: null, tai: '1959-12-31T23:59:27.816000000' })
  const one = await apsis(['time', '2026-01-01T00:00:00', '--to', 'tai', '--json'])
  expect(JSON.parse(one.out)).toEqual({ from: 'UTC', tai: '2026-01-01T00:00:37.000000000' })
})

test('apsis time refuses a text that is no time with exit code 1 and says why', async () => {
  const { code, out, err } = await apsis(['time', '2015-12-31T23:59:60'])
  expect([code, out]).toEqual([1, ''])
  expect(err).toContain('second 60 is not in 0 to 59, and UTC has no leap second there')
  const early = await apsis(['time', '1960-01-01T00:00:00', '--from', 'tt', '--to', 'utc'])
  expect([early.code, early.err]).toEqual([1, expect.stringContaining('UTC before 1972-01-01')])
})

test('apsis time says on standard error when leap seconds are not yet known', async () => {
  const late = await apsis(['time', '2040-01-01T00:00:00', '--to', 'tai'])
  expect([late.code, late.err]).toEqual([0, expect.stringContaining('no further leap second')])
  expect((await apsis(['time', '2040-01-01T00:00:00', '--from', 'tt', '--to', 'tai'])).err).toBe('')
})

test('apsis orbit turns a state into elements and back', async () => {
  // Vallado, Fundamentals of Astrodynamics, example 2-5, in metres.
  const state = '6524834,6862875,6448296,4901.327,5533.756,-1976.341'
  const { code, out } = await apsis(['orbit', `--state=${state}`, '--json'])
  expect(code).toBe(0)
  const { elements } = JSON.parse(out)
  expect(elements.semiMajorAxisM / 1000).toBeCloseTo(36127.343, 1)
  expect(elements.eccentricity).toBeCloseTo(0.832853, 5)
  expect(elements.incDeg).toBeCloseTo(87.87, 2)
  expect(elements.trueAnomalyDeg).toBeCloseTo(92.335, 2)
  const { semiMajorAxisM, eccentricity, incDeg, raanDeg, argPeriapsisDeg, trueAnomalyDeg } = elements
  const six = [semiMajorAxisM, eccentricity, incDeg, raanDeg, argPeriapsisDeg, trueAnomalyDeg].join(',')
  const back = JSON.parse((await apsis(['orbit', `--elements=${six}`, '--json'])).out)
  const numbers = state.split(',').map(Number)
  ;[...back.positionM, ...back.velocityMps].forEach((value, index) => {
    expect(Math.abs(value - numbers[index]!)).toBeLessThan(1e-6)
  })
})

test('apsis orbit shows a hyperbola without a period, and refuses a state without an orbit', async () => {
  const hyperbola = await apsis(['orbit', '--elements=-42164000,1.3,10,20,30,40'])
  expect([hyperbola.code, hyperbola.err]).toEqual([0, ''])
  expect(hyperbola.out).toMatch(/^period +none \(hyperbola\)$/m)
  const falling = await apsis(['orbit', '--state=7000000,0,0,1000,0,0'])
  expect([falling.code, falling.out]).toEqual([1, ''])
  expect(falling.err).toContain('on a straight line')
})

test('apsis opm read shows a message from a file for people', async () => {
  const file = join(folder, 'good.opm')
  writeFileSync(file, message)
  const { code, out, err } = await apsis(['opm', 'read', file])
  expect([code, err]).toEqual([0, ''])
  expect(out).toMatch(/^object +SIMULATED 1 \(2026-001A\)$/m)
  expect(out).toMatch(/^epoch +2026-11-20T09:30:37\.25 TAI$/m)
  expect(out).toMatch(/^position +7000001, 0, -1000 m$/m)
  expect(out).toMatch(/^manoeuvre 1 +2026-11-20T10:00:00 TAI for 0 s, 0, 2, 0 m\/s in RTN$/m)
})

test('apsis opm read --json gives the message from standard input in SI units', async () => {
  const { code, out } = await apsis(['opm', 'read', '-', '--json'], message)
  expect(code).toBe(0)
  expect(JSON.parse(out)).toMatchObject({
    file: '-',
    kind: 'OPM',
    version: '3.0',
    valid: true,
    errors: [],
    message: {
      header: { creationDate: '2026-11-20T09:30:00' },
      metadata: { refFrame: 'GCRF', timeSystem: 'TAI' },
      state: { epoch: '2026-11-20T09:30:37.25', positionM: [7000001, 0, -1000], velocityMps: [0, 7500, 1] },
      manoeuvres: [{ ignition: '2026-11-20T10:00:00', deltaMassKg: -1.5, deltaVMps: [0, 2, 0] }],
    },
  })
})

test('apsis opm read says line and keyword of every fault, exit code 1', async () => {
  const wrong = message.replace('X = 7000.001 [km]', 'X = 7000.001 [m]').replace('7.5', 'fast')
  const { code, out, err } = await apsis(['opm', 'read', '-'], wrong)
  expect([code, out]).toEqual([1, ''])
  expect(err.trimEnd().split('\n')).toEqual([
    '-: line 10, column 5, X: [m] is not the unit; expected [km]',
    '-: line 14, column 9, Y_DOT: "fast" is not a number; expected a decimal number',
  ])
  const json = await apsis(['opm', 'read', '-', '--json'], wrong)
  expect(json.code).toBe(1)
  expect(JSON.parse(json.out)).toMatchObject({ valid: false, errors: [{ line: 10, keyword: 'X' }, { line: 14 }] })
})

test('apsis opm read --lenient reads on with a warning', async () => {
  const odd = message.replace('OBJECT_NAME', 'META_START\nOBJECT_NAME')
  expect((await apsis(['opm', 'read', '-'], odd)).code).toBe(1)
  const { code, out, err } = await apsis(['opm', 'read', '-', '--lenient'], odd)
  expect([code, out !== '']).toEqual([0, true])
  expect(err).toContain('-: warning: line 4, column 1: META_START has no place in this message')
})

test('apsis opm read refuses a file that is not there, a folder, and one too large', async () => {
  expect(await apsis(['opm', 'read', join(folder, 'none')])).toMatchObject({
    code: 1,
    err: expect.stringContaining('ENOENT'),
  })
  expect(await apsis(['opm', 'read', folder])).toMatchObject({ code: 1, err: expect.stringContaining('EISDIR') })
  const large = await apsis(['opm', 'read', '-'], '\n'.repeat(3 * 1024 * 1024))
  expect([large.code, large.err]).toEqual([1, expect.stringContaining('larger than 2097152 bytes')])
})
