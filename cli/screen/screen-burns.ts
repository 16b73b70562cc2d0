import { makeEphemeris } from '@apsis/astro/ephemeris/ephemeris.ts'
import { transformState } from '@apsis/astro/frames/frame.ts'
import { holdingOf } from '@apsis/astro/manoeuvre/held-burn.ts'
import {
  epochOf,
  flyOwnPath,
  type GivenBurn,
  inRtn,
  type PathPart,
  type ToTurn,
} from '@apsis/astro/manoeuvre/own-path.ts'
import {
  heldBy,
  type ReferenceOrbit,
  referenceOfEphemeris,
  referenceOfModel,
} from '@apsis/astro/manoeuvre/reference-orbit.ts'
import { addSeconds, compareEpochs, type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { norm, type Vec3 } from '@apsis/astro/vec3.ts'
import { describeFault } from '@apsis/ccsds/fault.ts'
import { detect } from '@apsis/ccsds/message/detect.ts'
import { plannedBurnsOf } from '@apsis/ccsds/message/planned-burns.ts'
import { readOcm } from '@apsis/ccsds/ocm/ocm.ts'
import { readOpm } from '@apsis/ccsds/opm/opm.ts'
import { openSource, readWhole } from '../input/source.ts'
import { InputError, type Terminal, UsageError } from '../terminal/command.ts'
import { requireInstant, requireNumber } from '../terminal/options.ts'
import type { NamedFlight } from './screen-elements.ts'

/** A burn from the command line or a message, and its name in error messages. */
export interface NamedBurn {
  readonly name: string
  readonly epoch: Epoch
  readonly burn: GivenBurn
}

/** Reads TIME,X,Y,Z[,AXES[,SECONDS]] of --burn. */
export function parseBurn(text: string): NamedBurn {
  const [time, x, y, z, axes = 'RTN', seconds = '0', ...more] = text.split(',').map((part) => part.trim())
  if (x === undefined || y === undefined || z === undefined || more.length > 0)
    throw new UsageError(`--burn is TIME,X,Y,Z or TIME,X,Y,Z,AXES,SECONDS, not ${JSON.stringify(text)}`)
  const vector = [x, y, z].map((part) => requireNumber(part, '--burn')) as [number, number, number]
  const durationS = requireNumber(seconds, '--burn')
  if (durationS < 0) throw new UsageError(`--burn lasts 0 s or longer, not ${seconds}`)
  return named(`--burn ${text}`, { epoch: requireInstant(time, '--burn'), durationS, frame: axes, vector })
}

interface BurnText {
  readonly epoch: Epoch
  readonly durationS: number
  readonly frame: string
  readonly vector: [number, number, number]
}

function named(name: string, { epoch, durationS, frame, vector }: BurnText): NamedBurn {
  if (norm(vector) === 0) throw new UsageError(`${name}: its Δv is 0`)
  const word = frame.toUpperCase()
  // At the time of an impulse, rotating and fixed axes are the same.
  if (durationS > 0 && word.endsWith('_ROTATING'))
    throw new UsageError(
      `${name}: under a burn of some length axes stay where they are at ignition: give RTN, TNW or VNB`,
    )
  return {
    name,
    epoch,
    burn: { ignition: formatTime(epoch, { digits: 6 }), durationS, frame: WORDS[word] ?? word, vector },
  }
}

/** Other words that messages use for the axes of a burn. */
const WORDS: Readonly<Record<string, string>> = {
  J2000: 'EME2000',
  RTN_INERTIAL: 'RSW_INERTIAL',
  RIC_INERTIAL: 'RSW_INERTIAL',
  QSW_INERTIAL: 'RSW_INERTIAL',
}

/** Returns the burns of an OPM or OCM. */
export async function readBurns(terminal: Terminal, file: string): Promise<NamedBurn[]> {
  const text = (await readWhole(await openSource(terminal, file))).join('')
  const { kind } = detect(text)
  if (kind !== 'OPM' && kind !== 'OCM') throw new InputError(`${file}: burns are read from an OPM or an OCM`)
  const reading = kind === 'OPM' ? readOpm(text, { strict: false }) : readOcm(text, { strict: false })
  if (!reading.ok) throw new InputError(`${file}: ${reading.errors.map(describeFault)[0]}`)
  const burns = plannedBurnsOf(reading.message)
  if (burns.length === 0) throw new InputError(`${file}: the ${kind} has no burn that is planned`)
  return burns.map((burn, place) => {
    const name = `${file}, burn ${place + 1}`
    if (typeof burn === 'string') throw new InputError(`${name}: ${burn}`)
    if (burn.deltaV === null) throw new InputError(`${name} has thrust or acceleration, and no Δv: give it with --burn`)
    const { ignition: epoch, durationS, deltaV } = burn
    const [x = 0, y = 0, z = 0] = deltaV.vector
    return named(name, { epoch, durationS, frame: deltaV.frame, vector: [x, y, z] })
  })
}

export interface Span {
  readonly start: Epoch
  readonly durationS: number
}

/** Returns an object with burns: its own orbit before them, and the displaced orbit after them. */
export function withBurns(object: NamedFlight, given: readonly NamedBurn[], { start, durationS }: Span): NamedFlight {
  const { flight } = object
  const reference = flight.kind === 'elements' ? referenceOfModel(flight.model) : referenceOfEphemeris(flight.ephemeris)
  const burns = given.toSorted((a, b) => compareEpochs(a.epoch, b.epoch))
  requireApart(burns)
  requireUnheld(reference, burns)
  try {
    const wanted = burns.map(({ burn, name }) => ({ burn, name, isAlong: false, isOnPath: true }))
    const { burns: turned, unknown } = inRtn(reference, wanted)
    for (const [{ name }, why] of unknown) throw new InputError(`${name}: ${why}`)
    requireUnhidden(reference, turned)
    const until = addSeconds(start, durationS)
    const path = { burns: turned.map(({ burn }) => burn), error: null, case: 'nominal', from: start, until } as const
    const { parts } = flyOwnPath(reference, path)
    return { ...object, flight: { kind: 'ephemeris', ephemeris: makeEphemeris(parts.map(segmentOf)) } }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new InputError(`${object.id}: the burns cannot be flown: ${error.message}`)
  }
}

/** Returns for example `90001 flies 5 burns, 0.1913 m/s in all, and the results are with them`. */
export function sayBurns({ id }: NamedFlight, burns: readonly NamedBurn[]): string {
  const totalMps = burns.reduce((sum, { burn }) => sum + norm(burn.vector as Vec3), 0)
  const count = burns.length === 1 ? 'a burn' : `${burns.length} burns`
  return `${id} flies ${count}, ${totalMps.toFixed(4)} m/s in all: what follows is with ${burns.length === 1 ? 'it' : 'them'}`
}

function requireApart(burns: readonly NamedBurn[]): void {
  for (const [place, { name, epoch }] of burns.entries()) {
    const before = burns[place - 1]
    if (before === undefined) continue
    const gapS = secondsBetween(before.epoch, epoch)
    if (gapS === 0 || gapS < before.burn.durationS)
      throw new InputError(`${name} begins before ${before.name} has ended`)
  }
}

/** Refuses an ephemeris that may already contain the burns, because they would be applied twice. */
function requireUnheld(reference: ReferenceOrbit, burns: readonly NamedBurn[]): void {
  for (const { name, epoch, burn } of burns) {
    const held = heldBy(reference, { at: epoch, durationS: burn.durationS })
    if (held !== undefined)
      throw new InputError(
        `${name}: the ephemeris has a step of its velocity at ${formatTime(held, { digits: 3, zulu: true })} and holds this burn already`,
      )
  }
}

/** Refuses an ephemeris in which thrust is spread over the states. */
function requireUnhidden(reference: ReferenceOrbit, turned: ReturnType<typeof inRtn<NamedToTurn>>['burns']): void {
  for (const { of, burn } of turned) {
    const { ignition, durationS, deltaVRtn } = burn
    if (holdingOf(reference, { at: epochOf(ignition), durationS, deltaVRtn: deltaVRtn as Vec3 }) === 'held')
      throw new InputError(`${of.name}: the states of the ephemeris hold this burn already`)
  }
}

type NamedToTurn = ToTurn & { readonly name: string }

function segmentOf({ states }: PathPart) {
  return {
    frame: 'TEME',
    interpolation: 'HERMITE' as const,
    degree: Math.min(7, 2 * states.length - 1),
    states: states.map(({ epoch, state }) => {
      const { r, v } = transformState({ frame: 'GCRF', epoch, ...state }, 'TEME', { outside: 'hold' })
      return { epoch, r: r as Vec3, v: v as Vec3 }
    }),
  }
}
