import { REMEDIATION } from '@apsis/astro/manoeuvre/plan-assessed.ts'
import { MARGIN } from '@apsis/astro/manoeuvre/plan-impulse.ts'
import type { PlanScreening } from '@apsis/contract/ca/plan/manoeuvre-plan.ts'
import type { ScreeningReason } from '@apsis/contract/ca/plan/screening-reason.ts'
import { SCREENING_IN_ENGLISH, sayScreeningReason } from '@apsis/contract/notice-text/screening-in-words.ts'
import { distanceFailures, distanceReasons, isOnlyCounted, isUnmeasured } from '../design/distance-verdict.ts'

type Row = PlanScreening['events'][number]

/** The share of the accepted probability from which an event that the burn causes or raises gives a warning (flight rule F12). */
export const WARN_SHARE = 0.1
/** An event that a burn raises by more than this factor has become worse. */
export const RAISED = 1.1

type MessageFacts = {
  readonly rows: readonly Row[]
  readonly notScreened: PlanScreening['notScreened']
  readonly accepted: number
  readonly coverage: number
  /** The time at which the burn begins. */
  readonly ignitionMs: number
  readonly isByDrag: boolean
  readonly beside: readonly ScreeningReason[]
  /** True if the burn is made for an event; false for own burns. */
  readonly hasTarget: boolean
}

/** Returns the verdict by flight rules F12 and F13: FAIL first, and PASS only if the whole path and all events were assessed. */
export function verdictOf(told: MessageFacts): PlanScreening['ofMessages'] {
  const { rows, notScreened, accepted, coverage, beside, ignitionMs } = told
  const failed: ScreeningReason[] = []
  const warned: ScreeningReason[] = []
  const open: ScreeningReason[] = [...beside]
  const target = rows.find(({ isTarget }) => isTarget)
  if (target === undefined) {
    if (told.hasTarget) open.push({ code: 'target-not-screened', values: {} })
  } else failed.push(...failuresOf(target, told))
  for (const row of rows) {
    const { isTarget, object, nominal, tca: tcaAt, separation } = row
    if (!isTarget && separation !== undefined) {
      const { failed: near, warned: off } = distanceReasons(object, separation)
      failed.push(...near)
      warned.push(...off)
    }
    if (isUnmeasured(row)) {
      const code = isOnlyCounted(row) ? 'only-counted-with-burn' : 'no-probability-with-burn'
      open.push({ code, values: { object, tcaAt } })
    }
    // A missing value for a burn that is too strong or too weak (by drag: in denser or thinner air) is not treated as safe.
    else if (nominal !== null && (row.hot === null || row.cold === null)) {
      const code = told.isByDrag ? 'no-probability-in-other-air' : 'no-probability-off-nominal'
      open.push({ code, values: { object, tcaAt } })
    }
    if (isTarget || nominal === null) continue
    if (nominal >= accepted) {
      const code = Date.parse(tcaAt) < ignitionMs ? 'not-accepted-before-burn' : 'not-accepted-with-burn'
      failed.push({ code, values: { object, tcaAt, pc: nominal } })
    } else warned.push(...warningsOf(row, nominal, accepted))
  }
  if (coverage < 1) open.push({ code: 'outside-volume', values: { share: Math.floor(coverage * 100) } })
  if (rows.some(({ grade }) => grade === 'TLE')) open.push({ code: 'element-sets-alone', values: {} })
  for (const { cause = {} } of notScreened) open.push({ code: 'event-not-screened', values: cause })
  const verdict = failed.length > 0 ? 'FAIL' : open.length > 0 ? 'NOT_ASSESSED' : warned.length > 0 ? 'WARN' : 'PASS'
  return { verdict, ...verdictFields([...failed, ...open, ...warned]) }
}

/**
 * Returns warnings of another event that stays below the accepted probability, for the burn as planned and for one
 * that is too strong or too weak.
 */
function warningsOf(
  { object, before, hot, cold, tca: tcaAt }: Row,
  nominal: number,
  accepted: number,
): ScreeningReason[] {
  const isRaised = (pc: number) => before === null || pc > RAISED * before
  const warned: ScreeningReason[] = []
  const values = { object, tcaAt, pc: nominal }
  if (nominal >= WARN_SHARE * accepted && isRaised(nominal))
    warned.push(
      before === null
        ? { code: 'raised-from-nothing', values }
        : { code: 'raised', values: { ...values, pcBefore: before } },
    )
  const off = Math.max(hot ?? 0, cold ?? 0)
  if (off >= accepted && isRaised(off))
    warned.push({ code: 'off-nominal-not-accepted', values: { object, tcaAt, pc: off, pcAccepted: accepted } })
  return warned
}

/**
 * Returns failures of the event that the burn is made for, for the burn as planned and for one that is too strong or
 * too weak.
 */
function failuresOf({ nominal, hot, cold, separation }: Row, { accepted, isByDrag }: MessageFacts): ScreeningReason[] {
  const failed: ScreeningReason[] = separation === undefined ? [] : distanceFailures(separation)
  const most = REMEDIATION * accepted
  if (nominal !== null && nominal > MARGIN * most)
    failed.push({ code: 'keeps-too-much', values: { pc: nominal, pcMost: most, share: REMEDIATION } })
  for (const [code, pc] of [
    [isByDrag ? 'denser-leaves-too-much' : 'strong-leaves-too-much', hot],
    [isByDrag ? 'thinner-leaves-too-much' : 'weak-leaves-too-much', cold],
  ] as const)
    if (pc !== null && pc >= accepted) failed.push({ code, values: { pc, pcAccepted: accepted } })
  return failed
}

/** Returns reasons in English, and as data for texts in the language of the reader. */
export const verdictFields = (causes: readonly ScreeningReason[]) => ({
  reasons: causes.map((cause) => sayScreeningReason(SCREENING_IN_ENGLISH, cause)),
  causes: [...causes],
})
