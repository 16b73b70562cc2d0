import { formatColumns } from '../terminal/print.ts'
import type { PlannedMessage, PlanRow } from './plan-message.ts'

const LIMITS = {
  'delta-v': 'does not reach the target: more Δv is needed than the burn may have',
  time: 'does not reach the target: no burn at this time moves the encounter',
} as const

/** The plans of one message for people. */
export function describePlans({ file, probability, plans }: PlannedMessage): string {
  const head = ['  lead', 'burn at', 'Δv mm/s', 'R', 'T', 'N', 'probability', 'miss m', 'TCA', '']
  const rows = plans.map((plan) => [`  ${plan.leadOrbits.toFixed(3)}`, ...cellsOf(plan)])
  return `${file}: probability ${show(probability)} without a burn\n${formatColumns([head, ...rows])}`
}

function cellsOf({ burnTime, deltaVRtnMps, deltaVMps, probability, missM, tca, limit }: PlanRow): string[] {
  return [
    shortTime(burnTime),
    (deltaVMps * 1000).toFixed(3),
    ...deltaVRtnMps.map((value) => (value * 1000).toFixed(3)),
    show(probability),
    missM.toFixed(1),
    shortTime(tca),
    limit === null ? (deltaVMps === 0 ? 'no burn needed' : '') : LIMITS[limit],
  ]
}

/** To the millisecond. */
function shortTime(text: string): string {
  return text.replace(/(\.\d{3})\d*Z$/, '$1Z')
}

function show(value: number | null): string {
  return value === null ? 'none' : value === 0 ? '0' : value.toExponential(4)
}
