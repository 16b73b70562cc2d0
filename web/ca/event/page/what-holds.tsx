import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import { levelPcOf } from '@apsis/contract/ca/event/level-by.ts'
import { Fragment } from 'react'
import { Instant } from '../../../clock/instant.tsx'
import { Unbroken } from '../../../notifications/unbroken.tsx'
import { Pane } from '../../../ui/page/pane.tsx'
import { meaningOf } from '../../../ui/status/status-meaning.ts'
import { StatusWord } from '../../../ui/status/status-word.tsx'
import { useWords } from '../../../ui/text/language.ts'
import { KeyValues } from '../../../ui/value/key-values.tsx'
import { Probability, Quantity } from '../../../ui/value/quantity.tsx'
import { AdviceLine } from '../advice.tsx'
import { commitText } from '../commit-text.ts'
import { conjunctionWords } from '../conjunction-words.data.ts'
import styles from './what-holds.module.css'

type Props = React.PropsWithChildren<{
  readonly conjunction: Conjunction
  readonly title?: string
  readonly note?: string
}>

/** Shows the known facts of an event whose messages do not exist or cannot be read now: enough to decide on an action. */
export function WhatHolds({ conjunction, title, note, children }: Props) {
  const t = useWords(conjunctionWords)
  const { conjunctionData: data, decideBefore } = conjunction
  return (
    <Pane title={title ?? t('stillHolds')} note={note} exports={false}>
      <AdviceLine event={conjunction} className={`fs-16 ${styles.advice}`} />
      <KeyValues
        rows={[
          [t('verdict'), <StatusWord key="level" {...meaningOf('risk', data.riskLevel)} />],
          ['Pc', <Probability key="pc" value={levelPcOf(conjunction) ?? undefined} reason={t('notComputed')} />],
          [t('tca'), <Instant key="tca" at={Date.parse(data.tca)} />],
          [
            t('decideBefore'),
            <Fragment key="decide">
              <Instant at={Date.parse(decideBefore)} /> <Unbroken text={commitText(conjunction)} />
            </Fragment>,
          ],
          [t('separation'), <Quantity key="miss" name="missDistance" value={data.totalMissDistance} />],
        ]}
      />
      {children}
    </Pane>
  )
}
