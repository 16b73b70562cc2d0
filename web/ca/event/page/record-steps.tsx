import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import { useOutage } from '../../../api/outage.ts'
import { PageKeys } from '../../../shell/key/page-keys.tsx'
import { isNew, useAcknowledge, useUnacknowledge } from '../../../shell/status/acknowledge.ts'
import { isCalling, passOn } from '../../../shell/status/pass-on.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Menu, type MenuPart } from '../../../ui/button/menu.tsx'
import { useWords } from '../../../ui/text/language.ts'
import { conjunctionWords } from '../conjunction-words.data.ts'
import styles from './actions.module.css'
import { firstStep, type Step, stepsFrom } from './decision/decide.ts'
import type { DecisionAsk } from './decision/decided.tsx'

type Props = {
  readonly conjunction: Conjunction
  readonly onAsk: DecisionAsk
  /** The entries of the menu beside the steps of the record. */
  readonly more?: readonly MenuPart[]
}

/** The steps that have a key, besides the acknowledgement. */
const ASKED_BY_KEYS = [
  { keys: 'd', step: 'DECIDE' },
  { keys: 'n', step: 'NOTE' },
] as const satisfies readonly { readonly keys: string; readonly step: Step }[]

/**
 * Shows the steps of the record, whatever the source of the event: the due step first, the others in a menu. The key a acknowledges, d
 * decides, n adds a note.
 */
export function RecordSteps({ conjunction, onAsk, more = [] }: Props) {
  const t = useWords(conjunctionWords)
  const state = isNew(conjunction) ? 'NEW' : conjunction.decision.state
  const steps = stepsFrom(state)
  const first = firstStep(state, conjunction.state === 'MITIGATED')
  // No decision may be based on data from before an outage.
  const isAway = useOutage()?.kind === 'unreachable'
  const acknowledge = useAcknowledge()
  const takeBack = useUnacknowledge()
  const act = (step: Step) => {
    if (step === 'ACKNOWLEDGE') acknowledge.mutate([conjunction])
    else if (step === 'UNACKNOWLEDGE') takeBack.mutate([conjunction])
    else onAsk(step)
  }
  const shortcuts = [
    ...(first === 'ACKNOWLEDGE' ? [{ keys: 'a', step: first } as const] : []),
    ...ASKED_BY_KEYS.filter(({ step }) => steps.includes(step)),
  ]
    .filter(() => !isAway)
    .map(({ keys, step }) => ({ keys, label: t(`do${step}`), run: () => act(step) }))
  const rest = steps.filter((step) => step !== first && step !== 'ASSIGN')
  return (
    <span className={`inline-row gap-6 ${styles.steps}`} data-at-foot="page">
      <PageKeys shortcuts={shortcuts} />
      <Button
        look={first === 'NOTE' ? 'plain' : 'primary'}
        disabled={isAway || acknowledge.isPending}
        onClick={() => act(first)}
      >
        {t(`do${first}`)}
      </Button>
      {isCalling(conjunction) ? <passOn.Show key={conjunction.conjunctionId} event={conjunction} /> : null}
      {steps.includes('ASSIGN') ? (
        <Button disabled={isAway} onClick={() => onAsk('ASSIGN')}>
          {t('assign')}
        </Button>
      ) : null}
      <Menu
        label={t('moreActions')}
        trigger={t('moreActions')}
        parts={[{ title: t('recordPart'), entries: entriesOf(rest, act, isAway) }, ...more]}
      />
    </span>
  )
}

function entriesOf(steps: readonly Step[], act: (step: Step) => void, isDisabled: boolean) {
  const t = conjunctionWords
  return steps.map((step) => ({ id: step, label: t(`do${step}`), isDisabled, onAction: () => act(step) }))
}
