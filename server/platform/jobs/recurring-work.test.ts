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

/**
 * Makes all work due, and waits until a worker has looked for due work this number of times; any other worker of this
 * process has then looked, too.
 */
async function looks({ turns }: { readonly turns: readonly string[] }, count = 5): Promise<void> {
  for (let look = 0; look < count; look += 1) {
    const before = turns.length
    await makeDue()
    await expect.poll(() => turns.length, { interval: 20 }).toBeGreaterThan(before)
  }
}

/** Returns work that counts its runs; each run lasts until it is released. */
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

test('work runs for each organisation that asks for it, as soon as it is due, and not before', async () => {
  const { work, seen } = counted('test.plain', ['a', 'b'])
  await start(work)
  await expect.poll(() => seen.turns.toSorted()).toEqual(['a', 'b'])
  await makeDue()
  await expect.poll(() => seen.turns.toSorted()).toEqual(['a', 'a', 'b', 'b'])
})

test('work that is woken runs at once, even before its time; other work does not', async () => {
  const [woken, other] = [counted('test.woken', ['a', 'b']), counted('test.asleep', ['a'])]
  await start(woken.work, other.work)
  await expect.poll(() => [woken.seen.turns.length, other.seen.turns.length]).toEqual([2, 1])
  await db.shared((tx) => wakeRecurringWork(tx, ['test.woken']))
  await expect.poll(() => woken.seen.turns.toSorted()).toEqual(['a', 'a', 'b', 'b'])
  expect(other.seen.turns).toEqual(['a'])
})

test('of several late runs, the one that is latest relative to its period is first, and new work is before all others', async () => {
  const late = async (name: string, everyS: number, seconds: number) => {
    await db.shared((tx) => upsertRecurringWork(tx, { name, tenantId: 'a' }, everyS))
    await database.query(
      `update platform.recurring_work set taken_at = now() - make_interval(secs => $1) where name = $2`,
      [seconds, name],
    )
  }
  // The hourly work has been due for ten minutes, the alarm for eight seconds: 1.2 periods against 2.6.
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

test('a worker runs only one long work at a time, and other work continues meanwhile', async () => {
  const [long, plain] = [counted('test.long', ['a', 'b', 'c', 'd', 'e']), counted('test.beside', ['a', 'b'])]
  long.hold()
  await start({ ...long.work, isLong: true }, plain.work)
  // Plain work is taken first: a long work may begin a moment later.
  await expect.poll(() => [plain.seen.turns.toSorted().join(), long.seen.turns.length]).toEqual(['a,b', 1])
  long.seen.end()
  await expect.poll(() => long.seen.turns.toSorted()).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(long.seen.most).toBe(1)
})

test('only one of many workers gets a run; no other worker begins it, even if it is due again', async () => {
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

test('a worker whose lease has expired during a run does not begin the same run twice', async () => {
  const { work, seen, hold } = counted('test.late', ['a'])
  hold()
  const { work: other, seen: looked } = counted('test.other', ['b'])
  await start(work, other)
  await expect.poll(() => [seen.turns, looked.turns]).toEqual([['a'], ['b']])
  // This is the state after the whole process was paused: the run is due again, and nobody has it. The other work shows that the
  // worker has looked for due work.
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

test('a run of a lost worker is free when its lease has expired', async () => {
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

test('a run that was taken at a time far in the future is free, because the clock was set back; a run taken a moment ahead is not', async () => {
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
  // Another transaction, which began a moment later than the one that looks, has taken the run.
  expect(await takeWhenTaken('10 seconds')).toBeUndefined()
})

test('a run that fails is logged, and runs again when it is due', async () => {
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

test('a worker that is told to stop finishes its runs, and returns them', async () => {
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

test('work does not run if the settings no longer request it, or if an organisation removed it from the list', async () => {
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

test('work is removed from the list if there is nothing to do, and stays otherwise', async () => {
  await db.shared((tx) => upsertRecurringWork(tx, LEFT, 5))
  await db.shared((tx) => deleteRecurringWorkUnless(tx, LEFT, async () => true))
  expect(await isListed()).toBe(true)
  await db.shared((tx) => deleteRecurringWorkUnless(tx, LEFT, async () => false))
  expect(await isListed()).toBe(false)
  // For work that is not on the list, this function is not called.
  await db.shared((tx) => deleteRecurringWorkUnless(tx, LEFT, () => Promise.reject(new Error('was asked'))))
})

test('work stays on the list while another transaction adds something to do', async () => {
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

test('a transaction that adds something to do while the work is removed from the list adds the work again', async () => {
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

test('a run that waits for others gives up its place, and other work runs meanwhile', async () => {
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

test('even if two hundred runs wait, other work runs', async () => {
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

test('a run that has something to do again takes its place back, and no other work of the worker runs beside it', async () => {
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

/** Opens a socket to the database that can be cut: while it is cut, it still listens, and counts the connections that fail. */
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

test('while the database is unavailable, only one line is logged, not one for each attempt', async () => {
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
  // One line is from looking for due work, and one from renewing leases, if that was in progress.
  expect(said.length, said.join('\n')).toBeLessThanOrEqual(2)
  expect(said[0]).toContain('"reason"')
  expect(logged.join('')).not.toContain('"stack"')
  await worker.stop()
  await far.close()
  await way.close()
})
