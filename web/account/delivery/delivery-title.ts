import type { Delivery } from '@apsis/contract/notifications/delivery.ts'
import { inWords } from '../../notifications/told-in-words.ts'
import { deliveryWords } from './words.data.ts'

/** What is sent, in the language of the page, and of which event. */
export function titleOf({ kind, title, finding }: Pick<Delivery, 'kind' | 'title' | 'finding'>): string {
  if (kind === 'test' || kind === 'confirmation' || kind === 'channel') return deliveryWords(`kind-${kind}`)
  const said = inWords({ title, message: '', ...(finding === null ? {} : { finding }) }).title
  const { satellite, secondary } = finding?.values ?? {}
  return satellite === undefined || secondary === undefined ? said : `${said}: ${satellite} × ${secondary}`
}
