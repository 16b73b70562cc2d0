import type { DutyPlan } from '@apsis/contract/duty/plan.ts'
import { formatMinute } from '../../clock/format.ts'
import { Unbroken } from '../../notifications/unbroken.tsx'
import type { Naming } from '../../shell/status/people.ts'
import { Banner } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import styles from '../form/form.module.css'
import { dutyWords } from './words.data.ts'

type Props = Pick<DutyPlan, 'gaps'> & Pick<Naming, 'nameOf'>

/**
 * Shows in one banner all times in which a step has nobody with a proven channel: several gaps are one alarm, and each gap has its own
 * line.
 */
export function GapBanner({ gaps, nameOf }: Props) {
  if (gaps.length === 0) return null
  return (
    <div className="bleed">
      <Banner level="serious" isUrgent>
        {gaps.map((gap) => (
          <span key={`${gap.step} ${gap.from}`} className={`block ${styles.alarmLine}`}>
            <GapText gap={gap} nameOf={nameOf} />
          </span>
        ))}
      </Banner>
    </div>
  )
}

/** Shows the span of a gap, and its kind: nobody at all, or a person without a proven channel. */
function GapText({ gap, nameOf }: Pick<Props, 'nameOf'> & { readonly gap: Props['gaps'][number] }) {
  const { step, from, until, person } = gap
  const t = useWords(dutyWords)
  const said = { step, from: formatMinute(Date.parse(from)), person: person === null ? '' : nameOf(person) }
  const text =
    until === null
      ? t(person === null ? 'gapFrom' : 'gapDeafFrom', said)
      : t(person === null ? 'gap' : 'gapDeaf', { ...said, until: formatMinute(Date.parse(until)) })
  return <Unbroken text={text} />
}
