import { type Cdm, getOwnCdm } from '@apsis/contract/ca/message/cdm.ts'
import { callFile } from '../../api/call.ts'
import { raise } from '../../notifications/notifications.ts'
import { raisedBy } from '../../notifications/raised-by.ts'
import type { MenuPart } from '../../ui/button/menu.tsx'
import { type FileMarks, fileName, saveFile } from '../../ui/file/file.tsx'
import { useWords } from '../../ui/text/language.ts'
import { cdmWords } from './words.data.ts'

const WAYS = (['object1', 'object2'] as const).flatMap((first) =>
  (['kvn', 'xml'] as const).map((format) => ({ first, format })),
)
type Way = (typeof WAYS)[number]

/** Returns the entries of a menu that save a message for others, in the name of the organisation and with its own probability. */
export function useOwnMessage(cdm: Cdm, marks: FileMarks): MenuPart {
  const t = useWords(cdmWords)
  return {
    title: t('ownMessage'),
    entries: WAYS.map((way) => ({
      id: `own-${way.first}-${way.format}`,
      label: `${way.format.toUpperCase()}, ${t('standsFirst', { name: cdm[way.first].name })}`,
      onAction: () => void save(cdm, way, marks),
    })),
  }
}

async function save(cdm: Cdm, { first, format }: Way, marks: FileMarks): Promise<void> {
  try {
    const { blob, name } = await callFile(getOwnCdm, { params: { 'cdm-id': cdm.cdmId }, query: { first, format } })
    saveFile(name ?? fileName(`${cdm.messageId}-own`, format === 'kvn' ? 'cdm' : format, marks), blob)
  } catch (failure) {
    raise(raisedBy(failure))
  }
}
