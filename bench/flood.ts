// Messages in and out: `npm run bench:flood` replays the history of one satellite's messages through what decides which notices go
// to whom. The reference data lie beside the checkout, or where APSIS_REFERENCE says.

import { readFileSync } from 'node:fs'
import { collectionPath } from '@apsis/astro/testing/reference-collection.ts'
import { RADII, readHistory } from './flood/history.ts'
import { RECEIVERS } from './flood/receivers.data.ts'
import { replay } from './flood/replay.ts'

const read = (name: string) => readFileSync(collectionPath(`events/${name}`), 'utf8')
const [history, events] = [read('cdm_history_43617.csv'), read('events_43617_expected.csv')]
const CHANNELS = RECEIVERS.map(({ channel }) => channel)
console.log(
  ['radius', 'messages', 'events', 'crossings', 'raised', ...CHANNELS].map((name) => name.padStart(10)).join(''),
)
for (const radius of RADII) {
  const given = readHistory(history, events, radius)
  const { raised, told, crossings } = replay(given, RECEIVERS)
  const out = CHANNELS.map((channel) => told.filter((one) => one.channel === channel).length)
  const cells = [radius, given.flat().length, given.length, crossings.length, raised, ...out]
  console.log(cells.map((cell) => String(cell).padStart(10)).join(''))
}
