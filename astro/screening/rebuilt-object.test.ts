import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import cara from '../conjunction/probability/cara.reference.json' with { type: 'json' }
import { makeEphemeris } from '../ephemeris/ephemeris.ts'
import { makeTemeConverter } from '../ephemeris/to-teme.ts'
import { transformState } from '../frames/frame.ts'
import { elementsOf } from '../sgp4/elements-of-model.ts'
import { collectionPath, hasCollection } from '../testing/reference-collection.ts'
import { addSeconds, secondsBetween } from '../time/epoch.ts'
import { parseTime } from '../time/parse-time.ts'
import { dot, norm, subtract, type Vec3 } from '../vec3.ts'
import { dragTermOf } from './drag-term.ts'
import { motionAt } from './flight.ts'
import { type MessageState, rebuildObject } from './rebuilt-object.ts'
import type { ScreeningObject } from './screening-object.ts'

/** The stated accuracy of fitElements for an object. */
const FIT_M = 1e-3
/** The tolerance of the distance between two objects. */
const REBUILT_M = 2 * FIT_M
/** The same in velocity. */
const REBUILT_MPS = 2e-6
/** The message prints the miss to a metre. */
const MESSAGE_MISS_M = 0.5
/** The message prints the TCA to a millisecond. */
const MESSAGE_TCA_S = 1e-3

const three = (km: readonly number[]): Vec3 => [km[0]! * 1e3, km[1]! * 1e3, km[2]! * 1e3]

interface Message {
  readonly id: string
  readonly MissDist_m: number
  readonly objects: readonly { readonly r_km: readonly number[]; readonly v_kmps: readonly number[] }[]
}

/** The day and time of closest approach, which a CARA message's name contains before the creation time. */
function tcaOf({ id }: Message) {
  const [, date, time] = /_(\d{8})_(\d{6})_\d{8}_\d{6}$/.exec(id)!
  const day = `${date!.slice(0, 4)}-${date!.slice(4, 6)}-${date!.slice(6)}`
  return parseTime(`${day}T${time!.slice(0, 2)}:${time!.slice(2, 4)}:${time!.slice(4)}`)
}

function statesOf(message: Message): readonly [MessageState, MessageState] {
  const [one, other] = message.objects.map(({ r_km, v_kmps }, place): MessageState => {
    return { id: `${place}`, epoch: tcaOf(message), frame: 'EME2000', r: three(r_km), v: three(v_kmps) }
  })
  return [one!, other!]
}

function rebuilt(state: MessageState): ScreeningObject {
  const found = rebuildObject(state)
  if (!found.ok) throw new Error(found.reason)
  return found.object
}

test('rebuildObject() of both objects of a message has its miss distance at its time, and its closest approach there', () => {
  expect(cara.messages.length).toBe(35)
  for (const message of cara.messages) {
    const states = statesOf(message)
    const start = addSeconds(states[0].epoch, -30)
    const [one, other] = states.map((state) => motionAt(rebuilt(state), start))
    const apart = (seconds: number) => {
      const [a, b] = [one!(seconds), other!(seconds)]
      if (!a.ok || !b.ok) throw new Error('no state')
      return { d: subtract(b.r, a.r), w: subtract(b.v, a.v) }
    }
    const { d, w } = apart(30)
    expect(Math.abs(norm(d) - norm(subtract(states[1].r, states[0].r))), message.id).toBeLessThan(REBUILT_M)
    // CARA's own distance is for the closest approach, from which its states differ slightly: the distance on a straight line.
    const toTca = -dot(d, w) / dot(w, w)
    const nearest = apart(30 + toTca)
    if (norm(w) > 100) expect(Math.abs(norm(nearest.d) - message.MissDist_m), message.id).toBeLessThan(MESSAGE_MISS_M)
    if (norm(w) > 100) expect(Math.abs(dot(nearest.d, nearest.w)) / dot(w, w), message.id).toBeLessThan(MESSAGE_TCA_S)
  }
})

test('rebuildObject() gives the same object for any frame of its state', () => {
  const [state] = statesOf(cara.messages[0]!)
  const start = addSeconds(state.epoch, -600)
  const truth = motionAt(rebuilt(state), start)(600)
  for (const frame of ['GCRF', 'ITRF', 'TOD', 'TEME'] as const) {
    const inGcrf = transformState({ ...state, frame: 'EME2000' }, 'GCRF')
    const { r, v } = transformState(inGcrf, frame)
    const other = motionAt(rebuilt({ ...state, frame, r, v }), start)(600)
    expect(truth.ok && other.ok && norm(subtract(truth.r, other.r)), frame).toBeLessThan(REBUILT_M)
    expect(truth.ok && other.ok && norm(subtract(truth.v, other.v)), frame).toBeLessThan(REBUILT_MPS)
  }
})

test('rebuildObject() uses the best known drag, and keeps its state', () => {
  const [state] = statesOf(cara.messages[0]!)
  const dragOf = (changes: Partial<MessageState>) => {
    const { flight } = rebuilt({ ...state, ...changes })
    return flight.kind === 'elements' ? elementsOf(flight.model).bstar : Number.NaN
  }
  expect(dragOf({})).toBe(0)
  expect(dragOf({ cdAreaOverMass: 0.02, bstar: 1e-4 })).toBe(1e-4)
  const heightKm = norm(state.r) / 1e3 - 6378.135
  // The mean perigee of a circular orbit is within 20 km of its height, over which the density changes by a third.
  expect(dragOf({ cdAreaOverMass: 0.02 }) / dragTermOf(0.02, heightKm)).toBeGreaterThan(0.7)
  expect(dragOf({ cdAreaOverMass: 0.02 }) / dragTermOf(0.02, heightKm)).toBeLessThan(1.4)
  const [still, sinking] = [{}, { cdAreaOverMass: 0.5 }].map((changes) => {
    return motionAt(rebuilt({ ...state, ...changes, set: 3 }), state.epoch)(0)
  })
  expect(still!.ok && sinking!.ok && norm(subtract(still!.r, sinking!.r))).toBe(0)
  expect(rebuilt({ ...state, set: 3 })).toMatchObject({ id: '0', set: 3 })
})

test('rebuildObject() reports why a state gives no object', () => {
  const [state] = statesOf(cara.messages[0]!)
  expect(rebuildObject({ ...state, v: [0, 12_000, 0] })).toEqual({ ok: false, reason: 'not-elliptic' })
  expect(rebuildObject({ ...state, v: [0, 5000, 0] })).toEqual({ ok: false, reason: 'perigee-below-ground' })
})

const STATION = 'ephemeris/ISS.OEM_J2K_EPH_2025-057.xml'

/** Reads the states of NASA's ephemeris of the ISS, in EME2000. */
function statesOfStation() {
  const blocks = readFileSync(collectionPath(STATION), 'utf8').split('<stateVector>').slice(1)
  return blocks.map((block) => {
    const value = (name: string) => new RegExp(`<${name}[^>]*>([^<]+)<`).exec(block)![1]!
    const metres = (name: string) => Number(value(name)) * 1e3
    return {
      epoch: parseTime(value('EPOCH').replace('Z', '')),
      r: [metres('X'), metres('Y'), metres('Z')] as Vec3,
      v: [metres('X_DOT'), metres('Y_DOT'), metres('Z_DOT')] as Vec3,
    }
  })
}

test.runIf(hasCollection(STATION))(
  'rebuildObject() follows the ISS from single states with its stated accuracy',
  () => {
    const states = statesOfStation()
    expect(states.length).toBe(5413)
    const start = states[0]!.epoch
    const ephemeris = makeTemeConverter()(makeEphemeris([{ frame: 'EME2000', states }]))
    const truth = motionAt({ id: 'ISS', flight: { kind: 'ephemeris', ephemeris } }, start)
    const errorsAfter = (hours: number) =>
      Array.from({ length: 40 }, (_, k) => states[400 + 40 * k]!).flatMap((state) => {
        const at = secondsBetween(start, state.epoch)
        const found = rebuilt({ id: 'ISS', frame: 'EME2000', ...state, bstar: 2e-4 })
        const flown = motionAt(found, start)
        return [-3600, 3600].map((second) => {
          const [a, b] = [truth(at + hours * second), flown(at + hours * second)]
          return a.ok && b.ok ? norm(subtract(a.r, b.r)) : Number.POSITIVE_INFINITY
        })
      })
    const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!
    expect(median(errorsAfter(0))).toBeLessThan(FIT_M)
    expect(median(errorsAfter(1))).toBeLessThan(600)
    expect(median(errorsAfter(6))).toBeLessThan(2500)
    expect(median(errorsAfter(24))).toBeLessThan(15_000)
  },
)
