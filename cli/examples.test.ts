import { beforeAll, expect, test } from 'vitest'
import reference from './command-line.reference.json' with { type: 'json' }
import { record } from './recorded-terminal.ts'
import { COMMANDS } from './run-apsis.ts'

const catalogue = `OBJECT_NAME,OBJECT_ID,EPOCH,MEAN_MOTION,ECCENTRICITY,INCLINATION,RA_OF_ASC_NODE,ARG_OF_PERICENTER,MEAN_ANOMALY,EPHEMERIS_TYPE,CLASSIFICATION_TYPE,NORAD_CAT_ID,ELEMENT_SET_NO,REV_AT_EPOCH,BSTAR,MEAN_MOTION_DOT,MEAN_MOTION_DDOT
SIMULATED 1,2026-001A,2026-11-19T12:00:00,15.5,0.0005,51.6,100,90,10,0,U,90001,999,100,0.0001,0.00001,0
SIMULATED 2,2026-001B,2026-11-19T12:00:00,14.2,0.001,98.5,200,80,20,0,U,90002,999,100,0.0001,0.00001,0
`
const opm = `CCSDS_OPM_VERS = 2.0
CREATION_DATE = 2026-11-19T00:00:00
ORIGINATOR = TEST
OBJECT_NAME = SIMULATED 3
OBJECT_ID = 2026-001C
CENTER_NAME = EARTH
REF_FRAME = GCRF
TIME_SYSTEM = UTC
EPOCH = 2026-11-20T00:00:00
X = 7000 [km]
Y = 0 [km]
Z = 0 [km]
X_DOT = 0 [km/s]
Y_DOT = 7.5 [km/s]
Z_DOT = 1 [km/s]
`
const sensors = JSON.stringify([{ sensorCode: 'SITE', lat: 48.2, lon: 16.37, altM: 171, minElDeg: 10 }])
const files: Record<string, string> = {
  'catalogue.csv': catalogue,
  'satellite.opm': opm,
  'conjunction.cdm': reference.ion.text,
  'sensors.json': sensors,
  'states.csv': '2026-11-20T00:00:00,7000000,0,0,0,7500,0\n',
}

beforeAll(async () => {
  const tle = (await record(['convert', 'catalogue.csv', '--to', 'tle'], files)).out
  const oem = await record(
    [
      'propagate',
      'catalogue.csv',
      '--from',
      '2026-11-20',
      '--to',
      '2026-11-20T01:00:00',
      '--frame',
      'EME2000',
      '--csv',
    ],
    files,
  )
  const rows = oem.out.split('\n').filter((row) => row.startsWith('90001'))
  const states = rows.map((row) => {
    const [, , , , time = '', , , ...numbers] = row.split(',')
    return [time.replace('Z', ''), ...numbers.slice(0, 6).map((one) => (Number(one) / 1000).toFixed(9))].join(' ')
  })
  files['iss.tle'] = tle.split('\n').slice(0, 3).join('\n')
  files['catalogue.tle'] = tle
  files['satellite.oem'] = `CCSDS_OEM_VERS = 2.0\nCREATION_DATE = 2026-11-19T00:00:00\nORIGINATOR = TEST\nMETA_START
OBJECT_NAME = SIMULATED 1\nOBJECT_ID = 2026-001A\nCENTER_NAME = EARTH\nREF_FRAME = EME2000\nTIME_SYSTEM = UTC
START_TIME = 2026-11-20T00:00:00\nSTOP_TIME = 2026-11-20T01:00:00\nMETA_STOP\n${states.join('\n')}\n`
  files['track.tdm'] = await trackOf(states)
})

/** Where the first object of the catalogue is seen from the middle of the Earth's axis: close enough to be associated. */
async function trackOf(states: readonly string[]): Promise<string> {
  const ground = await record(
    [
      'frames',
      '--from',
      'ITRF',
      '--to',
      'EME2000',
      '--at',
      '2026-11-20T00:10:00',
      '--state=4086000,1200000,4732000,0,0,0',
      '--json',
    ],
    files,
  )
  const [{ positionM }] = JSON.parse(ground.out)
  const [time = '', ...numbers] = states[10]?.split(' ') ?? []
  const [x = 0, y = 0, z = 0] = numbers.slice(0, 3).map((km, axis) => 1000 * Number(km) - positionM[axis])
  const deg = (rad: number) => ((rad * 180) / Math.PI).toFixed(6)
  return `CCSDS_TDM_VERS = 2.0\nCREATION_DATE = 2026-11-21T00:00:00\nORIGINATOR = TEST\nMETA_START\nTIME_SYSTEM = UTC
PARTICIPANT_1 = SITE\nPARTICIPANT_2 = TRACK\nMODE = SEQUENTIAL\nPATH = 2,1\nANGLE_TYPE = RADEC\nREFERENCE_FRAME = EME2000
META_STOP\nDATA_START\nANGLE_1 = ${time} ${deg(Math.atan2(y, x))}\nANGLE_2 = ${time} ${deg(Math.atan2(z, Math.hypot(x, y)))}
DATA_STOP\n`
}

/** The examples of a help, as arguments; what a shell does with them is done here. */
function examplesOf(help: string): { line: string; args: string[]; input: string }[] {
  const lines = help.slice(help.indexOf('Examples:')).split('\n').slice(1)
  return lines.map((line) => {
    // apsis alone: behind `source <(`, before `| man -l -` or `> FILE`.
    const [, own = '', before = ''] = /^(?=.*?\bapsis ([^|>)]*))(.*?)\bapsis /.exec(line) ?? []
    const input = before.includes('|') ? (/cat (\S+)/.exec(before)?.[1] ?? 'iss.tle') : ''
    const args = own.trim().split(/\s+/)
    return { line: line.trim(), args: args.flatMap((arg) => (arg === '*.cdm' ? ['conjunction.cdm'] : [arg])), input }
  })
}

test.each(COMMANDS.map(({ name, load }) => ({ name, load })))(
  'every example of apsis $name --help runs',
  async ({ load }) => {
    const examples = examplesOf((await load()).help)
    expect(examples.length).toBeGreaterThan(0)
    for (const { line, args, input } of examples) {
      const { code, out, err } = await record(args, { ...files, '-': files[input] ?? '' })
      expect({ line, err, isUsed: code < 2, isEmpty: out === '' }).toEqual({
        line,
        err: code === 0 ? '' : expect.not.stringContaining('Try:'),
        isUsed: true,
        isEmpty: false,
      })
      // An answer for programs is one that they can read.
      if (args.includes('--json')) expect(() => JSON.parse(out)).not.toThrow()
    }
  },
)
