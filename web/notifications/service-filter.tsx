import type { Audience } from '@apsis/contract/roles.ts'
import { useWords } from '../ui/text/language.ts'
import type { Notice } from './notice.ts'
import styles from './notification-list.module.css'
import { notifyWords } from './words.data.ts'

/** The services in the order of their importance for an operator. */
const SERVICES: readonly Audience[] = ['ca', 'odt', 'tle', 'payments', 'administrators', 'everybody']

/** Returns the service to which a notification belongs; a notification of the page itself belongs to none of them. */
export const serviceOf = ({ audience }: Notice): Audience => audience ?? 'everybody'

type Props = {
  readonly notices: readonly Notice[]
  readonly service: Audience | undefined
  readonly onService: (service: Audience | undefined) => void
}

/** Shows the services that have notifications, with the number of each; a pressed service filters the list. */
export function ServiceFilter({ notices, service, onService }: Props) {
  const t = useWords(notifyWords)
  const counts = Map.groupBy(notices, serviceOf)
  const services = SERVICES.filter((one) => counts.has(one) || one === service)
  if (services.length < 2 && service === undefined) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form, and these change no data.
    <div role="group" aria-label={t('services')} className={`flex wrap w-full ${styles.services}`}>
      {services.map((one) => {
        const count = counts.get(one)?.length ?? 0
        return (
          <button
            key={one}
            type="button"
            className={`row gap-6 soft fs-13 pad-x-8 round no-ground pointer ${styles.level}`}
            aria-pressed={one === service}
            aria-label={t('level', { level: t(one), count })}
            onClick={() => onService(one === service ? undefined : one)}
          >
            {t(one)} <span className="muted">{count}</span>
          </button>
        )
      })}
    </div>
  )
}
