import { expect, test } from 'vitest'
import reference from '../command-line.reference.json' with { type: 'json' }
import { record } from '../testing/recorded-terminal.ts'

const { sequences } = reference
const catalogue = sequences.flatMap(({ lines }) => lines).join('\n')

const opm = `CCSDS_OPM_VERS = 2.0
CREATION_DATE = 2026-01-01T00:00:00
ORIGINATOR = TEST
OBJECT_NAME = SIMULATED 1
OBJECT_ID = 2026-001A
CENTER_NAME = EARTH
REF_FRAME = GCRF
TIME_SYSTEM = UTC
EPOCH = 2026-01-01T00:00:00
X = 7000 [km]
Y = 0 [km]
Z = 0 [km]
X_DOT = 0 [km/s]
Y_DOT = ${Math.sqrt(398_600.441_5 / 7000)} [km/s]
Z_DOT = 0 [km/s]
`

interface StateRow {
  readonly objectName: string | null
  readonly noradId: number | null
  readonly minutesSinceEpoch: number
  readonly positionM: readonly number[]
  readonly velocityMps: readonly number[]
  readonly error: string | null
}

async function rowsOf(args: readonly string[], text: string): Promise<StateRow[]> {
  return JSON.parse((await record(['propagate', '-', ...args, '--json'], { '-': text })).out)
}

test('apsis propagate --minutes returns the verification states of SGP4 for every object in a file', async () => {
  const rows = await rowsOf(['--minutes', '0,360,720'], catalogue)
  expect(rows.length).toBe(3 * sequences.length)
  const expected = sequences.flatMap(({ lines, rows: own }) =>
    own.map((row) => [Number(lines[0]!.slice(2, 7)), ...row]),
  )
  for (const [index, [noradId, minutes, ...numbers]] of expected.entries()) {
    const row = rows[index]!
    expect(row).toMatchObject({ noradId, frame: 'TEME', error: null })
    expect(row.minutesSinceEpoch).toBeCloseTo(minutes!, 9)
    const state = [...row.positionM, ...row.velocityMps]
    // The published states have 1e-8 km and 1e-9 km/s; they agree to 0.3 mm and 1 µm/s.
    state.forEach((value, k) => {
      expect(Math.abs(value - 1000 * numbers[k]!)).toBeLessThan(k < 3 ? 1e-3 : 1e-5)
    })
  }
})

test('apsis propagate uses each of several supplemental sets from its epoch on, and none before the first', async () => {
  const { lines, rows } = sequences.find(({ lines: [first = ''] }) => first.includes('00179.78495062'))!
  const [line1 = '', line2 = ''] = lines.map((line) => line.slice(0, 69))
  // The second set is the first one six hours later, so that the published states after its epoch are the same.
  const sets = ['00179.78495062', '00180.03495062'].map((epoch, index) => {
    const changed = line1.replace('U', 'C').replace('00179.78495062', epoch)
    return `VANGUARD${index === 0 ? '' : ' [PM]'}\n${changed}\n${line2}\n`
  })
  const text = `${sets[1]}${sets[0]}`
  const found = await rowsOf(['--minutes', '-1,0,359,360,720', '--ignore-checksums'], text)
  expect(found.map(({ objectName, minutesSinceEpoch }) => [objectName, Math.round(minutesSinceEpoch)])).toEqual([
    ['VANGUARD', -1],
    ['VANGUARD', 0],
    ['VANGUARD', 359],
    ['VANGUARD [PM]', 0],
    ['VANGUARD [PM]', 360],
  ])
  expect(found[0]).toMatchObject({ positionM: null, error: 'before-first-epoch' })
  for (const [place, minutes] of [
    [1, 0],
    [3, 0],
    [4, 360],
  ] as const) {
    const [, ...numbers] = rows.find(([at]) => at === minutes)!
    found[place]!.positionM.forEach((value, k) => {
      expect(Math.abs(value - 1000 * numbers[k]!)).toBeLessThan(1e-3)
    })
  }
})

test('apsis propagate continues after objects that decay or are invalid, and gives the reason', async () => {
  const [line1 = '', line2 = ''] = sequences[0]!.lines
  const wrong = `${line1.slice(0, 68)}0\n${line2}`
  const { code, out, err } = await record(['propagate', '-', '--minutes', '0', '--json'], {
    '-': `${wrong}\n${catalogue}`,
  })
  expect(code).toBe(1)
  const [first, second] = JSON.parse(out)
  expect(first).toMatchObject({
    noradId: 5,
    positionM: null,
    error: expect.stringContaining('line 1, column 69, checksum'),
  })
  expect(second).toMatchObject({ noradId: 5, error: null })
  expect(err).toContain('-: 5: line 1, column 69, checksum')
  const taken = await rowsOf(['--minutes', '0', '--ignore-checksums'], wrong)
  expect(taken).toMatchObject([{ noradId: 5, error: null }])
})

test('apsis propagate --from --to --step uses UTC, includes both ends, and writes rows of CSV', async () => {
  const options = ['--from', '2000-06-27T18:50:19', '--to', '2000-06-27T18:52:19', '--step', '60', '--csv']
  const { code, out } = await record(['propagate', '-', ...options], { '-': sequences[0]!.lines.join('\n') })
  expect(code).toBe(0)
  const [head, ...rows] = out.trimEnd().split('\n')
  expect(head).toBe(
    'noradId,objectId,objectName,epoch,time,minutesSinceEpoch,frame,positionXM,positionYM,positionZM,velocityXMps,velocityYMps,velocityZMps,error',
  )
  expect(rows.map((row) => row.split(',')[4])).toEqual(
    ['18:50:19', '18:51:19', '18:52:19'].map((clock) => `2000-06-27T${clock}.000000000Z`),
  )
})

test('apsis propagate --frame rotates the states, and refuses to extrapolate Earth orientation outside its table', async () => {
  const norm = (v: readonly number[]) => Math.hypot(...v)
  const one = sequences[0]!.lines.join('\n')
  const [teme] = await rowsOf(['--minutes', '0'], one)
  for (const frame of ['GCRF', 'ITRF', 'EME2000']) {
    const [row] = await rowsOf(['--minutes', '0', '--frame', frame], one)
    expect(row).toMatchObject({ frame, error: null })
    expect(norm(row!.positionM)).toBeCloseTo(norm(teme!.positionM), 5)
  }
  const late = opm.replaceAll('2026-01', '2060-01')
  const [fixed] = await rowsOf(['--minutes', '0', '--frame', 'ITRF'], late)
  expect(fixed!.error).toContain('outside the Earth orientation parameters')
  expect((await rowsOf(['--minutes', '0', '--frame', 'EME2000'], late))[0]!.error).toBeNull()
})

test('apsis propagate integrates the state of an OPM: on a circular orbit the object is back at the same place after one period', async () => {
  // Kepler: T = 2 pi sqrt(a3 / GM), with the GM of EGM2008.
  const minutes = (2 * Math.PI * Math.sqrt(7e6 ** 3 / 3.986_004_415e14)) / 60
  const [row] = await rowsOf(['--minutes', String(minutes), '--force-model', 'two-body'], opm)
  ;[7e6, 0, 0].forEach((value, k) => {
    expect(Math.abs(row!.positionM[k]! - value)).toBeLessThan(0.01)
  })
  const [real] = await rowsOf(['--minutes', String(minutes)], opm)
  expect(Math.abs(real!.positionM[1]!)).toBeGreaterThan(1000) // the effect of the Earth's flattening
  const [back] = await rowsOf(['--minutes', String(-minutes), '--force-model', 'gravity:8,sun,moon'], opm)
  expect(back!.error).toBeNull()
})

test('apsis propagate names the values that drag needs', async () => {
  const drag = await rowsOf(['--minutes', '10', '--force-model', 'drag'], opm)
  expect(drag).toMatchObject([{ positionM: null, error: expect.stringContaining('--mass') }])
  const known = await rowsOf(['--minutes', '10', '--force-model', 'drag', '--mass', '500', '--area', '4'], opm)
  expect(known[0]!.error).toBeNull()
})

test.each([0, 2])('apsis propagate applies the manoeuvre of an OPM that lasts %d s', async (durationS) => {
  const burn = `MAN_EPOCH_IGNITION = 2026-01-01T00:00:01\nMAN_DURATION = ${durationS} [s]\nMAN_DELTA_MASS = -1 [kg]
MAN_REF_FRAME = RTN\nMAN_DV_1 = 0 [km/s]\nMAN_DV_2 = 0.1 [km/s]\nMAN_DV_3 = 0 [km/s]\n`
  const gm = 3.986_004_415e14
  // Vis-viva: half an orbit after an impulse along the track, the object is at 2a - r.
  const a = 1 / (2 / 7e6 - (Math.sqrt(gm / 7e6) + 100) ** 2 / gm)
  const minutes = String((Math.PI * Math.sqrt(a ** 3 / gm) + 1 + durationS / 2) / 60)
  const message = opm + burn
  const [far] = await rowsOf(['--minutes', minutes, '--force-model', 'two-body'], message)
  // A burn of 2 s agrees with an impulse to a millionth of the height gained.
  expect(Math.abs(Math.hypot(...far!.positionM) - (2 * a - 7e6))).toBeLessThan(durationS === 0 ? 0.1 : 5)
  const massive = message.replace('MAN_EPOCH', 'MASS = 100 [kg]\nMAN_EPOCH')
  const [same] = await rowsOf(['--minutes', minutes, '--force-model', 'two-body'], massive)
  expect(Math.abs(Math.hypot(...same!.positionM) - (2 * a - 7e6))).toBeLessThan(durationS === 0 ? 0.1 : 5)
})

test('apsis propagate refuses a manoeuvre in unknown axes', async () => {
  const burn = `MAN_EPOCH_IGNITION = 2026-01-01T00:05:00\nMAN_DURATION = 0 [s]\nMAN_DELTA_MASS = -1 [kg]
MAN_REF_FRAME = MOON_ME\nMAN_DV_1 = 0 [km/s]\nMAN_DV_2 = 0.001 [km/s]\nMAN_DV_3 = 0 [km/s]\n`
  const [row] = await rowsOf(['--minutes', '6'], opm + burn)
  expect(row!.error).toContain('MOON_ME')
})

test('apsis propagate returns states of an ephemeris, and none beyond its ends', async () => {
  const rows = [0, 1, 2, 3].map(
    (k) => `2026-01-01T00:0${k}:00 ${7000 + k} ${10 * k} 0 0.016666666666666666 0.16666666666666666 0`,
  )
  const oem = `CCSDS_OEM_VERS = 2.0\nCREATION_DATE = 2026-01-01T00:00:00\nORIGINATOR = TEST\nMETA_START\nOBJECT_NAME = A
OBJECT_ID = 2026-001A\nCENTER_NAME = EARTH\nREF_FRAME = EME2000\nTIME_SYSTEM = UTC\nSTART_TIME = 2026-01-01T00:00:00
STOP_TIME = 2026-01-01T00:03:00\nINTERPOLATION = LAGRANGE\nINTERPOLATION_DEGREE = 3\nMETA_STOP\n${rows.join('\n')}\n`
  const [middle, beyond] = await rowsOf(['--minutes', '1.5,4'], oem)
  expect(middle!.positionM[0]).toBeCloseTo(7_001_500, 6)
  expect(middle).toMatchObject({ objectId: '2026-001A', frame: 'EME2000' })
  expect(beyond!.error).toBe('after-stop')
})

test('apsis propagate --object propagates one object of a file, by number, designator or name, and fails if there is none', async () => {
  const all = await rowsOf(['--minutes', '0'], catalogue)
  const [first] = all
  expect(await rowsOf(['--minutes', '0', '--object', String(first?.noradId)], catalogue)).toEqual(
    all.filter(({ noradId }) => noradId === first?.noradId),
  )
  for (const object of ['2026-001A', 'simulated 1'])
    expect(await rowsOf(['--minutes', '0', '--object', object, '--force-model', 'two-body'], opm)).toHaveLength(1)
  const missing = await record(['propagate', '-', '--minutes', '0', '--object', '99999'], { '-': catalogue })
  expect(missing.code).toBe(1)
  expect(missing.err).toContain('no object of the files is "99999"')
})

test('apsis propagate --object reports an unreadable entry that may be the wanted object, and not the faults of others', async () => {
  const lines = sequences[0]?.lines ?? []
  const broken = lines.map((line) => line.replace(/.$/, (last) => String((Number(last) + 1) % 10)))
  const noradId = String(Number(lines[0]?.slice(2, 7)))
  const other = sequences.find(({ lines: [line = ''] }) => Number(line.slice(2, 7)) !== Number(noradId))?.lines ?? []
  const ask = (object: string) =>
    record(['propagate', '-', '--minutes', '0', '--object', object], { '-': [...broken, ...other].join('\n') })
  expect((await ask(String(Number(other[0]?.slice(2, 7))))).code).toBe(0)
  expect(await ask(noradId)).toMatchObject({ code: 1, err: expect.stringContaining('checksum') })
})
