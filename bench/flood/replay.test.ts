import { readFileSync } from 'node:fs'
import { collectionPath, hasCollection } from '@apsis/astro/testing/reference-collection.ts'
import { expect, test } from 'vitest'
import { RADII, type Radius, readHistory } from './history.ts'
import { RECEIVERS } from './receivers.data.ts'
import { type Receiver, replay } from './replay.ts'

const HOUR_MS = 3_600_000
const read = (name: string) => readFileSync(collectionPath(`events/${name}`), 'utf8')
const eventsFor = (radius: Radius) =>
  readHistory(read('cdm_history_43617.csv'), read('events_43617_expected.csv'), radius)

/** Quiet hours of 8 h, and one hour more for a change to or from daylight saving time. */
const MOST_DELAY_MS = 9 * HOUR_MS

test.skipIf(!hasCollection('events')).each(RADII)(
  'of 8,336 messages with a radius of %s no first crossing is lost, and nothing is told twice in 6 h',
  (radius) => {
    const events = eventsFor(radius)
    expect([events.length, events.flat().length]).toEqual([1_688, 8_336])
    const { told, crossings } = replay(events, RECEIVERS)
    const hears = ({ channel }: Receiver, level: string) => channel !== 'webhook' || level === 'CRITICAL'
    const first = crossings.filter(
      (one) => one === crossings.find(({ event, level }) => event === one.event && level === one.level),
    )
    for (const receiver of RECEIVERS)
      for (const { event, level, atMs } of first.filter((one) => hears(receiver, one.level))) {
        const notice = told.find(
          (one) =>
            one.channel === receiver.channel && one.event === event && one.level === level && one.raisedMs === atMs,
        )
        expect(notice, `${receiver.channel}, event ${event}, ${level}`).toBeDefined()
        expect(notice!.sentMs - atMs).toBeLessThanOrEqual(level === 'CRITICAL' ? 0 : MOST_DELAY_MS)
      }
    for (const [place, one] of told.entries()) {
      const same = told.slice(0, place).filter((two) => two.channel === one.channel && two.event === one.event)
      const before = same.findLast((two) => two.level === one.level && two.code !== 'risk-lowered')
      if (before === undefined || one.code === 'risk-lowered' || one.raisedMs - before.raisedMs >= 6 * HOUR_MS) continue
      // The exceptions of F29, and an all-clear in between: a person who was notified that the risk is over is also notified when it returns.
      const isF29 = one.probability >= 5 * before.probability || Math.abs(one.tcaMs - before.tcaMs) > 60_000
      const isCleared = same.some((two) => two.code === 'risk-lowered' && two.raisedMs >= before.raisedMs)
      expect(isF29 || isCleared, `${one.channel}, event ${one.event}, ${one.level}`).toBe(true)
    }
    // Nobody is notified of a risk after its closest approach, whatever their quiet hours.
    const late = told.filter(({ code, sentMs, tcaMs }) => code !== 'risk-lowered' && sentMs >= tcaMs)
    expect(late).toEqual([])
    // A person who was alarmed is notified when the risk is over; this checks only people who were alarmed.
    for (const over of told.filter(({ code, channel }) => code === 'risk-lowered' && channel === 'webhook'))
      expect(
        told.some((one) => one.channel === 'webhook' && one.event === over.event && one.level === 'CRITICAL'),
      ).toBe(true)
  },
)

test.skipIf(!hasCollection('events'))(
  'the history alarms at the largest radius: what is tested above is not empty',
  () => {
    const { told, crossings } = replay(eventsFor('31p62m'), RECEIVERS)
    expect(crossings.length).toBeGreaterThan(0)
    expect(new Set(told.map(({ channel }) => channel)).size).toBe(RECEIVERS.length)
  },
)
