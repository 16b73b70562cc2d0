import type { Delivery } from '@apsis/contract/notifications/delivery.ts'
import type { Notification } from '@apsis/contract/notifications/notification.ts'

/** What is sent of a notification, whatever the channel. */
export type Letter = {
  /** The same for every try: receivers recognise what they have seen. */
  readonly deliveryId: string
  readonly tries: number
  readonly kind: LetterKind
  readonly notification: Notification
  /** Where it is shown in the application. */
  readonly url: string
  readonly settingsUrl: string
  /** Where it is acknowledged without signing in; absent: there is nothing to acknowledge. */
  readonly acknowledgeUrl?: string
  /** All data of the installation is simulated. */
  readonly isSimulated: boolean
}

export type LetterKind = Delivery['kind']

export type Fact = { readonly name: string; readonly value: string }

const LEVEL_WORDS = {
  inactive: '',
  pending: '',
  ok: '',
  caution: 'Caution: ',
  serious: 'Serious: ',
  critical: 'Critical: ',
} as const
const MOST_SUBJECT_CHARACTERS = 140

/** One line that says what it is: how urgent, what, and of which satellites. */
export function subjectOf({ notification, isSimulated }: Letter): string {
  const { level = 'inactive', title, finding } = notification
  const { satellite, secondary } = finding?.values ?? {}
  const pair = satellite !== undefined && secondary !== undefined ? `: ${satellite} × ${secondary}` : ''
  const line = `${isSimulated ? '[SIMULATED] ' : ''}${LEVEL_WORDS[level]}${title}${pair}`
  return oneLine(line).slice(0, MOST_SUBJECT_CHARACTERS)
}

/** What was measured, in the order in which an operator asks. */
export function factsOf({ notification }: Letter): Fact[] {
  const { probability, missM, tcaAt, decideAt, level } = notification.finding?.values ?? {}
  const facts = [
    ['Risk level', level],
    ['Probability', typeof probability === 'number' ? probability.toExponential(2) : undefined],
    ['Miss distance', typeof missM === 'number' ? `${Math.round(missM)} m` : undefined],
    ['Closest approach', timeOf(tcaAt)],
    ['Decide before', timeOf(decideAt)],
  ] as const
  return facts.flatMap(([name, value]) => (value === undefined ? [] : [{ name, value: String(value) }]))
}

function timeOf(value: string | number | undefined): string | undefined {
  return typeof value === 'string' ? `${value.slice(0, 19).replace('T', ' ')} UTC` : undefined
}

/** A text without line breaks and other control characters. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

/** Why it came, and what it is worth. */
export function footerOf({ kind, tries, isSimulated, settingsUrl }: Letter): string[] {
  return [
    kind === 'test' ? 'This is a test that was asked for on the settings page.' : '',
    isSimulated ? 'Demo: all data of this installation is SIMULATED.' : '',
    tries > 1 ? `Attempt ${tries}: an earlier one may have arrived.` : '',
    kind === 'confirmation' ? '' : `What is sent here is chosen at ${settingsUrl}`,
  ].filter((line) => line !== '')
}
