import type { CdmIntake } from '@apsis/contract/ca/message/cdm.ts'
import type { ImportRow } from '@apsis/contract/ca/message/import.ts'
import type { ProblemDetail } from '@apsis/contract/errors.ts'
import { Link } from '@tanstack/react-router'
import { Instant } from '../../../../clock/instant.tsx'
import { paths } from '../../../../site/paths.ts'
import { meaningOf } from '../../../../ui/status/status-meaning.ts'
import type { Level } from '../../../../ui/status/status-symbol.tsx'
import { StatusWord } from '../../../../ui/status/status-word.tsx'
import { useWords } from '../../../../ui/text/language.ts'
import { Probability } from '../../../../ui/value/quantity.tsx'
import styles from './intake.module.css'
import { intakeWords } from './words.data.ts'

const LOOKS: Readonly<Record<CdmIntake['status'], Level>> = {
  accepted: 'ok',
  duplicate: 'inactive',
  refused: 'serious',
}

type Props = { readonly rows: readonly ImportRow[]; readonly onClose: () => void }

/** Lists the results of messages: objects, TCA, probability, file and verdict. Names may break between lines, numbers never do. */
export function ImportRows({ rows, onClose }: Props) {
  const t = useWords(intakeWords)
  return (
    <ul className={`scroll ${styles.results}`} aria-label={t('results')}>
      {rows.map((row, place) => {
        const { name, messageId, objects, tca, probability, riskLevel, status, conjunctionId } = row
        const what = objects?.join(' × ') ?? messageId ?? name
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name, and are in the order of the files.
          <li className="row wrap gap-4-16 pad-y-4 faint-bottom" key={place}>
            <span className={`grow fs-13 break-anywhere font-mono ${styles.name}`}>
              {what}
              {what === name ? null : <small className="block soft">{name}</small>}
            </span>
            {tca === null ? null : <Instant at={Date.parse(tca)} />}
            {objects === null ? null : <Probability value={probability ?? undefined} reason={t('noProbability')} />}
            {riskLevel === null ? null : <StatusWord {...meaningOf('risk', riskLevel)} />}
            <StatusWord level={LOOKS[status]} word={t(status)} />
            {conjunctionId === null ? null : (
              <Link
                to={paths.conjunctions}
                search={{ event: conjunctionId }}
                onClick={onClose}
                aria-label={`${t('open')} ${what}`}
              >
                {t('open')}
              </Link>
            )}
            <Faults errors={row.errors} />
          </li>
        )
      })}
    </ul>
  )
}

/** A row shows at most this number of errors of its message; the report contains all that the server listed. */
const MOST_FAULTS = 3

/** Lists the errors, each with its line and keyword. */
export function Faults({ errors }: { readonly errors: readonly ProblemDetail[] }) {
  const t = useWords(intakeWords)
  if (errors.length === 0) return null
  const more = errors.length - MOST_FAULTS
  return (
    <ul className={`soft fs-13 my-4 ${styles.faults}`}>
      {errors.slice(0, MOST_FAULTS).map(({ code, line, keyword = '', message }) => {
        const place = line === undefined ? '' : t('line', { line })
        // If a sentence begins with the keyword, the keyword is not written twice.
        const where = [place, message.startsWith(keyword) ? '' : keyword].filter((part) => part !== '')
        return (
          <li key={`${code} ${line} ${keyword} ${message}`}>
            <span className="mono">{where.join(', ')}</span> {message}
          </li>
        )
      })}
      {more > 0 ? <li>{t('moreFaults', { more })}</li> : null}
    </ul>
  )
}
