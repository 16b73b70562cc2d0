import type { Priority } from '@apsis/contract/payments/amount.ts'
import { allows, ODT_USER } from '@apsis/contract/roles.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSession } from '../../session/session.ts'
import { paths } from '../../site/paths.ts'
import button from '../../ui/button/button.module.css'
import { useWords } from '../../ui/text/language.ts'
import styles from './payments.module.css'
import { radarsQuery } from './payments-query.ts'
import { paymentsWords } from './words.data.ts'

type Props = {
  /** The line to be ordered; undefined for one pass of any sensor. */
  readonly line:
    | { readonly 'sensor-code'?: string | null; readonly passes: number; readonly priority: Priority }
    | undefined
  readonly label: string
  readonly look?: 'plain' | 'primary'
}

/** Links to the observation request with sensor, number and priority filled in. A pass is always sold with the object that it observes. */
export function RequestLink({ line, label, look = 'plain' }: Props) {
  const t = useWords(paymentsWords)
  const session = useSession()
  const mayRequest = session.status === 'signed-in' && allows([ODT_USER], session.who.roles)
  const { data: radars } = useQuery({ ...radarsQuery(), enabled: mayRequest })
  const sensor = line?.['sensor-code'] ?? undefined
  if (!mayRequest) return <span className={`soft fs-12 m-0 ${styles.small}`}>{t('whoRequests')}</span>
  const search = {
    dialog: 'new-observation',
    ...(sensor === undefined ? {} : { sensors: sensor, type: radars?.has(sensor) ? 'RADAR' : 'OPTICAL' }),
    ...(line === undefined ? {} : { count: String(line.passes), priority: line.priority }),
  }
  return (
    <Link to={paths.observations} search={search} className={`${button.button} ${button[look]} plain-link`}>
      {label}
    </Link>
  )
}
