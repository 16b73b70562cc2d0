import { readFileSync } from 'node:fs'
import { METHODS } from '@apsis/astro/conjunction/probability/assess.ts'
import { keplerPeriodS } from '@apsis/astro/manoeuvre/encounter-model.ts'
import { parseCdm } from '@apsis/ccsds/cdm/cdm.ts'
import { Propulsion } from '@apsis/contract/ca/satellite/propulsion.ts'
import { eventsAfter, type OtherEvent } from '@apsis/web/ca/plan/designer/collected.ts'
import { type BurnSettings, type DesignCase, openDesign, planOwn } from '@apsis/web/ca/plan/designer/design.ts'
import { median } from '../stage/machine.ts'
import { mostForeign, type Timing, timeOnce } from './clock.ts'
import type { Row } from './row.ts'

/** The goal of issue 16: the screen follows the pointer within this time, ms, for this number of open events of one satellite. */
const [GOAL_MS, EVENTS] = [50, 21]
/** The places on the map to which the pointer is dragged, from five revolutions before TCA to a quarter of one. */
const [LEADS, FIRST_LEAD, LAST_LEAD] = [20, 5, 0.25]
/** The settings of the manoeuvre designer before anybody changes them. */
const SETTINGS: BurnSettings = {
  target: { kind: 'probability', probability: 3e-6 },
  direction: null,
  dynamics: 'j2',
  hasExecutionError: true,
  arcS: null,
}
const ENGINES = {
  impulses: { type: 'IMPULSIVE', thrustN: 1, ispS: 220, leadTimeH: 1 },
  arcs: { type: 'CONTINUOUS', thrustN: 0.005, ispS: 1_500, maxThrustPerOrbitS: 5_000, leadTimeH: 1 },
} as const

/**
 * Measures the computation for each place that the pointer reaches: the burn there is planned again, and the remaining risk of all events is
 * computed.
 */
export async function measureDrags(
  rounds: number,
): Promise<{ readonly rows: readonly Row[]; readonly isPassed: boolean }> {
  const rows: Row[] = []
  for (const name of ['impulses', 'arcs'] as const) rows.push(await measureDrag(name, rounds))
  return { rows, isPassed: rows.every(({ isReached }) => isReached === true) }
}

async function measureDrag(name: keyof typeof ENGINES, rounds: number): Promise<Row> {
  const { open, events, tcaMs, periodMs } = opened(name)
  const timings: Timing[] = []
  const drag = async (lead: number) => {
    const timing = await timeOnce(() => {
      const burn = planOwn(open, SETTINGS, Math.round(tcaMs - lead * periodMs))
      return eventsAfter(open, SETTINGS, { events, burn })
    })
    timings.push(timing)
    return timing.processorS * 1_000
  }
  const leads = Array.from({ length: LEADS }, (_, k) => FIRST_LEAD + ((LAST_LEAD - FIRST_LEAD) * k) / (LEADS - 1))
  for (const lead of leads) await drag(lead)
  const takenMs: number[] = []
  for (const lead of leads) {
    const runs: number[] = []
    for (let round = 0; round < rounds; round += 1) runs.push(await drag(lead))
    takenMs.push(median(runs))
  }
  const most = Math.max(...takenMs)
  return {
    what: `drag over the map, ${EVENTS} events, J2 ${name}, ms at most (median ${median(takenMs).toFixed(1)})`,
    ours: most.toFixed(1),
    beside: '',
    ratio: '',
    goal: `≤ ${GOAL_MS}`,
    isReached: most <= GOAL_MS,
    foreignCores: mostForeign(timings),
  }
}

type Reference = { readonly messages: readonly { readonly path: string; readonly text: string }[] }

/** Reads a published message (the file names its source), which is used for every event. */
function opened(name: keyof typeof ENGINES) {
  const { messages } = JSON.parse(
    readFileSync(new URL('../../ccsds/cdm/cdm.reference.json', import.meta.url), 'utf8'),
  ) as Reference
  const text = messages.find(({ path }) => path.endsWith('ION_SCV8_vs_STARLINK_1233.txt'))?.text ?? ''
  const propulsion = Propulsion.parse(ENGINES[name])
  if (propulsion.type !== 'IMPULSIVE' && propulsion.type !== 'CONTINUOUS')
    throw new TypeError('an engine was asked for')
  const method = METHODS[0]
  const designCase: DesignCase = {
    text,
    designator: parseCdm(text).objects[0].metadata.objectDesignator,
    radiusM: 10,
    method,
    propulsion,
    massKg: 100,
    dragAreaM2: null,
    dragCoefficient: 2.2,
    acceptedProbability: 1e-4,
    blackouts: [],
    blackoutInEclipse: undefined,
    contacts: null,
    nowMs: 0,
  }
  const { tcaMs } = openDesign(designCase)
  const open = openDesign({ ...designCase, nowMs: tcaMs - 86_400_000 })
  const events = Array.from({ length: EVENTS }, (_, k): OtherEvent => {
    const id = `event ${k}`
    return { id, cdmId: id, pair: id, name: id, text, radiusM: 10, method }
  })
  const periodMs = 1_000 * keplerPeriodS(open.encounter.primary)
  return { open, events, tcaMs, periodMs }
}
