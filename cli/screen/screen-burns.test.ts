import { TRUTH_ORBIT, TRUTH_START, truthFlight } from '@apsis/astro/manoeuvre/testing/truth-flight.ts'
import { tleChecksum } from '@apsis/astro/sgp4/tle.ts'
import { addSeconds, type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { add, norm, scale } from '@apsis/astro/vec3.ts'
import { expect, test } from 'vitest'
import { record } from '../testing/recorded-terminal.ts'

// Iridium 33 before its collision, and a second object on the same orbit without burns: SIMULATED.
const LINES = [
  '1 24946U 97051C   09040.78448243 +.00000153 +00000-0 +47668-4 0  9994',
  '2 24946 086.3994 121.7028 0002288 085.1644 274.9812 14.34219863597336',
]
const numbered = (number: string) =>
  LINES.map((line) => line.replace('24946', number).slice(0, 68))
    .map((line) => `${line}${tleChecksum(line)}\n`)
    .join('')
const files = { 'own.tle': numbered('24946'), 'twin.tle': numbered('24947') }
const PERIOD_S = 86_400 / 14.342_198_63
const IGNITION_MS = Date.parse('2009-02-10T00:00:00Z')
const at = (seconds: number) => new Date(IGNITION_MS + 1_000 * seconds).toISOString().replace('Z', '')
/** After an impulse along the track an object lags by 3 Δv t after each revolution (Clohessy and Wiltshire, 1960). */
const DRIFT = 3
/** The tolerance: J2 changes the period by a thousandth, and the orbit is not circular. */
const SHARE = 0.01
/** The tolerance for two notations of the same burns. */
const SAME_M = 1e-3

async function screen(args: readonly string[], more: Readonly<Record<string, string>> = {}) {
  const about = ['own.tle', '--catalogue', 'twin.tle', '--threshold', '50km', '--hours', '0.1']
  const { code, out, err } = await record(['screen', ...about, ...args, '--json'], { ...files, ...more })
  return { code, err, encounters: code === 2 || out === '' ? [] : JSON.parse(out).encounters }
}
/** Returns the distance from the second object after this number of revolutions. */
async function awayM(turns: number, burns: readonly string[], more: Readonly<Record<string, string>> = {}) {
  const { code, err, encounters } = await screen(['--from', at(turns * PERIOD_S), ...burns], more)
  expect([code, encounters.length > 0], err).toEqual([0, true])
  const [first] = encounters.filter(({ boundary }: { boundary: string | null }) => boundary === 'start')
  return (first ?? encounters[0]).missM as number
}
const burn = (seconds: number, rest: string) => ['--burn', `${at(seconds)},${rest}`]

test('apsis screen --burn applies the burns of its primary: the displacement agrees with theory, in any axes', async () => {
  const expected = DRIFT * 0.05 * 5 * PERIOD_S
  for (const rest of ['0,0.05,0', '0.05,0,0,VNB', '0.05,0,0,TNW,42'])
    expect(Math.abs((await awayM(5, burn(0, rest))) - expected) / expected).toBeLessThan(SHARE)
  // Two burns a revolution apart displace the object by the sum of both; before the first it is at the position of the second object.
  const both = DRIFT * 0.05 * (5 + 4) * PERIOD_S
  const two = [...burn(0, '0,0.05,0'), ...burn(PERIOD_S, '0,0.05,0')]
  expect(Math.abs((await awayM(5, two)) - both) / both).toBeLessThan(SHARE)
  expect(await awayM(-3, two)).toBeLessThan(SAME_M)
})

const OPM = `CCSDS_OPM_VERS = 2.0
CREATION_DATE = 2009-02-09T12:00:00
ORIGINATOR = SIMULATED
OBJECT_NAME = OWN
OBJECT_ID = 24946
CENTER_NAME = EARTH
REF_FRAME = EME2000
TIME_SYSTEM = UTC
EPOCH = 2009-02-09T12:00:00
X = 7000
Y = 0
Z = 0
X_DOT = 0
Y_DOT = 7.5
Z_DOT = 0
MASS = 600
MAN_EPOCH_IGNITION = ${at(PERIOD_S)}
MAN_DURATION = 42
MAN_DELTA_MASS = -0.1
MAN_REF_FRAME = TNW
MAN_DV_1 = 0.00004
MAN_DV_2 = 0
MAN_DV_3 = 0.00002
MAN_EPOCH_IGNITION = ${at(0)}
MAN_DURATION = 0
MAN_DELTA_MASS = -0.1
MAN_REF_FRAME = RTN
MAN_DV_1 = 0
MAN_DV_2 = 0.00005
MAN_DV_3 = 0
`

test('apsis screen --burns applies the burns of a message, in any order, and says so above its rows', async () => {
  const typed = [...burn(0, '0,0.05,0'), ...burn(PERIOD_S, '0.04,0,0.02,TNW,42')]
  const said = await awayM(5, ['--burns', 'burns.opm'], { 'burns.opm': OPM })
  expect(Math.abs(said - (await awayM(5, typed)))).toBeLessThan(SAME_M)
  const args = ['screen', 'own.tle', '--catalogue', 'twin.tle', '--from', at(0), '--hours', '1', '--burns', 'burns.opm']
  const { out } = await record(args, { ...files, 'burns.opm': OPM })
  expect(out.split('\n')[0]).toBe('24946 flies 2 burns, 0.0947 m/s in all: what follows is with them')
})

test.each([
  [['--burn', '2009-02-10,0,0.05'], '--burn is TIME,X,Y,Z'],
  [['--burn', 'soon,0,0.05,0'], '--burn: '],
  [['--burn', '2009-02-10,0,much,0'], '--burn is a number, not "much"'],
  [['--burn', '2009-02-10,0,0,0'], 'its Δv is 0'],
  [['--burn', '2009-02-10,0,0.05,0,RTN,-1'], 'lasts 0 s or longer'],
  [['--burn', '2009-02-10,0,0.05,0,RSW_ROTATING,60'], 'stay where they are at ignition'],
  [['--burn', '2009-02-10,0,0.05,0,BODY'], 'BODY'],
  [[...burn(0, '0,0.05,0,RTN,600'), ...burn(60, '0,0.05,0')], 'begins before'],
  [['--burns', 'twin.tle'], 'twin.tle: burns are read from an OPM or an OCM'],
  [['--burns', 'bad.opm'], 'bad.opm: line 29, column 12, MAN_DV_2'],
  [['24947', '--burn', '2009-02-10,0,0.05,0'], 'are of one primary'],
] as const)('apsis screen %j says what is wrong with its burns', async (args, says) => {
  const bad = { 'bad.opm': OPM.replace('MAN_DV_2 = 0.00005', 'MAN_DV_2 = much') }
  const { code, err } = await screen(['--from', at(0), ...args], bad)
  expect(code).not.toBe(0)
  expect(err).toContain(says)
})

/** Returns an ephemeris of six hours under all forces; its burn is a thrust of two minutes that is not marked. */
function oemOf(stateAt: typeof TRUTH_ORBIT.stateAt): string {
  const lines = Array.from({ length: 361 }, (_, k) => {
    const epoch = addSeconds(TRUTH_START, 60 * k)
    const { r, v } = stateAt(epoch)
    return [formatTime(epoch, { digits: 0 }), ...[...r, ...v].map((one) => (one / 1_000).toFixed(9))].join(' ')
  })
  const [start, stop] = [lines[0], lines.at(-1)].map((line) => line?.split(' ')[0])
  return `CCSDS_OEM_VERS = 2.0
CREATION_DATE = 2026-11-19T12:00:00
ORIGINATOR = SIMULATED
META_START
OBJECT_NAME = OWN
OBJECT_ID = 24946
CENTER_NAME = EARTH
REF_FRAME = EME2000
TIME_SYSTEM = UTC
START_TIME = ${start}
STOP_TIME = ${stop}
INTERPOLATION = HERMITE
INTERPOLATION_DEGREE = 7
META_STOP
${lines.join('\n')}
`
}

test('a burn whose thrust is spread over the states of an ephemeris is not applied twice', async () => {
  const [ignition, middle] = [3, 3 + 1 / 60].map((hours) => addSeconds(TRUTH_START, 3_600 * hours)) as [Epoch, Epoch]
  const { r, v } = TRUTH_ORBIT.stateAt(middle)
  const burnt = truthFlight(middle, { r, v: add(v, scale(v, 0.1 / norm(v))) })
  const moved: typeof TRUTH_ORBIT.stateAt = (at) => (secondsBetween(middle, at) > 0 ? burnt : TRUTH_ORBIT.stateAt)(at)
  const asked = async (file: string) => {
    const about = ['own.oem', '--catalogue', 'twin.tle', '--from', '2026-11-20T00:00:00', '--hours', '5']
    const burns = ['--burn', `${formatTime(ignition, { digits: 0 })},0.1,0,0,VNB,120`]
    const { code, err } = await record(['screen', ...about, ...burns, '--json'], { ...files, 'own.oem': file })
    return [code, err]
  }
  expect(await asked(oemOf(moved))).toEqual([
    1,
    expect.stringContaining('the states of the ephemeris hold this burn already'),
  ])
  const [, err] = await asked(oemOf(TRUTH_ORBIT.stateAt))
  expect(err).not.toContain('already')
})
