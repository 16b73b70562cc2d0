import { DAY_MS, HOUR_MS } from '@apsis/astro/constants.ts'
import { listSensors, type Sensor } from '@apsis/contract/odt/sensor.ts'
import { expect, test } from 'vitest'
import { messageOfTrack, OWN_TRACK, ownTrackText } from '../testing/own-track.ts'
import { fuseIntoMessage } from './fuse-task.ts'

const examples: unknown = listSensors.response.element.meta()?.examples
const [example] = examples as readonly [Sensor]
const SENSOR: Sensor = {
  ...example,
  sensorType: 'RADAR_ACTIVE',
  sensorCode: 'OWNR',
  ...OWN_TRACK.radar,
  standsSince: null,
}
const tcaMs = Math.floor(Date.now() / 1_000) * 1_000
const [lastBeforeS = 0] = OWN_TRACK.echoes.at(-1) ?? []
/** The end of the track. */
const endMs = tcaMs - lastBeforeS * 1_000

type Root = {
  /** When the provider observed the object last, after the end of the track, s; null: it does not say. */
  readonly lastS: number | null
  /** And when it made the message, after the end of the track, s. */
  readonly madeS: number
}

/** What becomes of the track beside a message of a provider. */
function outcomeBeside({ lastS, madeS }: Root): string {
  const made = messageOfTrack({ tcaMs, createdMs: endMs + madeS * 1_000 })
  const at = new Date(endMs + (lastS ?? 0) * 1_000).toISOString().slice(0, 23)
  const root = Buffer.from(
    lastS === null
      ? made.replaceAll(/^TIME_LASTOB_(?:START|END).*\n/gm, '')
      : made
          .replaceAll(/^(TIME_LASTOB_START\s*=).*$/gm, `$1${new Date(endMs - DAY_MS).toISOString().slice(0, 23)}`)
          .replaceAll(/^(TIME_LASTOB_END\s*=).*$/gm, `$1${at}`),
  )
  return fuseIntoMessage({
    original: root,
    root,
    designator: String(OWN_TRACK.catalogueId),
    noradId: OWN_TRACK.catalogueId,
    tdm: ownTrackText({ tcaMs, sensorCode: SENSOR.sensorCode }),
    sensor: SENSOR,
    positionSigmaM: null,
    isSimulated: false,
    originator: 'OPERATOR',
    messageId: 'TRK-1',
    createdAt: new Date(endMs + HOUR_MS).toISOString(),
  }).outcome
}

test.each<[string, Root, string]>([
  ['it observed the object until a second after the track', { lastS: 1, madeS: 3_600 }, 'HELD_ALREADY'],
  ['it observed the object until the end of the track', { lastS: 0, madeS: 3_600 }, 'HELD_ALREADY'],
  ['it observed the object last before the end of the track', { lastS: -1, madeS: 3_600 }, 'FUSED'],
  ['it does not say, and was made after the track', { lastS: null, madeS: 1 }, 'HELD_ALREADY'],
  ['it does not say, and was made before the end of the track', { lastS: null, madeS: -1 }, 'FUSED'],
])('F18: a message holds a track already, or gets it: %s', (_when, root, outcome) => {
  expect(outcomeBeside(root)).toBe(outcome)
})
