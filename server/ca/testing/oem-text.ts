import type { ElementSet } from '@apsis/astro/sgp4/element-set.ts'
import { initSgp4 } from '@apsis/astro/sgp4/init.ts'
import { propagateSgp4 } from '@apsis/astro/sgp4/propagate.ts'
import { addSeconds } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'

export type OemOptions = {
  readonly from: Date
  readonly hours: number
  readonly stepS?: number
  readonly objectId?: string
  readonly objectName?: string
  /** The standard deviations along R, T and N in km of the covariance at both ends; without them there is no covariance. */
  readonly sigmaKm?: readonly [number, number, number]
  /** Changes the text of a state. */
  readonly change?: (line: string, place: number) => string
}

/** SIMULATED: an OEM in KVN of an object on the orbit of an element set, its states in TEME. The first state is in line 15. */
export function oemText(set: ElementSet, options: OemOptions): string {
  const { from, hours, stepS = 60, objectId = String(set.noradId), objectName = set.objectName } = options
  const model = initSgp4(set)
  const start = parseTime(from.toISOString())
  const epochs = Array.from({ length: Math.round((hours * 3600) / stepS) + 1 }, (_, k) => addSeconds(start, k * stepS))
  const time = (epoch: typeof start) => formatTime(epoch, { digits: 3 })
  const rows = epochs.map((epoch, place) => {
    const state = propagateSgp4(model, epoch)
    if (!state.ok) throw new Error(state.reason)
    const numbers = [...state.r.map((one) => (one / 1000).toFixed(6)), ...state.v.map((one) => (one / 1000).toFixed(9))]
    const line = `${time(epoch)} ${numbers.join(' ')}`
    return options.change?.(line, place) ?? line
  })
  const [first = start, last = start] = [epochs[0], epochs.at(-1)]
  return [
    'CCSDS_OEM_VERS = 2.0',
    `CREATION_DATE = ${time(start)}`,
    'ORIGINATOR = TEST',
    '',
    'META_START',
    `OBJECT_NAME = ${objectName}`,
    `OBJECT_ID = ${objectId}`,
    'CENTER_NAME = EARTH',
    'REF_FRAME = TEME',
    'TIME_SYSTEM = UTC',
    `START_TIME = ${time(first)}`,
    `STOP_TIME = ${time(last)}`,
    'META_STOP',
    '',
    ...rows,
    ...(options.sigmaKm === undefined ? [] : covarianceLines(options.sigmaKm, [time(first), time(last)])),
    '',
  ].join('\n')
}

function covarianceLines(sigmaKm: readonly [number, number, number], times: readonly string[]): string[] {
  const sigmas = [...sigmaKm, 1e-6, 1e-6, 1e-6]
  const matrix = sigmas.map((sigma, row) =>
    [...new Array<string>(row).fill('0'), (sigma ** 2).toExponential(6)].join(' '),
  )
  const blocks = times.flatMap((time) => ['', `EPOCH = ${time}`, 'COV_REF_FRAME = RTN', ...matrix])
  return ['COVARIANCE_START', ...blocks.slice(1), 'COVARIANCE_STOP']
}
