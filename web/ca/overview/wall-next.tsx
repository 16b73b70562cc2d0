import type { Manoeuvre } from '@apsis/contract/ca/manoeuvre.ts'
import { meaningOf } from '../../ui/status/status-meaning.ts'
import { StatusSymbol } from '../../ui/status/status-symbol.tsx'
import { useWords } from '../../ui/text/language.ts'
import { burnWords } from '../burn/words.data.ts'
import type { PassAhead } from '../pass/passes-ahead.ts'
import { aheadWords } from '../pass/words.data.ts'
import { blackoutNote, stateMeaning } from '../plan/plan-state.ts'
import styles from './wall.module.css'
import { shortUntil, sizeFor } from './wall-rows.ts'

/** The burn that comes next: its name, how far it is, and the time that is left. */
export function NextBurn({ plan, nowMs }: { readonly plan: Manoeuvre; readonly nowMs: number }) {
  const t = useWords(burnWords)
  const { level, word } = stateMeaning(plan.state)
  const said = [plan.name.replace(/_\d{8}_\d{6}_Z$/, ''), word, blackoutNote(plan)]
  const name = said.filter((one) => one !== undefined).join(', ')
  return (
    <section aria-label={t('wallNext')}>
      <h3>
        <svg viewBox="0 0 46 46" aria-hidden="true">
          <path d="M3 43h40l-20 -38z" className={styles.burnSign} />
        </svg>
        {t('wallNext')}
      </h3>
      <ul>
        <li>
          <StatusSymbol level={level} label={word} />
          <b style={{ fontSize: `max(var(--s-caption), ${sizeFor(name, '--s-row')})` }}>{name}</b>
          <span className={styles.time}>{shortUntil(Date.parse(plan.ignitionEpoch) - nowMs)}</span>
        </li>
      </ul>
    </section>
  )
}

/** The pass that is ordered and comes next: of what, by whom, and the time that is left. */
export function NextPass({ pass, nowMs }: { readonly pass: PassAhead; readonly nowMs: number }) {
  const t = useWords(aheadWords)
  const { level, word } = meaningOf('request', pass.status)
  const name = `${pass.name}, ${pass.sensorCode}`
  return (
    <section aria-label={t('next')}>
      <h3>
        <svg viewBox="0 0 46 46" aria-hidden="true">
          <path d="M17 5h12v38h-12z" className={styles.passSign} />
        </svg>
        {t('next')}
      </h3>
      <ul>
        <li>
          <StatusSymbol level={level} label={word} />
          <b style={{ fontSize: `max(var(--s-caption), ${sizeFor(name, '--s-row')})` }}>{name}</b>
          <span className={styles.time}>{shortUntil(pass.atMs - nowMs)}</span>
        </li>
      </ul>
    </section>
  )
}
