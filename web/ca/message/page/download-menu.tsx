import { CDM_FORMATS, type Cdm, getCdmFile } from '@apsis/contract/ca/message/cdm.ts'
import { callFile } from '../../../api/call.ts'
import { raise } from '../../../notifications/notifications.ts'
import { raisedBy } from '../../../notifications/raised-by.ts'
import { Menu } from '../../../ui/button/menu.tsx'
import { fileName, saveFile, useFileMarks } from '../../../ui/file/file.tsx'
import { useWords } from '../../../ui/text/language.ts'
import type { CdmFormat } from '../message.ts'
import { useOwnMessage } from '../own-message.ts'
import { cdmWords } from '../words.data.ts'

/** Saves the message as a file, unchanged or converted, or as a message of the organisation for others. */
export function DownloadMenu({ cdm }: { readonly cdm: Cdm }) {
  const t = useWords(cdmWords)
  const marks = useFileMarks()
  const own = useOwnMessage(cdm, marks)
  const save = async (format: CdmFormat) => {
    try {
      const query = format === cdm.format ? {} : { format }
      const { blob, name } = await callFile(getCdmFile, { params: { 'cdm-id': cdm.cdmId }, query })
      saveFile(name ?? fileName(cdm.messageId, format === 'kvn' ? 'cdm' : format, marks), blob)
    } catch (failure) {
      raise(raisedBy(failure))
    }
  }
  const entries = CDM_FORMATS.map((format) => ({
    id: format,
    label: format.toUpperCase(),
    note: t(format === cdm.format ? 'original' : 'converted'),
    onAction: () => void save(format),
  }))
  return <Menu label={t('download')} trigger={t('download')} parts={[{ title: t('downloadIn'), entries }, own]} />
}
