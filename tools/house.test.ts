import { expect, test } from 'vitest'
import { needlessArrows } from './house/circles.ts'
import { faultsOf, judgedCommits } from './house/commits.ts'
import { EFFECTS } from './house/doors.ts'
import { NOT_IMPORTED, needlessExports } from './house/exports.ts'
import { MAY_BE_SHORTER } from './house/missing-numbers.ts'
import { JAVASCRIPT } from './house/names.ts'
import { CIRCLES_LEFT } from './house/rooms.data.ts'
import { needlessRooms } from './house/rooms.ts'
import { RULES } from './house/rules.ts'
import { LEFT_TO_SHRINK } from './house/shrinking.data.ts'
import { needlessCrumbs } from './house/sizes.ts'
import { sources } from './house/source.ts'
import { needlessWithdrawn, READS_WITHDRAWN, SQL_EXCEPTIONS } from './house/sql.ts'
import { needlessTables } from './house/tables.ts'
import { diskTree } from './house/tree.ts'
import { ROOT } from './run/step.ts'

const tree = diskTree(ROOT)

test('the rules find files of every workspace', () => {
  const { workspaces }: { workspaces: string[] } = JSON.parse(tree.read('package.json'))
  const empty = workspaces.filter((member) => !tree.files().some((file) => file.startsWith(`${member}/`)))
  expect(workspaces.length).toBeGreaterThan(0)
  expect(empty).toEqual([])
})

test.each(RULES)('$name', ({ check }) => {
  const broken = check(tree).map(({ file, line, message }) => `${file}:${line} ${message}`)
  expect(broken).toEqual([])
})

test('every exception to a rule is still needed and gives its reason', () => {
  const entries = Object.entries({
    ...SQL_EXCEPTIONS,
    ...EFFECTS,
    ...MAY_BE_SHORTER,
    ...JAVASCRIPT,
    ...LEFT_TO_SHRINK.smallFiles,
  })
  const gone = entries.filter(([path]) => !tree.files().some((file) => file === path || file.startsWith(path)))
  expect(gone).toEqual([])
  expect(entries.filter(([, reason]) => reason.split(' ').length < 4)).toEqual([])
  expect(needlessExports(sources(tree))).toEqual([])
  expect(Object.values(NOT_IMPORTED).filter((reason) => reason.split(' ').length < 4)).toEqual([])
  expect(Object.values(READS_WITHDRAWN).filter((reason) => reason.split(' ').length < 4)).toEqual([])
  expect(needlessWithdrawn(tree)).toEqual([])
  expect(needlessArrows(tree)).toEqual([])
  expect(needlessRooms(tree)).toEqual([])
  expect(needlessCrumbs(tree)).toEqual([])
  expect(needlessTables(tree)).toEqual([])
  expect(Object.values(CIRCLES_LEFT).filter((reason) => reason.split(' ').length < 4)).toEqual([])
})

test('every commit message states where, what and why', () => {
  const broken = judgedCommits(ROOT).flatMap((commit) =>
    faultsOf(commit).map((fault) => `${commit.hash.slice(0, 7)} ${commit.subject}: ${fault}`),
  )
  expect(broken).toEqual([])
})
