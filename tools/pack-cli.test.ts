import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packCli } from './pack-cli.ts'

// The International Space Station, as Vallado prints its elements (AIAA 2006-6753), twice: the two are always at the same place.
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
  execFileSync(join(folder, 'node_modules', '.bin', 'apsis'), args, {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })

/** Packs the command and installs it from the file, in a folder without other packages and without a registry. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'apsis-alone-'))
  const file = await packCli(folder)
  const nowhere = ['--offline', '--registry=http://localhost:1', '--cache', join(folder, 'cache')]
  execFileSync('npm', ['install', ...nowhere, '--prefix', folder, file], { cwd: folder, stdio: 'ignore' })
  writeFileSync(join(folder, 'two.tle'), [...ISS, ...TWIN].join('\n'))
})
afterAll(() => rmSync(folder, { recursive: true }))

test('apsis installed from its file alone reads, propagates and screens on threads, as it does in the project', () => {
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

const IMPORT = /(?:from|import|import\() ?'([^']+\.(?:ts|mjs))'/g

test('the package has every file that one of its files imports, and neither tests nor a compiler', () => {
  const modules = join(folder, 'node_modules', 'apsis', 'node_modules')
  const files = globSync('@apsis/**/*.{ts,mjs}', { cwd: modules })
  expect(files).toContain(join('@apsis', 'cli', 'apsis.ts'))
  const asked = files.flatMap((file) =>
    [...readFileSync(join(modules, file), 'utf8').matchAll(IMPORT)].map(([, name = '']) =>
      name.startsWith('.') ? resolve(modules, dirname(file), name) : join(modules, name),
    ),
  )
  // The compiler of the kernels is loaded only if they are not there.
  const compiler = join(modules, '@apsis', 'engine', 'build.ts')
  expect(asked.filter((file) => !existsSync(file) && file !== compiler)).toEqual([])
  expect(globSync(['@apsis/**/*.test.ts', '@apsis/**/testing', 'assemblyscript'], { cwd: modules })).toEqual([])
  expect(existsSync(join(modules, '@apsis', 'engine', 'wasm', 'baseline.wasm'))).toBe(true)
})
