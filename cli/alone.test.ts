import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const PROJECT = dirname(import.meta.dirname)
const MEMBERS = ['astro', 'ccsds', 'contract', 'engine', 'cli']
/** What the members take from npm (docs/dependencies.md). */
const PACKAGES = ['saxes', 'xmlchars', 'astronomy-engine', 'zod']
// The International Space Station as Vallado prints it (AIAA 2006-6753), twice: the two are never apart.
const ISS = [
  '1 25544U 98067A   08264.51782528 -.00002182  00000-0 -11606-4 0  2927',
  '2 25544  51.6416 247.4627 0006703 130.5360 325.0288 15.72125391563537',
]
const TWIN = [
  '1 25545U 98067A   08264.51782528 -.00002182  00000-0 -11606-4 0  2928',
  '2 25545  51.6416 247.4627 0006703 130.5360 325.0288 15.72125391563538',
]

let folder: string
const run = (...args: string[]) =>
  execFileSync(process.execPath, [join(folder, 'node_modules/@apsis/cli/apsis.mjs'), ...args], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })

/** Packs the members as npm would publish them, and unpacks them where an installation would have them. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'apsis-alone-'))
  const sources = join(folder, 'sources')
  mkdirSync(sources)
  symlinkSync(join(PROJECT, 'node_modules'), join(sources, 'node_modules'))
  for (const member of MEMBERS) cpSync(join(PROJECT, member), join(sources, member), { recursive: true })
  const installed = join(folder, 'node_modules')
  for (const member of MEMBERS) {
    // The kernels of engine are compiled by a script of the package itself.
    const pack = ['pack', '--ignore-scripts=false', '--pack-destination', folder]
    execFileSync('npm', pack, { cwd: join(sources, member), stdio: 'ignore' })
    const place = join(installed, '@apsis', member)
    mkdirSync(place, { recursive: true })
    const archive = readdirSync(folder).find((name) => name.startsWith(`apsis-${member}-`))!
    execFileSync('tar', ['-xzf', join(folder, archive), '-C', place, '--strip-components=1'])
  }
  for (const name of PACKAGES) symlinkSync(join(PROJECT, 'node_modules', name), join(installed, name))
  rmSync(sources, { recursive: true })
  writeFileSync(join(folder, 'two.tle'), [...ISS, ...TWIN].join('\n'))
})
afterAll(() => rmSync(folder, { recursive: true }))

test('apsis installed alone reads, propagates and screens on threads, as it does in the project', () => {
  expect(run('--help')).toContain('screen')
  expect(run('inspect', 'two.tle')).toBe('two.tle: TLE text, 2 messages: valid\n')
  const when = ['--from', '2008-09-20T12:00:00Z']
  expect(run('propagate', 'two.tle', ...when, '--to', '2008-09-20T12:10:00Z', '--step', '300')).toContain('25544')
  const answer = JSON.parse(
    run('screen', '25544', '--catalogue', 'two.tle', ...when, '--hours', '2', '--threshold', '5km', '--json'),
  )
  expect(answer.objects).toBe(2)
  expect(answer.encounters.length).toBeGreaterThan(0)
  expect(answer.encounters[0]).toMatchObject({ missM: expect.closeTo(0, 3) })
})
