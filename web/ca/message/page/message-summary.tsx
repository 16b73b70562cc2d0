import type { Cdm } from '@apsis/contract/ca/message/cdm.ts'
import { Instant } from '../../../clock/instant.tsx'
import { meaningOf } from '../../../ui/status/status-meaning.ts'
import { StatusWord } from '../../../ui/status/status-word.tsx'
import { useWords } from '../../../ui/text/language.ts'
import { Probability, Quantity } from '../../../ui/value/quantity.tsx'
import { cdmWords } from '../words.data.ts'

/** Shows the message in one line: the originator and the time, the level, and both probabilities separately. */
export function MessageSummary({ cdm }: { readonly cdm: Cdm }) {
  const t = useWords(cdmWords)
  const { conjunctionData: data, assessment } = cdm
  return (
    <dl className="flex wrap items-baseline pad-10 line-bottom gap-4-24">
      <div className="row gap-8">
        <dt>{t('level')}</dt>
        <dd className="nowrap">
          <StatusWord {...meaningOf('risk', data.riskLevel)} />
        </dd>
      </div>
      <div className="row gap-8">
        <dt>{t('from', { originator: cdm.originator })}</dt>
        <dd className="nowrap">
          <Instant at={Date.parse(cdm.creationDate)} milliseconds />
        </dd>
      </div>
      <div className="row gap-8">
        <dt>{t('tca')}</dt>
        <dd className="nowrap">
          <Instant at={Date.parse(data.reportedTca)} milliseconds />
        </dd>
      </div>
      <div className="row gap-8">
        <dt>{t('miss')}</dt>
        <dd className="nowrap">
          <Quantity name="missDistance" value={data.totalMissDistance} />
        </dd>
      </div>
      <div className="row gap-8">
        <dt>{t('reported')}</dt>
        <dd className="nowrap">
          <Probability value={assessment.reported?.probability} reason={t('noProbability')} />
        </dd>
      </div>
      <div className="row gap-8">
        <dt>
          {t('recomputed')}
          {assessment.method ? `, ${assessment.method}` : ''}
        </dt>
        <dd className="nowrap">
          <Probability
            value={assessment.probability ?? undefined}
            reason={t('notAssessed', { reason: assessment.reason })}
          />
        </dd>
      </div>
    </dl>
  )
}
