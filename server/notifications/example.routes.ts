import * as contract from '@apsis/contract/notifications/example.ts'
import { noticeExample } from '../delivery/content/example.service.ts'
import { chooseMedia } from '../platform/http/answer-file.ts'
import { bindFile, type Door } from '../platform/http/bind.ts'
import type { Platform } from '../platform/operation/platform.ts'

/** The page of a mail has inline styles, because mail programs need them; the policy lets it run nothing and load nothing. */
const PAGE_POLICY =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

export function exampleRoutes(door: Door, { config: { publicUrl, delivery } }: Pick<Platform, 'config'>): void {
  bindFile(door, contract.getNoticeExample, async ({ accept, header, query: { lang, look } }) => {
    const { mailFrom } = delivery
    const example = noticeExample({ language: lang, look, publicUrl, mailFrom })
    const mediaType = chooseMedia(accept, ['application/json', 'text/html'])
    if (mediaType === 'application/json')
      return { mediaType, name: 'example.json', bytes: Buffer.from(JSON.stringify(example)), isInline: true }
    header('content-security-policy', PAGE_POLICY)
    header('x-frame-options', 'SAMEORIGIN')
    return { mediaType, name: 'example.html', bytes: Buffer.from(example.html), isInline: true }
  })
}
