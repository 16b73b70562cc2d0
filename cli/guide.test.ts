import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tleChecksum } from '@apsis/astro/sgp4/tle.ts'
import { expect, test } from 'vitest'
import reference from './command-line.reference.json' with { type: 'json' }
import { COMMANDS } from './run-apsis.ts'
import { record } from './testing/recorded-terminal.ts'

const { tle, station, search_start_utc: from } = reference.bugsat
const copy = tle
  .map((line) => line.replace(/^([12]) \d{5}(.*).$/, '$1 99999$2'))
  .map((line) => line + tleChecksum(`${line}0`))
const files = {
  'a.tle': tle.join('\n'),
  // The file contains a second object, and a second set that the first one replaces.
  'b.tle': [...tle, ...tle, ...copy].join('\n'),
  'a.cdm': reference.ion.text,
  'a.opm': 'CCSDS_OPM_VERS = 3.0\n',
  'a.tdm': `CCSDS_TDM_VERS = 2.0\nCREATION_DATE = 2022-01-20T00:00:00\nORIGINATOR = TEST\nMETA_START\nTIME_SYSTEM = UTC
PARTICIPANT_1 = A\nMODE = SEQUENTIAL\nPATH = 1,1\nMETA_STOP\nDATA_START\nMAG = 2022-01-19T00:00:00 10\nDATA_STOP\n`,
}
const site = `--site=${station.lat_deg},${station.lon_deg},${station.alt_m}`
const passes = ['passes', 'a.tle', site, '--from', from, '--to', '2014-10-23T06:00:00']
const ASKED: Readonly<Record<string, readonly string[]>> = {
  inspect: ['inspect', 'a.cdm'],
  propagate: ['propagate', 'a.tle', '--minutes', '0'],
  pc: ['pc', 'a.cdm'],
  statistics: ['statistics', 'a.cdm', '--days', '30'],
  'statistics compliance': ['statistics', 'compliance', 'a.cdm', '--to', '2023-08-01'],
  plan: ['plan', 'a.cdm'],
  passes,
  'passes --optical': [...passes, '--optical'],
  associate: ['associate', 'a.tdm', '--catalogue', 'a.tle', site],
  sky: ['sky', '--at', '2026-01-01', site],
  frames: ['frames', '--from', 'TEME', '--to', 'GCRF', '--at', '2026-01-01', '--state=7e6,0,0,0,7e3,0'],
}

const SCREEN = ['screen', '--all', '--catalogue', 'b.tle', '--from', from, '--hours', '1', '--json']

const guide = (name: string) =>
  readFileSync(join(import.meta.dirname, '..', 'docs', 'guide', 'platform', name), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split('|').map((cell) => cell.trim()))
const namesIn = (cell = '') => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name)

test.each(['command-line.md', 'command-line.de.md'])(
  '%s lists every command, and every member of the answers for programs',
  async (file) => {
    const rows = guide(file)
    const listed = rows.map(([, command]) => command?.replaceAll('`', ''))
    expect(listed).toEqual(expect.arrayContaining(COMMANDS.map(({ name }) => name)))
    const always: string[] = []
    for (const [command, args] of Object.entries(ASKED)) {
      const { out } = await record([...args, '--json'], files)
      const members = Object.keys(JSON.parse(out)[0])
      const row = rows.findLast(([, name]) => name === `\`${command}\``)
      const documented = command === 'passes --optical' ? [...always, ...namesIn(row?.[2])] : namesIn(row?.[2])
      if (command === 'passes') always.push(...members)
      expect({ command, members }).toEqual({ command, members: documented })
    }
    const screened = JSON.parse((await record(SCREEN, files)).out)
    const [answer, encounter, unscreened] = [screened, screened.encounters[0], screened.notScreened[0]].map(Object.keys)
    const at = rows.findLastIndex(([, name]) => name === '`screen`')
    const toldOfScreen = [0, 1, 2].map((offset) => namesIn(rows[at + offset]?.[2]))
    expect([answer, encounter, unscreened]).toEqual(toldOfScreen)
    const { out } = await record(['inspect', 'a.opm', '--json'], files)
    const row = rows.find(([, , members = '']) => members.startsWith('`line`'))
    expect(Object.keys(JSON.parse(out)[0].errors[0])).toEqual(namesIn(row?.[2]))
  },
)
