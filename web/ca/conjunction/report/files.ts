import { type Cdm, getCdmFile } from '@apsis/contract/ca/message/cdm.ts'
import { callFile } from '../../../api/call.ts'
import { raise } from '../../../notifications/notifications.ts'
import { raisedBy } from '../../../notifications/raised-by.ts'
import { type PlotTable, toCsv } from '../../../ui/file/csv.ts'
import { type FileMarks, fileName, saveFile } from '../../../ui/file/file.tsx'
import { formatProbabilityPlain } from '../../../ui/format/probability.ts'
import { conjunctionWords } from '../../event/conjunction-words.data.ts'
import type { NumberedMessage } from '../../event/messages.ts'
import type { Event } from '../view/use-event.ts'

type Format = 'kvn' | 'xml' | 'json'

/** Saves a message as a file, as it came or converted. */
export async function saveMessage(cdm: Cdm, format: Format, marks: FileMarks): Promise<void> {
  try {
    const { blob, name } = await fileOf(cdm, format)
    saveFile(name ?? fileName(cdm.messageId, format === 'kvn' ? 'cdm' : format, marks), blob)
  } catch (failure) {
    raise(raisedBy(failure))
  }
}

/** Copies a message as KVN, and says so. */
export async function copyKvn({ cdm, number }: NumberedMessage): Promise<void> {
  const t = conjunctionWords
  try {
    const { blob } = await fileOf(cdm, 'kvn')
    await navigator.clipboard.writeText(await blob.text())
    raise({ title: t('copied'), message: t('copiedText', { number }) })
  } catch (failure) {
    raise(raisedBy(failure))
  }
}

function fileOf(cdm: Cdm, format: Format) {
  const query = format === cdm.format ? {} : { format }
  return callFile(getCdmFile, { params: { 'cdm-id': cdm.cdmId }, query })
}

/** The key numbers of every message as a file has them: SI, times with Z, probabilities as `1.23E-04`. */
export function historyTable(messages: readonly NumberedMessage[]): PlotTable {
  const pc = (value: number | null | undefined) => formatProbabilityPlain(value ?? undefined) || undefined
  return {
    columns: [
      'number',
      'message_id',
      'created_utc',
      'originator',
      'risk_level',
      'tca_utc',
      'pc_recomputed',
      'method',
      'pc_maximum',
      'pc_reported',
      'miss_m',
      'r_m',
      't_m',
      'n_m',
      'sigma_r_m',
      'sigma_t_m',
      'sigma_n_m',
      'mahalanobis',
      'hard_body_radius_m',
      'secondary_last_observed_utc',
      'withdrawn_utc',
    ],
    rows: messages.map(({ cdm, number }) => {
      const { conjunctionData: data, assessment } = cdm
      const { relativePosition: p, sigmaRtn: s } = data
      return [
        number,
        cdm.messageId,
        cdm.creationDate,
        cdm.originator,
        data.riskLevel,
        data.tca,
        pc(assessment.probability),
        assessment.method ?? undefined,
        pc(assessment.maximumProbability),
        pc(assessment.reported?.probability),
        data.totalMissDistance,
        p.r,
        p.t,
        p.n,
        s?.r,
        s?.t,
        s?.n,
        assessment.mahalanobis ?? undefined,
        assessment.hardBodyRadius ?? undefined,
        cdm.object2.lastObservationAt ?? undefined,
        cdm.withdrawnAt ?? undefined,
      ]
    }),
  }
}

/** Saves the key numbers of every message. */
export function saveHistory({ every, conjunction }: Event, marks: FileMarks): void {
  const text = toCsv(historyTable(every), marks)
  saveFile(fileName(stemOf(conjunction), 'csv', marks), new Blob([text], { type: 'text/csv' }))
}

/** Saves the event with its messages and its record, as the API gives them. */
export function saveReport({ conjunction, cdms, decision }: Event, marks: FileMarks): void {
  const text = JSON.stringify({ conjunction, messages: cdms, decision: decision ?? null }, undefined, 2)
  saveFile(fileName(stemOf(conjunction), 'json', marks), new Blob([text], { type: 'application/json' }))
}

function stemOf({ object1, object2 }: Event['conjunction']): string {
  return `conjunction-${object1.designator}-${object2.designator}`
}
