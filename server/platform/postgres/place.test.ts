import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isRoot } from './account.ts'
import { choosePlace, listAbandonedHomes, openDataDir } from './place.ts'

let root: string
let systemDir: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'apsis-places-'))
  systemDir = join(root, 'system')
  mkdirSync(systemDir, { mode: 0o755 })
  chmodSync(root, 0o755)
})
afterEach(() => rmSync(root, { recursive: true }))

/** Returns the place of a data directory that only root can enter. */
function placeOf(...path: readonly string[]) {
  const dataDir = openDataDir(join(root, ...path))
  const options = { dataDir, osUser: 'nobody', systemDir }
  return { dataDir, options, place: choosePlace(options) }
}

test.runIf(isRoot()).each([
  [['north-orbital', '.apsis'], 'north-orbital'],
  [['Flotte Süd (Test)', '.apsis'], 'flotte-s-d-test'],
  [['srv', 'apsis-data'], 'apsis-data'],
  [['衛星', '.apsis'], 'apsis'],
  [[`${'x'.repeat(39)} long`, '.apsis'], 'x'.repeat(39)],
])('a database outside its data directory has the name of the project: %j', (path, name) => {
  const { dataDir, place } = placeOf(...path)
  expect(place.clusterDir).toBe(join(place.home, 'database'))
  expect(basename(place.home).replace(/-[0-9a-f]{8}$/, '')).toBe(name)
  expect(readFileSync(join(place.home, 'data-directory.txt'), 'utf8').split('\n')[0]).toBe(dataDir)
})

test.runIf(isRoot())('the folder that is named in the note of a data directory is found, whatever its name is', () => {
  const dataDir = openDataDir(join(root, 'north', '.apsis'))
  const home = join(systemDir, 'elsewhere-0660f8f4')
  mkdirSync(home)
  writeFileSync(join(dataDir, 'database-location.txt'), `${home}\n\nThe line above says where.\n`)
  expect(choosePlace({ dataDir, osUser: 'nobody', systemDir }).home).toBe(home)
})

test.runIf(isRoot())('a data directory that was created again starts empty, and its old database is reported', () => {
  const { dataDir, place: before } = placeOf('north', '.apsis')
  const other = placeOf('south', '.apsis').place
  rmSync(dataDir, { recursive: true })
  const { place, options } = placeOf('north', '.apsis')
  expect(place.home).not.toBe(before.home)
  // These contents are no databases: the programs, and a file.
  mkdirSync(join(systemDir, 'postgres-18'))
  writeFileSync(join(systemDir, 'note'), '')
  expect(listAbandonedHomes(options, place)).toEqual([before.home])
  expect(listAbandonedHomes(options, other)).toEqual(expect.arrayContaining([before.home, place.home]))
})

test.runIf(!isRoot())(
  'folders that root has created are not listed for another account, which cannot read their notes',
  () => {
    const home = join(systemDir, 'north-orbital-0a1b2c3d')
    mkdirSync(home)
    writeFileSync(join(home, 'data-directory.txt'), root, { mode: 0o000 })
    const { options, place } = placeOf('north-orbital', '.apsis')
    expect(listAbandonedHomes(options, place)).toEqual([])
  },
)
