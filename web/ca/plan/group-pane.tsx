import type { EventPlan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { listManoeuvres } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { Pane } from '../../ui/page/pane.tsx'
import type { StatusMeaning } from '../../ui/status/status-meaning.ts'
import { StatusWord } from '../../ui/status/status-word.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { useWords } from '../../ui/text/language.ts'
import { type GroupStanding, groupStanding, isAnswered } from './group-state.ts'
import { groupWords } from './group-words.data.ts'
import styles from './plan.module.css'
import { PlanName, sizeColumn, stateColumn, timeColumn } from './plan-columns.tsx'
import { stateMeaning, verdictMeaning } from './plan-state.ts'
import { pcAfterColumn } from './plan-table.tsx'
import { useTwoLines } from './two-lines.ts'
import { planWords } from './words.data.ts'

type Props = {
  readonly groupId: string
  readonly plans: readonly EventPlan[]
  readonly selectedId: string
  readonly onPlan: (manoeuvreId: string) => void
  /** The content below the text about the group. */
  readonly children?: React.ReactNode
}

/** Shows the candidates of a group: the state of each, the nominal one, and the reason. */
export function GroupPane({ groupId, plans, selectedId, onPlan, children }: Props) {
  const t = useWords(groupWords)
  const standing = groupStanding(plans, groupId)
  const { members, nominal, reason } = standing
  return (
    <Pane
      title={t('title')}
      note={t('note')}
      id="candidates"
      exports={{ call: { method: 'GET', path: listManoeuvres.path, query: { 'group-id': groupId } } }}
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
 * On a tablet the role and the state of a candidate are below its name; on a phone the verdict of its screening is there, too, and its burn
 * is only in the table of all plans.
 */
function Members({ standing, selectedId, onPlan }: MembersProps) {
  const t = useWords(groupWords)
  const p = useWords(planWords)
  const [measure, isTwoLines] = useTwoLines()
  return (
    <div ref={measure} className="scroll-x">
      <PlainTable
        rows={standing.members}
        columns={[
          { id: 'rank', title: t('rank'), align: 'end', cell: ({ groupRank }) => groupRank },
          {
            id: 'plan',
            title: p('plan'),
            cell: (plan) => (
              <>
                <PlanName
                  name={plan.name}
                  isSelected={plan.manoeuvreId === selectedId}
                  onSelect={() => onPlan(plan.manoeuvreId)}
                />
                {isTwoLines ? (
                  <span className={`flex wrap gap-0-12 ${styles.below}`}>
                    <StatusWord {...roleOf(plan, standing)} />
                    <StatusWord {...stateMeaning(plan.state)} />
                    <span className={styles.onPhone}>
                      <StatusWord {...verdictMeaning(plan.screening)} />
                    </span>
                  </span>
                ) : null}
              </>
            ),
          },
          {
            id: 'role',
            title: isTwoLines ? undefined : t('role'),
            isUnbroken: true,
            cell: (plan) => <StatusWord {...roleOf(plan, standing)} />,
          },
          stateColumn<EventPlan>(isTwoLines ? undefined : p('state')),
          {
            id: 'verdict',
            title: p('screening'),
            priority: 2,
            isUnbroken: true,
            cell: ({ screening }) => <StatusWord {...verdictMeaning(screening)} />,
          },
          timeColumn<EventPlan>('ignitionEpoch', p('ignition'), 2),
          sizeColumn<EventPlan>(p('deltaV'), 2),
          pcAfterColumn(p('pcAfter'), 2),
        ]}
        idOf={({ manoeuvreId }) => manoeuvreId}
        isSelected={({ manoeuvreId }) => manoeuvreId === selectedId}
        isSmall
      />
    </div>
  )
}

/** Returns the role of a candidate among the others. */
function roleOf(plan: EventPlan, { nominal }: GroupStanding): StatusMeaning {
  if (plan === nominal) return { level: 'ok', word: groupWords('nominal') }
  if (plan.state === 'SUPERSEDED') return { level: 'inactive', word: groupWords('withdrawn') }
  const isChoice = plan.state === 'DRAFT' || plan.state === 'SCREENED'
  return { level: isChoice ? 'pending' : 'inactive', word: groupWords(isChoice ? 'choice' : 'ended') }
}
