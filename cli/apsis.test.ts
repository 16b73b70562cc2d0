import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import reference from './command-line.reference.json' with { type: 'json' }
import manifest from './package.json' with { type: 'json' }
import { COMMANDS } from './run-apsis.ts'
import { record } from './testing/recorded-terminal.ts'

const APSIS = join(import.meta.dirname, 'apsis.mjs')

interface Result {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** Runs the real command as a separate process, with `input` on its standard input. */
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

test('apsis is a process that reads standard input, writes standard output and exits with the code', async () => {
  expect(await apsis(['--version'])).toEqual({ code: 0, out: `${manifest.version}\n`, err: '' })
  const { out, ...rest } = await apsis(['pc', '-', '--json'], reference.ion.text)
  expect(rest).toEqual({ code: 0, err: '' })
  expect(JSON.parse(out)).toMatchObject([{ file: '-', hardBodyRadiusM: 10 }])
  expect(await apsis(['inspect', '-'], 'CCSDS_OPM_VERS = 3.0\n')).toMatchObject({ code: 1, err: '' })
  expect(await apsis(['foo'])).toMatchObject({ code: 2, out: '' })
})

test('apsis ends without an error when its reader closes the pipe early', async () => {
  const lines = reference.sequences.flatMap(({ lines: pair }) => pair).join('\n')
  const minutes = Array.from({ length: 5000 }, (_, k) => k).join(',')
  const child = spawn(process.execPath, [APSIS, 'propagate', '-', '--minutes', minutes, '--csv'])
  let err = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text
  })
  child.stdin.on('error', () => undefined)
  child.stdin.end(lines)
  child.stdout.once('data', () => child.stdout.destroy())
  const code = await new Promise((resolve) => child.on('close', resolve))
  expect([code, err]).toEqual([0, ''])
})

test('apsis --help lists every command, and each command has its own help with examples', async () => {
  const help = await record(['--help'])
  expect([help.code, help.err]).toEqual([0, ''])
  for (const { name, summary } of COMMANDS) {
    expect(help.out).toMatch(new RegExp(`^ {2}${name} +${summary}$`, 'm'))
    const own = await record([name, '--help'])
    expect([own.code, own.err]).toEqual([0, ''])
    expect(own.out).toMatch(new RegExp(`^Usage: apsis ${name}\\s`))
    expect(own.out).toMatch(/^Examples:\n( {2}.*apsis .*\n)+$/m)
    for (const line of own.out.split('\n')) expect(line.length).toBeLessThanOrEqual(120)
  }
})

test('every command that can write JSON can also write NDJSON and CSV, as apsis --help promises', async () => {
  const helps = await Promise.all(COMMANDS.map(async ({ name, load }) => ({ name, help: (await load()).help })))
  const answering = helps.filter(({ help }) => help.includes('--json'))
  expect(answering.length).toBe(COMMANDS.length - ['convert', 'completion', 'man'].length)
  for (const { name, help } of answering) {
    expect([name, help.includes('--ndjson'), help.includes('--csv')]).toEqual([name, true, true])
    for (const form of ['--ndjson', '--csv']) {
      expect((await record([name, form])).err, name).not.toContain('there is no option')
    }
  }
})

test.each([
  [[], 'a command is missing'],
  [['foo'], 'there is no command "foo"\n'],
  [['scren'], 'there is no command "scren"; did you mean screen?'],
  [['--verson'], 'there is no option "--verson"; did you mean --version?'],
  [['orbit', '--sate=1,2,3,4,5,6'], 'there is no option --sate; did you mean --state?'],
  [['completion'], 'the shell (bash, zsh, fish) is missing'],
  [['completion', 'tcsh'], 'the shell is bash, zsh, fish, not "tcsh"'],
  [['man', 'screen'], '"screen" is one argument too many'],
  [['time'], 'the time is missing'],
  [['time', '2026-01-01T00:00:00', 'x'], '"x" is one argument too many'],
  [['time', '2026-01-01T00:00:00', '--to', 'mars'], '--to is utc, tai, tt, tdb or gps, not "mars"'],
  [['time', '2026-01-01T00:00:00', '--format', 'unix'], '--format is iso or doy'],
  [['time', '2026-01-01T00:00:00', '--digits', '16'], '--digits is 0 to 15'],
  [['time', '2026-01-01T00:00:00', '--xyzzy'], 'there is no option --xyzzy\n'],
  [['orbit'], 'give one of --state and --elements'],
  [['orbit', '--state=1,2,3'], '--state has six numbers'],
  [['orbit', '--state=1,2,3,4,5,'], '--state has six numbers'],
  [['orbit', '--state=1,2,3,4,5,6', '--gm', '-1'], '--gm'],
  [['inspect'], 'the file is missing'],
  [['pc'], 'the file is missing'],
  [['pc', '-', '-'], 'standard input is named twice'],
  [['pc', '-', '--method', 'best'], '--method is all, circle-2d'],
  [['pc', '-', '--hbr', '0'], '--hbr is above 0, not "0"'],
  [['pc', '-', '--hbr', 'ten'], '--hbr is a number, not "ten"'],
  [['convert', '-'], '--to is kvn, xml, json, csv, tle'],
  [['convert', '-', '--to', 'yaml'], 'not "yaml"'],
  [['propagate', '-'], 'give --from and --to, or --minutes'],
  [['propagate', '-', '--from', '2026-01-02', '--to', '2026-01-01'], '--to is not after --from'],
  [['propagate', '-', '--from', 'noon', '--to', '2026-01-01'], '--from: "noon" is not a time'],
  [['propagate', '-', '--minutes', '1', '--from', '2026-01-01'], 'give --minutes, or --from and --to'],
  [['propagate', '-', '--minutes', '1,x'], '--minutes is a number, not "x"'],
  [['propagate', '-', '--minutes', '1', '--frame', 'MARS'], '--frame is one of GCRF'],
  [['propagate', '-', '--minutes', '1', '--force-model', 'magic'], '--force-model is sgp4, two-body'],
  [['propagate', '-', '--minutes', '1', '--force-model', 'gravity:99'], 'gravity is of degree 50 at most'],
  [['propagate', '-', '--minutes', '1', '--ndjson', '--csv'], 'give one of --json, --ndjson and --csv'],
  [['passes', '-', '--from', '2026-01-01', '--to', '2026-01-02'], '--site is missing'],
  [['passes', '-', '--site', '91,0,0', '--from', '2026-01-01', '--to', '2026-01-02'], 'latitude 91'],
  [['sky', '--site', '0,0,0'], '--at is missing'],
  [['sky', '--site', '0', '--at', '2026-01-01'], '--site'],
  [['frames', '--from', 'TEME', '--to', 'GCRF'], 'give a FILE, or --at and --state'],
  [['frames', '--to', 'GCRF', '--state=1,2,3,4,5,6'], '--from is one of GCRF'],
  [['frames', '--from', 'TEME', '--to', 'GCRF', '--state=1,2,3,4,5'], '--state has six numbers'],
  [['associate', '-', '--catalogue', 'x'], 'give --site or --observer'],
  [['associate', '-', '--site', '0,0,0'], '--catalogue is missing'],
])('apsis %j is wrong usage: the exit code is 2, and nothing is written to standard output', async (args, why) => {
  const { code, out, err } = await record(args, { '-': '' })
  expect([code, out]).toEqual([2, ''])
  expect(err).toContain(why)
})
