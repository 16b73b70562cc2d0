import { DAY_MS, HOUR_MS } from '@apsis/astro/constants.ts'
import { seededRandom, standardNormal } from '@apsis/astro/random.ts'
import { listSensors, type Sensor } from '@apsis/contract/odt/sensor/sensor.ts'
import { expect, test } from 'vitest'
import { drawnTruth, objectsOfMessage } from '../object/event-orbit.ts'
import { positionsText } from '../testing/own-positions.ts'
import { messageOfTrack, OWN_TRACK, ownTrackText, PRIMARY } from '../testing/own-track.ts'
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
/** The time of the end of the track. */
const endMs = tcaMs - lastBeforeS * 1_000

type Root = {
  /** The provider's last observation of the object, after the end of the track, s; null: it is not stated. */
  readonly lastS: number | null
  /** The creation of the provider's message, after the end of the track, s. */
  readonly madeS: number
  /** The first track after a possible manoeuvre, after the end of this track, s. */
  readonly burntS?: number
}

/** Returns the result of the track with a message of a provider. */
function outcomeBeside({ lastS, madeS, burntS }: Root): string {
  const burntBy = burntS === undefined ? null : new Date(endMs + burntS * 1_000).toISOString()
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
    burntBy,
    held: [],
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

test.each([
  ['behind it, and the message is of before it', { lastS: -7_200, madeS: 3_600, burntS: -60 }, 'POSSIBLE_MANOEUVRE'],
  ['before it', { lastS: -7_200, madeS: 3_600, burntS: 60 }, 'FUSED'],
  ['behind it, and so is the message', { lastS: -60, madeS: 3_600, burntS: -3_600 }, 'FUSED'],
])('F23: no fit runs through a possible manoeuvre: the track is %s', (_when, root, outcome) => {
  expect(outcomeBeside(root)).toBe(outcome)
})

const SIGMA_M = 5
/** The positions are from 3¾ hours to one hour before closest approach; the time of the cut, s. */
const [FROM_S, TO_S, CUT_S] = [3.75 * 3_600, 3_600, 2 * 3_600]

/** Makes an object with own positions, their orbit, and the message that includes them. */
function openPositions() {
  const made = messageOfTrack({ tcaMs, createdMs: tcaMs - 9 * HOUR_MS })
  const objectOf = (text: string) =>
    objectsOfMessage(Buffer.from(text)).find(({ designator }) => designator === String(PRIMARY))
  const object = objectOf(made)
  const truth = object && drawnTruth(object)
  if (truth === undefined) throw new Error('the message lacks the satellite')
  const normal = standardNormal(seededRandom(5))
  const noise = () => SIGMA_M * normal()
  const all = positionsText(truth, { tcaMs, fromS: FROM_S, toS: TO_S, sigmaM: SIGMA_M, noise })
  const time = (beforeS: number) => new Date(tcaMs - beforeS * 1_000).toISOString().slice(0, 23)
  /** Writes the same series with only the positions whose times are wanted. */
  const part = (isWanted: (at: string) => boolean) => {
    const rows = all.split('\n').filter((row) => !/^\d{4}-/.test(row) || isWanted(row.slice(0, 23)))
    return rows.join('\n')
  }
  const fuse = (tdm: string, { root = made, held = [] as readonly string[] } = {}) => {
    const answer = fuseIntoMessage({
      original: Buffer.from(made),
      root: Buffer.from(root),
      designator: String(PRIMARY),
      noradId: PRIMARY,
      tdm,
      sensor: null,
      positionSigmaM: null,
      isSimulated: false,
      originator: 'OPERATOR',
      messageId: 'TRK-2',
      burntBy: null,
      held: held.map((text) => ({ tdm: text, sensor: null, positionSigmaM: null })),
      createdAt: new Date(tcaMs).toISOString(),
    })
    return answer.outcome === 'FUSED' ? objectOf(answer.text)?.tracked : answer.outcome
  }
  return { made, all, time, part, fuse }
}

test('F18: of a series that began before the last observation of the message, only the later part counts', () => {
  const { made, all, time, part, fuse } = openPositions()
  const root = made.replaceAll(/^(TIME_LASTOB_END\s*=).*$/gm, `$1${time(CUT_S)}`)
  const later = fuse(part((at) => at > time(CUT_S)))
  expect(fuse(all, { root })).toEqual(later)
  expect(fuse(all)).not.toEqual(later)
  expect(
    fuse(
      part((at) => at <= time(CUT_S)),
      { root },
    ),
  ).toBe('HELD_ALREADY')
})

test('F18: of a series that shares time with one in the message, only the rest counts', () => {
  const { all, time, part, fuse } = openPositions()
  const held = [part((at) => at <= time(CUT_S))]
  expect(fuse(all, { held })).toEqual(fuse(part((at) => at > time(CUT_S))))
  expect(
    fuse(
      part((at) => at < time(CUT_S)),
      { held },
    ),
  ).toBe('HELD_ALREADY')
})

test('F18: an echo that is also in another file of the sensor does not count twice', () => {
  const made = Buffer.from(messageOfTrack({ tcaMs, createdMs: tcaMs - 9 * HOUR_MS }))
  const half = OWN_TRACK.echoes.length / 2
  const text = (from?: number, to?: number) =>
    ownTrackText({ tcaMs, sensorCode: SENSOR.sensorCode, ...(from && { from }), ...(to && { to }) })
  const fuse = (tdm: string, held: readonly string[]) => {
    const answer = fuseIntoMessage({
      original: made,
      root: made,
      designator: String(OWN_TRACK.catalogueId),
      noradId: OWN_TRACK.catalogueId,
      tdm,
      sensor: SENSOR,
      positionSigmaM: null,
      isSimulated: false,
      originator: 'OPERATOR',
      messageId: 'TRK-3',
      burntBy: null,
      held: held.map((one) => ({ tdm: one, sensor: SENSOR, positionSigmaM: null })),
      createdAt: new Date(tcaMs).toISOString(),
    })
    return answer.outcome === 'FUSED' ? answer.used : answer.outcome
  }
  const [whole, first] = [fuse(text(), []), fuse(text(undefined, half), [])]
  expect(fuse(text(), [text(half)])).toBe(first)
  expect(Number(whole)).toBeGreaterThan(Number(first))
  expect(fuse(text(half), [text()])).toBe('HELD_ALREADY')
})
