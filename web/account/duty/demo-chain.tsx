import type { DutyDemo } from '@apsis/contract/duty/plan.ts'
import { Link } from '@tanstack/react-router'
import { formatMinute } from '../../clock/format.ts'
import { Instant } from '../../clock/instant.tsx'
import { callInWords } from '../../notifications/notice-in-words.ts'
import { Unbroken } from '../../notifications/unbroken.tsx'
import { paths } from '../../site/paths.ts'
import { useWords } from '../../ui/text/language.ts'
import styles from '../form/form.module.css'
import { ChainLine } from './chain-line.tsx'
import demo from './demo-chain.module.css'
import { dutyWords } from './words.data.ts'

/** Shows an example of a chain with people of the demo: nothing in it can be changed or stored, and nobody is called. */
export function DemoChain({ demo: { steps, now, escalation } }: { readonly demo: DutyDemo }) {
  const t = useWords(dutyWords)
  const until = (at: string | null) => (at === null ? '' : t('until', { time: formatMinute(Date.parse(at)) }))
  return (
    <section aria-label={t('demo')} className={`stack clip gap-8 pad-10 ${demo.simulated}`}>
      <h3 className={`fs-13 medium ${styles.title}`}>{t('demo')}</h3>
      <p className={`muted fs-12 ${styles.note}`}>{t('demoHelp')}</p>
      <ol className="faint-top bleed" aria-label={t('demo')}>
        {steps.map(({ people, telephone }, place) => (
          <li key={people.join()} className={`grid items-baseline pad-6 faint-bottom fs-13 lh-20 ${styles.item}`}>
            <span className={`muted ${styles.place}`}>{place + 1}</span>
            <span>
              <b>{people.join(' → ')}</b>
              <br />
              <span className="muted">{t(people.length > 1 ? 'weekly' : 'always')}</span>
            </span>
            <span>{telephone === null ? null : t('demoTelephone', { number: telephone })}</span>
            <span>
              {t('onCallNow')} {now[place]?.person ?? t('nobody')}
              <Unbroken text={until(now[place]?.until ?? null)} />
            </span>
          </li>
        ))}
      </ol>
      <ChainLine steps={steps.map(({ people }) => people.join(' → '))} />
      {escalation === null ? null : <Escalation escalation={escalation} />}
    </section>
  )
}

/** Shows an example of an escalation, as in the record of its event. */
function Escalation({ escalation }: { readonly escalation: NonNullable<DutyDemo['escalation']> }) {
  const t = useWords(dutyWords)
  const { conjunctionId, satelliteId, steps } = escalation
  return (
    <details className={demo.escalation}>
      <summary className="fs-13 medium">{t('demoEscalation')}</summary>
      <ul className="faint-top bleed" aria-label={t('demoEscalation')}>
        {steps.map(({ at, by, why, call }) => (
          <li key={at} className={`grid items-baseline pad-6 faint-bottom fs-13 lh-20 ${styles.item}`}>
            <span />
            <span>
              <Instant at={Date.parse(at)} />
              <br />
              <span className="muted">{by}</span>
            </span>
            {call === null ? <span lang="en">{why}</span> : <span>{callInWords(call)}</span>}
          </li>
        ))}
      </ul>
      {satelliteId === null ? null : (
        <p className={`fs-14 lh-20 ${styles.line}`}>
          <Link to={paths.conjunction} params={{ satellite_id: satelliteId, conjunction_id: conjunctionId }}>
            {t('demoEvent')}
          </Link>
        </p>
      )}
    </details>
  )
}
