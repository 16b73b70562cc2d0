import type { Manoeuvre } from '@apsis/contract/ca/manoeuvre.ts'
import { listManoeuvres } from '@apsis/contract/ca/manoeuvre.ts'
import { formatInstant } from '../../../clock/format.ts'
import { formatNumber } from '../../../ui/format/number.ts'
import { Pane } from '../../../ui/page/pane.tsx'
import type { StatusMeaning } from '../../../ui/status/status-meaning.ts'
import { StatusWord } from '../../../ui/status/status-word.tsx'
import { useWords } from '../../../ui/text/language.ts'
import { PcAfter } from '../counted/pc-after.tsx'
import styles from '../plan.module.css'
import { sizeText, stateMeaning, verdictMeaning } from '../plan-state.ts'
import { planWords } from '../words.data.ts'
import { type GroupStanding, groupStanding, isAnswered } from './group-state.ts'
import { groupWords } from './group-words.data.ts'

type Props = {
  readonly groupId: string
  readonly plans: readonly Manoeuvre[]
  readonly selectedId: string
  readonly onPlan: (manoeuvreId: string) => void
  /** Stands behind what is said of the group. */
  readonly children?: React.ReactNode
}

/** The candidates of a group: the state of each, which is nominal, and why. */
export function GroupPane({ groupId, plans, selectedId, onPlan, children }: Props) {
  const t = useWords(groupWords)
  const p = useWords(planWords)
  const standing = groupStanding(plans, groupId)
  const { members, nominal, reason } = standing
  return (
    <Pane
      title={t('title')}
      note={t('note')}
      id="candidates"
      exits={{ call: { method: 'GET', path: listManoeuvres.path, query: { 'group-id': groupId } } }}
    >
      <p className={styles.note} role="status">
        {t(`reason-${reason}`, { name: nominal?.name ?? '' })}
        {reason === 'waiting'
          ? ` ${t('screened', { done: members.filter(isAnswered).length, count: members.length })}`
          : null}{' '}
        {children}
      </p>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col" className={styles.number}>
                {t('rank')}
              </th>
              <th scope="col">{p('plan')}</th>
              <th scope="col">{t('role')}</th>
              <th scope="col">{p('state')}</th>
              <th scope="col">{p('screening')}</th>
              <th scope="col" className={styles.wide}>
                {p('ignition')}
              </th>
              <th scope="col" className={`${styles.number} ${styles.wide}`}>
                {p('deltaV')}
              </th>
              <th scope="col" className={`${styles.number} ${styles.wide}`}>
                {p('pcAfter')}
              </th>
            </tr>
          </thead>
          <tbody>
            {members.map((plan) => (
              <Member
                key={plan.manoeuvreId}
                plan={plan}
                standing={standing}
                isSelected={plan.manoeuvreId === selectedId}
                onPlan={onPlan}
              />
            ))}
          </tbody>
        </table>
      </div>
    </Pane>
  )
}

type MemberProps = Pick<Props, 'onPlan'> & {
  readonly plan: Manoeuvre
  readonly standing: GroupStanding
  readonly isSelected: boolean
}

function Member({ plan, standing, isSelected, onPlan }: MemberProps) {
  const p = useWords(planWords)
  return (
    <tr data-selected={isSelected ? '' : undefined}>
      <td className={styles.number}>{plan.groupRank}</td>
      <td>
        <button
          type="button"
          className={styles.name}
          aria-pressed={isSelected}
          onClick={() => onPlan(plan.manoeuvreId)}
        >
          {plan.name}
        </button>
      </td>
      <td className={styles.nowrap}>
        <StatusWord {...roleOf(plan, standing)} />
      </td>
      <td className={styles.nowrap}>
        <StatusWord {...stateMeaning(plan.state)} />
      </td>
      <td className={styles.nowrap}>
        <StatusWord {...verdictMeaning(plan.screening)} />
      </td>
      <td className={`${styles.nowrap} ${styles.wide}`}>{formatInstant(Date.parse(plan.ignitionEpoch))}</td>
      <td className={`${styles.number} ${styles.wide}`}>
        {plan.drag === null ? formatNumber(plan.totalDeltaVMagnitude, { decimals: 4 }) : sizeText(plan)}
      </td>
      <td className={`${styles.number} ${styles.wide}`}>
        <PcAfter plan={plan} reason={p('noProbability')} />
      </td>
    </tr>
  )
}

/** What a candidate is among the others. */
function roleOf(plan: Manoeuvre, { nominal }: GroupStanding): StatusMeaning {
  if (plan === nominal) return { level: 'ok', word: groupWords('nominal') }
  if (plan.state === 'SUPERSEDED') return { level: 'inactive', word: groupWords('withdrawn') }
  const isChoice = plan.state === 'DRAFT' || plan.state === 'SCREENED'
  return { level: isChoice ? 'pending' : 'inactive', word: groupWords(isChoice ? 'choice' : 'ended') }
}
