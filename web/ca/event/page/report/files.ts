import { type Cdm, getCdmFile } from '@apsis/contract/ca/message/cdm.ts'
import { callFile } from '../../../../api/call.ts'
import { raise } from '../../../../notifications/notifications.ts'
import { raisedBy } from '../../../../notifications/raised-by.ts'
import { type PlotTable, toCsv } from '../../../../ui/file/csv.ts'
import { type FileMarks, fileName, saveFile } from '../../../../ui/file/file.tsx'
import { formatProbabilityPlain } from '../../../../ui/format/probability.ts'
import { fileTable } from '../../../../ui/table/column.ts'
import { conjunctionWords } from '../../conjunction-words.data.ts'
import type { NumberedMessage } from '../../messages.ts'
import type { Event } from '../view/use-event.ts'

type Format = 'kvn' | 'xml' | 'json'

/** Saves a message as a file, unchanged or converted. */
export async function saveMessage(cdm: Cdm, format: Format, marks: FileMarks): Promise<void> {
  try {
    const { blob, name } = await fileOf(cdm, format)
    saveFile(name ?? fileName(cdm.messageId, format === 'kvn' ? 'cdm' : format, marks), blob)
  } catch (failure) {
    raise(raisedBy(failure))
  }
}

/** Copies a message as KVN, and shows a note about it. */
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

/** Returns the key numbers of every message in the format of files: SI, times with Z, probabilities as `1.23E-04`. */
export function historyTable(messages: readonly NumberedMessage[]): PlotTable {
  const pc = (value: number | null | undefined) => formatProbabilityPlain(value ?? undefined) || undefined
  return fileTable(messages, {
    number: 'number',
    message_id: ({ cdm }) => cdm.messageId,
    created_utc: ({ cdm }) => cdm.creationDate,
    originator: ({ cdm }) => cdm.originator,
    risk_level: ({ cdm }) => cdm.conjunctionData.riskLevel,
    tca_utc: ({ cdm }) => cdm.conjunctionData.tca,
    pc_recomputed: ({ cdm }) => pc(cdm.assessment.probability),
    method: ({ cdm }) => cdm.assessment.method,
    pc_maximum: ({ cdm }) => pc(cdm.assessment.maximumProbability),
    pc_reported: ({ cdm }) => pc(cdm.assessment.reported?.probability),
    miss_m: ({ cdm }) => cdm.conjunctionData.totalMissDistance,
    r_m: ({ cdm }) => cdm.conjunctionData.relativePosition.r,
    t_m: ({ cdm }) => cdm.conjunctionData.relativePosition.t,
    n_m: ({ cdm }) => cdm.conjunctionData.relativePosition.n,
    sigma_r_m: ({ cdm }) => cdm.conjunctionData.sigmaRtn?.r,
    sigma_t_m: ({ cdm }) => cdm.conjunctionData.sigmaRtn?.t,
    sigma_n_m: ({ cdm }) => cdm.conjunctionData.sigmaRtn?.n,
    mahalanobis: ({ cdm }) => cdm.assessment.mahalanobis,
    hard_body_radius_m: ({ cdm }) => cdm.assessment.hardBodyRadius,
    secondary_last_observed_utc: ({ cdm }) => cdm.object2.lastObservationAt,
    withdrawn_utc: ({ cdm }) => cdm.withdrawnAt,
  })
}

/** Saves the key numbers of every message. */
export function saveHistory({ every, conjunction }: Event, marks: FileMarks): void {
  const text = toCsv(historyTable(every), marks)
  saveFile(fileName(stemOf(conjunction), 'csv', marks), new Blob([text], { type: 'text/csv' }))
}

/** Saves the event with its messages and its record, in the format of the API. */
export function saveReport({ conjunction, cdms, decision }: Event, marks: FileMarks): void {
  const text = JSON.stringify({ conjunction, messages: cdms, decision: decision ?? null }, undefined, 2)
  saveFile(fileName(stemOf(conjunction), 'json', marks), new Blob([text], { type: 'application/json' }))
}

function stemOf({ object1, object2 }: Event['conjunction']): string {
  return `conjunction-${object1.designator}-${object2.designator}`
}
