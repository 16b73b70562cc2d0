import { connect, createServer, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../database/database.ts'
import { createLog } from '../log.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { openQueue, type Queue } from './jobs.ts'
import {
  deleteRecurringWork,
  deleteRecurringWorkUnless,
  takeTurn,
  upsertRecurringWork,
  wakeRecurringWork,
  wakeRecurringWorkOf,
} from './recurring-work.repository.ts'
import { type RecurringWork, type RunningWork, startRecurringWork } from './recurring-work.ts'

const logged: string[] = []
const log = createLog({
  level: 'info',
  process: 'test',
  version: 'test',
  destination: { write: (line) => void logged.push(line) },
})
let database: TestDatabase
let db: Database
let queue: Queue
const workers = new Set<RunningWork>()
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase({ url: database.appUrl, pool: 6, name: 'test', log })
  queue = await openQueue({ url: database.appUrl, pool: 2, log }, 'runtime')
})
afterEach(async () => {
  await Promise.all([...workers].map((worker) => worker.stop()))
  workers.clear()
  await database.query('delete from platform.recurring_work')
})
afterAll(async () => {
  await queue.stop(1_000)
  await db.close()
  await database.drop()
})

async function start(...works: RecurringWork[]): Promise<RunningWork> {
  const worker = await startRecurringWork({ works, db, queue, log, now: Date.now, pollMs: 20, leaseS: 30 })
  workers.add(worker)
  return worker
}
const makeDue = () => database.query("update platform.recurring_work set taken_at = '-infinity'")

/** Makes everything due, and waits until a worker has looked for it this often: another worker of this process has looked as well. */
async function looks({ turns }: { readonly turns: readonly string[] }, count = 5): Promise<void> {
  for (let look = 0; look < count; look += 1) {
    const before = turns.length
    await makeDue()
    await expect.poll(() => turns.length, { interval: 20 }).toBeGreaterThan(before)
  }
}

/** Returns work whose turns are counted, and last until they are released. */
function counted(name: `${string}.${string}`, tenants?: readonly string[]) {
  const seen = { turns: [] as string[], most: 0, now: 0, end: (): undefined => undefined }
  let gate: Promise<void> = Promise.resolve()
  const work: RecurringWork = {
    name,
    everyS: 3_600,
    ...(tenants === undefined ? {} : { tenants }),
    async turn(_, tenantId) {
      seen.turns.push(tenantId)
      seen.now += 1
      seen.most = Math.max(seen.most, seen.now)
      await gate
      seen.now -= 1
    },
  }
  const hold = () => {
    gate = new Promise((resolve) => {
      seen.end = () => {
        resolve()
        return undefined
      }
    })
  }
  return { work, seen, hold }
}

test('work is done for each organisation that asks for it, as soon as it is due, and not before', async () => {
  const { work, seen } = counted('test.plain', ['a', 'b'])
  await start(work)
  await expect.poll(() => seen.turns.toSorted()).toEqual(['a', 'b'])
  await makeDue()
  await expect.poll(() => seen.turns.toSorted()).toEqual(['a', 'a', 'b', 'b'])
})

test('work that is woken is done at once, even before its time; other work is left alone', async () => {
  const [woken, other] = [counted('test.woken', ['a', 'b']), counted('test.asleep', ['a'])]
  await start(woken.work, other.work)
  await expect.poll(() => [woken.seen.turns.length, other.seen.turns.length]).toEqual([2, 1])
  await db.shared((tx) => wakeRecurringWork(tx, ['test.woken']))
  await expect.poll(() => woken.seen.turns.toSorted()).toEqual(['a', 'a', 'b', 'b'])
  expect(other.seen.turns).toEqual(['a'])
})

test('of late turns the one that is latest for its period comes first, and new work before all', async () => {
  const late = async (name: string, everyS: number, seconds: number) => {
    await db.shared((tx) => upsertRecurringWork(tx, { name, tenantId: 'a' }, everyS))
    await database.query(
      `update platform.recurring_work set taken_at = now() - make_interval(secs => $1) where name = $2`,
      [seconds, name],
    )
  }
  // The hourly one has been due for ten minutes, the alarm for eight seconds: 1.2 periods against 2.6.
  await late('test.hourly', 3_600, 4_200)
  await late('test.alarm', 5, 13)
  await late('test.minutely', 60, 90)
  await db.shared((tx) => upsertRecurringWork(tx, { name: 'test.new', tenantId: 'a' }, 3_600))
  const names = ['test.hourly', 'test.alarm', 'test.minutely', 'test.new']
  const holder = '0b8f5e0c-52a4-4c6f-9d55-6d4f6c1d2e10'
  const taken: (string | undefined)[] = []
  for (const _ of names)
    taken.push((await db.shared((tx) => takeTurn(tx, { holder, names, leaseS: 30, running: [] })))?.name)
  expect(taken).toEqual(['test.new', 'test.alarm', 'test.minutely', 'test.hourly'])
})

test('a worker runs one turn of long work at a time, and other work continues beside it', async () => {
  const [long, plain] = [counted('test.long', ['a', 'b', 'c', 'd', 'e']), counted('test.beside', ['a', 'b'])]
  long.hold()
  await start({ ...long.work, isLong: true }, plain.work)
  // Plain work is taken first: a turn of long work may begin a moment later.
  await expect.poll(() => [plain.seen.turns.toSorted().join(), long.seen.turns.length]).toEqual(['a,b', 1])
  long.seen.end()
  await expect.poll(() => long.seen.turns.toSorted()).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(long.seen.most).toBe(1)
})

test('of many workers one has the turn; no other begins it, even if it is due again', async () => {
  const { work, seen, hold } = counted('test.single', ['a'])
  hold()
  await Promise.all([start(work), start(work), start(work)])
  await expect.poll(() => seen.turns).toEqual(['a'])
  await makeDue()
  const others = { holder: '00000000-0000-4000-8000-000000000000', names: ['test.single'], leaseS: 30, running: [] }
  expect(await db.shared((tx) => takeTurn(tx, others))).toBeUndefined()
  seen.end()
  await expect.poll(() => seen.turns).toEqual(['a', 'a'])
  expect(seen.most).toBe(1)
})

test('a worker whose lease has expired during a turn does not begin the same turn twice', async () => {
  const { work, seen, hold } = counted('test.late', ['a'])
  hold()
  const { work: other, seen: looked } = counted('test.other', ['b'])
  await start(work, other)
  await expect.poll(() => [seen.turns, looked.turns]).toEqual([['a'], ['b']])
  // This is the state after a pause of the whole process: the turn is due again, and nobody has it. The other work shows that a look took
  // place.
  await database.query(
    "update platform.recurring_work set busy_until = now() - interval '1 second' where name = 'test.late'",
  )
  await makeDue()
  await expect.poll(() => looked.turns).toEqual(['b', 'b'])
  await makeDue()
  await expect.poll(() => looked.turns).toEqual(['b', 'b', 'b'])
  expect(seen.turns).toEqual(['a'])
  seen.end()
  await expect.poll(() => seen.turns).toEqual(['a', 'a'])
  expect(seen.most).toBe(1)
})

test('the turn of a lost worker is free when its lease has expired', async () => {
  await db.shared((tx) => upsertRecurringWork(tx, { name: 'test.lost', tenantId: 'a' }, 1))
  const lost = { holder: '00000000-0000-4000-8000-000000000001', names: ['test.lost'], leaseS: 30, running: [] }
  expect(await db.shared((tx) => takeTurn(tx, lost))).toEqual({ name: 'test.lost', tenantId: 'a' })
  await makeDue()
  const { work, seen } = counted('test.lost')
  await start(work)
  expect(seen.turns).toEqual([])
  await database.query("update platform.recurring_work set busy_until = now() - interval '1 second'")
  await expect.poll(() => seen.turns).toEqual(['a'])
})

test('Another transaction, which began a moment after the looking one, has taken it.', async () => {
  const claim = { holder: '00000000-0000-4000-8000-000000000002', names: ['test.clock'], leaseS: 30, running: [] }
  const takeWhenTaken = async (ahead: string) => {
    await database.query('update platform.recurring_work set busy_until = null, taken_at = now() + $1::interval', [
      ahead,
    ])
    return db.shared((tx) => takeTurn(tx, claim))
  }
  const turn = { name: 'test.clock', tenantId: 'a' }
  await db.shared((tx) => upsertRecurringWork(tx, turn, 3_600))
  expect(await takeWhenTaken('2 hours')).toEqual(turn)
  expect(await takeWhenTaken('0')).toBeUndefined()
  // Taken by another transaction, which began a moment after the one that looks.
  expect(await takeWhenTaken('10 seconds')).toBeUndefined()
})

test('a turn that fails is logged, and done again when it is due', async () => {
  let turns = 0
  const work: RecurringWork = {
    name: 'test.failing',
    everyS: 3_600,
    tenants: ['a'],
    turn: () => {
      turns += 1
      return turns === 1 ? Promise.reject(new Error('the first one')) : Promise.resolve()
    },
  }
  await start(work)
  await expect.poll(() => logged.some((line) => line.includes('the first one'))).toBe(true)
  await makeDue()
  await expect.poll(() => turns).toBe(2)
})

test('a worker that is told to stop finishes the running turn, and returns it', async () => {
  const { work, seen, hold } = counted('test.ending', ['a'])
  hold()
  const worker = await start(work)
  await expect.poll(() => seen.turns).toEqual(['a'])
  const stopped = worker.stop()
  seen.end()
  await stopped
  expect(seen.now).toBe(0)
  expect(await database.query('select holder, busy_until from platform.recurring_work')).toEqual([
    { holder: null, busy_until: null },
  ])
})

test('work that the settings no longer request, and that an organisation removes from the list, is not done', async () => {
  const first = counted('test.setting', ['a', 'b'])
  await (await start(first.work)).stop()
  const { work, seen } = counted('test.setting', ['b'])
  await makeDue()
  await start(work)
  await expect.poll(() => seen.turns).toEqual(['b'])
  await db.shared((tx) => deleteRecurringWork(tx, { name: 'test.setting', tenantId: 'b' }))
  expect(await database.query('select * from platform.recurring_work')).toEqual([])
})

const LEFT = { name: 'test.left', tenantId: 'a' }
const isListed = async () =>
  (await database.query('select from platform.recurring_work where name = $1', [LEFT.name])).length === 1

test('work is removed from the list if nothing of it is left, and stays otherwise', async () => {
  await db.shared((tx) => upsertRecurringWork(tx, LEFT, 5))
  await db.shared((tx) => deleteRecurringWorkUnless(tx, LEFT, async () => true))
  expect(await isListed()).toBe(true)
  await db.shared((tx) => deleteRecurringWorkUnless(tx, LEFT, async () => false))
  expect(await isListed()).toBe(false)
  // For work that is not on the list the question is not asked.
  await db.shared((tx) => deleteRecurringWorkUnless(tx, LEFT, () => Promise.reject(new Error('was asked'))))
})

test('work stays on the list while a transaction adds more of it', async () => {
  await db.shared((tx) => upsertRecurringWork(tx, LEFT, 5))
  const brought = Promise.withResolvers<void>()
  const woken = Promise.withResolvers<void>()
  const bringing = db.shared(async (tx) => {
    await wakeRecurringWorkOf(tx, LEFT, 5)
    woken.resolve()
    await brought.promise
  })
  await woken.promise
  await db.shared((tx) => deleteRecurringWorkUnless(tx, LEFT, async () => false))
  brought.resolve()
  await bringing
  expect(await isListed()).toBe(true)
})

test('a transaction that adds more while work is removed from the list adds it again', async () => {
  await db.shared((tx) => upsertRecurringWork(tx, LEFT, 5))
  let bringing: Promise<void> = Promise.resolve()
  await db.shared((tx) =>
    deleteRecurringWorkUnless(tx, LEFT, async () => {
      bringing = db.shared((other) => wakeRecurringWorkOf(other, LEFT, 5))
      await expect
        .poll(() =>
          database.query("select from pg_stat_activity where wait_event_type = 'Lock' and application_name = 'test'"),
        )
        .toHaveLength(1)
      return false
    }),
  )
  await bringing
  expect(await isListed()).toBe(true)
})

test('a turn that waits for others gives its place back, and other work is done meanwhile', async () => {
  const [waits, other] = [counted('test.waits', ['a']), counted('test.other', ['b'])]
  waits.hold()
  const giving: RecurringWork = {
    ...waits.work,
    turn(platform, tenantId) {
      platform.setWaiting?.(true)
      return waits.work.turn(platform, tenantId)
    },
  }
  const options = { db, queue, log, now: Date.now, pollMs: 20, leaseS: 30, atOnce: 1 }
  workers.add(await startRecurringWork({ ...options, works: [giving, other.work] }))
  try {
    await expect.poll(() => waits.seen.now).toBe(1)
    const before = other.seen.turns.length
    await makeDue()
    await expect.poll(() => other.seen.turns.length).toBeGreaterThan(before)
    expect([waits.seen.turns, waits.seen.now]).toEqual([['a'], 1])
  } finally {
    waits.seen.end()
  }
})

test('even if two hundred turns wait, other work is done', async () => {
  const organisations = Array.from({ length: 200 }, (_, n) => `many-${n}`)
  const [waits, other] = [counted('test.many', organisations), counted('test.other', ['b'])]
  waits.hold()
  const giving: RecurringWork = {
    ...waits.work,
    turn(platform, tenantId) {
      platform.setWaiting?.(true)
      return waits.work.turn(platform, tenantId)
    },
  }
  const options = { db, queue, log, now: Date.now, pollMs: 20, leaseS: 30, atOnce: 1 }
  workers.add(await startRecurringWork({ ...options, works: [giving, other.work] }))
  try {
    await expect.poll(() => waits.seen.now).toBe(200)
    const before = other.seen.turns.length
    await makeDue()
    await expect.poll(() => other.seen.turns.length).toBeGreaterThan(before)
  } finally {
    waits.seen.end()
  }
})

test('A socket to the database that can be cut: it goes on listening, and counts failed connections.', async () => {
  const [waits, other] = [counted('test.waits', ['a']), counted('test.other', ['b'])]
  waits.hold()
  const taking: RecurringWork = {
    ...waits.work,
    turn(platform, tenantId) {
      platform.setWaiting?.(true)
      platform.setWaiting?.(false)
      return waits.work.turn(platform, tenantId)
    },
  }
  const options = { db, queue, log, now: Date.now, pollMs: 20, leaseS: 30, atOnce: 1 }
  workers.add(await startRecurringWork({ ...options, works: [taking, other.work] }))
  const beside = counted('test.beside', ['c'])
  workers.add(await startRecurringWork({ ...options, works: [beside.work] }))
  try {
    await expect.poll(() => waits.seen.now).toBe(1)
    await looks(beside.seen)
    const before = other.seen.turns.length
    await looks(beside.seen)
    expect(other.seen.turns).toHaveLength(before)
  } finally {
    waits.seen.end()
  }
  await expect.poll(() => other.seen.turns.length).toBeGreaterThan(0)
})

/** A way to the database that can be cut: it goes on listening, and counts who came in vain. */
async function openWay(socket: string) {
  const sockets = new Set<Socket>()
  const way = { isCut: false, inVain: 0 }
  const server = createServer((client) => {
    client.on('error', () => undefined)
    if (way.isCut) {
      way.inVain += 1
      client.destroy()
      return
    }
    const onward = connect(socket)
    for (const one of [client, onward]) sockets.add(one)
    onward.on('error', () => undefined)
    client.pipe(onward).pipe(client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return Object.assign(way, {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    cut: () => {
      way.isCut = true
      for (const one of sockets) one.destroy()
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  })
}

test('while the database is away, one line is logged, and not one each time', async () => {
  const url = new URL(database.appUrl)
  const way = await openWay(`${decodeURIComponent(url.hostname)}/.s.PGSQL.${url.port}`)
  url.host = `127.0.0.1:${way.port}`
  const far = openDatabase({ url: url.href, pool: 2, name: 'test', log })
  const { work, seen } = counted('test.away', ['alpha'])
  const worker = await startRecurringWork({ works: [work], db: far, queue, log, now: Date.now, pollMs: 20, leaseS: 30 })
  await expect.poll(() => seen.turns.length, { interval: 20 }).toBeGreaterThan(0)
  logged.length = 0
  way.cut()
  await expect.poll(() => way.inVain, { interval: 20 }).toBeGreaterThan(8)
  const said = logged.filter((line) => line.includes('recurring work could not be looked at'))
  // One line is from the look for due work, and one from the renewal of turns, if it was just running.
  expect(said.length, said.join('\n')).toBeLessThanOrEqual(2)
  expect(said[0]).toContain('"reason"')
  expect(logged.join('')).not.toContain('"stack"')
  await worker.stop()
  await far.close()
  await way.close()
})
