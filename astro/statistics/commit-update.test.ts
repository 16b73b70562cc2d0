import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { collectionPath, hasCollection } from '../testing/reference-collection.ts'
import { secondsBetween } from '../time/epoch.ts'
import { parseTime } from '../time/parse-time.ts'
import { commitUpdate } from './commit-update.ts'

test('commitUpdate() returns the newest message between consider and commit', () => {
  const updates = [5, 3.5, 2, 1, 0.9].map((daysBefore) => ({ daysBefore, probability: daysBefore / 1e6 }))
  expect(commitUpdate(updates)).toBe(updates[3])
  expect(commitUpdate(updates, { commitDays: 1.5, considerDays: 3 })).toBe(updates[2])
  expect(commitUpdate([updates[0]!, updates[4]!])).toBeNull()
  expect(commitUpdate([])).toBeNull()
})

type Row = Readonly<Record<string, string | undefined>>
const rowsOf = (name: string): Row[] => {
  const [head = '', ...lines] = readFileSync(collectionPath(`events/${name}`), 'utf8')
    .trim()
    .split('\n')
  const names = head.split(',')
  return lines.map((line) => Object.fromEntries(line.split(',').map((value, i) => [names[i], value])))
}

// CARA's own selection for the 1,688 published events of satellite 43617: between 0.5 and 3 days before TCA.
test.skipIf(!hasCollection('events'))(
  'F27: commitUpdate() decides the published events with the published messages',
  () => {
    const history = rowsOf('cdm_history_43617.csv')
    const times = { commitDays: 0.5, considerDays: 3 }
    let usable = 0
    for (const event of rowsOf('events_43617_expected.csv')) {
      const updates = event.rows!.split(' ').map((row) => {
        const update = history[Number(row)]!
        const seconds = secondsBetween(parseTime(update.creation_utc!), parseTime(update.tca_utc!))
        return { daysBefore: seconds / 86_400, probability: Number(update.pc_hbr_4p5m) }
      })
      const chosen = commitUpdate(updates, times)
      expect(chosen === null).toBe(event.usable_last_update === '0')
      if (chosen === null) continue
      usable += 1
      const wanted = Number(event.pc_last_usable)
      expect(chosen.probability).toBe(wanted)
    }
    expect(usable).toBe(723)
  },
)
