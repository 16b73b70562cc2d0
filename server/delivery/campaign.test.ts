/**
 * Tests receivers that fail in fourteen ways, while the worker, the API and the database are killed. Every notice whose cause the
 * API acknowledged must be delivered or given up; none may be lost; ids must not change; and the notices about one subject must
 * stay in order. `npm test` runs a part of it; `npm run tool -- campaigns deliveries` sends 10,000 notices for each way, in parts.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cdmText } from '../ca/testing/cdm-text.ts'
import { buildWebIfNeeded } from '../platform/http/web-build.ts'
import { PROJECT_DIR } from '../platform/process/version.ts'
import { NOTICES_OF_A_SUBJECT, openCast } from './testing/campaign/causes.ts'
import { judge, readLeft, wakeSenders } from './testing/campaign/judge.ts'
import { PARTS, type Part, type Stage, startStage } from './testing/campaign/stage.ts'
import { type Receivers, startReceivers, WAYS } from './testing/campaign/ways.ts'

/** The number of notices for each way to fail. */
const EVENTS = Number(process.env.APSIS_DELIVERY_EVENTS ?? 24)
const SEED = Number(process.env.APSIS_PROPERTY_SEED ?? 1)
const IS_SLICE = EVENTS < 100
/** A server that never answers delays its receiver by 10 s: many organisations wait for that in parallel. */
const ORGANISATIONS = IS_SLICE ? 2 : 20
const SUBJECTS = Math.ceil(EVENTS / NOTICES_OF_A_SUBJECT)
const KILL_PAUSES_MS = IS_SLICE ? [500, 1_500] : [8_000, 30_000]
const LOOK_MS = 100
/** If no try was made for this long, all remaining deliveries wait for a later time. */
const STILL_MS = IS_SLICE ? 400 : 1_500
/** If tries are due within this time after the next one, the clock is advanced to the last of them. */
const TOGETHER_MS = 2 * 3_600_000
/** Much longer than a campaign needs: on a slow, busy machine only the person who started the campaign ends it. */
const LIMIT_MS = IS_SLICE ? 600_000 : 12 * 3_600_000
/** The interval at which a campaign reports its progress. */
const SAY_MS = 60_000

let stage: Stage
let receivers: Receivers
beforeAll(async () => {
  if (!existsSync(join(PROJECT_DIR, 'web', 'dist', 'index.html'))) await buildWebIfNeeded(PROJECT_DIR, () => undefined)
  stage = await startStage()
  receivers = await startReceivers(SEED, stage)
})
afterAll(async () => {
  await stage?.stop()
  await receivers?.close()
})

/** Returns numbers between 0 and 1, in the same sequence for each seed (mulberry32, Tommy Ettinger 2017). */
function chances(): () => number {
  let state = SEED
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Kills one part after the other, repeatedly, until it is told to stop; each part is killed at least once. */
async function killUntil(isOver: () => boolean, kills: Record<Part, number>): Promise<void> {
  const chance = chances()
  const [least = 0, most = 0] = KILL_PAUSES_MS
  for (let turn = 0; turn < PARTS.length || !isOver(); turn++) {
    await pause(least + chance() * (most - least))
    const part = PARTS[turn % PARTS.length] ?? 'worker'
    await stage.kill(part)
    kills[part] += 1
    if (IS_SLICE && turn + 1 === PARTS.length) return
  }
}

/** Advances the clock until no delivery waits any more. */
async function drain(isRaised: () => boolean, resume: () => Promise<void>): Promise<void> {
  let [tries, sinceMs, saidMs] = [-1, performance.now(), performance.now()]
  for (;;) {
    await pause(LOOK_MS)
    const nowMs = Date.now() + stage.aheadMs()
    const left = await readLeft(stage, nowMs)
    if (!IS_SLICE && performance.now() - saidMs > SAY_MS) {
      saidMs = performance.now()
      process.stdout.write(`${isRaised() ? 'All raised' : 'Raising'}: ${left.tries} tries, ${left.waiting} wait.\n`)
    }
    if (left.waiting === 0 && isRaised()) return
    if (left.tries !== tries) [tries, sinceMs] = [left.tries, performance.now()]
    if (performance.now() - sinceMs < STILL_MS || !isRaised()) continue
    sinceMs = performance.now()
    await resume()
    if (left.dueAt !== null) stage.moveClock(Math.max(nowMs, left.dueAt.getTime()) + TOGETHER_MS)
    await wakeSenders(stage)
  }
}

test(
  `${EVENTS} notices to receivers that fail in ${WAYS.length} ways, with kills: each is delivered or given up, in order, under its id`,
  async () => {
    const cast = await openCast({ stage, receivers, organisations: ORGANISATIONS, subjects: SUBJECTS, write: cdmText })
    const kills = { worker: 0, API: 0, database: 0 }
    let [isRaised, isOver] = [false, false]
    const raising = cast.raise().then(() => {
      isRaised = true
    })
    const draining = drain(() => isRaised, cast.resume).finally(() => {
      isOver = true
    })
    await Promise.all([raising, draining, killUntil(() => isOver, kills)])
    // The deliveries that the last kill left are sent, too.
    await drain(() => true, cast.resume)
    const { faults, ...figures } = await judge(stage, { receivers, subjects: cast.subjects })
    process.stdout.write(
      `${figures.deliveries} deliveries of ${SUBJECTS * NOTICES_OF_A_SUBJECT} notices in ${WAYS.length} ways to fail, ` +
        `${figures.tries} tries: ${figures.delivered} delivered, ${figures.dead} given up, ${figures.overtaken} overtaken, ` +
        `${figures.repeated} numbered copies; killed: ${PARTS.map((part) => `${part} ${kills[part]}×`).join(', ')}; ` +
        `failed: ${WAYS.map((way) => `${way} ${receivers.failed.get(way)}×`).join(', ')}; ` +
        `the least of a way that arrived: ${(figures.leastShare * 100).toFixed(0)} %; ` +
        `${stage.unanswered()} requests without an answer in a minute; ${faults.length} faults, seed ${SEED}\n`,
    )
    expect(faults.slice(0, 20)).toEqual([])
    expect(Math.min(...Object.values(kills))).toBeGreaterThan(0)
    expect(figures.deliveries).toBeGreaterThanOrEqual(SUBJECTS * NOTICES_OF_A_SUBJECT * WAYS.length)
    expect(WAYS.filter((way) => (receivers.failed.get(way) ?? 0) === 0)).toEqual([])
    expect(figures.dead).toBeGreaterThan(0)
    expect(figures.repeated).toBeGreaterThan(0)
  },
  LIMIT_MS,
)
