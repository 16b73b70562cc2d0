import { INFEASIBLE_REASONS, type ObservationRequest, type RequestPass } from '@apsis/contract/odt/request/request.ts'
import { isAllowed, isPassOver, REQUEST_TRANSITIONS } from '@apsis/contract/odt/request/request-status.ts'
import { formatMoney } from '../../../ui/format/money.ts'
import type { lifeWords } from './words.data.ts'

/** The reasons why a pass failed, besides the reasons of a request. */
const PASS_REASONS = [
  ...['clouds', 'provider-silent', 'not-simulated', 'not-delivered', 'other-object', 'sensor-down'],
  ...['provider-refused', 'provider-failed', 'provider-replaced'],
] as const
const REASONS = [...INFEASIBLE_REASONS, ...PASS_REASONS]

type Status = Pick<ObservationRequest, 'status' | 'isEnded' | 'isOverdue'> & {
  readonly reasons: readonly ObservationRequest['reasons'][number][]
}

/** Returns the meaning of a status as a sentence with its reasons. */
export function meaningOfStatus({ status, isEnded, isOverdue, reasons }: Status, t: typeof lifeWords): string {
  const said =
    status === 'PARTIAL' && isEnded
      ? t('partialEnded')
      : status === 'CANCELLED' && !isEnded
        ? t('cancelledOpen')
        : t(status)
  const why = reasons.length > 0 ? ` (${reasons.map((reason) => t(reason)).join(', ')})` : ''
  return `${said.replace(/\.$/, '')}${why}.${isOverdue ? ` ${t('overdue')}` : ''}`
}

/** Returns the reason why a pass failed; the provider's text follows the platform's. */
export function reasonOf({ reason }: Pick<RequestPass, 'reason'>, t: typeof lifeWords): string | undefined {
  if (reason === null) return undefined
  const [code, ...words] = reason.split(': ')
  const known = REASONS.find((one) => one === code)
  return known ? [t(known), ...words.filter((one) => one !== '')].join(': ') : reason
}

/** Returns the next expected pass. */
export function nextPass({ passes }: Pick<ObservationRequest, 'passes'>): RequestPass | undefined {
  return passes.filter(({ status }) => status === 'PENDING').toSorted((a, b) => a.start.localeCompare(b.start))[0]
}

/** Returns the amounts of the price: charged, reserved, returned. */
export function moneyOf(request: ObservationRequest, t: typeof lifeWords): string {
  const { currency, price } = request
  if (currency === null || price === 0) return t('free')
  const parts = (['captured', 'held', 'released'] as const).filter((part) => request[part] > 0)
  return parts.map((part) => t(part, { amount: formatMoney(request[part], currency) })).join(', ')
}

export type Cancelling = {
  /** The number of passes that have not begun, and the number of passes in progress. */
  readonly pending: number
  readonly running: number
}

/** Returns the effect of a cancellation; undefined if the state table does not allow one. */
export function cancelling({
  status,
  isEnded,
  passes,
}: Pick<ObservationRequest, 'status' | 'isEnded' | 'passes'>): Cancelling | undefined {
  if (isEnded || !isAllowed(REQUEST_TRANSITIONS, status, 'CANCELLED')) return undefined
  const pending = passes.filter((pass) => pass.status === 'PENDING').length
  const open = passes.filter((pass) => !isPassOver(pass.status)).length
  return { pending, running: open - pending }
}
