import { type Encounter, getEncounterMessages } from '@apsis/contract/ca/screening.ts'
import { callFile } from '../api/call.ts'
import type { MessageKind } from '../encounter/encounter-list.tsx'
import { raise } from '../notifications/notifications.ts'
import { raisedBy } from '../notifications/raised-by.ts'
import { saveFile } from '../ui/file/file.tsx'

/** Saves what a screening found as messages: all of it, or one close approach. */
export async function saveMessages(
  screeningId: string,
  { message, format }: MessageKind,
  one: Encounter | undefined,
): Promise<void> {
  const about =
    one === undefined ? {} : { 'object-id': one.secondary.objectId, 'tca-after': one.tca, 'tca-before': one.tca }
  try {
    const { blob, name } = await callFile(getEncounterMessages, {
      params: { 'screening-id': screeningId },
      query: { message, format, ...about },
    })
    saveFile(name ?? `screening-${screeningId.slice(0, 8)}.${format === 'xml' ? 'xml' : message}`, blob)
  } catch (failure) {
    raise(raisedBy(failure))
  }
}
