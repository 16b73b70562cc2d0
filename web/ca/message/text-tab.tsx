import { CDM_FORMATS, type Cdm } from '@apsis/contract/ca/message/cdm.ts'
import { useQuery } from '@tanstack/react-query'
import { QueryPane } from '../../shell/page/query-pane.tsx'
import { Segments } from '../../ui/button/segments.tsx'
import { useWords } from '../../ui/text/language.ts'
import { faultLines } from './checks.ts'
import { type CdmFormat, messageTextQuery, openMessage } from './message.ts'
import { RawText } from './raw-text.tsx'
import { cdmWords } from './words.data.ts'

type Props = {
  readonly cdm: Cdm
  readonly format: CdmFormat
  readonly onFormat: (format: CdmFormat) => void
  readonly at: string | undefined
  readonly onAt: (at: string | undefined) => void
}

/** Shows the message as text, original or converted, with its errors at their lines. */
export function TextTab({ cdm, format, onFormat, at, onAt }: Props) {
  const t = useWords(cdmWords)
  const isOriginal = format === cdm.format
  const query = useQuery(messageTextQuery(cdm.cdmId, isOriginal ? undefined : format))
  return (
    <QueryPane
      title={format.toUpperCase()}
      note={
        isOriginal
          ? t('asItCame', { bytes: cdm.bytes, sha: `${cdm.sha256.slice(0, 12)}…` })
          : t('convertedFrom', { notation: cdm.format.toUpperCase() })
      }
      id="text"
      query={query}
      skeletonRows={16}
      failed={t('fileFailed')}
      actions={
        <Segments
          label={t('notations')}
          value={format}
          onChange={onFormat}
          options={CDM_FORMATS.map((value) => ({ value, label: value.toUpperCase() }))}
        />
      }
    >
      {(text) => (
        <RawText
          text={text}
          format={format}
          name={cdm.messageId}
          at={at}
          onAt={onAt}
          faults={isOriginal ? faultLines(openMessage(text)) : undefined}
        />
      )}
    </QueryPane>
  )
}
