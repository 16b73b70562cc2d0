import type { EventManoeuvre } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { listManoeuvres } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { formatInstant } from '../../../clock/format.ts'
import { formatNumber } from '../../../ui/format/number.ts'
import { Pane } from '../../../ui/page/pane.tsx'
import type { StatusMeaning } from '../../../ui/status/status-meaning.ts'
import { StatusWord } from '../../../ui/status/status-word.tsx'
import { useWords } from '../../../ui/text/language.ts'
import { WholeWords } from '../../../ui/text/whole-words.tsx'
import { PcAfter } from '../counted/pc-after.tsx'
import styles from '../plan.module.css'
import { sizeText, stateMeaning, verdictMeaning } from '../plan-state.ts'
import { useTwoLines } from '../two-lines.ts'
import { planWords } from '../words.data.ts'
import { type GroupStanding, groupStanding, isAnswered } from './group-state.ts'
import { groupWords } from './group-words.data.ts'

type Props = {
  readonly groupId: string
  readonly plans: readonly EventManoeuvre[]
  readonly selectedId: string
  readonly onPlan: (manoeuvreId: string) => void
  /** Stands behind what is said of the group. */
  readonly children?: React.ReactNode
}

/** The candidates of a group: the state of each, which is nominal, and why. */
export function GroupPane({ groupId, plans, selectedId, onPlan, children }: Props) {
  const t = useWords(groupWords)
  const standing = groupStanding(plans, groupId)
  const { members, nominal, reason } = standing
  return (
    <Pane
      title={t('title')}
      note={t('note')}
      id="candidates"
      exits={{ call: { method: 'GET', path: listManoeuvres.path, query: { 'group-id': groupId } } }}
    >
      <p className="soft fs-13 pad-8" role="status">
        {t(`reason-${reason}`, { name: nominal?.name ?? '' })}
        {reason === 'waiting'
          ? ` ${t('screened', { done: members.filter(isAnswered).length, count: members.length })}`
          : null}{' '}
        {children}
      </p>
      <Members standing={standing} selectedId={selectedId} onPlan={onPlan} />
    </Pane>
  )
}

type MembersProps = Pick<Props, 'selectedId' | 'onPlan'> & { readonly standing: GroupStanding }

/**
 * On a tablet what a candidate stands as, and its state, are below its name, on a phone the verdict of its screening, too;
 * its burn is in the table of all plans there.
 */
function Members({ standing, selectedId, onPlan }: MembersProps) {
  const t = useWords(groupWords)
  const p = useWords(planWords)
  const [measure, isTwoLines] = useTwoLines()
  return (
    <div ref={measure} className="scroll-x">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col" className={styles.number}>
              {t('rank')}
            </th>
            <th scope="col">{p('plan')}</th>
            {isTwoLines ? null : (
              <>
                <th scope="col">{t('role')}</th>
                <th scope="col">{p('state')}</th>
              </>
            )}
            <th scope="col" className={styles.wide}>
              {p('screening')}
            </th>
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
          {standing.members.map((plan) => (
            <Member
              key={plan.manoeuvreId}
              plan={plan}
              standing={standing}
              isSelected={plan.manoeuvreId === selectedId}
              isTwoLines={isTwoLines}
              onPlan={onPlan}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type MemberProps = Pick<Props, 'onPlan'> & {
  readonly plan: EventManoeuvre
  readonly standing: GroupStanding
  readonly isSelected: boolean
  /** What it stands as, and its state, are below its name. */
  readonly isTwoLines: boolean
}

function Member({ plan, standing, isSelected, isTwoLines, onPlan }: MemberProps) {
  const p = useWords(planWords)
  const role = <StatusWord {...roleOf(plan, standing)} />
  const state = <StatusWord {...stateMeaning(plan.state)} />
  const verdict = <StatusWord {...verdictMeaning(plan.screening)} />
  return (
    <tr data-selected={isSelected ? '' : undefined}>
      <td className={styles.number}>{plan.groupRank}</td>
      <td>
        <button
          type="button"
          className={`nowrap left pad-y-4 ${styles.name}`}
          aria-pressed={isSelected}
          onClick={() => onPlan(plan.manoeuvreId)}
        >
          {plan.name}
        </button>
        {isTwoLines ? (
          <span className={`${styles.below} ${styles.parts}`}>
            {role}
            {state}
            <span className={styles.onPhone}>{verdict}</span>
          </span>
        ) : null}
      </td>
      {isTwoLines ? null : (
        <>
          <td className={styles.nowrap}>{role}</td>
          <td className={styles.nowrap}>{state}</td>
        </>
      )}
      <td className={`${styles.nowrap} ${styles.wide}`}>{verdict}</td>
      <td className={`${isTwoLines ? '' : styles.nowrap} ${styles.wide}`}>
        <WholeWords text={formatInstant(Date.parse(plan.ignitionEpoch))} />
      </td>
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
function roleOf(plan: EventManoeuvre, { nominal }: GroupStanding): StatusMeaning {
  if (plan === nominal) return { level: 'ok', word: groupWords('nominal') }
  if (plan.state === 'SUPERSEDED') return { level: 'inactive', word: groupWords('withdrawn') }
  const isChoice = plan.state === 'DRAFT' || plan.state === 'SCREENED'
  return { level: isChoice ? 'pending' : 'inactive', word: groupWords(isChoice ? 'choice' : 'ended') }
}
