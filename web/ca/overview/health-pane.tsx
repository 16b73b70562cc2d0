import { Link, linkOptions } from '@tanstack/react-router'
import { paths } from '../../site/paths.ts'
import { Pane } from '../../ui/page/pane.tsx'
import { LEVEL_WORDS, StatusSymbol } from '../../ui/status/status-symbol.tsx'
import { useWords } from '../../ui/text/language.ts'
import { type Health, healthText } from './health.ts'
import styles from './overview.module.css'
import { overviewWords } from './words.data.ts'

const TO = {
  messages: linkOptions({ to: paths.conjunctions }),
  ephemerides: linkOptions({ to: paths.ephemerides }),
  elements: linkOptions({ to: paths.assets }),
  configuration: linkOptions({ to: paths.assets }),
  platform: linkOptions({ to: paths.services }),
  notices: linkOptions({ to: paths.account, params: { page: 'notifications' } }),
  duty: linkOptions({ to: paths.account, params: { page: 'notifications' } }),
} as const

/** Shows the quality of the data: one line for each source. */
export function HealthPane({ health }: { readonly health: readonly Health[] }) {
  const t = useWords(overviewWords)
  return (
    <Pane title={t('health')} id="health">
      <div className={`stack gap-10 pad-body ${styles.body}`}>
        <div>
          {health.map((one) => (
            <Link
              key={one.of}
              {...TO[one.of]}
              className={`row faint-bottom ink fs-13 plain-link gap-8 max-w-640 ${styles.health}`}
            >
              <StatusSymbol level={one.level} label={LEVEL_WORDS[one.level]} isQuiet={one.level === 'ok'} />
              <b className="flex-none">{t(one.of)}</b>
              <span className={`muted wrap-text ml-auto pad-y-4 right ${styles.end}`} data-figure>
                {healthText(one, t)}
              </span>
            </Link>
          ))}
        </div>
      </div>
    </Pane>
  )
}
