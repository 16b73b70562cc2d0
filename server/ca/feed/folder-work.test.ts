import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ConnectionWays } from '../../connections/reader.service.ts'
import { addConnection, connectionPlatform, testWays } from '../../connections/testing/test-connection.ts'
import type { RecurringWork } from '../../platform/jobs/recurring-work.ts'
import { dyingAt } from '../../platform/testing/dying-database.ts'
import { takeInCdms } from '../message/intake.service.ts'
import { cdmText } from '../testing/cdm-text.ts'
import { useFeedPlatform } from '../testing/feed-platform.ts'
import { folderWork } from './folder-work.ts'

const NOW = Date.parse('2030-01-01T05:00:00Z')
const { platform, tenantId, turn: turnOf, turnWith, feed, stored: storedWith } = useFeedPlatform()
let dir: string
let ways: ConnectionWays
let work: RecurringWork
beforeEach(async () => {
  ways = testWays()
  const connected = connectionPlatform(platform().db, { ways, now: () => NOW })
  const { folderPath } = await addConnection(connected, tenantId(), { kind: 'FOLDER', feeds: ['MESSAGES'] })
  dir = folderPath ?? ''
  mkdirSync(dir, { recursive: true })
  work = folderWork(ways)
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const turn = (at = NOW) => turnOf(work, () => at)
/** Writes a file with this age in seconds. */
function drop(name: string, text: string | Buffer, ageS = 60): void {
  writeFileSync(join(dir, name), text)
  utimesSync(join(dir, name), NOW / 1000 - ageS, NOW / 1000 - ageS)
}
const lying = () => readdirSync(dir).filter((name) => name !== 'taken' && name !== 'refused')
const inFolder = (folder: string) => readdirSync(join(dir, folder))
const counted = (folder: string) => (existsSync(join(dir, folder)) ? inFolder(folder).length : 0)
const stored = async () => (await storedWith()).map((one) => one.replace(/^file-drop /, ''))

test('a complete file is stored and moved to taken under a new name', async () => {
  drop('one.cdm', cdmText({ messageId: 'one' }))
  await turn()
  expect(await stored()).toEqual(['one'])
  expect(lying()).toEqual([])
  expect(inFolder('taken')).toEqual([expect.stringMatching(/^20300101T050000000Z-[0-9a-f]{8}-one\.cdm$/)])
  expect(await feed()).toMatchObject({ lastSuccessAt: new Date(NOW), lastMessageAt: new Date(NOW), lastError: null })
})

test('a file that is still being written, or whose name says so, waits until it is complete', async () => {
  drop('growing.cdm', cdmText({ messageId: 'growing' }).slice(0, 900), 1)
  drop('later.cdm.part', cdmText({ messageId: 'later' }))
  drop('.hidden', cdmText({ messageId: 'hidden' }))
  await turn()
  expect(lying().sort()).toEqual(['.hidden', 'growing.cdm', 'later.cdm.part'])
  expect(await stored()).toEqual([])
  drop('growing.cdm', cdmText({ messageId: 'growing' }), 6)
  await turn()
  expect(await stored()).toEqual(['growing'])
})

test('a file that cannot be read is moved to refused, with a text that names line and keyword', async () => {
  const lines = cdmText({ messageId: 'bad' }).split('\n')
  const line = lines.findIndex((text) => text.startsWith('TCA'))
  lines[line] = 'TCA = yesterday'
  drop('bad.cdm', lines.join('\n'))
  await turn()
  expect(lying()).toEqual([])
  const [file = '', told = ''] = inFolder('refused').sort()
  expect(file).toMatch(/-bad\.cdm$/)
  expect(told).toBe(`${file}.txt`)
  const text = readFileSync(join(dir, 'refused', told), 'utf8')
  expect(text).toContain('bad.cdm: 0 of 1 messages taken in, 1 refused.')
  expect(text).toContain(`line ${line + 1}, TCA: `)
  expect((await feed())?.lastError).toContain('refused')
  drop('good.cdm', cdmText({ messageId: 'good' }))
  await turn()
  expect((await feed())?.lastError).toBeNull()
})

test('the good messages of a file with good and bad messages count, and the file is moved to refused', async () => {
  const bad = cdmText({ messageId: 'second' }).replace(/^X = .*$/m, 'X = far away')
  drop('both.txt', `${cdmText({ messageId: 'first' })}${bad}`)
  await turn()
  expect(await stored()).toEqual(['first'])
  const told = inFolder('refused').find((name) => name.endsWith('.txt.txt')) ?? ''
  expect(readFileSync(join(dir, 'refused', told), 'utf8')).toContain('1 of 2 messages taken in, 1 refused.')
})

test('a file whose worker is lost between storing and moving is processed again, and no message counts twice', async () => {
  const text = cdmText({ messageId: 'once' })
  drop('once.cdm', text)
  // The state after a worker was killed: all is done except the move.
  const files = [{ name: 'once.cdm', bytes: Buffer.from(text) }]
  await takeInCdms(platform(), { tenantId: tenantId(), subject: 'file-drop' }, files, {
    source: 'file-drop',
    now: new Date(NOW),
  })
  await turn()
  expect(await stored()).toEqual(['once'])
  expect(lying()).toEqual([])
  expect(inFolder('taken')).toHaveLength(1)
  expect(inFolder('refused')).toEqual([])
})

test('a worker that is killed before any of its transactions loses no file and stores nothing twice', async () => {
  for (let last = 0; ; last += 1) {
    const [good, bad] = [`good ${last}`, `bad ${last}`]
    drop(`${good}.cdm`, cdmText({ messageId: good }))
    drop(`${bad}.cdm`, cdmText({ messageId: bad }).replace(/^TCA = .*$/m, 'TCA = yesterday'))
    const before = { taken: counted('taken'), refused: counted('refused') }
    const dying = dyingAt(platform().db, last)
    const isKilled = await turnWith(folderWork(ways), () => NOW, tenantId(), dying.db).then(
      () => dying.count() > last,
      () => true,
    )
    await turn()
    expect((await stored()).filter((one) => one === good)).toEqual([good])
    expect(lying()).toEqual([])
    // The text file beside a refused file gives the reason.
    expect([counted('taken') - before.taken, counted('refused') - before.refused]).toEqual([1, 2])
    if (isKilled) continue
    // The last run had as many transactions as it needs, so that each of them was tried.
    expect(last).toBeGreaterThan(2)
    return
  }
})

test('the same file again, and two files with one name, are all moved to taken, and the message is stored once', async () => {
  for (const at of [NOW, NOW]) {
    drop('same.cdm', cdmText({ messageId: 'same' }).replace(/(MESSAGE_ID = ).*/, '$1same'))
    await turn(at)
  }
  expect(await stored()).toEqual(['same'])
  expect(inFolder('taken')).toHaveLength(2)
})

test('a file larger than 25 MiB is refused without being read; an entry that is not a file stays', async () => {
  drop('huge.cdm', Buffer.alloc(25 * 1024 ** 2 + 1, ' '))
  mkdirSync(join(dir, 'folder'))
  await turn()
  expect(lying()).toEqual(['folder'])
  const told = inFolder('refused').find((name) => name.endsWith('.txt')) ?? ''
  expect(readFileSync(join(dir, 'refused', told), 'utf8')).toContain('26214401 bytes')
})

test('a folder that cannot be used is a fault of the feed, not of the worker; the fault ends with the cause, and is no delivery', async () => {
  rmSync(dir, { recursive: true })
  writeFileSync(dir, 'a file in its place')
  await turn()
  await turn()
  expect((await feed())?.lastError).toBe('The folder cannot be used: EEXIST.')
  rmSync(dir)
  await turn()
  expect(await feed()).toMatchObject({ lastError: null, lastSuccessAt: null })
  expect(existsSync(join(dir, 'taken'))).toBe(true)
})

test('folders of two organisations, and of two connections, are apart', async () => {
  const ways = testWays()
  const connected = connectionPlatform(platform().db, { ways, now: () => NOW })
  const other = `${tenantId()}/../other`
  const folders = [
    await addConnection(connected, tenantId(), {
      kind: 'FOLDER',
      name: 'Second',
      folder: 'second',
      feeds: ['MESSAGES'],
    }),
    await addConnection(connected, other, { kind: 'FOLDER', folder: 'second', feeds: ['MESSAGES'] }),
  ].map(({ folderPath }) => folderPath ?? '')
  expect(folders.every((path) => path.startsWith(ways.exchangeDir) && !path.includes('..'))).toBe(true)
  expect(new Set(folders.map((path) => dirname(path))).size).toBe(2)
})

test('many files are all processed, each once', async () => {
  const names = Array.from({ length: 40 }, (_, n) => String(n).padStart(3, '0'))
  for (const name of names) drop(`${name}.cdm`, cdmText({ messageId: name }))
  await turn()
  expect(lying()).toEqual([])
  expect(await stored()).toEqual(names)
})

test('a name as long as a file system allows is cut when the file is moved, and the files after it are processed', async () => {
  drop(`${'ä'.repeat(115)}.cdm`, cdmText({ messageId: 'long' }))
  drop('\u{1f6f0}-behind.cdm', cdmText({ messageId: 'behind' }))
  await turn()
  expect(await stored()).toEqual(['behind', 'long'])
  expect(lying()).toEqual([])
  expect(inFolder('taken').filter((name) => name.endsWith(`-${'ä'.repeat(100)}`))).toHaveLength(1)
})

test('a file that cannot be moved is shown in the feed and waits for a minute; the files after it are taken', async () => {
  // No account can write a file there.
  symlinkSync('/proc/self', join(dir, 'refused'))
  drop('a-bad.cdm', 'no message')
  drop('z-behind.cdm', cdmText({ messageId: 'behind' }))
  await turnOf(work, () => NOW)
  expect(await stored()).toEqual(['behind'])
  expect(lying()).toEqual(['a-bad.cdm'])
  expect((await feed())?.lastError).toContain('a-bad.cdm: ENOENT')
  rmSync(join(dir, 'refused'))
  await turnOf(work, () => NOW + 59_000)
  expect(lying()).toEqual(['a-bad.cdm'])
  await turnOf(work, () => NOW + 60_000)
  expect(lying()).toEqual([])
})
