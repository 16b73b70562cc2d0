import type { Conjunction } from '@apsis/contract/ca/conjunction.ts'
import { PageKeys } from '../../shell/key/page-keys.tsx'
import { isNew, useAcknowledge, useUnacknowledge } from '../../shell/status/acknowledge.ts'
import { isCalling, passOn } from '../../shell/status/pass-on.ts'
import { Button } from '../../ui/button/button.tsx'
import { Menu, type MenuPart } from '../../ui/button/menu.tsx'
import { useWords } from '../../ui/text/language.ts'
import { conjunctionWords } from '../event/conjunction-words.data.ts'
import styles from './actions.module.css'
import { firstStep, type Step, stepsFrom } from './decision/decide.ts'
import type { DecisionAsk } from './decision/decided.tsx'

type Props = {
  readonly conjunction: Conjunction
  readonly onAsk: DecisionAsk
  /** What the menu has beside the steps of the record. */
  readonly more?: readonly MenuPart[]
}

/** The steps of the record, whoever the event is known from: what is due first, the others in a menu; key a acknowledges. */
export function RecordSteps({ conjunction, onAsk, more = [] }: Props) {
  const t = useWords(conjunctionWords)
  const state = isNew(conjunction) ? 'NEW' : conjunction.decision.state
  const steps = stepsFrom(state)
  const first = firstStep(state, conjunction.state === 'MITIGATED')
  const acknowledge = useAcknowledge()
  const takeBack = useUnacknowledge()
  const act = (step: Step) => {
    if (step === 'ACKNOWLEDGE') acknowledge.mutate([conjunction])
    else if (step === 'UNACKNOWLEDGE') takeBack.mutate([conjunction])
    else onAsk(step)
  }
  const shortcuts =
    first === 'ACKNOWLEDGE' ? [{ keys: 'a', label: t('doACKNOWLEDGE'), run: () => act(first) } as const] : []
  const rest = steps.filter((step) => step !== first && step !== 'ASSIGN')
  return (
    <span className={styles.steps} data-at-foot="page">
      <PageKeys shortcuts={shortcuts} />
      <Button look={first === 'NOTE' ? 'plain' : 'primary'} disabled={acknowledge.isPending} onClick={() => act(first)}>
        {t(`do${first}`)}
      </Button>
      {isCalling(conjunction) ? <passOn.Show key={conjunction.conjunctionId} event={conjunction} /> : null}
      {steps.includes('ASSIGN') ? <Button onClick={() => onAsk('ASSIGN')}>{t('assign')}</Button> : null}
      <Menu
        label={t('moreActions')}
        trigger={t('moreActions')}
        parts={[{ title: t('recordPart'), entries: entriesOf(rest, act) }, ...more]}
      />
    </span>
  )
}

function entriesOf(steps: readonly Step[], act: (step: Step) => void) {
  const t = conjunctionWords
  return steps.map((step) => ({ id: step, label: t(`do${step}`), onAction: () => act(step) }))
}
