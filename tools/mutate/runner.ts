// Runs in its own process inside a copy of the checkout. It keeps one vitest running, so that its modules and the database of the server tests are
// ready for the next change. The parent sends the change and the test to run, and gets the failures.
import { join } from 'node:path'
import process from 'node:process'
import { inspect } from 'node:util'
import { createVitest, type TestModule, type Vitest } from 'vitest/node'

export type Order = {
  /** Files of the copy that changed since the last order. */
  readonly changed: readonly string[]
  /** The test file to run. */
  readonly test: string
  /** The number of the change that is active in the pages, if they were built with every change (switched.ts). */
  readonly change?: number
}

export type Outcome = {
  /** The message of the first test that fails, or null if all pass. */
  readonly failure: string | null
  readonly failedTest?: string
  /** True if the tests did not end in time; this process cannot be used any more. */
  readonly isStuck?: boolean
}

const ROOT = process.cwd()
/** The limit of one test file, in this process and its threads: several times the time of the longest file. */
const PROCESSOR_LIMIT_MS = 40_000
/** Server tests run in other processes and wait more than they work, so their limit is a time by the clock. */
const LIMIT_MS = 240_000
const CLOSING_LIMIT_MS = 10_000

async function open(): Promise<Vitest> {
  const vitest = await createVitest({
    root: ROOT,
    watch: false,
    bail: 1,
    maxWorkers: 1,
    reporters: [{}],
    project: ['unit', 'web*', 'server', 'page'],
  })
  await vitest.standalone()
  return vitest
}

async function carryOut(vitest: Vitest, { changed, test, change }: Order): Promise<Outcome> {
  if (change === undefined) delete process.env.APSIS_TEST_CHANGE
  else process.env.APSIS_TEST_CHANGE = String(change)
  for (const file of changed) vitest.invalidateFile(join(ROOT, file))
  return withinLimit(test, failureIn(vitest, test))
}

/** A change can make an endless loop, which only another process or thread can stop: closing vitest does. */
async function withinLimit(test: string, failing: Promise<string | null>): Promise<Outcome> {
  const started = { wall: performance.now(), processor: process.cpuUsage() }
  const { promise: limit, resolve } = Promise.withResolvers<Outcome>()
  const timer = setInterval(() => {
    const { user } = process.cpuUsage(started.processor)
    const isOver = user / 1000 > PROCESSOR_LIMIT_MS || performance.now() - started.wall > LIMIT_MS
    if (isOver) resolve({ failure: `${test}: no end in sight`, failedTest: test, isStuck: true })
  }, 500)
  const outcome = failing.then((failure) => (failure === null ? { failure } : { failure, failedTest: test }))
  return Promise.race([outcome, limit]).finally(() => clearInterval(timer))
}

async function failureIn(vitest: Vitest, test: string): Promise<string | null> {
  const moduleId = join(ROOT, test)
  const ran = await vitest.runTestSpecifications(vitest.getModuleSpecifications(moduleId))
  const [unhandled] = ran.unhandledErrors
  // The value need not be an error, and may have no text.
  if (unhandled !== undefined) return inspect(unhandled)
  // The list also has the modules of earlier orders.
  const module = ran.testModules.find((each) => each.moduleId === moduleId)
  if (module === undefined) return 'no such test file'
  return module.ok() ? null : firstFailure(module)
}

function firstFailure(module: TestModule): string {
  const [failed] = [...module.children.allTests('failed')]
  const errors = [...module.errors(), ...(failed?.result()?.errors ?? [])]
  return `${failed?.fullName ?? module.relativeModuleId}: ${errors.map(({ message }) => message).join('\n')}`
}

const vitest = await open()
process.on('message', async (order: Order) => {
  const outcome = await carryOut(vitest, order)
  // The parent may have ended meanwhile. An error here would end this process before it stops the database of the tests.
  if (process.connected) process.send?.(outcome)
})
// The parent has finished with this process, or has ended: the resources of the tests, above all the database, are removed.
process.once('disconnect', () => {
  // A thread in an endless loop is not waited for: it ends with the process.
  setTimeout(() => process.exit(), CLOSING_LIMIT_MS).unref()
  void vitest.close().finally(() => process.exit())
})
process.send?.('open')
