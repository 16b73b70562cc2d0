import { QueryObserver } from '@tanstack/react-query'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSite, type Site } from '../session/testing/site.ts'
import { type Browser, openBrowser } from '../ui/testing/browser.ts'
import { holdWaits, type Waits } from '../ui/testing/waits.ts'
import { getOutage } from './outage.ts'
import { problemOfAnswer } from './problem.ts'
import { queryClient } from './queries.ts'
import { lookDelayMs, recoverByItself } from './recover.ts'

test('lookDelayMs doubles from two seconds to fifteen, and varies between pages', () => {
  expect([0, 1, 2, 3, 100].map((looks) => lookDelayMs(looks, 0))).toEqual([2_000, 4_000, 8_000, 15_000, 15_000])
  expect(lookDelayMs(1, 1)).toBeCloseTo(3_200)
})

const SETTINGS = ['of-the-screen']
/** The random part is half of a fifth: 0.9 of 2 s, of 4 s, of 8 s. */
const [FIRST_MS, SECOND_MS, THIRD_MS] = [1_800, 3_600, 7_200]

let site: Site
let browser: Browser
let waits: Waits
let reads = 0
/** True if the query of the screen can be read; the test sets it. */
let canRead = true
const { random } = Math

beforeAll(async () => {
  site = await openSite()
  browser = openBrowser(site.origin)
  Math.random = () => 0.5
  waits = holdWaits(FIRST_MS)
  recoverByItself()
  const observer = new QueryObserver(queryClient, {
    queryKey: SETTINGS,
    queryFn: () => {
      reads += 1
      if (!canRead) throw problemOfAnswer({ status: 503, statusText: '' }, undefined)
      return reads
    },
  })
  observer.subscribe(() => undefined)
})
afterAll(async () => {
  queryClient.clear()
  waits.release()
  Math.random = random
  await site.close()
})
/** Returns the waits of the recovery, without the waits of Node's own connections and of the cache. */
const looks = () => waits.pending().filter((ms) => [FIRST_MS, SECOND_MS, THIRD_MS].includes(ms))

test('a server that is away is tried again, each time after twice as long, and the screen is read when it is back', async () => {
  await expect.poll(() => reads).toBe(1)
  site.does.siteStatus = 0
  browser.tell('offline')
  await expect.poll(() => getOutage()?.kind).toBe('unreachable')
  expect(looks()).toEqual([FIRST_MS])
  waits.end(FIRST_MS)
  await expect.poll(looks).toEqual([SECOND_MS])
  expect(reads).toBe(1)
  site.does.siteStatus = 200
  waits.end(SECOND_MS)
  await expect.poll(() => getOutage()).toBeUndefined()
  await expect.poll(() => reads).toBe(2)
  expect(looks()).toEqual([])
})

test('after a cable is plugged in again the page does not wait, and the first try of the next outage is as early as usual', async () => {
  site.does.siteStatus = 0
  browser.tell('offline')
  await expect.poll(looks).toEqual([FIRST_MS])
  site.does.siteStatus = 200
  browser.tell('online')
  await expect.poll(() => getOutage()).toBeUndefined()
  await expect.poll(() => reads).toBe(3)
  expect(looks()).toEqual([])
})

test('a failed query of a server that answers is repeated until it succeeds, and no other query is', async () => {
  canRead = false
  await queryClient.refetchQueries({ queryKey: SETTINGS })
  expect([getOutage()?.kind, reads, looks()]).toEqual(['unavailable', 4, [FIRST_MS]])
  waits.end(FIRST_MS)
  await expect.poll(looks).toEqual([SECOND_MS])
  canRead = true
  waits.end(SECOND_MS)
  await expect.poll(() => getOutage()).toBeUndefined()
  expect([reads, looks()]).toEqual([6, []])
})

test('after a sleep all data on the screen is read again', async () => {
  browser.tellDocument('resume')
  await expect.poll(() => reads).toBe(7)
})
