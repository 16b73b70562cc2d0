import { type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { isResolved, type MessageTime, scaleOf } from '../block/block.ts'
import type { Ocm, OcmManoeuvre } from '../ocm/ocm.ts'
import { afterOrigin } from '../ocm/ocm-rows.ts'
import type { Opm } from '../opm/opm.ts'

const M_PER_KM = 1_000
/** The maximum number of characters of a wrong time that a fault repeats. */
const MOST_NUMBER = 40
/** Values of MAN_BASIS for burns that nobody has decided to execute (CCSDS 502.0-B-3, table 6-7). */
const NOT_DECIDED = ['CANDIDATE', 'SIMULATED']

/** A burn that is planned according to a message. */
export interface PlannedBurn {
  readonly ignition: Epoch
  /** 0 means an impulse. */
  readonly durationS: number
  /** The velocity after minus the velocity before, m/s, in axes with this name; null: the message contains only thrust or acceleration. */
  readonly deltaV: { readonly frame: string; readonly vector: readonly number[] } | null
  readonly announcedBy: string
  readonly note: string
}

/**
 * Returns the burns of an OPM or OCM as they are in the message; a string is the reason why a burn cannot be used. Deployments, candidates and
 * simulated burns are omitted.
 */
export const plannedBurnsOf = (message: Opm | Ocm): (PlannedBurn | string)[] =>
  'state' in message ? ofOpm(message) : ofOcm(message)

function ofOpm({ header, manoeuvres }: Opm): (PlannedBurn | string)[] {
  return manoeuvres.map(({ ignition, durationS = 0, refFrame, deltaVMps, comments }) => {
    if (!isResolved(ignition)) return `its time system ${ignition.timeSystem} has no known relation to UTC`
    return {
      ignition,
      durationS,
      deltaV: { frame: refFrame, vector: [...deltaVMps] },
      announcedBy: header.originator,
      note: comments.join(' '),
    }
  })
}

function ofOcm(ocm: Ocm): (PlannedBurn | string)[] {
  return ocm.manoeuvres
    .filter(({ metadata: { manBasis = '' } }) => !NOT_DECIDED.includes(manBasis.toUpperCase()))
    .flatMap((manoeuvre) => burnsOf(ocm, manoeuvre))
}

/**
 * Returns the burns of a manoeuvre: each line with a Δv is a burn; lines of thrust or acceleration are the profile of one burn, whose Δv is not
 * given.
 */
function burnsOf(
  { header, metadata }: Ocm,
  { metadata: man, composition, rows }: OcmManoeuvre,
): (PlannedBurn | string)[] {
  const field = (row: readonly string[], name: string) => row[composition.indexOf(name)]
  const numberOf = (row: readonly string[], name: string) => Number(field(row, name) ?? 0)
  const hasDeltaV = composition.includes('DV_X')
  const isProfile = composition.includes('THR_X') || composition.includes('ACC_X')
  if (!hasDeltaV && !isProfile) return []
  const common = {
    announcedBy: metadata.operator ?? header.originator,
    note: [man.manId, man.manDeviceId, man.manBasis, man.manPurpose].filter((one) => one !== undefined).join(', '),
  }
  const timed = rows.map((row) => ({ row, at: timeOf(row, { composition, metadata }) }))
  const fault = timed.map(({ at }) => at).find((at) => typeof at === 'string')
  if (fault !== undefined) return [fault]
  const known = timed.flatMap(({ row, at }) => (typeof at === 'string' ? [] : [{ row, at }]))
  if (hasDeltaV)
    return known.map(({ row, at }) => ({
      ...common,
      ignition: at,
      durationS: numberOf(row, 'MAN_DURA'),
      deltaV: {
        frame: man.manRefFrame ?? 'not told',
        vector: ['DV_X', 'DV_Y', 'DV_Z'].map((axis) => numberOf(row, axis) * M_PER_KM),
      },
    }))
  const [first, last] = [known[0], known.at(-1)]
  if (first === undefined || last === undefined) return []
  const durationS = secondsBetween(first.at, last.at) + numberOf(last.row, 'MAN_DURA')
  return [{ ...common, ignition: first.at, durationS, deltaV: null }]
}

/**
 * Returns when a line of a manoeuvre begins: TIME_ABSOLUTE, otherwise TIME_RELATIVE; a number is in seconds after EPOCH_TZERO. A string is the reason
 * why the time is not known.
 */
function timeOf(
  row: readonly string[],
  { composition, metadata }: Pick<OcmManoeuvre, 'composition'> & Pick<Ocm, 'metadata'>,
): Epoch | string {
  const [absolute, relative] = ['TIME_ABSOLUTE', 'TIME_RELATIVE'].map((name) => row[composition.indexOf(name)])
  const scale = scaleOf(metadata.timeSystem.toUpperCase())
  const origin: MessageTime = metadata.epochTzero
  const isClock = absolute?.includes('T') === true
  const unknown = `its time system ${metadata.timeSystem} has no known relation to UTC`
  if (isClock) return scale === null ? unknown : parseTime(absolute, scale)
  const offset = absolute ?? relative
  if (offset === undefined || !isResolved(origin)) return unknown
  // The fault quotes the text of the file.
  return (
    afterOrigin(origin, Number(offset)) ??
    `it begins ${offset.slice(0, MOST_NUMBER)} s after EPOCH_TZERO, which is no time`
  )
}
