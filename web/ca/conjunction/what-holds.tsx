import type { Conjunction } from '@apsis/contract/ca/conjunction.ts'
import { Instant } from '../../clock/instant.tsx'
import { KeyValues } from '../../ui/key-values.tsx'
import { useWords } from '../../ui/language.ts'
import { Pane } from '../../ui/pane.tsx'
import { Probability, Quantity } from '../../ui/quantity.tsx'
import { meaningOf } from '../../ui/status-meaning.ts'
import { StatusWord } from '../../ui/status-word.tsx'
import { conjunctionWords } from './words.data.ts'

type Props = React.PropsWithChildren<{
  readonly conjunction: Conjunction
  readonly title?: string
  readonly note?: string
}>

/** What is known of an event without its messages, as there are none, or none can be read now: enough to act by. */
export function WhatHolds({ conjunction, title, note, children }: Props) {
  const t = useWords(conjunctionWords)
  const { conjunctionData: data, decideBefore } = conjunction
  return (
    <Pane title={title ?? t('stillHolds')} note={note ?? t('stillHoldsNote')} exits={false}>
      <KeyValues
        rows={[
          [t('verdict'), <StatusWord key="level" {...meaningOf('risk', data.riskLevel)} />],
          ['Pc', <Probability key="pc" value={data.probabilityOfCollision ?? undefined} reason={t('notComputed')} />],
          [t('tca'), <Instant key="tca" at={Date.parse(data.tca)} />],
          [t('decideBefore'), <Instant key="decide" at={Date.parse(decideBefore)} />],
          [t('separation'), <Quantity key="miss" name="missDistance" value={data.totalMissDistance} />],
        ]}
      />
      {children}
    </Pane>
  )
}
