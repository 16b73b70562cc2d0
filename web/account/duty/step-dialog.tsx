import type { DutyPlan } from '@apsis/contract/duty/plan.ts'
import { useState } from 'react'
import { useNaming } from '../../shell/status/people.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { useWords } from '../../ui/text/language.ts'
import styles from '../form/form.module.css'
import { PickList } from '../form/pick-list.tsx'
import { formWords } from '../form/words.data.ts'
import { dutyWords } from './words.data.ts'

type Props = Pick<DutyPlan, 'members' | 'former'> & {
  readonly people: readonly string[]
  readonly step: number
  readonly onClose: () => void
  readonly onApply: (people: readonly string[]) => void
}

/** Asks who takes turns on a step of the chain. */
export function StepDialog({ people, step, members, former, onClose, onApply }: Props) {
  const t = useWords(dutyWords)
  const common = useWords(formWords)
  const { nameOf } = useNaming()
  const optionOf = ({ subject, name }: DutyPlan['former'][number]) => ({ value: subject, label: nameOf(name) })
  const [chosen, setChosen] = useState(people)
  const [wasAsked, setWasAsked] = useState(false)
  const apply = () => {
    setWasAsked(true)
    if (chosen.length > 0) onApply(chosen)
  }
  return (
    <Dialog
      isOpen
      title={t('step', { step })}
      onClose={onClose}
      close={common('cancel')}
      confirm={{ label: common('apply'), onConfirm: apply }}
    >
      <div className={styles.dialog}>
        <p className={styles.note}>{t('stepHelp')}</p>
        <PickList
          label={t('people')}
          addLabel={t('addPerson')}
          none={t('nobodyYet')}
          options={members.map(optionOf)}
          gone={former.map(optionOf)}
          value={chosen}
          onChange={setChosen}
          isOrdered
          error={wasAsked && chosen.length === 0 ? t('personMissing') : undefined}
        />
      </div>
    </Dialog>
  )
}
